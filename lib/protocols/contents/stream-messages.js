/**
 * Messages of a stream under the request that opened it: of a WebSocket, of gRPC, server-sent events. The gaps between
 * them are waits for events.
 */
import { WEBSOCKET_TEXT } from '../websocket/describe.js';

/** Messages that are listed under a request; all are counted. */
export const MAX_LISTED_MESSAGES = 1000;

/** @typedef {import('../model/message-table.js').MessageTable} MessageTable */

/**
 * @typedef {object} StreamMessage Times in seconds since the capture's first packet.
 * @property {boolean} fromClient
 * @property {string} kind a WebSocket message's opcode, an event's type, else `message`
 * @property {number} start
 * @property {number} end
 * @property {number} bytes of its content
 * @property {number} [gap] since the end of the direction's previous message; absent for the first
 */

/** @param {{ end: number }|undefined} before @param {number} start */
export const gapAfter = (before, start) =>
  before === undefined ? {} : { gap: Math.max(0, Math.round((start - before.end) * 1e9) / 1e9) };

/**
 * Messages of one direction with the gap before each.
 * @template {{ start: number, end: number }} T
 * @param {readonly T[]} listed
 */
export const withGaps = (listed) =>
  listed.map((message, k) => ({ ...message, ...gapAfter(listed[k - 1], message.start) }));

/**
 * How many messages are under each request of a connection. One without a stream is left out, as is a call of gRPC with
 * one message each way.
 * @param {MessageTable} table @param {readonly number[]} rows of the connection
 * @returns {Map<number, number>} by the request's row
 */
export function streamCounts(table, rows) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const row of rows) {
    const request = table.parent[row];
    if (request >= 0) counts.set(request, (counts.get(request) ?? 0) + 1);
    const inContent = contentCount(table, row);
    if (inContent > 0) counts.set(row, (counts.get(row) ?? 0) + inContent);
  }
  return counts;
}

/** @param {MessageTable} table @param {number} row of a request */
function contentCount(table, row) {
  const response = table.pair[row];
  if (table.grpc.size === 0 && table.events.size === 0) return 0;
  const sent = table.grpc.get(row)?.count ?? 0;
  const received = table.grpc.get(response)?.count ?? 0;
  return (sent > 1 || received > 1 ? sent + received : 0) + (table.events.get(response)?.count ?? 0);
}

/**
 * The messages under a request, in the order in which they began.
 * @param {MessageTable} table @param {number} request its row @param {readonly number[]} rows of the connection
 * @param {0|1} client endpoint
 * @returns {{ count: number, messages: StreamMessage[] }|null} null: it has no stream
 */
export function streamMessages(table, request, rows, client) {
  const count = streamCounts(table, rows).get(request);
  if (count === undefined) return null;
  const response = table.pair[request];
  const all = [
    ...listedOf(table.grpc.get(request), true),
    ...listedOf(table.grpc.get(response), false),
    ...listedOf(table.events.get(response), false),
    ...ofWebSocket(table, request, rows, client),
  ];
  all.sort((a, b) => a.start - b.start);
  return { count, messages: all.slice(0, MAX_LISTED_MESSAGES) };
}

/**
 * @param {{ listed: readonly { start: number, end: number, bytes: number, type?: string }[] }|undefined} content
 * @param {boolean} fromClient
 * @returns {StreamMessage[]}
 */
const listedOf = (content, fromClient) =>
  withGaps(content?.listed ?? []).map(({ start, end, bytes, type, gap }) => ({
    fromClient,
    kind: type || 'message',
    start,
    end,
    bytes,
    ...(gap === undefined ? {} : { gap }),
  }));

/**
 * @param {MessageTable} table @param {number} request @param {readonly number[]} rows @param {0|1} client
 * @returns {StreamMessage[]} as many as are listed
 */
function ofWebSocket(table, request, rows, client) {
  const gaps = webSocketGaps(table, rows);
  return rows
    .filter((row) => table.parent[row] === request)
    .slice(0, MAX_LISTED_MESSAGES)
    .map((row) => ({
      fromClient: table.endpoint[row] === client,
      kind: WEBSOCKET_TEXT.more?.(table, row, client, []).opcode ?? 'message',
      start: table.startNs[row] / 1e9,
      end: table.endNs[row] / 1e9,
      bytes: table.bodyBytes[row],
      ...gaps.get(row),
    }));
}

/**
 * The gap before each message of the connection's WebSockets.
 * @param {MessageTable} table @param {readonly number[]} rows
 * @returns {Map<number, { gap?: number }>} by row
 */
export function webSocketGaps(table, rows) {
  /** @type {Map<string, { end: number }>} */
  const before = new Map();
  const gaps = new Map();
  for (const row of rows) {
    if (table.protocolOf(row) !== 'websocket') continue;
    const direction = `${table.stream[row]} ${table.endpoint[row]}`;
    gaps.set(row, gapAfter(before.get(direction), table.startNs[row] / 1e9));
    before.set(direction, { end: table.endNs[row] / 1e9 });
  }
  return gaps;
}
