import { Arrivals } from './arrivals.js';
import { Gauge } from './gauge.js';
import { OriginFetches } from './origin-fetch.js';

/** @typedef {import('./origin-fetch.js').FetchListener} FetchListener */

/**
 * Without a second proxy: each request goes over the whole path on a connection of its own.
 * @implements {FetchListener}
 */
export class DirectFetching {
  /** Connections over the path. */
  open = new Gauge();
  #network;
  #onDone;

  /**
   * @param {import('../../network.js').Network} network @param {import('./requests.js').Requests} requests
   * @param {{ withTexts?: boolean }} options
   * @param {(id: number, nowNs: number, flow: number) => void} onDone the whole response has come, over that connection
   */
  constructor(network, requests, { withTexts = false }, onDone) {
    this.#network = network;
    this.#onDone = onDone;
    const fetches = new OriginFetches(network, requests, { from: 0, withTexts }, this);
    new Arrivals(network.events, requests, (id) => fetches.start(id));
  }

  onOpen() {
    this.open.change(this.#network.events.nowNs, 1);
  }

  onClosed() {
    this.open.change(this.#network.events.nowNs, -1);
  }

  /** @param {import('./origin-fetch.js').OriginFetch} fetch */
  onResponseBytes(fetch) {
    if (fetch.isComplete) this.#onDone(fetch.id, this.#network.events.nowNs, fetch.flow);
  }
}
