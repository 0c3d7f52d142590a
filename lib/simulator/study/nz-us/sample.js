import { NS_PER_SECOND } from '../../units.js';

/** What an answer may take besides its time in the US, so that it is there before the run ends. */
const ROOM_SECONDS = 10;

/**
 * The requests whose latency is measured: of the copies that even the lowest load has, so the same in each run, those
 * made after the warm-up that the run leaves time for.
 */
export class Sample {
  #startNs;
  #doneNs;
  #ids;

  /**
   * @param {import('../../applications/proxy/requests.js').Requests} requests
   * @param {Uint16Array} copy of which copy each is
   * @param {{ fromSeconds: number, toSeconds: number, copies: number }} options copies: of the lowest load
   */
  constructor({ count, startNs, serverNs }, copy, { fromSeconds, toSeconds, copies }) {
    this.#startNs = startNs;
    this.#doneNs = new Float64Array(count).fill(-1);
    const isSampled = (/** @type {number} */ id) =>
      copy[id] < copies &&
      startNs[id] >= fromSeconds * NS_PER_SECOND &&
      startNs[id] + serverNs[id] + ROOM_SECONDS * NS_PER_SECOND <= toSeconds * NS_PER_SECOND;
    this.#ids = Array.from({ length: count }, (_, id) => id).filter(isSampled);
  }

  /** @param {number} id @param {number} nowNs */
  onDone(id, nowNs) {
    this.#doneNs[id] = nowNs;
  }

  /**
   * @param {number} endNs of the run
   * @returns {{ latencySeconds: number|null, sampled: number, unfinished: number }} in the mean; what is unfinished
   *   counts with the time
   *   that it had, so where there is any the mean is a lower bound
   */
  result(endNs) {
    let sumNs = 0;
    let unfinished = 0;
    for (const id of this.#ids) {
      const doneNs = this.#doneNs[id];
      if (doneNs < 0) unfinished++;
      sumNs += (doneNs < 0 ? endNs : doneNs) - this.#startNs[id];
    }
    return {
      latencySeconds: this.#ids.length > 0 ? sumNs / this.#ids.length / NS_PER_SECOND : null,
      sampled: this.#ids.length,
      unfinished,
    };
  }
}
