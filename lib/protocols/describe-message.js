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
 * @property {import('./stream-parser.js').Carrier} carrier what the bytes lie in
 * @property {number|null} stream MUX session or HTTP/2 stream
 * @property {'request'|'response'} kind
 * @property {'clientToServer'|'serverToClient'} direction
 * @property {string|null} method
 * @property {string|null} target
 * @property {string|null} host of a request: its Host field, else what its target names
 * @property {number|null} status
 * @property {string} [statusText] reason phrase of an HTTP/1 response, where there is one
 * @property {[name: string, value: string][]} headers as seen, byte by byte (ISO 8859-1); folded lines joined by a
 *   space; of HTTP/2 with
 *   its pseudo-header fields, `?` for what the capture does not show
 * @property {number} start of the frame that carried the first byte
 * @property {number} end when the last byte (so far) was there in order
 * @property {number} firstFrame
 * @property {number} lastFrame the frame at which the last byte was there in order
 * @property {number} headerBytes start line to blank line; of HTTP/2 the header block as it was sent
 * @property {number} bodyBytes as transferred, after removing chunked framing
 * @property {string|null} contentType
 * @property {number|null} pair index of the other half. Interim responses name their request, which names the final
 *   response
 * @property {boolean} pipelined
 * @property {boolean} complete
 * @property {number} streamOffset of the first byte; the body starts `headerBytes` behind it
 * @property {number} endStreamOffset behind the last byte
 * @property {string[]} notes what is odd about it
 * @property {boolean} [oneWay] true of a message that nobody answers, and that answers nothing
 * @property {[name: string, value: string][]} [trailers] fields behind the body, where there are any
 * @property {{ code: string, by: 'client'|'server', at: number }} [reset] where an end reset its HTTP/2 stream
 * @property {import('./grpc/outcome.js').GrpcOutcome} [grpc] of a response to a gRPC call
 * @property {{ service: string, method: string }} [grpcCall] of a request of gRPC
 * @property {{ count: number, bytes: number, complete: boolean, messages:
 *   import('./grpc/messages.js').GrpcMessage[] }} [grpcMessages] what gRPC sent in its content; complete: none of
 *   it was missing; messages: the first ones
 * @property {import('./model/exchanges.js').ExchangeTimings & { roundTrips: number|null }} [timings] of a request
 * @property {string|null} [outcome] of an answer to a command: what it came to, in a word; null: it does not say
 * @property {string} [outcomeText] what it says of it
 * @property {boolean} [failed] whether it says that the command failed
 * @property {string|null} [opcode] of a WebSocket message: text, binary, close, ping, pong
 * @property {number|null} [closeCode] of a close frame
 * @property {string} [closeReason]
 */

/** Of a protocol that nobody describes. @type {import('./protocol.js').MessageText} */
const NO_TEXT = {
  head: ({ headBytes }, row) => ({ method: null, headers: [], headerBytes: headBytes[row] }),
  name: () => ({ method: null, target: null, host: null }),
};

/**
 * What a row's protocol is.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index
 */
export const protocolOf = (table, index) => protocolNamed(table.protocolOf(index));

/** @param {import('./model/message-table.js').MessageTable} table @param {number} index */
const textOf = (table, index) => protocolOf(table, index)?.messages ?? NO_TEXT;

/**
 * A message's header fields, as `describeMessage` gives them.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index
 */
export const headersOf = (table, index) => textOf(table, index).head(table, index).headers;

/**
 * The fields behind a message's content.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index
 */
export const trailersOf = (table, index) => textOf(table, index).trailers?.(table, index) ?? [];

/**
 * How a gRPC call came out.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index of its response
 */
export const grpcOf = (table, index) => grpcOutcome(headersOf(table, index), trailersOf(table, index));

/**
 * What a request asks for.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index of a request
 * @returns {{ method: string|null, target: string|null, host: string|null }} method: or command
 */
export const requestName = (table, index) => textOf(table, index).name(table, index);

/**
 * What a request calls the server that it is sent to, as in its Host field or `:authority`; null where it names none,
 * or is for a proxy.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index of a request
 * @param {import('./model/text-cache.js').KnownTexts} texts
 * @returns {string|null}
 */
export function serverAsked(table, index, texts) {
  const text = textOf(table, index);
  if (text.serverAsked !== undefined) return text.serverAsked(table, index, texts);
  const { target, host } = text.name(table, index);
  return target?.startsWith('/') || target === '*' ? host : null;
}

/**
 * The same of a flow's first request; null without one.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} flow
 * @param {import('./model/text-cache.js').KnownTexts} texts
 */
export function firstServerAsked(table, flow, texts) {
  const row = table.firstRequestOf(flow);
  return row < 0 ? null : serverAsked(table, row, texts);
}

/**
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index
 * @param {0|1} client who is the client of the flow
 * @param {number} flow its number as users see it
 * @returns {Message}
 */
export function describeMessage(table, index, client, flow) {
  const text = textOf(table, index);
  const { method, headers, headerBytes, statusText } = text.head(table, index);
  const isRequest = table.kind[index] === REQUEST;
  const { target, host } = isRequest ? text.name(table, index, headers) : { target: null, host: null };
  const flags = table.flags[index];
  // What JSON leaves out is undefined: objects that are spread into one another take several times as long to make.
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
