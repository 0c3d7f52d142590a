import { FATE } from '../../shared/path/fate.js';
import { NOT_SEEN } from '../packets/joined-packets.js';

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('../fates/fates.js').Fates} Fates */
/** @typedef {{ startNs: number, binNs: number, bins: number }} Intervals */

/** What became of packets in each segment, summed up by the interval in which they left its first point. */
export class SegmentSums {
  /** Pairs of points that packets go between, in their order. @type {[number, number][]} */
  segments = [];
  #path;
  #fates;
  #within;
  /** By first point and second: the segment; −1: none. */
  #slots;
  #sums;

  /** @param {Path} path @param {Fates} fates @param {Intervals} within */
  constructor(path, fates, within) {
    this.#path = path;
    this.#fates = fates;
    this.#within = within;
    const { length } = path.points;
    this.#slots = new Int8Array(length * length).fill(-1);
    path.connections.forEach((_, index) => {
      for (const direction of /** @type {const} */ ([0, 1])) {
        const way = path.wayOf(index, direction);
        for (let at = 1; at < way.length; at++) this.#addSegment(way[at - 1], way[at]);
      }
    });
    const { bins } = within;
    this.#sums = this.segments.map(() => ({
      sent: new Uint32Array(bins),
      lost: new Uint32Array(bins),
      missed: new Uint32Array(bins),
      copies: new Uint32Array(bins),
      lagNs: new Float64Array(bins),
      arrived: new Uint32Array(bins),
    }));
  }

  /** @param {number} from @param {number} to */
  #addSegment(from, to) {
    const key = from * this.#path.points.length + to;
    if (this.#slots[key] < 0) this.#slots[key] = this.segments.push([from, to]) - 1;
  }

  /** @param {number} packet */
  add(packet) {
    const way = this.#fates.wayOf(packet);
    for (let at = 1; at < way.length; at++) this.#addTo(way[at - 1], way[at], packet);
  }

  /** @param {number} from @param {number} to @param {number} packet */
  #addTo(from, to, packet) {
    const path = this.#path;
    const { rowOf } = path.packets;
    const [row, toRow] = [rowOf[from][packet], rowOf[to][packet]];
    const [before, after] = [this.#fates.at[from][packet], this.#fates.at[to][packet]];
    if (row === NOT_SEEN && toRow === NOT_SEEN) return;
    const distanceNs = Math.abs(path.distancesNs[to] - path.distancesNs[from]);
    const leftNs = row === NOT_SEEN ? path.timeNs(to, toRow) - distanceNs : path.timeNs(from, row);
    const bin = Math.floor((leftNs - this.#within.startNs) / this.#within.binNs);
    if (!(bin >= 0 && bin < this.#within.bins)) return;
    const sums = this.#sums[this.#slots[from * path.points.length + to]];
    if (after === FATE.DUPLICATE) sums.copies[bin]++;
    if (before === FATE.LOST || (before === FATE.NONE && row === NOT_SEEN)) return;
    sums.sent[bin]++;
    sums.lost[bin] += Number(after === FATE.LOST);
    sums.missed[bin] += Number(after === FATE.NOT_CAPTURED);
    if (row === NOT_SEEN || toRow === NOT_SEEN) return;
    sums.arrived[bin]++;
    sums.lagNs[bin] += path.timeNs(to, toRow) - leftNs;
  }

  /** Of each segment by its place in `segments`; `lag`: the mean, NaN where no packet was seen at both ends. */
  columns() {
    /** @type {Record<string, Uint32Array | Float64Array>} */
    const columns = {};
    this.#sums.forEach(({ sent, lost, missed, copies, lagNs, arrived }, place) => {
      Object.assign(columns, {
        [`sent${place}`]: sent,
        [`lost${place}`]: lost,
        [`missed${place}`]: missed,
        [`copies${place}`]: copies,
        [`lag${place}`]: lagNs.map((ns, bin) => ns / arrived[bin]),
      });
    });
    return columns;
  }
}
