import { Timer } from '../../engine/event-queue.js';
import { NS_PER_MS } from '../../units.js';
import { requestText, responseHead } from '../http-text.js';
import { MarkedStream } from '../marked-stream.js';
import { Message } from '../message.js';
import { defaultCreditMessage, fragmentLimitMessage, synMessage } from './mux-bytes.js';
import { MuxEnd } from './mux-end.js';

/** @typedef {import('./mux-end.js').HalfSession} HalfSession */
/** @typedef {import('./mux-end.js').MuxMark} MuxMark */
/** @typedef {import('../page/origin.js').Channel} Channel */
/** @typedef {import('../page/origin.js').Exchange} Exchange */
/** @typedef {{ client: HalfSession, server: HalfSession, exchange: Exchange }} Session */

/** Jigsaw's sample client's. */
const PORT = 8007;
const LAST_ID = 255;
/**
 * What each format's programs have: Jigsaw's; the draft's credit with ILU's way to write.
 * @type {Record<import('./mux-bytes.js').MuxFormat, import('./mux-end.js').MuxSettings & { firstId: number }>}
 */
const DEFAULTS = {
  1996: { format: '1996', creditBytes: 4096, fragmentBytes: 512, writeBufferBytes: 8192, firstId: 3 },
  1998: { format: '1998', creditBytes: 16_384, fragmentBytes: 4096, writeBufferBytes: 8192, firstId: 2 },
};

/** @param {Partial<import('./mux-end.js').MuxSettings>} [given] */
function muxSettings(given = {}) {
  return { ...DEFAULTS[given.format ?? '1996'], ...given };
}

/**
 * W3C MUX: a session for each request, as Jigsaw does, on one TCP connection, with the bytes of HTTP/1.1 inside.
 * @implements {Channel}
 */
export class MuxChannel {
  /** By their ids; those that the client may not use again yet. @type {Map<number, Session>} */
  #sessions = new Map();
  #hasSentSettings = false;
  isOver = false;

  /** @param {import('../page/page.js').ChannelOptions} options */
  constructor({ network, hosts, serverAddress, traffic: { mux, readMs }, onRoom }) {
    const { events } = network;
    const { client, server } = network.connection({
      client: hosts.client,
      server: hosts.server,
      port: PORT,
      serverAddress,
    });
    const settings = muxSettings(mux);
    this.events = events;
    this.client = client;
    this.settings = settings;
    this.onRoom = onRoom;
    this.requests = new MarkedStream(events, client, {
      readMs,
      onMark: (/** @type {MuxMark} */ mark) => this.#onServerRead(mark),
      onRead: () => this.serverEnd.pump(),
    });
    this.responses = new MarkedStream(events, server, {
      readMs,
      onMark: (/** @type {MuxMark} */ mark) => this.#onClientRead(mark),
      onPart: (mark, bytes) => this.#onPart(mark, bytes),
      onRead: () => this.clientEnd.pump(),
    });
    this.clientEnd = new MuxEnd(this.requests, settings, settings.creditBytes);
    this.serverEnd = new MuxEnd(this.responses, settings, this.#requestCredit());
    client.handlers = {
      onData: (bytes) => this.responses.arrived(bytes),
      onEnd: () => client.close(),
      onAcknowledged: () => this.clientEnd.pump(),
    };
    server.handlers = {
      onData: (bytes) => this.requests.arrived(bytes),
      onEnd: () => server.close(),
      onAcknowledged: () => this.serverEnd.pump(),
    };
    client.connect();
  }

  get outstanding() {
    return this.#sessions.size;
  }
  get hasRoom() {
    return this.#freeId() !== null;
  }

  /**
   * Credit of a request: Jigsaw's is compiled in at both ends; what the client sets by message holds for the server
   * only.
   */
  #requestCredit() {
    return this.settings.format === '1996' ? this.settings.creditBytes : DEFAULTS[1998].creditBytes;
  }

  /** The lowest, as all known programs take it. @returns {number|null} */
  #freeId() {
    for (let id = this.settings.firstId; id <= LAST_ID; id += 2) if (!this.#sessions.has(id)) return id;
    return null;
  }

  /** @param {Exchange} exchange */
  ask(exchange) {
    const { format } = this.settings;
    const {
      object: { requestBytes },
      host,
    } = exchange;
    const id = /** @type {number} */ (this.#freeId());
    const client = half(id, this.#requestCredit());
    const server = half(id, this.settings.creditBytes);
    client.peer = server;
    server.peer = client;
    this.#sessions.set(id, { client, server, exchange });
    if (format === '1998' && !this.#hasSentSettings) this.#tellSettings();
    this.clientEnd.sendControl(synMessage(format, id));
    if (format === '1996' && this.settings.fragmentBytes !== DEFAULTS[1996].fragmentBytes) {
      this.clientEnd.sendControl(fragmentLimitMessage(format, id, this.settings.fragmentBytes));
    }
    this.clientEnd.send(
      client,
      new Message(requestText(exchange.id, { requestBytes, isLast: true, host }), 0),
      format === '1998',
    );
    this.clientEnd.pump();
  }

  /** What differs from the draft's defaults, for all sessions. */
  #tellSettings() {
    const { creditBytes, fragmentBytes } = this.settings;
    this.#hasSentSettings = true;
    this.clientEnd.sendControl(fragmentLimitMessage('1998', 0, fragmentBytes));
    if (creditBytes !== DEFAULTS[1998].creditBytes) this.clientEnd.sendControl(defaultCreditMessage(creditBytes));
  }

  close() {
    this.client.close();
  }

  /** @param {MuxMark} mark */
  #onServerRead({ half: own, credit = 0, data }) {
    own.balance += credit;
    if (data === undefined) return;
    this.serverEnd.consume(own, data.bytes);
    if (data.isWhole) this.#think(own);
  }

  /** @param {HalfSession} own the server's */
  #think(own) {
    const {
      exchange: {
        id,
        object: { responseBytes, serverMs = 0 },
      },
    } = /** @type {Session} */ (this.#sessions.get(own.id));
    new Timer(this.events, () => {
      this.serverEnd.send(own, new Message(responseHead(id, { responseBytes, isLast: true }), responseBytes), true);
      this.serverEnd.pump();
    }).set(this.events.nowNs + Math.round(serverMs * NS_PER_MS));
  }

  /** @param {MuxMark} mark */
  #onClientRead({ half: own, credit = 0, data, hasFin }) {
    own.balance += credit;
    const { exchange } = /** @type {Session} */ (this.#sessions.get(own.id));
    if (data !== undefined) this.clientEnd.consume(own, data.bytes);
    if (hasFin) this.#end(own);
    if (data !== undefined && data.bodyBytes > 0) exchange.onBody(this.client.flow, data.bodyBytes);
    if (hasFin) this.onRoom();
  }

  /** @param {MuxMark} mark a fragment of which not all has come @param {number} bytes */
  #onPart({ half: own, data }, bytes) {
    const { exchange } = /** @type {Session} */ (this.#sessions.get(own.id));
    const bodyBytes = data === undefined ? 0 : data.bodyBytes - data.bytes + bytes;
    if (bodyBytes > 0) exchange.onBody(this.client.flow, bodyBytes);
  }

  /**
   * Jigsaw's client closes its direction when the server has; in the 1998 format the request had the FIN.
   * @param {HalfSession} own the client's
   */
  #end(own) {
    if (this.settings.format === '1996') this.clientEnd.sendFin(own);
    this.#sessions.delete(own.id);
  }
}

/** @param {number} id @param {number} balance @returns {HalfSession} */
function half(id, balance) {
  return { id, balance, consumed: 0, message: null, endsWithFin: false, peer: null };
}
