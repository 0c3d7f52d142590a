import { FATE } from '../../shared/path/fate.js';
import { NOT_SEEN } from '../packets/joined-packets.js';
import { widen } from './widen.js';

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('../fates/fates.js').Fates} Fates */

/**
 * The first and last byte of a connection's one way that passed a segment's first point and its second, and of what was
 * lost behind the first, by interval of each point's own times.
 */
export class StreamSums {
  #path;
  #fates;
  #key;
  #between;
  #within;
  #sums;

  /**
   * @param {Path} path @param {Fates} fates @param {{ connection: number, direction: number }} stream
   * @param {readonly [number, number]} between in the packets' order
   * @param {import('./segment-sums.js').Intervals} within
   */
  constructor(path, fates, { connection, direction }, between, within) {
    this.#path = path;
    this.#fates = fates;
    this.#key = connection * 2 + direction;
    this.#between = between;
    this.#within = within;
    const bounds = () => ({
      low: new Float64Array(within.bins).fill(NaN),
      high: new Float64Array(within.bins).fill(NaN),
    });
    this.#sums = { First: bounds(), Second: bounds(), Lost: bounds() };
  }

  /** @param {number} packet */
  add(packet) {
    if (this.#fates.keyOf(packet) !== this.#key) return;
    const length = this.#path.lengthOf(packet);
    if (length === 0) return;
    const start = streamStart(this.#path, packet);
    const [from, to] = this.#between;
    const { First, Second, Lost } = this.#sums;
    const isLost = this.#fates.at[to][packet] === FATE.LOST;
    this.#addTo(isLost ? Lost : First, from, packet, start, start + length);
    this.#addTo(Second, to, packet, start, start + length);
  }

  /**
   * @param {{ low: Float64Array, high: Float64Array }} sum @param {number} place @param {number} packet
   * @param {number} start @param {number} end
   */
  #addTo({ low, high }, place, packet, start, end) {
    const row = this.#path.packets.rowOf[place][packet];
    if (row === NOT_SEEN) return;
    const bin = Math.floor((this.#path.timeNs(place, row) - this.#within.startNs) / this.#within.binNs);
    if (!(bin >= 0 && bin < this.#within.bins)) return;
    widen(low, high, bin, start);
    widen(low, high, bin, end);
  }

  /** NaN where nothing passed. @returns {Record<string, Float64Array>} */
  columns() {
    return Object.fromEntries(
      Object.entries(this.#sums).flatMap(([name, { low, high }]) => [
        [`stream${name}Low`, low],
        [`stream${name}High`, high],
      ]),
    );
  }
}

/**
 * Where a packet's payload begins, counted from the connection's first byte that way.
 * @param {Path} path @param {number} packet
 */
export const streamStart = (path, packet) => path.endOf(packet) - path.spaceOf(packet);
