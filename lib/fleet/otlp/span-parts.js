/**
 * What spans say of a connection and of a request, by OpenTelemetry's semantic conventions; `selfclock.…` is our own.
 */
import { isIPv6 } from 'node:net';

/** @typedef {import('../connection-rows.js').ConnectionRow} Connection */
/** @typedef {import('../../library/capture.js').Message} Message */
/** @typedef {import('@opentelemetry/api').Attributes} Attributes */
/**
 * @typedef {object} SpanParts times in seconds since the capture's first packet
 * @property {string} name
 * @property {number} start
 * @property {number} end
 * @property {Attributes} attributes
 * @property {{ name: string, time: number, attributes: Attributes }[]} events
 * @property {import('@opentelemetry/api').Link[]} links
 * @property {string|null} error what went wrong; null: nothing
 */

/** Others may be anything that an end sent; the conventions want few values. */
const METHODS = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'QUERY', 'TRACE']);
/** From here on a status is an error, to the client. */
const ERROR_STATUS = 400;
/** W3C Trace Context, version 00: trace, parent, flags. */
const TRACE_PARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** @param {Connection} flow @param {string} capture its key in the tables @returns {SpanParts} */
export function ofConnection(flow, capture) {
  const { client, server, names, tls, verdict, clientToServer, serverToClient } = flow;
  const isFailed = verdict?.severity === 'error';
  return {
    ...{ name: `${flow.transport.toUpperCase()} connection`, start: flow.start, end: flow.end, links: [] },
    error: isFailed ? flow.summary : null,
    attributes: known({
      ...ends(flow, tls?.sni ?? names?.server?.name),
      'client.address': client.address,
      'client.port': client.port,
      'network.type': isIPv6(server.address) ? 'ipv6' : 'ipv4',
      ...protocolOf(flow.protocol),
      'tls.protocol.version': tls?.version?.replace(/^TLS /, ''),
      'tls.cipher': tls?.cipher,
      'error.type': isFailed ? verdict.code : null,
      'selfclock.capture': capture,
      'selfclock.connection': flow.flow,
      'selfclock.state': flow.state,
      'selfclock.summary': flow.summary,
      'selfclock.handshake_rtt': flow.handshakeRtt,
      'selfclock.client.bytes': clientToServer.uniqueBytes,
      'selfclock.server.bytes': serverToClient.uniqueBytes,
      'selfclock.client.retransmitted_packets': clientToServer.retransmittedPackets,
      'selfclock.server.retransmitted_packets': serverToClient.retransmittedPackets,
    }),
    events: (flow.findings ?? []).map((finding) => ({
      name: finding.code,
      time: finding.start,
      attributes: known({
        'selfclock.title': finding.title,
        'selfclock.message': finding.message,
        'selfclock.severity': finding.severity,
        'selfclock.cause': finding.cause,
        'selfclock.direction': finding.direction,
        'selfclock.cost': finding.costSeconds,
      }),
    })),
  };
}

/**
 * @param {Message} request
 * @param {Message|null} response null: the capture has none
 * @param {Pick<Connection, 'server'|'tls'|'transport'>} flow
 * @returns {SpanParts} without query and header fields, which may hold secrets
 */
export function ofRequest(request, response, flow) {
  const isHttp = request.protocol.startsWith('http/');
  const error = errorOf(request, response);
  const method = request.method ?? '';
  const isKnown = METHODS.has(method);
  const httpName = isKnown ? method : 'HTTP';
  return {
    name: isHttp ? httpName : `${request.protocol} ${method}`.trim(),
    start: request.start,
    end: response?.end ?? request.end,
    events: [],
    links: linksOf(request),
    error: error === null ? null : (response?.outcomeText ?? response?.statusText ?? error),
    attributes: known({
      ...ends(flow, request.host ?? flow.tls?.sni),
      ...protocolOf(request.protocol),
      'error.type': error,
      'selfclock.message': request.index,
      'selfclock.wait': request.timings?.wait,
      ...(isHttp && {
        'http.request.method': isKnown ? method : '_OTHER',
        'http.request.method_original': isKnown ? null : method,
        'http.request.body.size': request.bodyBytes,
        'http.response.status_code': response?.status,
        'http.response.body.size': response?.bodyBytes,
        'url.path': pathOf(request.target),
        'url.scheme': request.carrier === 'tls' || request.carrier === 'quic' ? 'https' : 'http',
      }),
      ...(request.grpcCall && {
        'rpc.system': 'grpc',
        'rpc.service': request.grpcCall.service,
        'rpc.method': request.grpcCall.method,
      }),
    }),
  };
}

/** @param {Pick<Connection, 'server'|'transport'>} flow @param {string|null|undefined} name of the server */
const ends = ({ server, transport }, name) => ({
  'server.address': name?.replace(/:\d+$/, '') ?? server.address,
  'server.port': server.port,
  'network.peer.address': server.address,
  'network.peer.port': server.port,
  'network.transport': transport,
});

/** @param {string|null|undefined} protocol as `http/1.1` */
function protocolOf(protocol) {
  const [name, version] = protocol?.split('/') ?? [];
  return { 'network.protocol.name': name, 'network.protocol.version': version };
}

/** @param {Message} request @param {Message|null} response @returns {string|null} its kind, in a word */
function errorOf({ reset }, response) {
  if (response?.grpc && response.grpc.status !== 'OK') return response.grpc.status;
  if (response?.failed) return response.outcome ?? 'failed';
  if ((response?.status ?? 0) >= ERROR_STATUS) return String(response?.status);
  return response?.reset?.code ?? reset?.code ?? null;
}

/** @param {string|null} target @returns {string|null} its path, where it has one */
function pathOf(target) {
  const absolute = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(target ?? '')?.[0] ?? '';
  const path = target?.slice(absolute.length).replace(/[?#].*$/s, '') ?? '';
  if (path.startsWith('/')) return path;
  return absolute === '' ? null : '/';
}

/** The trace that the request itself is of, where its sender says so. @param {Message} request */
function linksOf({ headers }) {
  const field = headers.find(([name]) => name.toLowerCase() === 'traceparent')?.[1] ?? '';
  const [, traceId, spanId, flags] = TRACE_PARENT.exec(field.trim()) ?? [];
  return traceId ? [{ context: { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true } }] : [];
}

/** @param {Record<string, string|number|null|undefined>} attributes @returns {Attributes} those that are known */
const known = (attributes) =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === null || value === undefined || value === '' ? [] : [[name, value]],
    ),
  );
