import { NS_PER_SECOND } from '../../simulator/units.js';

/** Most time of a response in addition to its time in the US, to complete before the run ends. */
const ROOM_SECONDS = 10;
/** Share of the sample that the longer of the two latencies bounds. */
const LONGEST_SHARE = 0.95;

/**
 * The requests whose latency is measured: of the copies that even the lowest load has, so the same in each run, those
 * made after the warm-up that the run leaves time for.
 */
export class Sample {
  #startNs;
  #serverNs;
  #doneNs;
  #ids;

  /**
   * @param {import('../../simulator/applications/proxy/requests.js').Requests} requests
   * @param {Uint16Array} copy of which copy each is
   * @param {{ fromSeconds: number, toSeconds: number, copies: number, most?: number }} options copies: of the lowest
   *   load; most: of these requests, evenly over them
   */
  constructor({ count, startNs, serverNs }, copy, { fromSeconds, toSeconds, copies, most = Infinity }) {
    this.#startNs = startNs;
    this.#serverNs = serverNs;
    this.#doneNs = new Float64Array(count).fill(-1);
    const isSampled = (/** @type {number} */ id) =>
      copy[id] < copies &&
      startNs[id] >= fromSeconds * NS_PER_SECOND &&
      startNs[id] + serverNs[id] + ROOM_SECONDS * NS_PER_SECOND <= toSeconds * NS_PER_SECOND;
    const all = Array.from({ length: count }, (_, id) => id).filter(isSampled);
    const step = Math.max(1, all.length / most);
    this.#ids = Array.from({ length: Math.min(all.length, most) }, (_, index) => all[Math.floor(index * step)]);
  }

  /** @param {number} id @param {number} nowNs */
  onDone(id, nowNs) {
    this.#doneNs[id] = nowNs;
  }

  /**
   * @param {number} endNs of the run
   * @returns {{ latencySeconds: number|null, latency95Seconds: number|null, serverSeconds: number|null, sampled:
   *   number, unfinished: number }} mean and 95th percentile; unfinished ones count with their time so far, so with any
   *   these are lower bounds
   */
  result(endNs) {
    let sumNs = 0;
    let serverNs = 0;
    let unfinished = 0;
    const takenNs = Float64Array.from(this.#ids, (id) => {
      const doneNs = this.#doneNs[id];
      return (doneNs < 0 ? endNs : doneNs) - this.#startNs[id];
    });
    for (let index = 0; index < takenNs.length; index++) {
      if (this.#doneNs[this.#ids[index]] < 0) unfinished++;
      sumNs += takenNs[index];
      serverNs += this.#serverNs[this.#ids[index]];
    }
    const count = takenNs.length;
    return {
      latencySeconds: count > 0 ? sumNs / count / NS_PER_SECOND : null,
      latency95Seconds: count > 0 ? takenNs.sort()[Math.ceil(LONGEST_SHARE * count) - 1] / NS_PER_SECOND : null,
      serverSeconds: count > 0 ? serverNs / count / NS_PER_SECOND : null,
      sampled: this.#ids.length,
      unfinished,
    };
  }
}
