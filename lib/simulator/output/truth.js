import { ackNumber } from './frame.js';
import { NumberTable } from './number-table.js';
import { EPOCH_SECONDS } from './pcap-tap.js';
import { TextBuffer } from './text-buffer.js';
import { wireNumber } from './wire-number.js';

/** @typedef {import('../tcp/endpoint.js').Endpoint} Endpoint */
/** @typedef {import('../tcp/segment.js').Segment} Segment */
/** @typedef {import('../tcp/endpoint.js').Observer} Observer */

const INFINITE_SSTHRESH = 2_147_483_647;
/** As Linux numbers what its timer is set for. */
const PENDING = { retransmit: 1, persist: 3, probe: 5, reorder: 6 };
const COMMA = 44;
const NEW_LINE = 10;
const ZERO = 48;
/** Text is made into a string whenever there is so much of it. */
const PIECE_BYTES = 1 << 20;

export const TRUTH_COLUMNS = [
  'time_s',
  'conn',
  'ev',
  'snd_cwnd_pkts',
  'ssthresh',
  'srtt_us',
  'snd_wnd',
  'seq',
  'ack',
  'len',
  'flags',
  'win',
  'segs',
  'snd_una',
  'snd_nxt',
  'write_seq',
  'rcv_nxt',
  'packets_out',
  'sacked_out',
  'lost_out',
  'retrans_out',
  'ca_state',
  'pending',
  'rto_ms',
  'backoff',
  'rttvar_us',
  'mss',
  'high_seq',
  'tcp_state',
  'in_flight_pkts',
  'limit',
  'cc',
  'arg0',
  'arg1',
  'retx',
  'needed',
];
/**
 * The table's columns are those of the file, but for the last, which is known at the end: in its place the number of a
 * sending that was not the first of its bytes, or -1.
 */
const SENDING = TRUTH_COLUMNS.indexOf('needed');
/** Columns with names; the table has the place in which a name was met first. */
const NAMED = Uint8Array.from(TRUTH_COLUMNS, (name) =>
  Number(['conn', 'ev', 'ca_state', 'tcp_state', 'limit', 'cc', 'retx'].includes(name)),
);

/** Names by the order in which they are met. */
class Names {
  /** @type {Map<string, number>} */
  #codes = new Map();
  /** @type {Uint8Array[]} */
  bytes = [];

  /** @param {string} name @returns {number} */
  codeOf(name) {
    let code = this.#codes.get(name);
    if (code !== undefined) return code;
    code = this.bytes.push(new TextEncoder().encode(name)) - 1;
    this.#codes.set(name, code);
    return code;
  }
}

/**
 * Keeps what every sender knows at every event, in the columns of the truth that is recorded of Linux.
 * @implements {Observer}
 */
export class TruthRecorder {
  #table = new NumberTable(TRUTH_COLUMNS.length);
  #names = new Names();
  /** Of each end, by its flow: the code of its name. @type {number[]} */
  #ends = [];
  /** @type {Set<number>} */
  #dropped = new Set();
  /** Of each retransmission the sending before it. @type {Map<number, number>} */
  #previous = new Map();

  /** @param {Segment} segment */
  noteDropped({ number }) {
    this.#dropped.add(number);
  }

  /** @type {Observer['observe']} */
  observe(endpoint, ev, segment, retransmission, arg0, arg1) {
    const row = this.#table.add();
    const { cells } = this.#table;
    const names = this.#names;
    cells[row] = endpoint.events.nowNs;
    cells[row + 1] = this.#endOf(endpoint);
    cells[row + 2] = names.codeOf(ev);
    this.#writeSegment(cells, row, segment);
    this.#writeSender(cells, row, endpoint);
    cells[row + 32] = arg0;
    cells[row + 33] = arg1;
    cells[row + 34] = names.codeOf(retransmission);
  }

  /** @param {Endpoint} endpoint @returns {number} code of its name */
  #endOf({ flow, isClient, local, remote }) {
    const end = 2 * flow + (isClient ? 1 : 0);
    return (this.#ends[end] ??= this.#names.codeOf(`${local.address}:${local.port}>${remote.address}:${remote.port}`));
  }

  /**
   * Columns seq to segs, and the last.
   * @param {Float64Array} cells
   * @param {number} row
   * @param {Segment|null} segment
   */
  #writeSegment(cells, row, segment) {
    cells[row + SENDING] = -1;
    if (segment === null) return;
    cells[row + 7] = wireNumber(segment.from.isn, segment.start);
    cells[row + 8] = ackNumber(segment);
    cells[row + 9] = segment.length;
    cells[row + 10] = segment.flags;
    cells[row + 11] = segment.windowField;
    cells[row + 12] = 1;
    if (segment.previous < 0) return;
    cells[row + SENDING] = segment.number;
    this.#previous.set(segment.number, segment.previous);
  }

  /**
   * Columns snd_cwnd_pkts to snd_wnd and snd_una to cc.
   * @param {Float64Array} cells
   * @param {number} row
   * @param {Endpoint} endpoint
   */
  #writeSender(cells, row, { sender, receiver, isn, peer, state, mss, features }) {
    const { queue, window, recovery, rtt } = sender;
    const names = this.#names;
    cells[row + 3] = window.cwnd;
    cells[row + 4] = window.ssthresh === Infinity ? INFINITE_SSTHRESH : window.ssthresh;
    cells[row + 5] = Math.round(rtt.srttNs / 1e3);
    cells[row + 6] = sender.peerWindowBytes;
    cells[row + 13] = wireNumber(isn, sender.una);
    cells[row + 14] = wireNumber(isn, sender.nxt);
    cells[row + 15] = wireNumber(isn, sender.written);
    cells[row + 16] = peer ? wireNumber(peer.isn, receiver.queue.next) : 0;
    cells[row + 17] = queue.packetsOut;
    cells[row + 18] = queue.sackedOut;
    cells[row + 19] = queue.lostOut;
    cells[row + 20] = queue.retransOut;
    cells[row + 21] = names.codeOf(recovery.state);
    cells[row + 22] = sender.isTimerSet ? PENDING[sender.timerKind] : 0;
    cells[row + 23] = Math.round(rtt.rtoNs / 1e6);
    cells[row + 24] = rtt.backoff;
    cells[row + 25] = Math.round((4 * rtt.variationNs) / 1e3);
    cells[row + 26] = mss;
    cells[row + 27] = wireNumber(isn, recovery.highOffset);
    cells[row + 28] = names.codeOf(state);
    cells[row + 29] = queue.inFlight;
    cells[row + 30] = names.codeOf(sender.limit);
    cells[row + 31] = names.codeOf(features.congestionControl);
  }

  /** @param {number} sending a retransmission @returns {boolean} all earlier sendings were lost */
  #isNeeded(sending) {
    for (let earlier = this.#previous.get(sending); earlier !== undefined; earlier = this.#previous.get(earlier)) {
      if (!this.#dropped.has(earlier)) return false;
    }
    return true;
  }

  /** @returns {string} the whole of truth.csv */
  csv() {
    const text = new TextBuffer();
    const pieces = [`${TRUTH_COLUMNS.join(',')}\n`];
    this.#table.each((cells, row) => {
      this.#writeRow(text, cells, row);
      if (text.length > PIECE_BYTES) pieces.push(text.take());
    });
    pieces.push(text.take());
    return pieces.join('');
  }

  /** @param {TextBuffer} text @param {Float64Array} cells @param {number} row */
  #writeRow(text, cells, row) {
    text.seconds(EPOCH_SECONDS, cells[row]);
    for (let column = 1; column < SENDING; column++) {
      text.character(COMMA);
      if (NAMED[column] === 1) text.name(this.#names.bytes[cells[row + column]]);
      else text.number(cells[row + column]);
    }
    text.character(COMMA);
    if (cells[row + SENDING] >= 0) text.character(ZERO + (this.#isNeeded(cells[row + SENDING]) ? 1 : 0));
    text.character(NEW_LINE);
  }
}
