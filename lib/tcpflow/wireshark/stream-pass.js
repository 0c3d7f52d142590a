import { OPTION, TCP } from '../../engine/segment-batch.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../../transport/packets.js';
import { ANALYSIS } from '../../transport/tcp/analysis-flags.js';
import { completenessOf } from './completeness.js';
import { HAS_INITIAL_RTT } from './packet-fields.js';
import { Sender } from './sender.js';
import { MAX_UNACKED_SEGMENTS } from './unacked-segments.js';

/** @typedef {import('../tables/packet-table.js').PacketTable} PacketTable */
/** @typedef {import('../tables/packet-table.js').PacketBlock} PacketBlock */
/** @typedef {import('./packet-fields.js').PacketFields} PacketFields */

const { SYN, FIN, ACK, PSH } = TCP;
/** SACK blocks that Wireshark 4.0 subtracts from bytes in flight. */
const SACK_BLOCKS = 3;
/** From here on Wireshark discards bytes in flight as implausible. */
const ABSURD_BYTES = 2e9;
/** Retransmissions without an RTO field. */
const WITHOUT_TIME_OUT = ANALYSIS.fast_retransmission | ANALYSIS.spurious_retransmission;

/**
 * Passes over the packets of a stream as Wireshark 4.0's analyser does, for what it shows beside the flags; the flags
 * themselves are taken from the packet table. Sequence numbers are compared after unwrapping, so only spans above 2^31
 * bytes give other answers.
 */
export class StreamPass {
  #senders = /** @type {const} */ ([new Sender(), new Sender()]);
  #flows;
  #packets;
  #fields;
  #packetCount = 0;
  #completeness = 0;
  /** Time of the latest SYN, NaN without; and the initial RTT from it, 0 not known. */
  #synNs = NaN;
  #initialRttNs = 0;

  /**
   * @param {Pick<import('../tracker.js').TcpTracker, 'flows' | 'packets'>} tcp
   * @param {PacketFields} fields to be filled
   */
  constructor({ flows, packets }, fields) {
    this.#flows = flows;
    this.#packets = packets;
    this.#fields = fields;
  }

  /** Of the current stream so far; 0: not known. */
  get initialRttNs() {
    return this.#initialRttNs;
  }

  /** Starts another stream. */
  begin() {
    for (const sender of this.#senders) sender.clear();
    this.#packetCount = 0;
    this.#completeness = 0;
    this.#synNs = NaN;
    this.#initialRttNs = 0;
  }

  /** @param {number} row the stream's next @param {number} end 0 or 1: who sent it */
  step(row, end) {
    const block = this.#packets.blocks[row >> ROW_BLOCK_BITS];
    const at = row & ROW_BLOCK_MASK;
    const fwd = this.#senders[end];
    const rev = this.#senders[1 - end];
    this.#complete(row, block, at);
    const shows = this.#analyse(row, block, at, fwd, rev);
    this.#followHandshake(block, at);
    if (block.options[at] & OPTION.BROKEN) this.#fields.clear(row);
    else if (shows && this.#initialRttNs !== 0) this.#fields.completeness[row] |= HAS_INITIAL_RTT;
    fwd.sackedBytes = this.#sackedBytes(block, at);
    this.#packetCount++;
  }

  /** The value shown is that before the packet; a SYN that re-uses the ports has begun its stream already. */
  #complete(/** @type {number} */ row, /** @type {PacketBlock} */ block, /** @type {number} */ at) {
    const isFirst = this.#packetCount === 0;
    const reuses = isFirst && (block.analysis[at] & ANALYSIS.reused_ports) !== 0;
    if (reuses) this.#completeness = completenessOf(true, SYN, 0);
    this.#fields.completeness[row] = this.#completeness;
    this.#completeness |= completenessOf(isFirst && !reuses, block.flags[at], block.length[at]);
  }

  /** @returns {boolean} whether Wireshark shows anything for the packet */
  #analyse(
    /** @type {number} */ row,
    /** @type {PacketBlock} */ block,
    /** @type {number} */ at,
    /** @type {Sender} */ fwd,
    /** @type {Sender} */ rev,
  ) {
    const {
      flags: { [at]: flags },
      analysis: { [at]: analysis },
      length: { [at]: length },
    } = block;
    const isRepeatedSyn = this.#packetCount > 0 && (flags & (SYN | ACK)) === SYN;
    if (isRepeatedSyn) fwd.next = fwd.highestToBeAcked;
    if (flags & ACK) rev.inFlightKnown = true;
    if (analysis & ANALYSIS.lost_segment) fwd.inFlightKnown = false;
    this.#countDuplicates(row, block, at, fwd);
    const wireAck = block.ack(at, this.#flows);
    const seq = fwd.place(block.seq(at, this.#flows), flags & SYN ? 0 : 1);
    const ack = flags & ACK || rev.isPlaced ? rev.place(wireAck, 1) : -1;
    if ((flags & (SYN | ACK)) === (SYN | ACK) && seq !== fwd.unacked.base) fwd.unacked.base = seq;
    const missed = (flags & ACK) !== 0 && rev.isKnown(rev.highestToBeAcked) && ack > rev.highestToBeAcked;
    if (missed) this.#passMissing(rev);
    if (analysis & ANALYSIS.retransmission && !(analysis & WITHOUT_TIME_OUT)) {
      this.#fields.timedOutRow[row] = fwd.unacked.oldestRow >= 0 ? fwd.unacked.oldestRow : fwd.nextRow;
    }
    this.#send(row, seq, length, flags, analysis, fwd);
    fwd.lastAck = wireAck;
    const acked = (this.#fields.ackedRow[row] = rev.unacked.acknowledge(ack));
    return this.#measureFlight(row, length, flags, fwd, rev) || isRepeatedSyn || missed || acked >= 0 || analysis !== 0;
  }

  #countDuplicates(
    /** @type {number} */ row,
    /** @type {PacketBlock} */ block,
    /** @type {number} */ at,
    /** @type {Sender} */ fwd,
  ) {
    if (block.analysis[at] & ANALYSIS.duplicate_ack) {
      fwd.duplicateAcks = fwd.duplicateAcks < 0 ? 1 : fwd.duplicateAcks + 1;
      this.#fields.duplicateAcks[row] = fwd.duplicateAcks;
      this.#fields.duplicatedRow[row] = fwd.lastNewAckRow;
    }
    if (block.ack(at, this.#flows) === fwd.lastAck) return;
    fwd.lastNewAckRow = row;
    fwd.duplicateAcks = 0;
  }

  #passMissing(/** @type {Sender} */ rev) {
    if (rev.highestToBeAcked < rev.next) rev.highestToBeAcked = rev.next;
    else rev.duplicateAcks = -1;
  }

  #send(
    /** @type {number} */ row,
    /** @type {number} */ seq,
    /** @type {number} */ length,
    /** @type {number} */ flags,
    /** @type {number} */ analysis,
    /** @type {Sender} */ fwd,
  ) {
    let end = seq + length;
    if ((length > 0 || flags & (SYN | FIN)) && fwd.unacked.count < MAX_UNACKED_SEGMENTS) {
      if (flags & (SYN | FIN)) end++;
      fwd.unacked.push(row, seq, end);
    }
    if (analysis & ANALYSIS.zero_window_probe) return;
    if (end > fwd.next || !fwd.isKnown(fwd.next)) fwd.advance(end, row);
    if (!fwd.isKnown(fwd.highestToBeAcked) || seq === fwd.highestToBeAcked) fwd.highestToBeAcked = fwd.next;
  }

  /** @returns {boolean} */
  #measureFlight(
    /** @type {number} */ row,
    /** @type {number} */ length,
    /** @type {number} */ flags,
    /** @type {Sender} */ fwd,
    /** @type {Sender} */ rev,
  ) {
    if (length === 0 || fwd.unacked.count === 0 || !fwd.inFlightKnown) return false;
    const pushBytes = fwd.push((flags & PSH) !== 0, length);
    const bytes = fwd.unacked.span - rev.sackedBytes;
    if (bytes > 0 && bytes < ABSURD_BYTES) {
      this.#fields.bytesInFlight[row] = flags & (SYN | FIN) ? bytes - 1 : bytes;
      this.#fields.pushBytes[row] = pushBytes;
    }
    return true;
  }

  /** iRTT: from the latest SYN to the first ACK without SYN of either side. */
  #followHandshake(/** @type {PacketBlock} */ block, /** @type {number} */ at) {
    const handshake = block.flags[at] & (SYN | ACK);
    if (handshake === SYN) this.#synNs = block.timeNs[at];
    else if (handshake === ACK && this.#initialRttNs === 0 && !Number.isNaN(this.#synNs)) {
      this.#initialRttNs = block.timeNs[at] - this.#synNs;
    }
  }

  #sackedBytes(/** @type {PacketBlock} */ block, /** @type {number} */ at) {
    if (!(block.options[at] & OPTION.SACK)) return 0;
    let bytes = 0;
    for (let k = 0; k < Math.min(block.sackCount[at], SACK_BLOCKS); k++) {
      bytes += this.#packets.sackEdge(block.sack[at] + k, 1) - this.#packets.sackEdge(block.sack[at] + k, 0);
    }
    return bytes | 0;
  }
}
