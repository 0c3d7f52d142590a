import { PRESENTED_HEADER_BYTES, secondsOf } from './parameters.js';

/** @typedef {import('./parameters.js').Version} Version */
/** @typedef {import('./run.js').Measures} Measures */
/**
 * @typedef {{ version: Version, connections: number, level: number, workload: number }} Parameters workload: which of
 *   the seed's; 0 but for repetitions
 */
/**
 * @typedef {Measures & { level: number, presentedMbps: number, toNzMbps: number, toUsMbps: number }} Point presented:
 *   with the headers that
 *   parameters.js says
 */
/**
 * @typedef
 *   {'presentedMbps'|'toNzMbps'|'toUsMbps'|'queueToNzMean'|'queueToNzPeak'|'queueToUsMean'|'queueToUsPeak'|'open'
 *   |'latencySeconds'}
 *   Quantity
 */

/** The results of runs as curves: a version, a number of connections, points by presented load. */
export class Curves {
  /** @type {Map<string, Point[]>} */
  #curves = new Map();

  /** @param {{ run: { parameters: Parameters }, values: Measures }[]} results @param {boolean} draft */
  constructor(results, draft) {
    for (const {
      run: {
        parameters: { version, connections, workload, level },
      },
      values,
    } of results) {
      const { run, warmUp } = secondsOf({ connections, level }, draft);
      const key = `${version} ${connections} ${workload}`;
      const points = this.#curves.get(key) ?? [];
      const presentedBits = 8 * (values.presentedBytes + PRESENTED_HEADER_BYTES * values.presentedPackets);
      points.push({
        ...values,
        level,
        presentedMbps: presentedBits / (run - warmUp) / 1e6,
        toNzMbps: values.toNzBps / 1e6,
        toUsMbps: values.toUsBps / 1e6,
      });
      this.#curves.set(key, points);
    }
    for (const points of this.#curves.values()) points.sort((a, b) => a.level - b.level);
  }

  /**
   * @param {Version} version
   * @param {number} connections 0: no proxy
   * @param {number} [workload]
   * @returns {Point[]} by level
   */
  of(version, connections, workload = 0) {
    return this.#curves.get(`${version} ${connections} ${workload}`) ?? [];
  }

  /** @returns {Point[]} of all runs */
  get all() {
    return [...this.#curves.values()].flat();
  }
}

/**
 * Straight between the points on both sides; beyond the ends, the end.
 * @param {Point[]} points @param {number} presentedMbps @param {Quantity} quantity
 */
export function valueAt(points, presentedMbps, quantity) {
  const after = points.findIndex((point) => point.presentedMbps >= presentedMbps);
  if (after <= 0) return Number(points[after < 0 ? points.length - 1 : 0][quantity]);
  const a = points[after - 1];
  const b = points[after];
  const share = (presentedMbps - a.presentedMbps) / (b.presentedMbps - a.presentedMbps);
  return Number(a[quantity]) + share * (Number(b[quantity]) - Number(a[quantity]));
}

/** @param {Point[]} points @param {Quantity} quantity @returns {number} the most */
export function mostOf(points, quantity) {
  return Math.max(...points.map((point) => Number(point[quantity])));
}
