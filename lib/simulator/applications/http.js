import { Timer } from '../engine/event-queue.js';
import { requestText, responseHead } from './http-text.js';

const NS_PER_MS = 1e6;
const PORT = 80;

/** @typedef {{ requestBytes?: number, responseBytes: number, serverMs?: number }} HttpRequest */
/**
 * @typedef {object} HttpTraffic
 * @property {'http'} kind
 * @property {HttpRequest[]} requests in the order in which they are made
 * @property {number} [connections]
 * @property {number} [pipelining] requests of a connection that wait for responses, at most; 1: none behind another
 * @property {boolean} [keepAlive] false: a connection for each request
 * @property {import('./http-text.js').HttpVersion} [version] '1.0': a connection for each request, as `keepAlive` false
 * @property {number} [startMs]
 * @property {number} [thinkMs] between a response and the next request of its connection, where that waits for it
 */

/**
 * HTTP/1: the requests in order, each on the first connection that may take it.
 * @param {import('../network.js').Network} network @param {HttpTraffic} traffic
 * @param {{ client: import('../tcp/profiles.js').TcpFeatures, server: import('../tcp/profiles.js').TcpFeatures }} hosts
 * @param {(transfer: import('../scenario/summary.js').Transfer) => void} onTransfer
 */
export function startHttp(network, traffic, hosts, onTransfer) {
  const { requests, connections = 1, startMs = 0 } = traffic;
  let asked = 0;
  const nextRequest = () => (asked < requests.length ? asked++ : -1);
  new Timer(network.events, () => {
    for (let count = Math.min(connections, requests.length); count > 0; count--) new HttpConnection(network, traffic, hosts, nextRequest, -1, onTransfer);
  }).set(startMs * NS_PER_MS);
}

/** One connection, both ends; where it may bear one request only, the next takes its place. */
class HttpConnection {
  /** Asked on this connection, with where request and response end in the streams. @type {{ id: number, requestEnd: number, responseEnd: number, startNs: number }[]} */
  #asked = [];
  #served = 0;
  #answered = 0;
  #responseEnd = 0;
  #isLast = false;
  #first;
  /** @type {Timer|null} */
  #thinking = null;

  /**
   * @param {import('../network.js').Network} network @param {HttpTraffic} traffic
   * @param {{ client: import('../tcp/profiles.js').TcpFeatures, server: import('../tcp/profiles.js').TcpFeatures }} hosts
   * @param {() => number} nextRequest index; -1: none is left
   * @param {number} firstRequest index; -1: the next one
   * @param {(transfer: import('../scenario/summary.js').Transfer) => void} onTransfer
   */
  constructor(network, traffic, hosts, nextRequest, firstRequest, onTransfer) {
    this.network = network;
    this.traffic = traffic;
    this.keepAlive = traffic.version !== '1.0' && (traffic.keepAlive ?? true);
    this.hosts = hosts;
    this.nextRequest = nextRequest;
    this.#first = firstRequest;
    this.onTransfer = onTransfer;
    const { client, server } = network.connection({ client: hosts.client, server: hosts.server, port: PORT });
    this.client = client;
    this.server = server;
    client.handlers = { onEstablished: () => this.#ask(), onData: (bytes) => this.#onResponseBytes(bytes), onEnd: () => client.close() };
    server.handlers = { onData: (bytes) => this.#onRequestBytes(bytes), onEnd: () => server.close() };
    client.connect();
  }

  #ask() {
    const { traffic, client, keepAlive } = this, { pipelining = 1, version, requests } = traffic;
    let text = '';
    while (!this.#isLast && this.#asked.length - this.#answered < pipelining) {
      const id = this.#first < 0 ? this.nextRequest() : this.#first;
      this.#first = -1;
      this.#isLast = id < 0 || !keepAlive;
      if (id < 0) break;
      const request = requests[id], previous = this.#asked.at(-1)?.requestEnd ?? 0, one = requestText(id, { requestBytes: request.requestBytes, version, isLast: !keepAlive });
      this.#responseEnd += responseHead(id, { responseBytes: request.responseBytes, version, isLast: !keepAlive }).length + request.responseBytes;
      this.#asked.push({ id, requestEnd: previous + one.length, responseEnd: this.#responseEnd, startNs: this.network.events.nowNs });
      text += one;
    }
    if (text !== '') client.write(text);
    if (this.#isLast && this.#answered === this.#asked.length) client.close();
  }

  /** @param {number} bytes that the server has of requests */
  #onRequestBytes(bytes) {
    const { events } = this.network;
    while (this.#served < this.#asked.length && this.#asked[this.#served].requestEnd <= bytes) {
      const { id } = this.#asked[this.#served++];
      new Timer(events, () => this.#ready(id)).set(events.nowNs + (this.traffic.requests[id].serverMs ?? 0) * NS_PER_MS);
    }
  }

  /** Responses that are ready and wait for those before them. @type {Set<number>} */
  #waiting = new Set();
  #written = 0;

  /** @param {number} id */
  #ready(id) {
    const { keepAlive, traffic: { version, requests } } = this;
    this.#waiting.add(id);
    while (this.#written < this.#asked.length && this.#waiting.delete(this.#asked[this.#written].id)) {
      const next = this.#asked[this.#written++].id, { responseBytes } = requests[next];
      this.server.write(responseHead(next, { responseBytes, version, isLast: !keepAlive }), responseBytes);
    }
    if (!keepAlive) this.server.close();
  }

  /** @param {number} bytes that the client has of responses */
  #onResponseBytes(bytes) {
    while (this.#answered < this.#asked.length && this.#asked[this.#answered].responseEnd <= bytes) {
      const { id, startNs } = this.#asked[this.#answered++], { requests } = this.traffic;
      this.onTransfer({ flow: this.client.flow, name: `/${id}`, startNs, endNs: this.network.events.nowNs, bytes: requests[id].responseBytes });
      if (!this.keepAlive) this.#continue();
    }
    this.#askAfterThinking();
  }

  /** A client that waits for each response looks at it before it goes on. */
  #askAfterThinking() {
    const { thinkMs = 0, pipelining = 1 } = this.traffic, { events } = this.network;
    if (thinkMs === 0 || pipelining > 1 || this.#answered < this.#asked.length) return this.#ask();
    this.#thinking ??= new Timer(events, () => this.#ask());
    if (!this.#thinking.isSet) this.#thinking.set(events.nowNs + Math.round(thinkMs * NS_PER_MS));
  }

  /** The next request needs the next connection. */
  #continue() {
    const id = this.nextRequest();
    if (id >= 0) new HttpConnection(this.network, this.traffic, this.hosts, this.nextRequest, id, this.onTransfer);
  }
}
