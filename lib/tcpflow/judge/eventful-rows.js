import { OPTION, TCP } from '../../packet/segment-batch.js';
import { FLOW } from '../flow-fields.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../packet-table.js';
import { VERDICT } from '../verdict.js';

/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */
/** @typedef {import('../packet-table.js').PacketTable} PacketTable */
/** @typedef {import('../packet-table.js').PacketBlock} PacketBlock */

const FIRST_FLAGS = 0x3f;
/** A sender has got an acknowledgement this long after it went by, whatever its timestamps say: round trips and a little more. */
const ARRIVED_ROUND_TRIPS = 4;
const ARRIVED_WITHIN_NS = 100e6;

/**
 * What the judge need look at of a connection.
 * @typedef {object} EventfulRows
 * @property {Int32Array} rows ascending
 * @property {[number, number]} leftOut data segments of each direction that are left out, the client's first
 */

/**
 * The rows of the stretches in which there is something to judge: all packets, but for those that change nothing that a verdict rests on. Such are
 * segments that go on where the last one ended and acknowledgements that say something new, while nothing is missing and nothing is being repaired.
 *
 * ```
 *  rounds  ├──────┼───────┼──────┼────X─X──────────┤──────┼──────
 *                         s1     s0   events       all sent by the last event is acknowledged
 *                         ├──────── taken ─────────┤ and the sender has shown that it knows
 * ```
 *
 * A round ends when all that had been sent as it began is acknowledged and the sender knows. So a stretch that begins a whole round before an event
 * has all that is unacknowledged in it, and an acknowledgement that the sender had by then. The latest packets before it that were of
 * consequence are taken too, for what the judge's walks remember of them. What is left out comes back in no verdict: its bytes lie between those of
 * the packets taken, as one piece that was never seen and is acknowledged.
 *
 * @param {TcpTracker} tcp @param {number} flow index @param {import('./flow-facts.js').FlowFacts} facts
 * @returns {EventfulRows | null} null: all must be looked at, since something comes back to what was left out
 */
export function eventfulRows({ flows, packets }, flow, facts) {
  const client = flows.clientEndpoint(flow), selection = new Selection(packets, client, flows.int(flow, FLOW.PACKETS), facts.leastDelayNs);
  for (let row = flows.int(flow, FLOW.FIRST_ROW); row >= 0;) {
    const block = packets.blocks[row >> ROW_BLOCK_BITS], at = row & ROW_BLOCK_MASK;
    if (!selection.add(row, block, at)) return null;
    row = block.next[at];
  }
  return { rows: selection.rows, leftOut: selection.leftOut };
}

/** One direction's data, and what its sender knows of its acknowledgements. */
class Direction {
  /** Highest end. */
  top = -Infinity;
  acked = -Infinity;
  /** Options of its latest packet. */
  options = -1;
  /** Its latest segment, and where that begins; −1 none. */
  segment = -1;
  segmentSeq = -Infinity;
  segmentNs = -Infinity;
  /** The latest acknowledgement that went on, and what it bore. */
  ackRow = -1;
  ackNs = -Infinity;
  ackStamp = 0;
  ackStamped = false;
  /** Something was sent again, since when no acknowledgement went on: it is such a one that ends a repair. */
  #isRepairing = false;
  /** The round's end: all that had been sent when it began. */
  #goal = -Infinity;
  /** The acknowledgement that reached it, once that has come. */
  #reached = false;
  #reachedNs = -Infinity;
  #reachedStamp = 0;
  #reachedStamped = false;
  /** A packet was sent in knowledge of it. */
  isKnown = false;
  #nearNs;
  #arrivedNs;

  /** @param {number} nearNs from an acknowledgement to what the sender sends in knowledge of it @param {number} roundTripNs */
  constructor(nearNs, roundTripNs) {
    this.#nearNs = nearNs;
    this.#arrivedNs = roundTripNs * ARRIVED_ROUND_TRIPS + ARRIVED_WITHIN_NS;
  }

  beginRound() {
    this.#goal = this.top;
    this.isKnown = false;
    this.#reached = false;
    if (this.acked >= this.#goal && !this.#isRepairing) this.#reach();
  }

  #reach() {
    this.#reached = true;
    this.#reachedNs = this.ackNs;
    this.#reachedStamp = this.ackStamp;
    this.#reachedStamped = this.ackStamped;
  }

  /** Its sender's next packet. @param {number} row @param {PacketBlock} block @param {number} at @param {number} endOffset */
  sends(row, block, at, endOffset) {
    const seq = block.seqOffset[at];
    this.options = block.options[at];
    if (endOffset > seq && seq < this.top) this.#isRepairing = true;
    if (endOffset > this.top) this.top = endOffset;
    if (this.#reached && !this.isKnown) this.isKnown = this.#knows(block, at);
    if (endOffset === seq) return;
    this.segment = row;
    this.segmentSeq = seq;
    this.segmentNs = block.timeNs[at];
  }

  /** @param {PacketBlock} block @param {number} at */
  #knows(block, at) {
    if (block.timeNs[at] < this.#reachedNs + this.#nearNs) return false;
    return !this.#reachedStamped || (block.options[at] & OPTION.TIMESTAMPS) === 0 || ((this.#reachedStamp - block.tsEcho[at]) | 0) <= 0;
  }

  /** @param {number} row @param {PacketBlock} block @param {number} at */
  acknowledged(row, block, at) {
    this.#isRepairing = false;
    this.acked = block.ackOffset[at];
    this.ackRow = row;
    this.ackNs = block.timeNs[at];
    this.ackStamp = block.tsValue[at];
    this.ackStamped = (block.options[at] & OPTION.TIMESTAMPS) !== 0;
    if (!this.#reached && this.acked >= this.#goal) this.#reach();
  }

  /** @param {number} timeNs */
  isRoundOver(timeNs) { return this.isKnown || (this.#reached && timeNs - Math.max(this.#reachedNs, this.segmentNs) > this.#arrivedNs); }
}

/** A place between rows where a stretch may begin, and the packets before it that are of consequence. */
class Mark {
  /** Row after it; −1 none. */
  next = -1;
  /** Rows of the latest segments and acknowledgements. */
  latest = new Int32Array(4).fill(-1);
  /** By direction: what lies below is left out. */
  lowest = [-Infinity, -Infinity];

  /** @param {number} next row after it @param {Direction[]} directions */
  set(next, directions) {
    const lowest = [-Infinity, -Infinity];
    this.next = next;
    for (let d = 0; d < 2; d++) {
      const { segment, segmentSeq, ackRow, top } = directions[d];
      this.latest[d] = segment;
      this.latest[2 + d] = ackRow;
      lowest[d] = segment < 0 ? top : segmentSeq;
    }
    this.lowest = lowest;
  }
}

class Selection {
  /** @type {[number, number]} */
  leftOut = [0, 0];
  #packets;
  #client;
  #rows;
  #count = 0;
  #directions;
  /** What happens is taken down; and the last row that was. */
  #isOpen = true;
  #lastTaken = -1;
  /** Where this round began, and the one before. */
  #mark = new Mark();
  #markBefore = new Mark();
  #lowest = [-Infinity, -Infinity];

  /** @param {PacketTable} packets @param {number} client which endpoint @param {number} count of the connection's packets @param {[number, number]} leastDelayNs */
  constructor(packets, client, count, leastDelayNs) {
    const [far, near] = leastDelayNs.map((ns) => ns || 0);
    this.#packets = packets;
    this.#client = client;
    this.#rows = new Int32Array(count);
    this.#directions = [new Direction(near, near + far), new Direction(far, near + far)];
  }

  get rows() { return this.#rows.subarray(0, this.#count); }

  /**
   * @param {number} row @param {PacketBlock} block @param {number} at its place there
   * @returns {boolean} false: it comes back to what was left out
   */
  add(row, block, at) {
    const sender = (block.flowEnd[at] & 1) ^ this.#client, own = this.#directions[sender], other = this.#directions[1 - sender], flags = block.flags[at], seq = block.seqOffset[at], ack = block.ackOffset[at];
    const end = seq + block.length[at] + (flags & TCP.FIN) + ((flags & TCP.SYN) >> 1), isEvent = !isPlain(own, other, block, at);
    if (isEvent && !this.#isOpen) this.#open(row);
    if (isEvent && end > seq && seq < own.top && seq < this.#lowest[sender]) return false;
    if (this.#isOpen) this.#take(row);
    else if (end > seq) this.leftOut[sender]++;
    if (flags & TCP.ACK && ack > other.acked) other.acknowledged(row, block, at);
    own.sends(row, block, at, end);
    if (isEvent) this.#beginRound();
    else if ((own.isKnown || other.isKnown) && own.isRoundOver(block.timeNs[at]) && other.isRoundOver(block.timeNs[at])) this.#endRound(block.next[at]);
    return true;
  }

  #beginRound() {
    this.#directions[0].beginRound();
    this.#directions[1].beginRound();
  }

  /** @param {number} next row */
  #endRound(next) {
    const mark = this.#markBefore;
    this.#markBefore = this.#mark;
    this.#mark = mark;
    mark.set(next, this.#directions);
    if (this.#isOpen) this.#close(next);
    this.#beginRound();
  }

  /** What may be taken next goes on from what was taken. @param {number} next row */
  #close(next) {
    this.#isOpen = false;
    this.#markBefore.set(next, this.#directions);
    this.#markBefore.lowest = this.#mark.lowest = this.#lowest;
  }

  /** Takes what came since the round before this one began. @param {number} row of the event */
  #open(row) {
    const { blocks } = this.#packets, { next, latest, lowest } = this.#markBefore;
    this.#isOpen = true;
    if (next > this.#lastTaken) {
      for (const one of latest.sort()) if (one > this.#lastTaken) this.#takeBack(one);
    }
    this.#lowest = lowest;
    for (let one = next; one < row; one = blocks[one >> ROW_BLOCK_BITS].next[one & ROW_BLOCK_MASK]) this.#takeBack(one);
  }

  /** What had been left out. @param {number} row */
  #takeBack(row) {
    const block = this.#packets.blocks[row >> ROW_BLOCK_BITS], at = row & ROW_BLOCK_MASK;
    if (block.length[at] > 0) this.leftOut[(block.flowEnd[at] & 1) ^ this.#client]--;
    this.#take(row);
  }

  /** @param {number} row */
  #take(row) {
    this.#rows[this.#count++] = row;
    this.#lastTaken = row;
  }
}

/**
 * Whether a packet only goes on: data where the last ended, with an acknowledgement no older than the last, or an acknowledgement of more.
 * @param {Direction} own @param {Direction} other @param {PacketBlock} block @param {number} at
 */
function isPlain(own, other, block, at) {
  const length = block.length[at], ack = block.ackOffset[at];
  if (block.seqOffset[at] !== own.top || (block.flags[at] & FIRST_FLAGS & ~TCP.PSH) !== TCP.ACK || block.sackCount[at] > 0 || block.window[at] === 0) return false;
  if (block.options[at] !== own.options || ack > other.top) return false;
  return length === 0 ? ack > other.acked : length > 1 && ack >= other.acked && block.verdict[at] === VERDICT.ORIGINAL;
}
