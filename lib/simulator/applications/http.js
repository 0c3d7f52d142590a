import { Timer } from '../engine/event-queue.js';
import { NS_PER_MS } from '../units.js';
import { HttpTextSizes, requestText, responseHead } from './http-text.js';

export const PORT = 80;

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
/** @typedef {import('../tcp/endpoint.js').Handlers} Handlers */
/**
 * Asked on a connection, with where request and response end in the streams.
 * @typedef {{ id: number, requestEnd: number, responseEnd: number, startNs: number, isReady: boolean }} Asked
 */

/**
 * HTTP/1: the requests in order, each on the first connection that may take it.
 * @param {import('../network.js').Network} network @param {HttpTraffic} traffic
 * @param {{ client: import('../tcp/profiles.js').TcpFeatures, server: import('../tcp/profiles.js').TcpFeatures }} hosts
 * @param {(transfer: import('../scenario/summary.js').Transfer) => void} onTransfer
 */
export function startHttp(network, traffic, hosts, onTransfer) {
  const { requests, connections = 1, startMs = 0 } = traffic;
  const all = new HttpConnections(network, traffic, hosts, onTransfer);
  new Timer(network.events, () => {
    for (let count = Math.min(connections, requests.length); count > 0; count--) all.open(-1);
  }).set(startMs * NS_PER_MS);
}

/** The connections of a client, and the requests that it has still to make. */
class HttpConnections {
  #asked = 0;
  #sizes;
  /** Connections that are over, to be used again. @type {HttpConnection[]} */
  #free = [];

  /**
   * @param {import('../network.js').Network} network @param {HttpTraffic} traffic
   * @param {{ client: import('../tcp/profiles.js').TcpFeatures, server: import('../tcp/profiles.js').TcpFeatures }}
   *   hosts
   * @param {(transfer: import('../scenario/summary.js').Transfer) => void} onTransfer
   */
  constructor(network, traffic, hosts, onTransfer) {
    this.network = network;
    this.traffic = traffic;
    this.keepAlive = traffic.version !== '1.0' && (traffic.keepAlive ?? true);
    this.hosts = hosts;
    this.onTransfer = onTransfer;
    this.#sizes = new HttpTextSizes({ version: traffic.version, isLast: !this.keepAlive });
  }

  /** @param {number} first index of the request that it begins with; -1: the next one */
  open(first) {
    (this.#free.pop() ?? new HttpConnection(this)).begin(first);
  }

  /** @returns {number} index; -1: none is left */
  nextRequest() {
    return this.#asked < this.traffic.requests.length ? this.#asked++ : -1;
  }

  /** @param {HttpConnection} connection that is over @param {import('../network.js').Ends} ends */
  reuse(connection, ends) {
    this.network.reuse(ends);
    this.#free.push(connection);
  }

  /** @param {number} id @returns {import('../tcp/content.js').Piece} its text, or its size if it is not read */
  request(id) {
    const {
      traffic: { requests, version },
      keepAlive,
      network,
    } = this;
    const { requestBytes } = requests[id];
    return network.hasReaders
      ? requestText(id, { requestBytes, version, isLast: !keepAlive })
      : this.#sizes.request(id, requestBytes);
  }

  /** @param {number} id @returns {import('../tcp/content.js').Piece} the same */
  responseHead(id) {
    const {
      traffic: { requests, version },
      keepAlive,
      network,
    } = this;
    const { responseBytes } = requests[id];
    return network.hasReaders
      ? responseHead(id, { responseBytes, version, isLast: !keepAlive })
      : this.#sizes.responseHead(id, responseBytes);
  }
}

/** @param {import('../tcp/content.js').Piece} piece */
const bytesOf = (piece) => (typeof piece === 'number' ? piece : piece.length);

/**
 * One connection at a time, both ends; if it may carry one request only, another replaces it.
 * @implements {Handlers}
 */
class HttpConnection {
  /** @type {Asked[]} */
  #asked = [];
  #served = 0;
  #written = 0;
  #answered = 0;
  #responseEnd = 0;
  #isLast = false;
  #first = -1;
  /** @type {Timer|null} */
  #thinking = null;
  /** Of requests not being served now. @type {Service[]} */
  #services = [];
  /** @type {import('../network.js').Ends} */
  #ends = /** @type {any} */ (null);
  /** @type {Handlers} */
  #server = { onData: (bytes) => this.#onRequestBytes(bytes), onEnd: () => this.#ends.server.close() };

  /** @param {HttpConnections} all */
  constructor(all) {
    this.all = all;
  }

  /** @param {number} first index of the request that it begins with; -1: the next one */
  begin(first) {
    const { network, hosts } = this.all;
    const ends = network.connection({ client: hosts.client, server: hosts.server, port: PORT });
    this.#ends = ends;
    this.#asked.length = 0;
    this.#served = this.#written = this.#answered = this.#responseEnd = 0;
    this.#isLast = false;
    this.#first = first;
    ends.client.handlers = this;
    ends.server.handlers = this.#server;
    ends.client.connect();
  }

  onEstablished() {
    this.#ask();
  }

  onEnd() {
    this.#ends.client.close();
  }

  onRetired() {
    if (this.#served === this.#written && !this.#thinking?.isSet) this.all.reuse(this, this.#ends);
  }

  #ask() {
    const { all } = this;
    const { pipelining = 1 } = all.traffic;
    const { client } = this.#ends;
    const pieces = [];
    while (!this.#isLast && this.#asked.length - this.#answered < pipelining) {
      const id = this.#first < 0 ? all.nextRequest() : this.#first;
      this.#first = -1;
      this.#isLast = id < 0 || !all.keepAlive;
      if (id >= 0) pieces.push(this.#note(id));
    }
    if (pieces.length > 0) client.write(...pieces);
    if (this.#isLast && this.#answered === this.#asked.length) client.close();
  }

  /** @param {number} id of the current request @returns {import('../tcp/content.js').Piece} the request */
  #note(id) {
    const { all } = this;
    const request = all.request(id);
    const previous = this.#asked.length === 0 ? 0 : this.#asked[this.#asked.length - 1].requestEnd;
    this.#responseEnd += bytesOf(all.responseHead(id)) + all.traffic.requests[id].responseBytes;
    this.#asked.push({
      id,
      requestEnd: previous + bytesOf(request),
      responseEnd: this.#responseEnd,
      startNs: all.network.events.nowNs,
      isReady: false,
    });
    return request;
  }

  /** @param {number} bytes that the server has of requests */
  #onRequestBytes(bytes) {
    const {
      all: {
        network: { events },
        traffic,
      },
    } = this;
    while (this.#served < this.#asked.length && this.#asked[this.#served].requestEnd <= bytes) {
      const asked = this.#asked[this.#served++];
      const service = this.#services.pop() ?? new Service(events, (one) => this.#ready(one));
      service.begin(asked, events.nowNs + (traffic.requests[asked.id].serverMs ?? 0) * NS_PER_MS);
    }
  }

  /** A response is ready; it waits for those before it. @param {Service} service */
  #ready(service) {
    const { all } = this;
    const { server } = this.#ends;
    this.#services.push(service);
    service.asked.isReady = true;
    while (this.#written < this.#asked.length && this.#asked[this.#written].isReady) {
      const { id } = this.#asked[this.#written++];
      server.write(all.responseHead(id), all.traffic.requests[id].responseBytes);
    }
    if (!all.keepAlive) server.close();
  }

  /** @param {number} bytes that the client has of responses */
  onData(bytes) {
    const { all } = this;
    const {
      network: { events },
      traffic: { requests },
    } = all;
    while (this.#answered < this.#asked.length && this.#asked[this.#answered].responseEnd <= bytes) {
      const { id, startNs } = this.#asked[this.#answered++];
      all.onTransfer({
        flow: this.#ends.client.flow,
        name: `/${id}`,
        startNs,
        endNs: events.nowNs,
        bytes: requests[id].responseBytes,
      });
      if (!all.keepAlive) this.#continue();
    }
    this.#askAfterThinking();
  }

  /** A client that waits for each response processes it before it continues. */
  #askAfterThinking() {
    const { thinkMs = 0, pipelining = 1 } = this.all.traffic;
    const { events } = this.all.network;
    if (thinkMs === 0 || pipelining > 1 || this.#answered < this.#asked.length) return this.#ask();
    this.#thinking ??= new Timer(events, () => this.#ask());
    if (!this.#thinking.isSet) this.#thinking.set(events.nowNs + Math.round(thinkMs * NS_PER_MS));
  }

  /** The next request needs the next connection. */
  #continue() {
    const id = this.all.nextRequest();
    if (id >= 0) this.all.open(id);
  }
}

/** A server for one request at a time. */
class Service {
  /** @type {Asked} */
  asked = /** @type {any} */ (null);
  #timer;

  /** @param {import('../engine/event-queue.js').EventQueue} events @param {(service: Service) => void} onReady */
  constructor(events, onReady) {
    this.#timer = new Timer(events, () => onReady(this));
  }

  /** @param {Asked} asked @param {number} readyNs */
  begin(asked, readyNs) {
    this.asked = asked;
    this.#timer.set(readyNs);
  }
}
