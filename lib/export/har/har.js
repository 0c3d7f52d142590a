/**
 * HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/) of a capture's exchanges, for browsers' developer tools.
 */
import { isNoErrorName } from '../../protocols/http2/error-codes.js';
import { byStart, exchangesOf } from '../../protocols/model/exchanges.js';
import { pagesOf } from '../../protocols/model/pages.js';
import { protocolNamed } from '../../protocols/registry.js';
import { FIRST_DATE_NS, hasDate, isoDate } from '../../shared/epoch.js';
import { webSocketMessageOf } from './content.js';
import { harRequest, harResponse } from './messages.js';

/** @typedef {import('../../protocols/describe-message.js').Message} Message */
/** @typedef {import('../../protocols/model/exchanges.js').Exchange} Exchange */

/** Where no body was read. @type {import('./content.js').Bodies} */
const NO_BODIES = { bodyOf: () => null, hasText: false };

/**
 * Data of a connection for its exchanges; times in seconds since the capture's first packet, null where the capture
 * does not show them.
 * @typedef {object} HarConnection
 * @property {number|string} flow
 * @property {string} serverAddress
 * @property {number} serverPort
 * @property {number} start of its first packet
 * @property {number} end of its last packet
 * @property {number|null} handshake TCP's, duration
 * @property {{ start: number, end: number }|null} tls handshake
 * @property {number|null} path shortest round trip between the capture point and the server
 * @property {Message[]} messages
 */

/**
 * Where a capture has no times, or impossible ones: HAR requires a date. Readers accept this one, and take it for none,
 * as the zero of Go's and .NET's times.
 */
const NO_DATE_NS = FIRST_DATE_NS;
const WITHOUT_DATE =
  'The capture has no dates: times count from its first packet, which stands at the beginning of the year 1.';

/** @param {Message} message */
const isOfHttp = ({ protocol }) => protocolNamed(protocol)?.isHttp === true;

/** HAR's milliseconds: −1 does not apply. @param {number|null} seconds */
const milliseconds = (seconds) => (seconds === null ? -1 : Math.round(seconds * 1e6) / 1e3);

/**
 * @param {HarConnection[]} connections
 * @param {bigint|null} startEpochNs of the capture; null: it has no times
 * @param {string} version of this program
 * @param {import('./content.js').Bodies} [bodies]
 * @returns {object} the HAR
 */
export function har(connections, startEpochNs, version, bodies = NO_BODIES) {
  const isDated = startEpochNs !== null && hasDate(startEpochNs);
  const startNs = isDated ? startEpochNs : NO_DATE_NS;
  const startMs = Number(startNs) / 1e6;
  const date = (/** @type {number} */ seconds) => isoDate(startNs + BigInt(Math.round(seconds * 1e9)));
  const all = connections
    .flatMap((connection) =>
      exchangesOf(connection.messages.filter(isOfHttp), connection.path).map((exchange, ordinal) => ({
        connection,
        exchange,
        ordinal,
      })),
    )
    .sort((a, b) => byStart(a.exchange, b.exchange));
  const pages = pagesOf(all.map(({ exchange }) => exchange));
  const pageOf = new Map(pages.flatMap((page, i) => page.exchanges.map((exchange) => [exchange, `page_${i + 1}`])));
  const begun = new Map(
    all.map(({ connection, exchange, ordinal }) => [exchange, begin(connection, exchange, ordinal)]),
  );
  const pageStarts = pages.map(({ start, exchanges }) =>
    exchanges.reduce((first, exchange) => Math.min(first, begun.get(exchange)?.start ?? first), start),
  );
  return {
    log: {
      version: '1.2',
      creator: { name: 'Selfclock', version },
      ...(isDated ? {} : { comment: WITHOUT_DATE }),
      pages: pages.map((page, i) => ({
        startedDateTime: date(pageStarts[i]),
        id: `page_${i + 1}`,
        title: page.url,
        pageTimings: { onContentLoad: -1, onLoad: milliseconds(page.end - pageStarts[i]) },
      })),
      entries: all.map(({ connection, exchange }) => ({
        pageref: String(pageOf.get(exchange)),
        ...entry(connection, exchange, /** @type {Beginning} */ (begun.get(exchange)), date),
        request: harRequest(exchange.request, serverOf(connection), bodies),
        response: { ...harResponse(exchange.response, bodies, isDated ? startMs : null), ...errorOf(exchange.request) },
        ...webSocketOf(connection, exchange, bodies, startMs / 1e3),
      })),
    },
  };
}

/**
 * Phases before a request's first byte; null where not applicable: only the first of a connection waits for them.
 * @typedef {object} Beginning
 * @property {boolean} isFirst
 * @property {number|null} tls
 * @property {number|null} connect
 * @property {number|null} blocked
 * @property {number} start
 */

/**
 * @param {HarConnection} connection @param {Exchange} exchange @param {number} ordinal in its connection
 * @returns {Beginning}
 */
function begin(connection, { request }, ordinal) {
  const isFirst = ordinal === 0;
  const tls = connection.tls === null ? null : connection.tls.end - connection.tls.start;
  const connect = isFirst && connection.handshake !== null ? connection.handshake + (tls ?? 0) : null;
  const blocked = isFirst && connect !== null ? Math.max(0, request.start - connection.start - connect) : null;
  return { isFirst, tls, connect, blocked, start: request.start - (connect ?? 0) - (blocked ?? 0) };
}

/**
 * @param {HarConnection} connection
 * @param {Exchange} exchange
 * @param {Beginning} beginning
 * @param {(seconds: number) => string} date
 */
function entry(connection, { request, response, timings }, { isFirst, tls, connect, blocked, start }, date) {
  const parts = { blocked, dns: null, connect, send: timings.send, ...awaited(connection, request, response, timings) };
  const total = Object.values(parts).reduce((/** @type {number} */ sum, part) => sum + (part ?? 0), 0);
  return {
    startedDateTime: date(start),
    time: milliseconds(total),
    cache: {},
    timings: {
      ...Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, milliseconds(value)])),
      ssl: milliseconds(isFirst ? tls : null),
    },
    serverIPAddress: connection.serverAddress,
    connection: `${connection.flow}`,
    _selfclock: {
      flow: connection.flow,
      stream: request.stream,
      carrier: request.carrier,
      pipelined: request.pipelined,
      blocked,
      connect: isFirst ? connection.handshake : null,
      tls: isFirst ? tls : null,
      send: timings.send,
      wait: timings.wait,
      think: timings.think,
      receive: timings.receive,
      headOfLine: timings.headOfLine,
      headOfLineShown: timings.headOfLineShown,
      depth: timings.depth,
      idle: timings.idle,
      roundTrips:
        connection.handshake && response !== null && response.end >= request.start
          ? (response.end - request.start) / connection.handshake
          : null,
      frames: {
        request: [request.firstFrame, request.lastFrame],
        response: response === null ? null : [response.firstFrame, response.lastFrame],
      },
      complete: request.complete && (response?.complete ?? false),
      ...(request.trailers === undefined ? {} : { requestTrailers: nameAndValue(request.trailers) }),
      ...(response?.trailers === undefined ? {} : { trailers: nameAndValue(response.trailers) }),
      ...(request.reset === undefined ? {} : { reset: request.reset }),
      ...(response?.outcome === undefined ? {} : { outcome: response.outcome }),
    },
  };
}

/** @param {HarConnection} connection */
const serverOf = ({ serverAddress, serverPort }) =>
  `${serverAddress.includes(':') ? `[${serverAddress}]` : serverAddress}:${serverPort}`;

/**
 * The messages of the WebSocket that an exchange opened, if it did.
 * @param {HarConnection} connection @param {Exchange} exchange @param {import('./content.js').Bodies} bodies
 * @param {number} startEpochSeconds of the capture
 */
function webSocketOf({ messages }, { request, response }, bodies, startEpochSeconds) {
  const isConnect = request.method === 'CONNECT' && protocolNamed(request.protocol)?.isMultiplexed;
  const isAgreed = response?.status === 101 || isConnect;
  if (response === null || !isAgreed) return {};
  const own = messages.filter(({ protocol, stream }) => protocol === 'websocket' && stream === request.stream);
  if (own.length === 0) return {};
  return {
    _resourceType: 'websocket',
    _webSocketMessages: own.map((message) => webSocketMessageOf(message, bodies, startEpochSeconds)),
  };
}

/**
 * The client's wait for a response that never came or was incomplete: until its stream was reset, or to the end of the
 * connection.
 * @param {HarConnection} connection @param {Message} request @param {Message|null} response
 * @param {Exchange['timings']} timings
 */
function awaited({ end }, request, response, timings) {
  const until = request.reset?.at ?? end;
  if (response === null) return { wait: Math.max(0, until - request.end), receive: 0 };
  const receive = response.complete ? timings.receive : Math.max(timings.receive ?? 0, until - response.start);
  return { wait: timings.wait ?? 0, receive: receive ?? 0 };
}

/** As Chromium marks a response that failed. @param {Message} request */
const errorOf = ({ reset }) => (reset === undefined || isNoErrorName(reset.code) ? {} : { _error: reset.code });

/** @param {[name: string, value: string][]} fields */
const nameAndValue = (fields) => fields.map(([name, value]) => ({ name, value }));
