/** A service on the network that does not answer for a while: it is asked again, and that is told once. */
import { setTimeout as delay } from 'node:timers/promises';

/** So long a service that was there is waited for. */
export const MAX_OUTAGE_MS = 60_000;
/**
 * From one attempt to the next: doubled from the least to the most.
 * @type {Readonly<{ least: number, most: number }>}
 */
export const RETRY_MS = Object.freeze({ least: 1000, most: 10_000 });

export class Outage {
  #isOutage;
  #onOutage;
  #isOut = false;

  /**
   * @param {(error: Error) => boolean} isOutage whether it may be gone by the next attempt
   * @param {(error: Error) => void} onOutage once, until an attempt succeeds
   */
  constructor(isOutage, onOutage) {
    this.#isOutage = isOutage;
    this.#onOutage = onOutage;
  }

  /**
   * @template T
   * @param {() => Promise<T>} attempt
   * @returns {Promise<T>}
   * @throws {Error} the last attempt's: it is no outage, or lasts longer than `MAX_OUTAGE_MS`
   */
  async outlast(attempt) {
    const deadline = performance.now() + MAX_OUTAGE_MS;
    for (let waitMs = RETRY_MS.least; ; waitMs = Math.min(2 * waitMs, RETRY_MS.most)) {
      try {
        const result = await attempt();
        this.#isOut = false;
        return result;
      } catch (cause) {
        const error = /** @type {Error} */ (cause);
        if (!this.#isOutage(error) || performance.now() + waitMs > deadline) throw error;
        if (!this.#isOut) this.#onOutage(error);
        this.#isOut = true;
        await delay(waitMs);
      }
    }
  }
}
