import { NOT_SEEN } from './joined-packets.js';
import { Key, KeyGroups } from './key-groups.js';
import { addSurviving, Surviving } from './surviving.js';

/** @typedef {import('../point.js').Point} Point */
/** @typedef {import('../rows.js').Rows} Rows */
/** @typedef {import('./joined-packets.js').JoinedPackets} JoinedPackets */
/** @typedef {import('./surviving.js').Moved} Moved */

/**
 * One direction of a connection in a capture.
 * @typedef {object} Way
 * @property {number} place of the capture
 * @property {Rows} rows
 * @property {number} firstRow of the connection
 * @property {number} packets of that end
 * @property {number} endpoint that sends
 * @property {number} seqShift added to sequence offsets, they are those of the connection
 * @property {number} ackShift
 */

/**
 * Rows of one direction of a connection that fulfil a condition, in capture order.
 * @param {Way} way @param {(row: number) => boolean} isWanted
 */
function rowsOf({ rows, firstRow, packets, endpoint }, isWanted) {
  const list = new Int32Array(packets);
  let count = 0;
  for (let row = firstRow; row >= 0 && count < packets; row = rows.next(row)) {
    if ((rows.flowEnd(row) & 1) === endpoint && isWanted(row)) list[count++] = row;
  }
  return list.subarray(0, count);
}

/** First packets of a direction, which show what fields survive, unless the captures begin far apart. */
const SURVEYED = 8192;
const ENOUGH_SAMPLES = 64;

/** Finds the same packets in both captures. */
export class DirectionPair {
  #joined;
  #one;
  #other;
  #key = new Key();
  /** What the path adds to the fields that survive it; null until it is known. @type {Moved | null} */
  moved = null;
  surviving = new Surviving();

  /** @param {JoinedPackets} joined @param {Way} one @param {Way} other */
  constructor(joined, one, other) {
    this.#joined = joined;
    this.#one = one;
    this.#other = other;
  }

  get joined() {
    return this.#joined;
  }

  get one() {
    return this.#one;
  }

  get other() {
    return this.#other;
  }

  /** Packets of each capture that were not found in the other, at the most. */
  openOnes = Infinity;
  openOthers = Infinity;

  /** Whether both captures may have packets that were not found in the other. */
  get isOpen() {
    return this.openOnes > 0 && this.openOthers > 0;
  }

  /** Rows of `one` whose packets were not found in `other`. */
  openRows() {
    const numbers = this.#joined.packetOf[this.#one.place];
    const found = this.#joined.rowOf[this.#other.place];
    return rowsOf(this.#one, (row) => found[numbers[row]] === NOT_SEEN);
  }

  /** Rows of `other` that were not found in a capture before. */
  openOtherRows() {
    const numbers = this.#joined.packetOf[this.#other.place];
    return rowsOf(this.#other, (row) => numbers[row] === NOT_SEEN);
  }

  /** Rows of `one`, all. */
  allRows() {
    return rowsOf(this.#one, () => true);
  }

  /** Joins the packets that their headers show to be the same, beyond doubt: there is one in each capture. */
  joinUnique() {
    const rows = this.openRows();
    const others = this.openOtherRows();
    this.openOnes = rows.length;
    this.openOthers = others.length;
    if (!this.isOpen) return;
    this.#survey(rows.subarray(0, SURVEYED), others.subarray(0, SURVEYED));
    if (this.surviving.samples < ENOUGH_SAMPLES) {
      this.surviving = new Surviving();
      this.#survey(rows, others);
    }
    this.moved = this.surviving.moved;
    this.#matchUnique(rows, others, (row, other) => this.join(row, other));
  }

  /** Finds out what survives the path. @param {Int32Array} rows @param {Int32Array} others */
  #survey(rows, others) {
    this.#matchUnique(rows, others, (row, other) => this.surviving.add(this.#one.rows, row, this.#other.rows, other));
  }

  /** @param {number} row @param {number} other */
  join(row, other) {
    this.openOnes--;
    this.openOthers--;
    this.#joined.join(this.#joined.packetOf[this.#one.place][row], this.#other.place, other);
  }

  /**
   * Calls for each pair of packets that are the only ones of their key in their captures.
   * @param {Int32Array} rows @param {Int32Array} others @param {(row: number, other: number) => void} onPair
   */
  #matchUnique(rows, others, onPair) {
    const groups = this.grouped(rows);
    const size = new Int32Array(groups.count);
    const last = new Int32Array(groups.count);
    for (let at = 0; at < others.length; at++) {
      const group = groups.find(this.keyOf(this.#other, others[at], 1));
      if (group < 0) continue;
      size[group]++;
      last[group] = others[at];
    }
    for (let group = 0; group < groups.count; group++) {
      if (groups.size[group] === 1 && size[group] === 1) onPair(rows[groups.head[group]], last[group]);
    }
  }

  /** Rows of `one` by their keys. @param {Int32Array} rows */
  grouped(rows) {
    const groups = new KeyGroups(rows.length);
    for (let at = 0; at < rows.length; at++) groups.add(at, this.keyOf(this.#one, rows[at], 0));
    return groups;
  }

  /** All rows of `other` by their keys. */
  groupedOthers() {
    const rows = rowsOf(this.#other, () => true);
    const groups = new KeyGroups(rows.length);
    for (let at = 0; at < rows.length; at++) groups.add(at, this.keyOf(this.#other, rows[at], 1));
    return groups;
  }

  /**
   * What tells a packet from others: place, length, acknowledgement, and what survives of the rest.
   * @param {Way} way @param {number} row @param {0|1} isOther
   */
  keyOf({ rows, seqShift, ackShift }, row, isOther) {
    const key = this.#key;
    const ack = rows.ackOffset(row);
    key.clear();
    key.addOffset(rows.seqOffset(row) + seqShift);
    key.add(rows.length(row));
    key.add(rows.control(row));
    key.addOffset(ack < 0 ? -1 : ack + ackShift);
    if (this.moved !== null) addSurviving(key, this.moved, rows, row, isOther);
    return key;
  }
}
