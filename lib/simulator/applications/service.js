import { Timer } from '../engine/event-queue.js';
import { NS_PER_MS } from '../units.js';
import { requestText } from './http-text.js';
import { splitConnection } from './split.js';

const HTTP_PORT = 80;
const OPAQUE_PORT = 9000;
/** @type {Record<number, string>} */
const REASONS = { 200: 'OK', 302: 'Found', 404: 'Not Found', 429: 'Too Many Requests', 503: 'Service Unavailable' };

/**
 * What becomes of a request. `silent`: no answer; `cut`: half of the answer, then the end; `reset`; `close`: the end
 * without an answer.
 * @typedef {'answer'|'silent'|'cut'|'reset'|'close'} Outcome
 */
/**
 * @typedef {object} ServiceRequest
 * @property {number} [requestBytes]
 * @property {number} responseBytes
 * @property {number} [serverMs] until the answer, or what comes instead of it
 * @property {number} [status] of HTTP
 * @property {Outcome} [outcome]
 * @property {number} [parts] the answer is written in so many, `partMs` apart
 * @property {number} [partMs]
 * @property {number} [gapMs] so long after the answer before it, or after the connection stands
 */
/**
 * @typedef {object} ServiceTraffic
 * @property {'service'} kind
 * @property {'http'|'opaque'} [protocol]
 * @property {ServiceRequest[]} requests of each connection, one after another
 * @property {number} [connections] one after another
 * @property {number} [startMs]
 * @property {number} [clientLimitMs] the client gives up after so long without the whole answer, or without a
 *   connection
 * @property {boolean} [resets] it gives up by a reset, not by closing; and answers the server's end so
 * @property {number} [serverIdleMs] the server closes a connection that is idle for so long
 * @property {number} [greetingMs] the server speaks first, so long after the connection stands
 * @property {number} [keepAliveMs] the client asks an idle connection so often whether it lives (TCP keep-alive)
 * @property {boolean} [staysOpen] the client leaves the connection open at the end
 * @property {import('../tcp/slow-reading.js').Reader} [reader] the client's
 * @property {string} [splitAt] a proxy that splits connections is behind this hop
 */
/** @typedef {import('../tcp/profiles.js').TcpFeatures} TcpFeatures */
/** @typedef {{ client: TcpFeatures, server: TcpFeatures }} Hosts */

/**
 * A client and a server that ask and answer, and what goes wrong with them.
 * @param {import('../network.js').Network} network @param {ServiceTraffic} traffic
 * @param {Hosts} hosts
 * @param {(transfer: import('../scenario/summary.js').Transfer) => void} onTransfer an answer has come whole
 */
export function startService(network, traffic, hosts, onTransfer) {
  let left = traffic.connections ?? 1;
  const open = () => {
    if (left-- > 0) new Conversation(network, traffic, hosts, onTransfer, open).open();
  };
  new Timer(network.events, open).set(Math.round((traffic.startMs ?? 0) * NS_PER_MS));
}

/** One connection of a service. */
class Conversation {
  #network;
  #traffic;
  #ends;
  #onTransfer;
  #onOver;
  #asked = 0;
  #served = 0;
  #requestEnd = 0;
  #responseEnd = 0;
  #answerStartNs = 0;
  #isOver = false;
  #clientLimit;
  #serverIdle;
  #keepAlive;

  /**
   * @param {import('../network.js').Network} network @param {ServiceTraffic} traffic @param {Hosts} hosts
   * @param {(transfer: import('../scenario/summary.js').Transfer) => void} onTransfer
   * @param {() => void} onOver the client is done with it
   */
  constructor(network, traffic, hosts, onTransfer, onOver) {
    this.#network = network;
    this.#traffic = traffic;
    this.#onTransfer = onTransfer;
    this.#onOver = onOver;
    const port = traffic.protocol === 'opaque' ? OPAQUE_PORT : HTTP_PORT;
    const { splitAt } = traffic;
    const place = network.hops.findIndex(({ name }) => name === splitAt) + 1;
    this.#ends =
      splitAt === undefined ? network.connection({ ...hosts, port }) : splitConnection(network, hosts, port, place);
    this.#ends.client.reader = traffic.reader ?? null;
    this.#clientLimit = new Timer(network.events, () => this.#giveUp());
    this.#serverIdle = new Timer(network.events, () => this.#ends.server.close());
    this.#keepAlive = new Timer(network.events, () => this.#probe());
  }

  open() {
    const { client, server } = this.#ends;
    const traffic = this.#traffic;
    const { greetingMs } = traffic;
    client.handlers = {
      onEstablished: () => (greetingMs === undefined ? this.#next() : undefined),
      onData: (bytes) => this.#hear(bytes),
      onEnd: () => (traffic.resets ? this.#giveUp() : this.#end()),
      onClosed: () => this.#end(),
    };
    server.handlers = {
      onEstablished: () => {
        this.#restIdle();
        if (greetingMs !== undefined) this.#later(greetingMs, () => server.write(this.#greeting()));
      },
      onData: (bytes) => this.#serve(bytes),
      onEnd: () => server.close(),
    };
    if (greetingMs !== undefined) this.#responseEnd = this.#greeting().length;
    this.#limit();
    client.connect();
  }

  #greeting() {
    return '220 ready for you\r\n';
  }

  /** @param {number} ms @param {() => void} run */
  #later(ms, run) {
    new Timer(this.#network.events, run).set(this.#network.events.nowNs + Math.round(ms * NS_PER_MS));
  }

  #limit() {
    const { clientLimitMs } = this.#traffic;
    if (clientLimitMs !== undefined) {
      this.#clientLimit.set(this.#network.events.nowNs + Math.round(clientLimitMs * NS_PER_MS));
    }
  }

  #restIdle() {
    const { serverIdleMs } = this.#traffic;
    if (serverIdleMs === undefined) return;
    this.#serverIdle.set(this.#network.events.nowNs + Math.round(serverIdleMs * NS_PER_MS));
  }

  /** The client asks what is next, when it is time. */
  #next() {
    const request = this.#traffic.requests[this.#asked];
    this.#clientLimit.cancel();
    if (this.#isOver) return;
    if (request === undefined) {
      if (!this.#traffic.staysOpen) this.#end();
      return;
    }
    this.#watch();
    this.#later(request.gapMs ?? 0, () => this.#ask(request));
  }

  /** @param {ServiceRequest} request */
  #ask(request) {
    if (this.#isOver) return;
    const { client } = this.#ends;
    this.#keepAlive.cancel();
    const text = this.#requestText(request, this.#asked);
    this.#requestEnd += text.length;
    this.#responseEnd += this.#head(request, this.#asked).length + request.responseBytes;
    this.#asked++;
    this.#answerStartNs = this.#network.events.nowNs;
    this.#limit();
    client.write(text);
  }

  /** @param {ServiceRequest} request @param {number} id */
  #requestText({ requestBytes = 0 }, id) {
    if (this.#traffic.protocol !== 'opaque') return requestText(id, { requestBytes, isLast: false });
    return `?${String.fromCharCode(1 + id)}${'q'.repeat(Math.max(1, requestBytes))}`;
  }

  /** @param {ServiceRequest} request @param {number} id */
  #head({ responseBytes, status = 200 }, id) {
    if (this.#traffic.protocol === 'opaque') return `!${String.fromCharCode(1 + id)}`;
    const location = status === 302 ? `Location: /${id + 1}\r\n` : '';
    return `HTTP/1.1 ${status} ${REASONS[status] ?? 'Other'}\r\nContent-Type: application/octet-stream\r\n${location}Content-Length: ${responseBytes}\r\n\r\n`;
  }

  /** @param {number} bytes that the server has of requests */
  #serve(bytes) {
    this.#serverIdle.cancel();
    if (this.#served === this.#asked || bytes < this.#requestEnd) return;
    const id = this.#served++;
    const request = this.#traffic.requests[id];
    this.#later(request.serverMs ?? 0, () => this.#answer(request, id));
  }

  /** @param {ServiceRequest} request @param {number} id */
  #answer(request, id) {
    const { server } = this.#ends;
    const { outcome = 'answer', responseBytes, parts = 1, partMs = 0 } = request;
    if (outcome === 'silent') return;
    if (outcome === 'reset') return server.abort();
    if (outcome === 'close') return server.close();
    if (outcome === 'cut') {
      server.write(this.#head(request, id), Math.ceil(responseBytes / 2));
      return server.close();
    }
    const part = Math.ceil(responseBytes / parts);
    server.write(this.#head(request, id), Math.min(part, responseBytes));
    for (let at = 1; at < parts; at++) {
      const rest = Math.min(part, responseBytes - at * part);
      if (rest > 0) this.#later(at * partMs, () => server.write(rest));
    }
    this.#later((parts - 1) * partMs, () => this.#restIdle());
  }

  /** @param {number} bytes that the client has of answers */
  #hear(bytes) {
    if (bytes < this.#responseEnd) return;
    const { requests } = this.#traffic;
    const id = this.#asked - 1;
    if (id >= 0) {
      this.#onTransfer({
        flow: this.#ends.client.flow,
        name: `/${id}`,
        startNs: this.#answerStartNs,
        endNs: this.#network.events.nowNs,
        bytes: requests[id].responseBytes,
      });
    }
    this.#next();
  }

  #giveUp() {
    if (this.#traffic.resets) this.#ends.client.abort();
    this.#end();
  }

  #end() {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#clientLimit.cancel();
    this.#serverIdle.cancel();
    this.#keepAlive.cancel();
    this.#ends.client.close();
    this.#onOver();
  }

  #watch() {
    const { keepAliveMs } = this.#traffic;
    if (keepAliveMs === undefined) return;
    this.#keepAlive.set(this.#network.events.nowNs + Math.round(keepAliveMs * NS_PER_MS));
  }

  #probe() {
    this.#ends.client.askWhetherAlive();
    this.#watch();
  }
}
