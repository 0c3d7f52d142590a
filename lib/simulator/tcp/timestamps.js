import { NS_PER_MS } from '../units.js';

/** The timestamps option of one end (RFC 7323), in milliseconds. */
export class Timestamps {
  /** Both ends have agreed. */
  isOn = false;
  /** Value of the option at time 0. */
  offset = 0;
  /** The other end's, to be sent back. */
  echo = 0;
  #offsetNs = NaN;
  /** The echo of the last data by which a round trip was measured. */
  #measuredEcho = -1;
  #events;

  /** @param {import('../engine/event-queue.js').EventQueue} events */
  constructor(events) {
    this.#events = events;
  }

  /** As new. @param {number} offset */
  restart(offset) {
    this.offset = offset;
    this.#offsetNs = offset * NS_PER_MS;
    this.isOn = false;
    this.echo = 0;
    this.#measuredEcho = -1;
  }

  /** The option's current value. */
  get nowMs() {
    return this.offset + this.#events.nowMs;
  }

  /** @param {number} echoMs @returns {number} since that was sent; at least a millisecond, its resolution */
  sinceNs(echoMs) {
    return Math.max(NS_PER_MS, this.#events.nowNs - (echoMs * NS_PER_MS - this.#offsetNs));
  }

  /**
   * @param {import('./segment.js').Segment} segment with the option has come
   * @param {import('./receiver.js').Receiver} receiver
   * @param {number} mss
   */
  note({ timestamp, timestampEcho, start, length }, receiver, mss) {
    if (length > 0 && timestampEcho !== this.#measuredEcho) {
      if (length >= mss) receiver.tuning.onRtt(this.sinceNs(timestampEcho));
      this.#measuredEcho = timestampEcho;
    }
    const { next } = receiver.queue;
    // as Linux, which discards a whole duplicate before it looks at its timestamp
    if (start <= next && start + length >= next && timestamp >= this.echo) this.echo = timestamp;
  }
}
