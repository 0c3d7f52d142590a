/**
 * Requests with their responses in the order in which they began, with the phases of each: the column frame `waterfall`
 * of docs/protocol.md.
 *
 *    connect  TLS  blocked  send  wait           receive   acknowledged
 *    |-------|----|--------|----|--------------|---------|-----|
 *                           ^ request            ^ answer
 */
import { streamCounts } from '../protocols/contents/stream-messages.js';
import { isNoErrorName } from '../protocols/http2/error-codes.js';
import { exchangesOf } from '../protocols/model/exchanges.js';
import { fieldOf } from '../protocols/model/header-fields.js';
import { pagesOf } from '../protocols/model/pages.js';
import { protocolNamed } from '../protocols/registry.js';
import { outcomeOf } from '../shared/message-outcome.js';
import { isQuicFlow, QUIC_FLOWS } from '../shared/quic-flow.js';
import { MEDIA_TYPES, mediaType } from './lane-messages.js';
import { awaitDelivery } from './lane-walk.js';
import { MAX_PAGES, MAX_WATERFALL_REQUESTS, MAX_WATERFALL_TEXT } from './limits.js';
import { areRoutes } from './pages/routes.js';
import { unansweredWaits } from './unanswered-waits.js';

/** @typedef {import('../transport/tcp/tcp-transport.js').TcpTransport} TcpTransport */
/** @typedef {import('../protocols/message-analysis.js').MessageAnalysis} MessageAnalysis */
/** @typedef {import('../protocols/model/exchanges.js').Exchange} Exchange */

/**
 * An exchange with data of its connection; times in ns.
 * @typedef {object} Entry
 * @property {Exchange} exchange
 * @property {number} index of the connection
 * @property {[number, number]} connectNs −1 unless it was the connection's first
 * @property {[number, number]} tlsNs
 * @property {number} rttNs of the handshake, −1 not known
 * @property {number} clientRttNs shortest round trip between the capture point and the client, −1 not known
 * @property {import('./unanswered-waits.js').UnansweredWait|null} unanswered where the response never came, or was
 *   incomplete
 * @property {number} streamed messages of the stream that the request opened
 * @property {number} deliveredNs when the answer's last byte was acknowledged, −1 not known
 */

/**
 * Exchanges of another transport, whose connections have indexes of their own (lib/shared/quic-flow.js).
 * @typedef {object} OtherExchanges
 * @property {number} count of messages
 * @property {(most: number) => Entry[]} entries
 * @property {(connection: number, most: number) => Entry[]} entriesOf
 * @property {(connection: number) => number} countOf messages of a connection
 * @property {(index: number) => number} numberOf a connection, by its index from `QUIC_FLOWS` on
 */

const BIT = { PIPELINED: 1, COMPLETE: 2, MULTIPLEXED: 4, FAILED: 8, COMMAND: 16, ONE_WAY: 32, TURN: 64 };

const ns = (/** @type {number} */ seconds) => Math.round(seconds * 1e9);

/** The exchanges of a capture, and its pages; rebuilt when the capture has grown. */
export class Waterfalls {
  #tcp;
  #messages;
  #madeOf = '';
  /**
   * `areRoutes`: rather than pages, of connections of TCP.
   * @type {{ entries: Entry[], pages: import('../protocols/model/pages.js').Page[], isCut: boolean,
   *   areRoutes: boolean }}
   */
  #all = { entries: [], pages: [], isCut: false, areRoutes: false };

  #others;

  /**
   * @param {TcpTransport} tcp @param {MessageAnalysis} messages
   * @param {() => OtherExchanges|null} [others] those on QUIC; null: there are none
   */
  constructor(tcp, messages, others = () => null) {
    this.#tcp = tcp;
    this.#messages = messages;
    this.#others = others;
  }

  /** @param {number} index of a connection */
  ofConnection(index) {
    return isQuicFlow(index) ? this.#ofOther(index - QUIC_FLOWS) : this.#ofTcp(index);
  }

  /** @param {number} connection */
  #ofOther(connection) {
    const others = /** @type {OtherExchanges} */ (this.#others());
    const most = 2 * MAX_WATERFALL_REQUESTS;
    const entries = others.entriesOf(connection, most);
    const cut = others.countOf(connection) > most;
    return this.#frameOfConnection(entries, cut);
  }

  /** @param {number} index */
  #ofTcp(index) {
    const { table } = this.#messages;
    const rows = this.#messages.messagesOf(index).slice(0, 2 * MAX_WATERFALL_REQUESTS);
    const entries = table === null ? [] : this.#entriesOf(index, rows);
    return this.#frameOfConnection(entries, this.#messages.messagesOf(index).length > rows.length);
  }

  /** @param {Entry[]} entries @param {boolean} cut whether there are more */
  #frameOfConnection(entries, cut) {
    const requestCount = entries.length;
    return this.#frame(entries, { pages: [], pageCount: 0, routes: false, requestCount, page: -1, cut });
  }

  /**
   * @param {number|'all'|null} page by its index (the last one if there are fewer); null: the first, if it has most
   *   requests and these are no routes, else all
   */
  ofPage(page) {
    this.#refresh();
    const { entries, pages, isCut, areRoutes: isOfRoutes } = this.#all;
    // What no document names is no page to turn to, where something is one.
    const isTurnedTo = pages.some(({ isPage }) => isPage)
      ? (/** @type {{ isPage: boolean }} */ one) => one.isPage
      : () => true;
    const requested = page ?? (!isOfRoutes && entries.length < 2 * (pages[0]?.exchanges.length ?? 0) ? 0 : 'all');
    const chosen = requested === 'all' ? -1 : Math.min(requested, pages.length - 1);
    const members = new Set(pages[chosen]?.exchanges);
    const known = pages.map((page, index) => ({ ...page, index })).filter(isTurnedTo);
    const listed = known
      .slice(0, MAX_PAGES)
      .map(({ index, url, isPage, start, end, exchanges }) => ({
        page: index,
        url: url.slice(0, MAX_WATERFALL_TEXT),
        isPage,
        start,
        end,
        requests: exchanges.length,
      }));
    return this.#frame(chosen < 0 ? entries : entries.filter(({ exchange }) => members.has(exchange)), {
      pages: listed,
      pageCount: known.length,
      routes: isOfRoutes,
      requestCount: entries.length,
      page: chosen,
      cut: isCut,
    });
  }

  /** @param {number} index @returns {import('../protocols/model/pages.js').Page|null} null: there are fewer */
  page(index) {
    this.#refresh();
    return this.#all.pages[index] ?? null;
  }

  #refresh() {
    const { table } = this.#messages;
    const rows = this.#messages.inOrder();
    const others = this.#others();
    const madeOf = `${this.#tcp.packets.count} ${others?.count}`;
    if (table === null || this.#madeOf === madeOf) return;
    this.#madeOf = madeOf;
    const kept = rows.slice(0, 2 * MAX_WATERFALL_REQUESTS);
    /** @type {Map<number, number[]>} */
    const byFlow = new Map();
    for (const row of kept) {
      const flow = table.flow[row];
      const ofFlow = byFlow.get(flow);
      if (ofFlow) ofFlow.push(row);
      else byFlow.set(flow, [row]);
    }
    const all = [
      ...[...byFlow].flatMap(([flow, ofFlow]) => this.#entriesOf(flow, ofFlow)),
      ...(others?.entries(2 * MAX_WATERFALL_REQUESTS) ?? []),
    ].sort((a, b) => a.exchange.request.start - b.exchange.request.start);
    const entries = all.slice(0, 2 * MAX_WATERFALL_REQUESTS);
    const pages = pagesOf(entries.map(({ exchange }) => exchange));
    const ofTcp = entries.flatMap(({ index, exchange }) => (isQuicFlow(index) ? [] : [exchange]));
    this.#all = {
      entries,
      pages,
      isCut: rows.length > kept.length || all.length > entries.length,
      areRoutes: areRoutes(pages, ofTcp),
    };
  }

  /** @param {number} index @param {number[]} rows of its messages @returns {Entry[]} */
  #entriesOf(index, rows) {
    const { flows } = this.#tcp;
    const { startNs, openingNs, handshakeNs } = flows.at(index);
    const tls = this.#messages.tlsOf(index);
    const isFirst = rows[0] === this.#messages.messagesOf(index)[0];
    const isOpened = handshakeNs > 0 && isFirst;
    const described = rows.map((row) => this.#messages.describe(row));
    const exchanges = exchangesOf(described);
    const delivered = this.#deliveries(index, exchanges);
    const { table } = this.#messages;
    const streamed = table === null ? new Map() : streamCounts(table, rows);
    const unanswered = unansweredWaits(this.#tcp, this.#messages, index, exchanges);
    const oneWay = described.filter(isOneWayRequest).map(withoutAnswer);
    const all = oneWay.length === 0 ? exchanges : [...exchanges, ...oneWay].sort(byStart);
    return all.map((exchange, place) => ({
      exchange,
      index,
      streamed: streamed.get(exchange.request.index) ?? 0,
      unanswered: unanswered.get(exchange) ?? null,
      deliveredNs: delivered.get(exchange.response?.index ?? -1) ?? -1,
      connectNs: place === 0 && isOpened ? [startNs, openingNs + handshakeNs] : [-1, -1],
      tlsNs:
        place === 0 && isFirst && tls?.startNs != null && tls.readyNs != null ? [tls.startNs, tls.readyNs] : [-1, -1],
      rttNs: handshakeNs > 0 ? handshakeNs : -1,
      clientRttNs: this.#clientRtt(index),
    }));
  }

  /**
   * From data of the server that the client acknowledged.
   * @param {number} index
   * @returns {number} ns, −1 without such a sample
   */
  #clientRtt(index) {
    const { flows } = this.#tcp;
    const server = 1 - flows.clientEndpoint(index);
    return flows.direction(index, server).shortestRttNs ?? -1;
  }

  /**
   * When the last byte of each answer was acknowledged.
   * @param {number} index
   * @param {Exchange[]} exchanges
   * @returns {Map<number, number>} ns by message
   */
  #deliveries(index, exchanges) {
    const awaited = exchanges.flatMap(({ response }) =>
      response
        ? [
            {
              lastFrame: response.lastFrame,
              fromClient: response.direction === 'clientToServer',
              deliveredNs: -1,
              message: response.index,
            },
          ]
        : [],
    );
    awaited.sort((a, b) => a.lastFrame - b.lastFrame);
    awaitDelivery(this.#tcp, index, awaited);
    return new Map(awaited.map(({ message, deliveredNs }) => [message, deliveredNs]));
  }

  /**
   * @param {Entry[]} entries
   * @param {Record<string, unknown>} meta
   * @returns {import('../shared/columns/column-frame.js').ColumnFrame}
   */
  #frame(entries, meta) {
    const { flows } = this.#tcp;
    const others = this.#others();
    const f64 = (/** @type {(entry: Entry) => number} */ of) => Float64Array.from(entries, of);
    const text = (/** @type {string|null} */ value) => (value ?? '').slice(0, MAX_WATERFALL_TEXT);
    return {
      kind: 'waterfall',
      rows: entries.length,
      meta: {
        ...meta,
        mediaTypes: [...MEDIA_TYPES],
        methods: entries.map(({ exchange }) => text(exchange.request.method)),
        targets: entries.map(({ exchange }) => text(exchange.request.target)),
        hosts: entries.map(({ exchange }) => text(exchange.request.host)),
        protocols: entries.map(({ exchange }) => text(exchange.request.protocol)),
        priorities: entries.map(({ exchange }) => text(fieldOf(exchange.request.headers, 'priority'))),
        outcomes: entries.map(({ exchange }) => text(wordOf(exchange))),
      },
      columns: {
        flow: Uint32Array.from(entries, ({ index }) =>
          isQuicFlow(index) ? (others?.numberOf(index) ?? index) : flows.number(index),
        ),
        request: Uint32Array.from(entries, ({ exchange }) => exchange.request.index),
        response: Int32Array.from(entries, ({ exchange }) => exchange.response?.index ?? -1),
        stream: Int32Array.from(entries, ({ exchange }) => exchange.request.stream ?? -1),
        streamed: Uint32Array.from(entries, ({ streamed }) => streamed),
        status: Uint16Array.from(entries, ({ exchange }) => exchange.response?.status ?? 0),
        type: Uint8Array.from(entries, ({ exchange }) => mediaType(exchange.response?.contentType ?? null)),
        bits: Uint8Array.from(entries, bitsOf),
        requestBytes: f64(({ exchange }) => exchange.request.bodyBytes),
        bytes: f64(({ exchange }) => exchange.response?.bodyBytes ?? -1),
        connectStart: f64(({ connectNs }) => connectNs[0]),
        connectEnd: f64(({ connectNs }) => connectNs[1]),
        tlsStart: f64(({ tlsNs }) => tlsNs[0]),
        tlsEnd: f64(({ tlsNs }) => tlsNs[1]),
        requestStart: f64(({ exchange }) => ns(exchange.request.start)),
        requestEnd: f64(({ exchange }) => ns(exchange.request.end)),
        responseStart: f64(({ exchange }) => (exchange.response ? ns(exchange.response.start) : -1)),
        responseEnd: f64(({ exchange }) => (exchange.response ? ns(exchange.response.end) : -1)),
        delivered: f64(({ deliveredNs }) => deliveredNs),
        unansweredEnd: f64(({ unanswered }) => unanswered?.endNs ?? -1),
        headOfLine: f64(({ exchange }) => ns(exchange.timings.headOfLine)),
        rtt: f64(({ rttNs }) => rttNs),
        clientRtt: f64(({ clientRttNs }) => clientRttNs),
      },
    };
  }
}

/** A command that has no response, as a connection's `requests` counts it; a WebSocket's frame is none. */
const isOneWayRequest = (/** @type {Exchange['request']} */ { kind, oneWay, protocol }) =>
  kind === 'request' && oneWay === true && protocol !== 'websocket';

/** @param {Exchange['request']} request @returns {Exchange} */
const withoutAnswer = (request) => ({
  request,
  response: null,
  timings: {
    send: request.end - request.start,
    wait: null,
    think: null,
    receive: null,
    headOfLine: 0,
    headOfLineShown: false,
    depth: 0,
    idle: 0,
  },
});

const byStart = (/** @type {Exchange} */ a, /** @type {Exchange} */ b) =>
  a.request.start - b.request.start || a.request.index - b.request.index;

/**
 * A request's outcome: why its stream was reset, else its response; for a protocol that is only identified, the
 * server's first line.
 * @param {Exchange} exchange
 */
function wordOf({ request: { reset }, response }) {
  if (reset !== undefined && !isNoErrorName(reset.code)) return reset.code;
  return response === null ? '' : outcomeOf(response).text || (response.outcomeText ?? '');
}

/** @param {Entry} entry */
function bitsOf({ exchange: { request, response }, unanswered }) {
  const protocol = protocolNamed(request.protocol);
  return (
    (request.pipelined ? BIT.PIPELINED : 0) |
    (request.complete && (response?.complete ?? false) ? BIT.COMPLETE : 0) |
    (request.stream === null ? 0 : BIT.MULTIPLEXED) |
    (unanswered?.isFailed || (response !== null && outcomeOf(response).isFailed) ? BIT.FAILED : 0) |
    (protocol?.isHttp ? 0 : BIT.COMMAND) |
    (request.oneWay ? BIT.ONE_WAY : 0) |
    (protocol?.hasTurnsOnly ? BIT.TURN : 0)
  );
}
