import { Timer } from '../../engine/event-queue.js';
import { requestText, responseHead, stretchOf } from './proxy-text.js';

const PORT = 80;

/**
 * Whom a fetch tells.
 * @typedef {object} FetchListener
 * @property {(fetch: OriginFetch, bytes: number) => void} onResponseBytes so many more have come
 * @property {() => void} onOpen @property {() => void} onClosed
 */

/**
 * One request on a connection of its own, both ends. The server has the whole response after the time that the request's file says; it releases it in packets at a regular pace,
 * the last when that time is over.
 */
export class OriginFetch {
  /** Bytes of the response that have come. */
  received = 0;
  /** What the owner keeps with it: the connection that a proxy has chosen for the response. */
  chosen = -1;
  /** The response's first bytes, where a capture is to show them. */
  head = '';
  #released = 0;
  #packets = 0;
  #count = 0;
  #beganNs = 0;
  #server;
  #timer;

  /**
   * @param {import('../../network.js').Network} network
   * @param {import('./requests.js').Requests} requests @param {number} id which of them
   * @param {object} options
   * @param {number} options.from place of whoever asks @param {string} [options.address] of it
   * @param {boolean} options.withTexts write true bytes, not filler
   * @param {FetchListener} listener
   */
  constructor(network, requests, id, { from, address, withTexts }, listener) {
    const host = requests.hosts[requests.host[id]], bytes = requests.requestBytes[id];
    const { client, server } = network.connection({ client: host.client, server: host.server, port: PORT, from, clientAddress: address, serverAddress: host.address, serverDelayNs: host.delayNs });
    this.events = network.events;
    this.requests = requests;
    this.id = id;
    this.listener = listener;
    this.flow = client.flow;
    this.#server = server;
    this.#timer = new Timer(network.events, () => this.#release());
    client.handlers.onData = (received) => this.#onResponse(received);
    client.handlers.onEnd = () => client.close();
    client.handlers.onClosed = () => listener.onClosed();
    server.handlers.onData = (received) => {
      if (received >= bytes && this.#count === 0) this.#answer();
    };
    if (withTexts) this.head = responseHead(requests.responseBytes[id]);
    listener.onOpen();
    client.write(withTexts ? requestText(id, host.name, bytes) : bytes);
    client.connect();
  }

  get isComplete() { return this.received === this.requests.responseBytes[this.id]; }

  /** @param {number} received */
  #onResponse(received) {
    const bytes = received - this.received;
    this.received = received;
    this.listener.onResponseBytes(this, bytes);
  }

  #answer() {
    this.#count = Math.ceil(this.requests.responseBytes[this.id] / this.#server.mss);
    this.#beganNs = this.events.nowNs;
    this.#setTimer();
  }

  #setTimer() { this.#timer.set(this.#beganNs + Math.round(this.requests.serverNs[this.id] * (this.#packets + 1) / this.#count)); }

  #release() {
    const server = this.#server, bytes = Math.min(server.mss, this.requests.responseBytes[this.id] - this.#released), from = this.#released;
    this.#released += bytes;
    this.#packets++;
    if (from < this.head.length) server.write(...stretchOf(this.head, from, bytes));
    else server.write(bytes);
    if (this.#packets < this.#count) this.#setTimer();
    else server.close();
  }
}
