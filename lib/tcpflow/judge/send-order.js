import { OPTION, TCP } from '../../packet/segment-batch.js';
import { EVIDENCE } from '../verdict.js';

/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

/** IP identifications of a sender that counts its packets grow by less than this from one to the next (other connections may share the counter). */
const LARGEST_STEP = 256;
/** Share of steps that must be such, for the numbers to tell the order. */
const COUNTING_SHARE = 0.9;
/** Segments apart, at the most, whose numbers are compared: the 16 bits wrap. */
const COMPARABLE_WITHIN = 1 << 12;
/** Steps without which the numbers are not used to tell the order. */
const FEWEST_STEPS = 3;
/** Segments with equal timestamps left the sender within this time: the clocks of all usual systems tick at least this often. */
const TICK_NS = 10e6;

/** A copy is made within this time; no sender sends anew so soon. */
const COPIED_WITHIN_NS = 0.5e6;

/** No order is known, or both left within one tick of the clock. */
export const UNKNOWN_ORDER = 0;
/** Sent after the other. */
export const SENT_AFTER = 1;
/** Sent before the other. */
export const SENT_BEFORE = -1;

/** In which order the sender sent two segments of one direction, by what the sender itself wrote into them. */
export class SendOrder {
  #packets;
  /** The sender numbers its IPv4 packets one after the other, as far as it shows; and often enough to tell their order by. */
  #numbers;
  #counts;
  /** Bit of `EVIDENCE` that the latest answer of `compare` or `isCopy` rests on; 0 none. */
  evidence = 0;

  /** @param {ConnectionPackets} packets @param {number} steps from one identification to another (NumberedSteps) */
  constructor(packets, steps) {
    this.#packets = packets;
    this.#numbers = steps > 0;
    this.#counts = steps >= FEWEST_STEPS;
  }

  /**
   * @param {number} i @param {number} j packets of the direction
   * @returns {-1|0|1} SENT_BEFORE: i left before j
   */
  compare(i, j) {
    const { options, tsValue, ipId } = this.#packets;
    this.evidence = 0;
    if (options[i] & options[j] & OPTION.TIMESTAMPS && tsValue[i] !== tsValue[j]) {
      this.evidence = EVIDENCE.TIMESTAMP_ORDER;
      return ((tsValue[i] - tsValue[j]) | 0) > 0 ? SENT_AFTER : SENT_BEFORE;
    }
    if (!this.#counts || ipId[i] === ipId[j] || Math.abs(i - j) > COMPARABLE_WITHIN) return UNKNOWN_ORDER;
    this.evidence = EVIDENCE.IP_ID_ORDER;
    return ((ipId[i] - ipId[j]) << 16) > 0 ? SENT_AFTER : SENT_BEFORE;
  }

  /**
   * Whether packet i is j once more: copied by the network, or captured twice. The same IP identification says so; where there is none,
   * every field must be equal and the time too short for the sender to have sent anew.
   * @param {number} i the later @param {number} j
   * @param {number} roundTripNs the least there is
   */
  isCopy(i, j, roundTripNs) {
    const p = this.#packets;
    this.evidence = 0;
    if (!sameHeader(p, i, j)) return false;
    if (this.#numbers) {
      this.evidence = EVIDENCE.SAME_IP_ID;
      return p.ipId[i] === p.ipId[j];
    }
    this.evidence = EVIDENCE.SAME_HEADER;
    const elapsedNs = p.timeNs[i] - p.timeNs[j];
    if (p.options[i] & OPTION.TIMESTAMPS && roundTripNs > 2 * TICK_NS) return true;
    return elapsedNs < Math.max(roundTripNs / 2, COPIED_WITHIN_NS);
  }

  /** Whether acknowledgement i is j once more. Without numbers a duplicate ACK may look just like that. @param {number} i @param {number} j */
  isSameAck(i, j) { return this.#numbers && this.#packets.ipId[i] === this.#packets.ipId[j] && sameHeader(this.#packets, i, j); }
}

/** @param {ConnectionPackets} p @param {number} i @param {number} j */
function sameHeader(p, i, j) {
  return p.seqOffset[i] === p.seqOffset[j] && p.ackOffset[i] === p.ackOffset[j] && p.length[i] === p.length[j] && p.window[i] === p.window[j]
    && ((p.flags[i] ^ p.flags[j]) & ~(TCP.CWR | TCP.ECE)) === 0 && p.options[i] === p.options[j] && p.sackCount[i] === p.sackCount[j]
    && ((p.options[i] & OPTION.TIMESTAMPS) === 0 || (p.tsValue[i] === p.tsValue[j] && p.tsEcho[i] === p.tsEcho[j]));
}

/** Counts a sender's steps from one identification to another, over all packets that it sent. */
export class NumberedSteps {
  #all = 0;
  #small = 0;
  #previous = -1;
  #top = -Infinity;

  /**
   * The sender's next packet. It counts only where the data goes on in order: elsewhere the order of sending is what is asked.
   * @param {number} ipId @param {number} seqOffset @param {number} endOffset
   */
  add(ipId, seqOffset, endOffset) {
    if (seqOffset < this.#top) return;
    this.#top = endOffset;
    if (this.#previous >= 0 && ipId !== this.#previous) {
      this.#all++;
      if (((ipId - this.#previous) & 0xffff) < LARGEST_STEP) this.#small++;
    }
    this.#previous = ipId;
  }

  /** Their number, if they are those of a sender that numbers its packets; else 0. */
  get steps() { return this.#small >= this.#all * COUNTING_SHARE ? this.#all : 0; }
}
