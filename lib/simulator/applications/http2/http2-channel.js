import { Timer } from '../../engine/event-queue.js';
import { NS_PER_MS } from '../../units.js';
import { PORT } from '../http.js';
import { MarkedStream } from '../marked-stream.js';
import { Message } from '../message.js';
import * as wire from './http2-bytes.js';
import { DataSender, WindowKeeper } from './http2-end.js';

/** @typedef {import('./http2-end.js').Http2Mark} Http2Mark */
/** @typedef {import('../page/origin.js').Channel} Channel */
/** @typedef {import('../page/origin.js').Exchange} Exchange */

/** RFC 9218, section 4.1. */
const DEFAULT_URGENCY = 3;
/**
 * Windows as Chromium's; frames of the largest size that needs no agreement.
 * @type {import('./http2-end.js').Http2Settings}
 */
const DEFAULTS = {
  streamWindowBytes: 6_291_456,
  connectionWindowBytes: 15_728_640,
  frameBytes: wire.LARGEST_FRAME_BYTES,
  maxStreams: 100,
};

/**
 * HTTP/2 in the clear with prior knowledge (RFC 9113, section 3.3).
 * @implements {Channel}
 */
export class Http2Channel {
  /** By stream. @type {Map<number, Exchange>} */
  #exchanges = new Map();
  #nextStream = 1;
  isOver = false;

  /** @param {import('../page/page.js').ChannelOptions} options */
  constructor({ network, hosts, serverAddress, traffic: { http2, readMs }, onRoom }) {
    const { events } = network;
    const { client, server } = network.connection({
      client: hosts.client,
      server: hosts.server,
      port: PORT,
      serverAddress,
    });
    const settings = { ...DEFAULTS, ...http2 };
    this.events = events;
    this.client = client;
    this.settings = settings;
    this.onRoom = onRoom;
    this.requests = new MarkedStream(events, client, {
      readMs,
      onMark: (/** @type {Http2Mark} */ mark) => this.#onServerRead(mark),
      onRead: () => this.sender.pump(),
    });
    this.responses = new MarkedStream(events, server, {
      readMs,
      onMark: (/** @type {Http2Mark} */ mark) => this.#onClientRead(mark),
      onPart: (mark, bytes) => this.#onPart(mark, bytes),
    });
    this.sender = new DataSender(this.responses, settings);
    this.windows = new WindowKeeper(this.requests, settings);
    client.handlers = {
      onEstablished: () => this.#begin(),
      onData: (bytes) => this.responses.arrived(bytes),
      onEnd: () => client.close(),
    };
    server.handlers = {
      onData: (bytes) => this.requests.arrived(bytes),
      onEnd: () => server.close(),
      onAcknowledged: () => this.sender.pump(),
    };
    this.#appendPreface();
    client.connect();
  }

  get outstanding() {
    return this.#exchanges.size;
  }
  get hasRoom() {
    return this.outstanding < this.settings.maxStreams;
  }

  /** Before any request. */
  #appendPreface() {
    const { streamWindowBytes, connectionWindowBytes } = this.settings;
    this.requests.append(
      wire.PREFACE,
      wire.settingsFrame([
        [wire.SETTING.ENABLE_PUSH, 0],
        [wire.SETTING.INITIAL_WINDOW_SIZE, streamWindowBytes],
      ]),
    );
    if (connectionWindowBytes > wire.DEFAULT_WINDOW_BYTES) {
      this.requests.append(wire.windowUpdateFrame(0, connectionWindowBytes - wire.DEFAULT_WINDOW_BYTES));
    }
    this.requests.mark({ kind: 'preface' });
  }

  #begin() {
    this.requests.flush();
  }

  /** @param {Exchange} exchange */
  ask(exchange) {
    const stream = this.#nextStream;
    this.#nextStream += 2;
    this.#exchanges.set(stream, exchange);
    this.requests.append(...wire.headersFrames(stream, requestBlock(exchange), true));
    this.requests.mark({ kind: 'request', stream });
    if (this.client.isEstablished) this.requests.flush();
  }

  close() {
    this.requests.append(wire.goawayFrame());
    this.requests.flush();
    this.client.close();
  }

  /** @param {Http2Mark} mark */
  #onServerRead(mark) {
    if (mark.kind === 'preface') {
      this.responses.append(wire.settingsFrame([[wire.SETTING.MAX_CONCURRENT_STREAMS, this.settings.maxStreams]]));
      this.responses.mark({ kind: 'settings' });
      this.responses.append(wire.frame(wire.FRAME.SETTINGS, wire.ACK, 0, []));
    } else if (mark.kind === 'request') this.#think(mark.stream);
    else if (mark.kind === 'window') this.sender.widen(mark.stream, mark.bytes);
  }

  /** @param {number} stream */
  #think(stream) {
    const {
      id,
      object: { responseBytes, serverMs = 0, urgency = DEFAULT_URGENCY, incremental = false },
    } = /** @type {Exchange} */ (this.#exchanges.get(stream));
    new Timer(this.events, () => {
      this.responses.append(...wire.headersFrames(stream, responseBlock(id, responseBytes), false));
      this.sender.add({
        id: stream,
        message: new Message('', responseBytes),
        window: this.settings.streamWindowBytes,
        urgency,
        incremental,
      });
      this.sender.pump();
    }).set(this.events.nowNs + Math.round(serverMs * NS_PER_MS));
  }

  /** @param {Http2Mark} mark */
  #onClientRead(mark) {
    if (mark.kind === 'settings') {
      this.requests.append(wire.frame(wire.FRAME.SETTINGS, wire.ACK, 0, []));
      this.requests.flush();
    } else if (mark.kind === 'data') this.#onData(mark);
  }

  /** @param {Http2Mark} mark a frame of which not all has come @param {number} bytes */
  #onPart(mark, bytes) {
    if (mark.kind === 'data') {
      this.#exchanges.get(mark.stream)?.onBody(this.client.flow, mark.bodyBytes - mark.bytes + bytes);
    }
  }

  /** @param {Extract<Http2Mark, { kind: 'data' }>} data */
  #onData({ stream, bytes, bodyBytes, isWhole }) {
    const exchange = /** @type {Exchange} */ (this.#exchanges.get(stream));
    this.windows.consume(stream, bytes, isWhole);
    if (isWhole) this.#exchanges.delete(stream);
    exchange.onBody(this.client.flow, bodyBytes);
    if (isWhole) this.onRoom();
  }
}

/** @param {Exchange} exchange @returns {Uint8Array} at least as long as asked for */
function requestBlock({ id, host, object: { requestBytes = 0, urgency = DEFAULT_URGENCY, incremental = false } }) {
  const priority = [...(urgency === DEFAULT_URGENCY ? [] : [`u=${urgency}`]), ...(incremental ? ['i'] : [])].join(', ');
  /** @type {(number|[string, string])[]} */
  const fields = [
    wire.STATIC_FIELD.GET,
    wire.STATIC_FIELD.SCHEME_HTTP,
    [':authority', host],
    [':path', `/${id}`],
    ['x-sim-id', String(id)],
  ];
  if (priority !== '') fields.push(['priority', priority]);
  const block = wire.headerBlock(fields);
  const missing = requestBytes - wire.FRAME_HEADER_BYTES - block.length - FILLER_OVERHEAD;
  return missing < 1 ? block : wire.headerBlock([...fields, ['x-filler', 'x'.repeat(missing)]]);
}
/** Of a field `x-filler` besides its value. */
const FILLER_OVERHEAD = 11;

/** @param {number} id @param {number} responseBytes */
function responseBlock(id, responseBytes) {
  return wire.headerBlock([
    wire.STATIC_FIELD.STATUS_200,
    ['content-type', 'application/octet-stream'],
    ['content-length', String(responseBytes)],
    ['x-sim-id', String(id)],
  ]);
}
