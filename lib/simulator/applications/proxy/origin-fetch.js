import { PORT } from '../http.js';
import { OriginServer } from './origin-server.js';
import { requestText, responseHead } from './proxy-text.js';

/** @typedef {import('../../tcp/endpoint.js').Handlers} Handlers */
/**
 * Callbacks of fetches. A fetch is reused when its connection is over: it must not be kept.
 * @typedef {object} FetchListener
 * @property {(fetch: OriginFetch, bytes: number) => void} onResponseBytes so many more have arrived
 * @property {() => void} onOpen @property {() => void} onClosed
 */

/** Requests to servers, each on a connection of its own. */
export class OriginFetches {
  /** @type {OriginFetch[]} */
  #free = [];

  /**
   * @param {import('../../network.js').Network} network
   * @param {import('./requests.js').Requests} requests
   * @param {object} options
   * @param {number} options.from the requester's place @param {string} [options.address] of it
   * @param {boolean} options.withTexts write true bytes, not filler
   * @param {FetchListener} listener
   */
  constructor(network, requests, options, listener) {
    this.network = network;
    this.requests = requests;
    this.options = options;
    this.listener = listener;
  }

  /** @param {number} id which of the requests */
  start(id) {
    (this.#free.pop() ?? new OriginFetch(this)).begin(id);
  }

  /** @param {OriginFetch} fetch that is over */
  reuse(fetch) {
    this.#free.push(fetch);
  }
}

/**
 * One request at a time: the requester's end.
 * @implements {Handlers}
 */
export class OriginFetch {
  id = 0;
  /** Bytes of the response that have come. */
  received = 0;
  /** The owner's data: the connection that a proxy has chosen for the response. */
  chosen = -1;
  /** @type {import('../../network.js').Ends} */
  #ends = /** @type {any} */ (null);
  #all;
  #server;

  /** @param {OriginFetches} all */
  constructor(all) {
    this.#all = all;
    this.#server = new OriginServer(all.network.events, all.requests);
  }

  get isComplete() {
    return this.received === this.#all.requests.responseBytes[this.id];
  }
  get flow() {
    return this.#ends.client.flow;
  }
  /** The response's first bytes, where a capture is to show them. */
  get head() {
    return this.#server.head;
  }

  /** @param {number} id which of the requests */
  begin(id) {
    const {
      network,
      requests,
      options: { from, address, withTexts },
      listener,
    } = this.#all;
    const host = requests.hosts[requests.host[id]];
    const bytes = requests.requestBytes[id];
    const ends = network.connection({
      client: host.client,
      server: host.server,
      port: PORT,
      from,
      clientAddress: address,
      serverAddress: host.address,
      serverDelayNs: host.delayNs,
    });
    this.#ends = ends;
    this.id = id;
    this.received = 0;
    this.chosen = -1;
    ends.client.handlers = this;
    this.#server.begin(ends.server, id, withTexts ? responseHead(requests.responseBytes[id]) : '');
    listener.onOpen();
    ends.client.write(withTexts ? requestText(id, host.name, bytes) : bytes);
    ends.client.connect();
  }

  /** @param {number} received */
  onData(received) {
    const bytes = received - this.received;
    this.received = received;
    this.#all.listener.onResponseBytes(this, bytes);
  }

  onEnd() {
    this.#ends.client.close();
  }

  onClosed() {
    this.#all.listener.onClosed();
  }

  onRetired() {
    this.#server.stop();
    this.#all.network.reuse(this.#ends);
    this.#all.reuse(this);
  }
}
