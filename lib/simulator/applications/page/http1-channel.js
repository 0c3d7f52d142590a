import { Timer } from '../../engine/event-queue.js';
import { NS_PER_MS } from '../../units.js';
import { PORT } from '../http.js';
import { requestText, responseHead } from '../http-text.js';
import { MarkedStream } from '../marked-stream.js';

/** @typedef {import('./origin.js').Channel} Channel */
/** @typedef {import('./origin.js').Exchange} Exchange */
/** @typedef {{ exchange: Exchange, isReady: boolean }} Asked */

/**
 * HTTP/1.1 on a connection that stays, with requests that may wait behind one another; or HTTP/1.0, one request to a
 * connection, which the server ends.
 * @implements {Channel}
 */
export class Http1Channel {
  /** Asked and not over, in order. @type {Asked[]} */
  #asked = [];
  /** Of these, responses that the server has written. */
  #answered = 0;
  #count = 0;
  #thinking;

  /** @param {import('./page.js').ChannelOptions} options */
  constructor({ network, hosts, serverAddress, traffic, onRoom }) {
    const { protocol, pipelining = 1, readMs, thinkMs = 0 } = traffic;
    const { events } = network;
    this.events = events;
    this.version = protocol === 'http/1.0' ? /** @type {const} */ ('1.0') : /** @type {const} */ ('1.1');
    this.depth = protocol === 'http/1.0' ? 1 : pipelining;
    this.thinkNs = this.depth === 1 ? Math.round(thinkMs * NS_PER_MS) : 0;
    this.onRoom = onRoom;
    this.#thinking = new Timer(events, onRoom);
    const { client, server } = network.connection({
      client: hosts.client,
      server: hosts.server,
      port: PORT,
      serverAddress,
    });
    this.client = client;
    this.server = server;
    this.requests = new MarkedStream(events, client, {
      readMs,
      onMark: (/** @type {Asked} */ asked) => this.#think(asked),
    });
    this.responses = new MarkedStream(events, server, {
      readMs,
      onMark: () => this.#finish(),
      onPart: (/** @type {Asked} */ { exchange }, bytes) => exchange.onBody(client.flow, bytes),
    });
    client.handlers = { onData: (bytes) => this.responses.arrived(bytes), onEnd: () => client.close() };
    server.handlers = { onData: (bytes) => this.requests.arrived(bytes), onEnd: () => server.close() };
    client.connect();
  }

  get outstanding() {
    return this.#asked.length;
  }
  get isOver() {
    return this.version === '1.0' && this.#count > 0;
  }
  get hasRoom() {
    return !this.isOver && !this.#thinking.isSet && this.outstanding < this.depth;
  }

  /** @param {Exchange} exchange */
  ask(exchange) {
    const { id, object, host } = exchange;
    const asked = { exchange, isReady: false };
    this.#count++;
    this.#asked.push(asked);
    this.requests.append(
      requestText(id, { requestBytes: object.requestBytes, version: this.version, isLast: this.isOver, host }),
    );
    this.requests.mark(asked);
    this.requests.flush();
  }

  close() {
    this.client.close();
  }

  /** @param {Asked} asked */
  #think(asked) {
    new Timer(this.events, () => {
      asked.isReady = true;
      this.#answer();
    }).set(this.events.nowNs + Math.round((asked.exchange.object.serverMs ?? 0) * NS_PER_MS));
  }

  /** Responses go in the order of the requests. */
  #answer() {
    while (this.#asked[this.#answered]?.isReady) {
      const asked = this.#asked[this.#answered++];
      const {
        id,
        object: { responseBytes },
      } = asked.exchange;
      this.responses.append(
        responseHead(id, { responseBytes, version: this.version, isLast: this.isOver }),
        responseBytes,
      );
      this.responses.mark(asked, responseBytes);
      this.responses.flush();
    }
    if (this.isOver) this.server.close();
  }

  /** The first response is whole. */
  #finish() {
    const { exchange } = /** @type {Asked} */ (this.#asked.shift());
    this.#answered--;
    if (this.thinkNs > 0 && !this.isOver) this.#thinking.set(this.events.nowNs + this.thinkNs);
    exchange.onBody(this.client.flow, exchange.object.responseBytes);
    this.onRoom();
  }
}
