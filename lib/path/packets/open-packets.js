import { NOT_SEEN } from './joined-packets.js';
import { agree } from './surviving.js';

/** @typedef {import('./direction-pair.js').DirectionPair} DirectionPair */
/** @typedef {import('../clock/clock.js').Clock} Clock */

/** A delay may lie outside those of the packets found so far by this, and by half their range. */
const SLACK_NS = 2e6;

/**
 * Joins packets of which there are several with the same headers: each with the one whose delay is nearest to that of
 * the packets around it. First those that agree in all that survives, then those of which one capture lacks the
 * options, as the snap length cut them off or the path stripped them.
 * @param {DirectionPair} pair
 * @param {(place: number, row: number) => number} timeOf on the first clock
 */
export function joinOpen(pair, timeOf) {
  const known = pair.moved;
  for (const moved of known === null ? [null] : [known, null]) {
    const rows = pair.openRows();
    const others = pair.openOtherRows();
    if (rows.length === 0 || others.length === 0) break;
    pair.moved = moved;
    joinNearest(pair, rows, others, timeOf, known);
  }
  pair.moved = known;
}

/**
 * @param {DirectionPair} pair @param {Int32Array} rows @param {Int32Array} others
 * @param {(place: number, row: number) => number} timeOf
 * @param {import('./surviving.js').Moved | null} known
 */
function joinNearest(pair, rows, others, timeOf, known) {
  const { one, other } = pair;
  const usual = new UsualDelay(pair, timeOf);
  const groups = pair.grouped(rows);
  const cursor = groups.head.slice(0, groups.count);
  for (let at = 0; at < others.length; at++) {
    const otherRow = others[at];
    usual.advanceTo(otherRow);
    const group = groups.find(pair.keyOf(other, otherRow, 1));
    if (group < 0 || cursor[group] < 0) continue;
    const otherNs = timeOf(other.place, otherRow);
    const strayOf = (/** @type {number} */ item) => usual.stray(otherNs - timeOf(one.place, rows[item]));
    let item = cursor[group];
    for (let next = groups.next[item]; next >= 0 && strayOf(next) <= strayOf(item); next = groups.next[next]) {
      item = next;
    }
    const fits = usual.allows(otherNs - timeOf(one.place, rows[item]));
    if (!fits || (known !== null && !agree(known, one.rows, rows[item], other.rows, otherRow))) continue;
    pair.join(rows[item], otherRow);
    cursor[group] = groups.next[item];
  }
}

/**
 * Marks what the second point of a way has more of than the first: copies, whose headers are those of a packet that was
 * found.
 * @param {DirectionPair} pair @param {boolean} isForwards whether packets come by at its first point first
 */
export function markCopies(pair, isForwards) {
  const { one, other, joined } = pair;
  const later = isForwards ? other : one;
  if ((isForwards ? pair.openOthers : pair.openOnes) === 0) return;
  const open = isForwards ? pair.openOtherRows() : pair.openRows();
  if (open.length === 0 || pair.moved === null) return;
  const groups = isForwards ? pair.grouped(pair.allRows()) : pair.groupedOthers();
  for (let at = 0; at < open.length; at++) {
    if (groups.find(pair.keyOf(later, open[at], isForwards ? 1 : 0)) >= 0) joined.markCopy(later.place, open[at]);
  }
}

/** The delay of a direction's packets that were found, around one that was not. */
export class UsualDelay {
  #pair;
  #timeOf;
  #row;
  #lastNs = NaN;
  #leastNs = Infinity;
  #mostNs = -Infinity;

  /** @param {DirectionPair} pair @param {(place: number, row: number) => number} timeOf */
  constructor(pair, timeOf) {
    this.#pair = pair;
    this.#timeOf = timeOf;
    const { other } = pair;
    this.#row = other.firstRow;
    for (let row = other.firstRow; row >= 0; row = other.rows.next(row)) {
      const delay = this.#delayOf(row);
      if (Number.isNaN(delay)) continue;
      if (Number.isNaN(this.#lastNs)) this.#lastNs = delay;
      this.#leastNs = Math.min(this.#leastNs, delay);
      this.#mostNs = Math.max(this.#mostNs, delay);
    }
  }

  /** @param {number} row @returns {number} NaN: of the other direction, or not found */
  #delayOf(row) {
    const { one, other, joined } = this.#pair;
    if ((other.rows.flowEnd(row) & 1) !== other.endpoint) return NaN;
    const packet = joined.packetOf[other.place][row];
    const oneRow = packet === NOT_SEEN ? NOT_SEEN : joined.rowOf[one.place][packet];
    return oneRow === NOT_SEEN ? NaN : this.#timeOf(other.place, row) - this.#timeOf(one.place, oneRow);
  }

  /** @param {number} row behind the last one */
  advanceTo(row) {
    for (; this.#row >= 0 && this.#row < row; this.#row = this.#pair.other.rows.next(this.#row)) {
      const delay = this.#delayOf(this.#row);
      if (!Number.isNaN(delay)) this.#lastNs = delay;
    }
  }

  /** How far a delay is from that of the packet before. @param {number} delayNs */
  stray(delayNs) {
    return Number.isNaN(this.#lastNs) ? 0 : Math.abs(delayNs - this.#lastNs);
  }

  /** @param {number} delayNs @param {number} [moreNs] that it may be longer */
  allows(delayNs, moreNs = 0) {
    if (this.#leastNs > this.#mostNs) return true;
    const slack = SLACK_NS + (this.#mostNs - this.#leastNs) / 2;
    return delayNs >= this.#leastNs - slack && delayNs <= this.#mostNs + slack + moreNs;
  }
}
