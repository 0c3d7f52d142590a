import { Timer } from '../../engine/event-queue.js';
import { stretchOf } from './proxy-text.js';

/** @typedef {import('../../tcp/endpoint.js').Endpoint} Endpoint */
/** @typedef {import('../../tcp/endpoint.js').Handlers} Handlers */

/**
 * The server of one request at a time. It has the whole response after the time that the request's file says, and
 * releases it in packets at a regular pace, the last when that time is over; then it closes.
 * @implements {Handlers}
 */
export class OriginServer {
  /** The response's first bytes, where a capture is to show them. */
  head = '';
  #requests;
  #events;
  #timer;
  #id = 0;
  /** @type {Endpoint} */
  #end = /** @type {any} */ (null);
  #released = 0;
  #packets = 0;
  #count = 0;
  /** Set by a request. */
  #beganNs = NaN;

  /**
   * @param {import('../../engine/event-queue.js').EventQueue} events
   * @param {import('./requests.js').Requests} requests
   */
  constructor(events, requests) {
    this.#events = events;
    this.#requests = requests;
    this.#timer = new Timer(events, () => this.#release());
  }

  /** Waits for a request. @param {Endpoint} end of the server @param {number} id @param {string} head */
  begin(end, id, head) {
    end.handlers = this;
    this.head = head;
    this.#end = end;
    this.#id = id;
    this.#released = this.#packets = this.#count = 0;
  }

  /** Its connection is over. */
  stop() {
    this.#timer.remove();
  }

  /** @param {number} received bytes of the request */
  onData(received) {
    if (received < this.#requests.requestBytes[this.#id] || this.#count > 0) return;
    this.#count = Math.ceil(this.#requests.responseBytes[this.#id] / this.#end.mss);
    this.#beganNs = this.#events.nowNs + this.#requests.thinkNs[this.#id];
    this.#setTimer();
  }

  #setTimer() {
    this.#timer.set(
      this.#beganNs + Math.round((this.#requests.serverNs[this.#id] * (this.#packets + 1)) / this.#count),
    );
  }

  #release() {
    const end = this.#end;
    const from = this.#released;
    const bytes = Math.min(end.mss, this.#requests.responseBytes[this.#id] - from);
    this.#released += bytes;
    this.#packets++;
    if (from < this.head.length) end.write(...stretchOf(this.head, from, bytes));
    else end.write(bytes);
    if (this.#packets < this.#count) this.#setTimer();
    else end.close();
  }
}
