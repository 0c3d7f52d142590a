/**
 * HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/) of a capture's exchanges, for browsers' developer tools.
 */
import { byStart, exchangesOf } from '../protocols/model/exchanges.js';
import { pagesOf } from '../protocols/model/pages.js';
import { urlOf } from '../protocols/model/url.js';
import { protocolNamed } from '../protocols/registry.js';

/** @typedef {import('../protocols/describe-message.js').Message} Message */
/** @typedef {import('../protocols/model/exchanges.js').Exchange} Exchange */

/** By the protocol's name. @type {Readonly<Record<string, string>>} */
const VERSIONS = { 'http/0.9': 'HTTP/0.9', 'http/1.0': 'HTTP/1.0', 'http/1.1': 'HTTP/1.1', 'http/2': 'h2' };

/**
 * What a connection adds to its exchanges; times in seconds since the capture's first packet, null where the capture
 * does not show them.
 * @typedef {object} HarConnection
 * @property {number} flow
 * @property {string} serverAddress
 * @property {number} serverPort
 * @property {number} start of its first packet
 * @property {number} end of its last packet
 * @property {number|null} handshake TCP's, duration
 * @property {{ start: number, end: number }|null} tls handshake
 * @property {number|null} path shortest round trip between the capture point and the server
 * @property {Message[]} messages
 */

/** @param {Message} message */
const isOfHttp = ({ protocol }) => protocolNamed(protocol)?.isHttp === true;

/** HAR's milliseconds: −1 does not apply. @param {number|null} seconds */
const milliseconds = (seconds) => (seconds === null ? -1 : Math.round(seconds * 1e6) / 1e3);

/**
 * @param {HarConnection[]} connections
 * @param {bigint} startEpochNs of the capture
 * @param {string} version of this program
 * @returns {object} the HAR
 */
export function har(connections, startEpochNs, version) {
  const date = (/** @type {number} */ seconds) => isoDate(startEpochNs + BigInt(Math.round(seconds * 1e9)));
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
      pages: pages.map((page, i) => ({
        startedDateTime: date(pageStarts[i]),
        id: `page_${i + 1}`,
        title: page.url,
        pageTimings: { onContentLoad: -1, onLoad: milliseconds(page.end - pageStarts[i]) },
      })),
      entries: all.map(({ connection, exchange }) =>
        entry(connection, exchange, /** @type {Beginning} */ (begun.get(exchange)), String(pageOf.get(exchange)), date),
      ),
    },
  };
}

/**
 * What came before a request's first byte; null what does not apply: the first of a connection waits for that.
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
 * @param {string} pageref
 * @param {(seconds: number) => string} date
 */
function entry(connection, { request, response, timings }, { isFirst, tls, connect, blocked, start }, pageref, date) {
  const parts = { blocked, dns: null, connect, send: timings.send, ...awaited(connection, request, response, timings) };
  const total = Object.values(parts).reduce((/** @type {number} */ sum, part) => sum + (part ?? 0), 0);
  return {
    pageref,
    startedDateTime: date(start),
    time: milliseconds(total),
    request: harRequest(request),
    response: harResponse(response),
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
    },
  };
}

/**
 * What the client waited: for a response that never came, or was not whole, until its stream was reset, or to the end
 * of the connection.
 * @param {HarConnection} connection @param {Message} request @param {Message|null} response
 * @param {Exchange['timings']} timings
 */
function awaited({ end }, request, response, timings) {
  const until = request.reset?.at ?? end;
  if (response === null) return { wait: Math.max(0, until - request.end), receive: 0 };
  const receive = response.complete ? timings.receive : Math.max(timings.receive ?? 0, until - response.start);
  return { wait: timings.wait ?? 0, receive: receive ?? 0 };
}

/** @param {Message} message HAR's list has no pseudo-header fields */
const headersOf = (message) =>
  message.headers.filter(([name]) => !name.startsWith(':')).map(([name, value]) => ({ name, value }));

/** @param {Message} message @param {string} name lower case @returns {string[]} */
const valuesOf = (message, name) =>
  message.headers.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value);

/** @param {Message} request */
function harRequest(request) {
  const url = urlOf(request);
  const mimeType = valuesOf(request, 'content-type')[0];
  return {
    method: request.method ?? '',
    url,
    httpVersion: VERSIONS[request.protocol],
    cookies: valuesOf(request, 'cookie')
      .flatMap((line) => line.split(/; */))
      .filter((pair) => pair !== '')
      .map(cookie),
    headers: headersOf(request),
    queryString: queryOf(url),
    headersSize: request.headerBytes,
    bodySize: request.bodyBytes,
    ...(request.bodyBytes > 0 ? { postData: { mimeType: mimeType ?? '', params: [], text: '' } } : {}),
  };
}

/** @param {Message|null} response */
function harResponse(response) {
  if (response === null) {
    return {
      status: 0,
      statusText: '',
      httpVersion: '',
      cookies: [],
      headers: [],
      content: { size: 0, mimeType: '' },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    };
  }
  return {
    status: response.status ?? 0,
    statusText: '',
    httpVersion: VERSIONS[response.protocol],
    cookies: valuesOf(response, 'set-cookie').map((line) => cookie(line.split(';')[0])),
    headers: headersOf(response),
    content: { size: response.bodyBytes, mimeType: response.contentType ?? '' },
    redirectURL: valuesOf(response, 'location')[0] ?? '',
    headersSize: response.headerBytes,
    bodySize: response.bodyBytes,
  };
}

/** @param {string} pair */
function cookie(pair) {
  const equals = pair.indexOf('=');
  return equals < 0
    ? { name: pair.trim(), value: '' }
    : { name: pair.slice(0, equals).trim(), value: pair.slice(equals + 1) };
}

/** @param {string} url */
function queryOf(url) {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      return equals < 0 ? { name: part, value: '' } : { name: part.slice(0, equals), value: part.slice(equals + 1) };
    });
}

/** @param {bigint} epochNs @returns {string} ISO 8601 with microseconds */
function isoDate(epochNs) {
  const micros = epochNs / 1000n;
  const date = new Date(Number(micros / 1000n)).toISOString();
  return date.replace('Z', `${String(micros % 1000n).padStart(3, '0')}Z`);
}
