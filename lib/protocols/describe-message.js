/** One message as the object that `analyze --messages` prints. */
import { grpcOutcome } from './grpc/outcome.js';
import { REQUEST } from './http1/start-line.js';
import { fieldOf } from './model/header-fields.js';
import { CARRIERS, MESSAGE_FLAG } from './model/message-table.js';
import { noteNames } from './model/notes.js';
import { protocolNamed } from './registry.js';

/**
 * @typedef {object} Message Times in seconds since the capture's first packet.
 * @property {number} flow
 * @property {number} index into the capture's messages
 * @property {string} protocol one of the registry's names
 * @property {import('./stream-parser.js').Carrier} carrier what directly contains the bytes
 * @property {number|null} stream MUX session, stream of HTTP/2 or QUIC
 * @property {'request'|'response'} kind
 * @property {'clientToServer'|'serverToClient'} direction
 * @property {string|null} method
 * @property {string|null} target
 * @property {string|null} host of a request: its Host field, else the host in its target
 * @property {number|null} status
 * @property {string} [statusText] reason phrase of an HTTP/1 response, where there is one
 * @property {[name: string, value: string][]} headers as seen, byte by byte (ISO 8859-1); folded lines joined by a
 *   space; of HTTP/2 with
 *   its pseudo-header fields, `?` for what the capture does not show
 * @property {number} start of the frame that carried the first byte
 * @property {number} end when the last byte (so far) was received in order
 * @property {number} firstFrame
 * @property {number} lastFrame the frame at which the last byte was received in order
 * @property {number} headerBytes start line to blank line; of HTTP/2 the header block as it was sent
 * @property {number} bodyBytes as transferred, after removing chunked framing
 * @property {string|null} contentType
 * @property {number|null} pair index of the other half. Interim responses have their request's index, which has the
 *   final response's
 * @property {boolean} pipelined
 * @property {boolean} complete
 * @property {number} streamOffset of the first byte; the body starts `headerBytes` after it
 * @property {number} endStreamOffset after the last byte
 * @property {string[]} notes anomalies
 * @property {boolean} [oneWay] true for a message that is neither answered nor an answer
 * @property {[name: string, value: string][]} [trailers] fields after the body, if any
 * @property {{ code: string, by: 'client'|'server', at: number }} [reset] if an end reset its stream of HTTP/2 or QUIC
 * @property {import('./http3/priority.js').Priority|null} [priority] of HTTP/3: as last asked for; null: not
 * @property {number|null} [blockedByQpack] of HTTP/3: how long its header fields waited for entries of QPACK's dynamic
 *   table; null: they cannot be read
 * @property {boolean} [zeroRtt] of HTTP/3: whether it began in a 0-RTT packet
 * @property {import('./grpc/outcome.js').GrpcOutcome} [grpc] of a response to a gRPC call
 * @property {{ service: string, method: string }} [grpcCall] of a request of gRPC
 * @property {{ count: number, bytes: number, complete: boolean, messages: import('./grpc/messages.js').GrpcMessage[] }}
 *   [grpcMessages] gRPC messages in its content; complete: none was missing; messages: the first ones
 * @property {{ count: number, bytes: number, complete: boolean, messages:
 *   import('./contents/server-events.js').ServerEvent[] }} [serverEvents] server-sent events in its content, likewise
 * @property {{ service: string, code: string, reason: string|null, items?: number }} [serviceError] the error in its
 *   content; items: of the request that failed
 * @property {import('./model/exchanges.js').ExchangeTimings & { roundTrips: number|null }} [timings] of a request
 * @property {number} [dataFlow] of a command of FTP: the connection that carries its file or list
 * @property {string|null} [outcome] of a response to a command: its outcome in a word; null: not stated
 * @property {string} [outcomeText] text of the outcome
 * @property {boolean} [failed] whether it says that the command failed
 * @property {number} [request] of a WebSocket message: index of the request that opened the WebSocket
 * @property {number} [gap] since the end of the direction's previous message of the WebSocket
 * @property {string|null} [opcode] of a WebSocket message: text, binary, close, ping, pong
 * @property {number|null} [closeCode] of a close frame
 * @property {string} [closeReason]
 */

/** For a protocol without descriptions. @type {import('./protocol.js').MessageText} */
const NO_TEXT = {
  head: ({ headBytes }, row) => ({ method: null, headers: [], headerBytes: headBytes[row] }),
  name: () => ({ method: null, target: null, host: null }),
};

/**
 * The protocol of a row.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index
 */
export const protocolOf = (table, index) => protocolNamed(table.protocolOf(index));

/** @param {import('./model/message-table.js').MessageTable} table @param {number} index */
const textOf = (table, index) => protocolOf(table, index)?.messages ?? NO_TEXT;

/**
 * A message's header fields, as in `describeMessage`.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index
 */
export const headersOf = (table, index) => textOf(table, index).head(table, index).headers;

/**
 * The trailer fields of a message.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index
 */
export const trailersOf = (table, index) => textOf(table, index).trailers?.(table, index) ?? [];

/**
 * The outcome of a gRPC call.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index of its response
 */
export const grpcOf = (table, index) => grpcOutcome(headersOf(table, index), trailersOf(table, index));

/**
 * The URL of a request.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index of a request
 * @returns {{ method: string|null, target: string|null, host: string|null }} method: or command
 */
export const requestName = (table, index) => textOf(table, index).name(table, index);

/**
 * The name of the server that a request is sent to, from its Host field or `:authority`; null where it has none, or is
 * for a proxy.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index of a request
 * @param {import('./model/text-cache.js').KnownTexts} texts
 * @returns {string|null}
 */
export function requestedServer(table, index, texts) {
  const text = textOf(table, index);
  if (text.requestedServer !== undefined) return text.requestedServer(table, index, texts);
  const { target, host } = text.name(table, index);
  return target?.startsWith('/') || target === '*' ? host : null;
}

/**
 * The same of a flow's first request; null without one.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} flow
 * @param {import('./model/text-cache.js').KnownTexts} texts
 */
export function firstRequestedServer(table, flow, texts) {
  const row = table.firstRequestOf(flow);
  return row < 0 ? null : requestedServer(table, row, texts);
}

/**
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index
 * @param {0|1} client the endpoint of the flow's client
 * @param {number} flow its number as users see it
 * @returns {Message}
 */
export function describeMessage(table, index, client, flow) {
  const text = textOf(table, index);
  const { method, headers, headerBytes, statusText } = text.head(table, index);
  const isRequest = table.kind[index] === REQUEST;
  const { target, host } = isRequest ? text.name(table, index, headers) : { target: null, host: null };
  const flags = table.flags[index];
  // Absent fields are undefined, which JSON omits: spreading objects would take several times as long.
  const message = {
    flow,
    index,
    protocol: table.protocolOf(index),
    carrier: CARRIERS[table.carrier[index]],
    stream: table.stream[index] < 0 ? null : table.stream[index],
    kind: isRequest ? 'request' : 'response',
    direction: table.endpoint[index] === client ? 'clientToServer' : 'serverToClient',
    method,
    target,
    host,
    status: isRequest ? null : table.status[index],
    statusText: statusText || undefined,
    headers,
    start: table.startNs[index] / 1e9,
    end: table.endNs[index] / 1e9,
    firstFrame: table.firstFrame[index],
    lastFrame: table.lastFrame[index],
    headerBytes,
    bodyBytes: table.bodyBytes[index],
    contentType: fieldOf(headers, 'content-type'),
    pair: table.pair[index] < 0 ? null : table.pair[index],
    pipelined: (flags & MESSAGE_FLAG.PIPELINED) !== 0,
    complete: (flags & MESSAGE_FLAG.COMPLETE) !== 0,
    streamOffset: table.startOffset[index],
    endStreamOffset: table.endOffset[index],
    notes: noteNames(table.notes[index]),
    oneWay: (flags & MESSAGE_FLAG.ONE_WAY) === 0 ? undefined : true,
  };
  return Object.assign(message, text.more?.(table, index, client, headers));
}
