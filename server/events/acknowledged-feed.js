/**
 * Sends at most one message at a time to one page: the next one only after the page acknowledged the last, and not
 * sooner than `intervalMs` after it. The owner coalesces what happens meanwhile, so a slow page gets fewer messages,
 * never a queue.
 *
 * ```
 *   touch ─▶ send ──────── ack ─▶ send ─▶ …          touched meanwhile: one message with the latest
 *            │◀─ intervalMs ─▶│
 * ```
 */
export class AcknowledgedFeed {
  #intervalMs;
  #send;
  #dirty = false;
  #unacknowledged = false;
  #stopped = false;
  #sentAt = -Infinity;
  /** @type {NodeJS.Timeout|null} */
  #timer = null;

  /**
   * @param {number} intervalMs
   * @param {(acknowledged: () => void) => boolean} send sends the latest and calls back when the page has it; false:
   *   there was nothing to send
   */
  constructor(intervalMs, send) {
    this.#intervalMs = intervalMs;
    this.#send = send;
  }

  /** Something has changed. */
  touch() {
    this.#dirty = true;
    this.#schedule();
  }

  stop() {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #schedule() {
    if (!this.#dirty || this.#unacknowledged || this.#stopped || this.#timer) return;
    const wait = this.#sentAt + this.#intervalMs - performance.now();
    if (wait <= 0) return this.#sendNow();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#sendNow();
    }, wait);
  }

  #sendNow() {
    this.#dirty = false;
    this.#unacknowledged = this.#send(() => {
      this.#unacknowledged = false;
      this.#schedule();
    });
    if (this.#unacknowledged) this.#sentAt = performance.now();
  }
}
