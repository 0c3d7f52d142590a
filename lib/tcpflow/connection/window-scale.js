import { MAX_WINDOW_SCALE } from '../../engine/enums.js';
import { DIR, FLOW } from '../../engine/flow-fields.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../../transport/packets.js';
import { OPTION, SCALE_UNKNOWN, TCP } from '../../transport/tcp/header.js';

/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */

/**
 * Least contradictions, and their share of the acknowledgements: a single one may be due to a packet that the capture
 * lacks, or has out of order.
 */
const FEWEST_TELLING = 3;
const TELLING_SHARE = 0.03;
/** A capture may show an acknowledgement this much after the segments that it triggered. */
const SWAPPED_WITHIN_NS = 100e3;
/** Answers needed to take the shortest as the path's round trip. */
const FEWEST_ANSWERS = 4;
/** How often a sender must have stopped within a segment of the window's end, and the share of the acknowledgements. */
const FEWEST_STOPS = 20;
const STOPPED_SHARE = 0.6;
/**
 * Windows of fewer segments, and segments shorter than any path's MSS, prove nothing: an application's writes end
 * anywhere.
 */
const FEWEST_SEGMENTS = 2;
const MIN_SEGMENT = 500;
const MAX_SEGMENT = 1460;

/**
 * Window scale of a connection's ends where the capture lacks their handshake, as far as the packets prove it:
 *
 * - no sender sends beyond the window that it knows (RFC 9293, section 3.8.6): data beyond it shows that the shift is
 *   larger;
 * - no receiver shrinks its window (ibid.): a right edge that would move back shows that the shift is smaller. Only to
 *   0 they do: Linux takes all of it back when its memory is full (`tcp_select_window`, 6.x);
 * - a sender that stops repeatedly where a window of the smallest possible shift is full is limited by just that
 *   window.
 *
 * A sender knows the acknowledgements that passed the capture point at least the shortest round trip between them
 * earlier.
 */
class ScaleEvidence {
  /** By shift: the highest edge that the sender knows, and the contradictions. */
  edges = new Float64Array(MAX_WINDOW_SCALE + 1).fill(-1);
  beyond = new Int32Array(MAX_WINDOW_SCALE + 1);
  takenBack = new Int32Array(MAX_WINDOW_SCALE + 1);
  stops = new Int32Array(MAX_WINDOW_SCALE + 1);
  acknowledgements = 0;
  highest = -1;
  segment = 0;
  /** The edge that data was found to exceed, by shift: counted once for each. */
  #beyondAt = new Float64Array(MAX_WINDOW_SCALE + 1).fill(-1);
  #ack = -1;
  #window = 0;
  #known = 0;

  /** An acknowledgement has reached the sender. @param {number} ack offset @param {number} window as in the header */
  known(ack, window) {
    if (ack < this.#ack) return;
    this.#known++;
    if (this.#ack >= 0) this.#compare(ack, window);
    for (let shift = 0; shift <= MAX_WINDOW_SCALE; shift++) {
      this.edges[shift] = Math.max(this.edges[shift], ack + window * 2 ** shift);
    }
    this.#ack = ack;
    this.#window = window;
  }

  /** @param {number} ack @param {number} window */
  #compare(ack, window) {
    const isUnderWay = this.highest > this.#ack;
    if (isUnderWay && ack > this.#ack) this.acknowledgements++;
    for (let shift = 0; shift <= MAX_WINDOW_SCALE; shift++) {
      if (window > 0 && ack + (window + 1) * 2 ** shift <= this.#ack + this.#window * 2 ** shift) {
        this.takenBack[shift]++;
      }
      const room = this.edges[shift] - this.highest;
      const isWide = this.segment >= MIN_SEGMENT && this.#window * 2 ** shift >= this.segment * FEWEST_SEGMENTS;
      if (isUnderWay && isWide && room >= 0 && room < this.segment && ack + window * 2 ** shift > this.edges[shift]) {
        this.stops[shift]++;
      }
    }
  }

  /** @param {number} end of a segment @param {number} length */
  sent(end, length) {
    if (end > this.highest) this.highest = end;
    this.segment = Math.max(this.segment, Math.min(length, MAX_SEGMENT));
    if (length <= 1 || this.#ack < 0) return;
    for (let shift = 0; shift <= MAX_WINDOW_SCALE && end > this.edges[shift]; shift++) {
      if (this.edges[shift] === this.#beyondAt[shift]) continue;
      this.#beyondAt[shift] = this.edges[shift];
      this.beyond[shift]++;
    }
  }

  /** @returns {number} `SCALE_UNKNOWN` where it is not proven */
  shift() {
    const telling = Math.max(FEWEST_TELLING, this.#known * TELLING_SHARE);
    const least = this.beyond.findIndex((count) => count < telling);
    const most = this.takenBack.findLastIndex((count) => count < FEWEST_TELLING);
    if (least < 0 || least > most) return SCALE_UNKNOWN;
    if (least === most) return least;
    const isFull = this.stops[least] >= FEWEST_STOPS && this.stops[least] >= this.acknowledgements * STOPPED_SHARE;
    return isFull ? least : SCALE_UNKNOWN;
  }
}

/**
 * @param {TcpTracker} tcp @param {number} flow index @param {number} endpoint the end that advertises the windows
 * @returns {ScaleEvidence}
 */
function scaleEvidence(tcp, flow, endpoint) {
  const evidence = new ScaleEvidence();
  const nearNs = shortestAnswer(tcp, flow, endpoint) - SWAPPED_WITHIN_NS;
  const { blocks } = tcp.packets;
  const first = tcp.flows.int(flow, FLOW.FIRST_ROW);
  let known = first; // acknowledgements before this row have reached the sender
  for (let row = first; row >= 0;) {
    const block = blocks[row >> ROW_BLOCK_BITS];
    const at = row & ROW_BLOCK_MASK;
    if ((block.flowEnd[at] & 1) !== endpoint && block.length[at] > 0) {
      for (; known >= 0; known = nextRow(blocks, known)) {
        const other = blocks[known >> ROW_BLOCK_BITS];
        const place = known & ROW_BLOCK_MASK;
        if ((other.flowEnd[place] & 1) !== endpoint) continue;
        if (other.timeNs[place] > block.timeNs[at] - nearNs) break;
        if ((other.flags[place] & (TCP.SYN | TCP.RST | TCP.ACK)) === TCP.ACK) {
          evidence.known(other.ackOffset(place), other.window[place]);
        }
      }
      evidence.sent(block.seqOffset(at) + block.length[at], block.length[at]);
    }
    row = block.next[at];
  }
  return evidence;
}

/** @param {import('../tables/packet-table.js').PacketBlock[]} blocks @param {number} row */
const nextRow = (blocks, row) => blocks[row >> ROW_BLOCK_BITS].next[row & ROW_BLOCK_MASK];

/**
 * The shortest time in which the other end answered this one's packets, at the capture point: by echoed timestamps,
 * else by acknowledgements.
 * @param {TcpTracker} tcp @param {number} flow @param {number} endpoint @returns {number} ns; 0: unknown
 */
function shortestAnswer({ flows, packets }, flow, endpoint) {
  const asked = new Asked();
  const stamped = new Asked();
  for (let row = flows.int(flow, FLOW.FIRST_ROW); row >= 0;) {
    const block = packets.blocks[row >> ROW_BLOCK_BITS];
    const at = row & ROW_BLOCK_MASK;
    const timeNs = block.timeNs[at];
    const flags = block.flags[at];
    const isOwn = (block.flowEnd[at] & 1) === endpoint;
    const hasStamp = (block.options[at] & OPTION.TIMESTAMPS) !== 0;
    if (isOwn) {
      const length = block.length[at] + (flags & TCP.FIN);
      if (length > 0) asked.ask(block.seqOffset(at) + length, timeNs);
      if (hasStamp) stamped.ask(block.tsValue[at], timeNs);
    } else {
      if (flags & TCP.ACK) asked.answer(block.ackOffset(at) - asked.what, timeNs);
      if (hasStamp) stamped.answer((block.tsEcho[at] - stamped.what) | 0, timeNs);
    }
    row = block.next[at];
  }
  const shortest = Math.min(
    ...[asked, stamped].filter(({ answers }) => answers >= FEWEST_ANSWERS).map(({ shortestNs }) => shortestNs),
  );
  return Number.isFinite(shortest) ? Math.max(0, shortest) : 0;
}

/** One measurement at a time: the shortest time needs no more. */
class Asked {
  shortestNs = Infinity;
  answers = 0;
  #what = 0;
  #sinceNs = NaN;

  /** @param {number} what @param {number} timeNs */
  ask(what, timeNs) {
    if (!Number.isNaN(this.#sinceNs)) return;
    this.#what = what;
    this.#sinceNs = timeNs;
  }

  /** @param {number} ahead relative to the awaited one: 0 answers it, above 0 nothing will @param {number} timeNs */
  answer(ahead, timeNs) {
    if (Number.isNaN(this.#sinceNs) || ahead < 0) return;
    if (ahead === 0) {
      this.answers++;
      this.shortestNs = Math.min(this.shortestNs, timeNs - this.#sinceNs);
    }
    this.#sinceNs = NaN;
  }

  get what() {
    return this.#what;
  }
}

/**
 * Window scales found without a handshake, as of so many packets.
 * @type {WeakMap<object, Map<number, { packets: number, shifts: number[] }>>}
 */
const learnt = new WeakMap();

/**
 * The window scale of an end: from the handshake, else as far as the packets prove it.
 * @param {TcpTracker} tcp @param {number} flow index @param {number} endpoint
 * @returns {number} −1 not known, −2 not used
 */
export function windowShift(tcp, flow, endpoint) {
  const offered = tcp.flows.dirInt(flow, endpoint, DIR.WINDOW_SCALE);
  if (offered !== SCALE_UNKNOWN || tcp.flows.dirInt(flow, 1 - endpoint, DIR.DATA_PACKETS) === 0) return offered;
  const packets = tcp.flows.int(flow, FLOW.PACKETS);
  const ofCapture = learnt.get(tcp.flows) ?? new Map();
  learnt.set(tcp.flows, ofCapture);
  const known = ofCapture.get(flow);
  if (known?.packets === packets && known.shifts[endpoint] !== undefined) return known.shifts[endpoint];
  const shifts = known?.packets === packets ? known.shifts : [];
  shifts[endpoint] = scaleEvidence(tcp, flow, endpoint).shift();
  ofCapture.set(flow, { packets, shifts });
  return shifts[endpoint];
}

/**
 * Bytes per unit of a window field; a SYN's is never scaled (RFC 7323, section 2.2).
 * @param {TcpTracker} tcp
 * @param {number} flow index
 * @param {number} endpoint that sends it
 * @param {number} flags of the segment
 * @returns {number | null} null: not known, as with Wireshark's scaling factor −1
 */
export function windowUnit(tcp, flow, endpoint, flags) {
  if (flags & TCP.SYN) return 1;
  const shift = windowShift(tcp, flow, endpoint);
  return shift === SCALE_UNKNOWN ? null : 2 ** Math.max(0, shift);
}
