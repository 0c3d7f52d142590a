/** One message as the object that `analyze --messages` prints. */
import { MAX_HEADER_FIELDS } from './http1/limits.js';
import { REQUEST } from './http1/start-line.js';
import { errorName } from './http2/error-codes.js';
import { grpcOutcome } from './http2/grpc.js';
import { trailersOf, unpackHead } from './http2/head-block.js';
import { hostField, hostPlace, isForItsServer, startLine } from './model/head-text.js';
import { latin1 } from './model/latin1.js';
import { CARRIERS, MESSAGE_FLAG, MESSAGE_PROTOCOL, MESSAGE_PROTOCOLS } from './model/message-table.js';
import { NOTE, noteNames } from './model/notes.js';
import { OPCODE } from './websocket/frames.js';

/**
 * @typedef {object} Message Times in seconds since the capture's first packet.
 * @property {number} flow
 * @property {number} index into the capture's messages
 * @property {typeof MESSAGE_PROTOCOLS[number]} protocol
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
 * @property {[name: string, value: string][]} [trailers] fields behind the body, where there are any
 * @property {{ code: string, by: 'client'|'server', at: number }} [reset] where an end reset its HTTP/2 stream
 * @property {import('./http2/grpc.js').GrpcOutcome} [grpc] of a response to a gRPC call
 * @property {import('./model/exchanges.js').ExchangeTimings & { roundTrips: number|null }} [timings] of a request
 * @property {string|null} [opcode] of a WebSocket message: text, binary, close, ping, pong
 * @property {number|null} [closeCode] of a close frame
 * @property {string} [closeReason]
 */

/**
 * @param {string} head
 * @param {boolean} isCut whether its last line is not all there
 * @returns {{ startLine: string, headers: [string, string][] }}
 */
function parseHead(head, isCut) {
  const lines = head.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const startLine = lines[0];
  const fields = lines.slice(1, isCut ? -1 : undefined);
  /** @type {[string, string][]} */
  const headers = [];
  for (const line of fields) {
    if (line === '') continue;
    const last = headers.at(-1);
    if ((line[0] === ' ' || line[0] === '\t') && last !== undefined) {
      last[1] = trim(`${last[1]} ${trim(line)}`);
      continue;
    }
    if (headers.length === MAX_HEADER_FIELDS) break;
    const colon = line.indexOf(':');
    if (colon < 0) headers.push([trim(line), '']);
    else headers.push([trim(line.slice(0, colon)), trim(line.slice(colon + 1))]);
  }
  return { startLine, headers };
}

/** Removes optional white space (RFC 9110 section 5.6.3). @param {string} text */
function trim(text) {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text, start)) start++;
  while (end > start && isBlank(text, end - 1)) end--;
  return text.slice(start, end);
}

/** @param {string} text @param {number} at */
const isBlank = (text, at) => text[at] === ' ' || text[at] === '\t';

/**
 * @param {[name: string, value: string][]} headers
 * @param {string} name in lower case
 * @returns {string|null} the first such field's value
 */
export function fieldOf(headers, name) {
  return headers.find((header) => header[0].toLowerCase() === name)?.[1] ?? null;
}

/**
 * @param {string} method
 * @param {string} target
 * @returns {string|null} the authority that a target in absolute or authority form names
 */
function authorityOf(method, target) {
  if (method === 'CONNECT') return target;
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1] ?? null;
}

/**
 * @param {string} line
 * @returns {{ method: string, target: string }}
 */
function parseRequestLine(line) {
  const space = line.indexOf(' ');
  return { method: line.slice(0, space), target: line.slice(space + 1, -' HTTP/1.1'.length).replace(/^ +| +$/g, '') };
}

/** @param {string} line of status @returns {string} its reason phrase (RFC 9112 section 4), "" without one */
const reasonOf = (line) => trim(/^\S+ +\d+(.*)$/.exec(line)?.[1] ?? '');

/**
 * What a message's head says, of whichever version.
 * @typedef {object} HeadParts
 * @property {string|null} method
 * @property {[name: string, value: string][]} headers with HTTP/2's pseudo-header fields
 * @property {number} headerBytes
 * @property {string} [statusText]
 */

/**
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index
 * @returns {HeadParts}
 */
function headOf(table, index) {
  const headerBytes = table.headBytes[index];
  if (table.protocol[index] === MESSAGE_PROTOCOL.WEBSOCKET) {
    return {
      method: null,
      headers: [],
      headerBytes: table.endOffset[index] - table.startOffset[index] - table.bodyBytes[index],
    };
  }
  if (table.headAt[index] < 0) return { method: null, headers: [], headerBytes };
  if (table.protocol[index] === MESSAGE_PROTOCOL.HTTP_2) {
    const { fields, wireBytes } = unpackHead(table, index);
    return { method: fieldOf(fields, ':method'), headers: fields, headerBytes: wireBytes };
  }
  const { startLine: line, headers } = parseHead(
    latin1(table.heads.read(table.headAt[index], headerBytes)),
    (table.notes[index] & NOTE.HEAD_CUT) !== 0,
  );
  if (table.kind[index] !== REQUEST) return { method: null, headers, headerBytes, statusText: reasonOf(line) };
  return { method: line === '' ? null : parseRequestLine(line).method, headers, headerBytes };
}

/**
 * A message's header fields, as `describeMessage` gives them.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index
 */
export const headersOf = (table, index) => headOf(table, index).headers;

/**
 * How a gRPC call came out.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index of its response
 */
export const grpcOf = (table, index) =>
  table.protocol[index] === MESSAGE_PROTOCOL.HTTP_2
    ? grpcOutcome(headersOf(table, index), trailersOf(table, index) ?? [])
    : null;

/** What an HTTP/2 request asks for. @param {import('./http2/hpack.js').Field[]} fields */
const nameIn = (fields) => ({
  target: fieldOf(fields, ':path') ?? fieldOf(fields, ':authority'),
  host: fieldOf(fields, ':authority') ?? fieldOf(fields, 'host'),
});

/**
 * What a request asks for.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index of a request
 * @returns {{ target: string|null, host: string|null }}
 */
export function requestName(table, index) {
  if (table.headAt[index] < 0 || table.protocol[index] === MESSAGE_PROTOCOL.WEBSOCKET) {
    return { target: null, host: null };
  }
  if (table.protocol[index] === MESSAGE_PROTOCOL.HTTP_2) return nameIn(unpackHead(table, index).fields);
  const bytes = table.heads.read(table.headAt[index], table.headBytes[index]);
  const { method, target } = parseRequestLine(startLine(bytes));
  return { target, host: hostField(bytes) ?? authorityOf(method, target) };
}

/**
 * The same where its header fields are known.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index
 * @param {HeadParts['headers']} headers
 */
const nameOf = (table, index, headers) =>
  table.protocol[index] === MESSAGE_PROTOCOL.HTTP_2 ? nameIn(headers) : requestName(table, index);

/**
 * What a request calls the server that it is sent to, as in its Host field or `:authority`; null where it names none,
 * or is for a proxy.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index of a request
 * @param {import('./model/text-cache.js').KnownTexts} texts
 * @returns {string|null}
 */
export function serverAsked(table, index, texts) {
  if (table.headAt[index] < 0 || table.protocol[index] >= MESSAGE_PROTOCOL.HTTP_2) {
    const { target, host } = requestName(table, index);
    return target?.startsWith('/') || target === '*' ? host : null;
  }
  const head = table.heads.read(table.headAt[index], table.headBytes[index]);
  const place = isForItsServer(head) ? hostPlace(head) : null;
  return place === null ? null : texts.of(head, place.start, place.end);
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

/** @type {ReadonlyMap<number, string>} */
const OPCODES = new Map(
  /** @type {[number, string][]} */ ([
    [OPCODE.CONTINUATION, 'continuation'],
    [OPCODE.TEXT, 'text'],
    [OPCODE.BINARY, 'binary'],
    [OPCODE.CLOSE, 'close'],
    [OPCODE.PING, 'ping'],
    [OPCODE.PONG, 'pong'],
  ]),
);

/**
 * What a WebSocket message has besides; `closeCode` and `closeReason` of a close frame.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index
 */
function webSocketParts(table, index) {
  const opcode = OPCODES.get(table.status[index]) ?? null;
  if (table.status[index] !== OPCODE.CLOSE || table.headAt[index] < 0) return { opcode };
  const bytes = table.heads.read(table.headAt[index], table.headBytes[index]);
  return {
    opcode,
    closeCode: bytes.length < 2 ? null : (bytes[0] << 8) | bytes[1],
    closeReason: new TextDecoder().decode(bytes.subarray(2)),
  };
}

/**
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index
 * @param {0|1} client who is the client of the flow
 * @param {number} flow its number as users see it
 * @returns {Message}
 */
export function describeMessage(table, index, client, flow) {
  const { method, headers, headerBytes, statusText } = headOf(table, index);
  const isRequest = table.kind[index] === REQUEST;
  const isWebSocket = table.protocol[index] === MESSAGE_PROTOCOL.WEBSOCKET;
  const { target, host } = isRequest ? nameOf(table, index, headers) : { target: null, host: null };
  const flags = table.flags[index];
  return {
    flow,
    index,
    protocol: MESSAGE_PROTOCOLS[table.protocol[index]],
    carrier: CARRIERS[table.carrier[index]],
    stream: table.stream[index] < 0 ? null : table.stream[index],
    kind: isRequest ? 'request' : 'response',
    direction: table.endpoint[index] === client ? 'clientToServer' : 'serverToClient',
    method,
    target,
    host,
    status: isRequest || isWebSocket ? null : table.status[index],
    ...(statusText ? { statusText } : {}),
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
    ...(isWebSocket ? webSocketParts(table, index) : {}),
    ...(table.protocol[index] === MESSAGE_PROTOCOL.HTTP_2 ? http2Parts(table, index, client, headers) : {}),
  };
}

/**
 * What an HTTP/2 message has besides, as far as it has.
 * @param {import('./model/message-table.js').MessageTable} table
 * @param {number} index
 * @param {0|1} client
 * @param {HeadParts['headers']} headers
 * @returns {Pick<Message, 'trailers'|'reset'|'grpc'>}
 */
function http2Parts(table, index, client, headers) {
  const flags = table.flags[index];
  const trailers = trailersOf(table, index);
  const grpc = table.kind[index] === REQUEST ? null : grpcOutcome(headers, trailers ?? []);
  const resetter = (flags & MESSAGE_FLAG.RESET_BY_1) !== 0 ? 1 : 0;
  return {
    ...(trailers === null ? {} : { trailers }),
    ...((flags & MESSAGE_FLAG.RESET) === 0
      ? {}
      : {
          reset: {
            code: errorName(table.resetCode[index]),
            by: resetter === client ? 'client' : 'server',
            at: table.resetNs[index] / 1e9,
          },
        }),
    ...(grpc === null ? {} : { grpc }),
  };
}
