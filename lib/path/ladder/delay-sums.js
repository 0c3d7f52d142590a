import { NOT_SEEN } from '../packets/joined-packets.js';
import { widen } from './widen.js';

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('../fates/fates.js').Fates} Fates */

/** Least and greatest delay and queue of a segment's packets one way, by the interval in which they left. */
export class DelaySums {
  #path;
  #fates;
  #between;
  #least;
  #within;
  #sums;

  /**
   * @param {Path} path @param {Fates} fates @param {readonly [number, number]} between in the packets' order
   * @param {{ perByteNs: number, leastNs: number } | null} least of a packet that does not wait; null: not known
   * @param {import('./segment-sums.js').Intervals} within
   */
  constructor(path, fates, between, least, within) {
    this.#path = path;
    this.#fates = fates;
    this.#between = between;
    this.#least = least;
    this.#within = within;
    const empty = () => new Float64Array(within.bins).fill(NaN);
    this.#sums = { DelayMin: empty(), DelayMax: empty(), QueueMin: empty(), QueueMax: empty() };
  }

  /** @param {number} packet */
  add(packet) {
    const least = this.#least;
    const [from, to] = this.#between;
    const path = this.#path;
    const { rowOf } = path.packets;
    const [row, toRow] = [rowOf[from][packet], rowOf[to][packet]];
    if (least === null || row === NOT_SEEN || toRow === NOT_SEEN) return;
    const way = this.#fates.wayOf(packet);
    if (way.indexOf(from) > way.indexOf(to)) return;
    const leftNs = path.timeNs(from, row);
    const bin = Math.floor((leftNs - this.#within.startNs) / this.#within.binNs);
    if (!(bin >= 0 && bin < this.#within.bins)) return;
    const delayNs = path.timeNs(to, toRow) - leftNs;
    const queueNs = Math.max(0, delayNs - least.leastNs - least.perByteNs * path.lengthOf(packet));
    const { DelayMin, DelayMax, QueueMin, QueueMax } = this.#sums;
    widen(DelayMin, DelayMax, bin, delayNs);
    widen(QueueMin, QueueMax, bin, queueNs);
  }

  /** @param {'there'|'back'} prefix @returns {Record<string, Float64Array>} NaN where no packet left */
  columns(prefix) {
    return Object.fromEntries(Object.entries(this.#sums).map(([name, column]) => [`${prefix}${name}`, column]));
  }
}
