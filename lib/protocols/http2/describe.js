/** Descriptions of HTTP/2: its messages, and a connection as `http2` of `analyze --json`. */
import { contentParts } from '../contents/describe.js';
import { grpcParts } from '../grpc/describe.js';
import { trailersOf, unpackHead } from '../http-fields/head-block.js';
import { fieldOf } from '../model/header-fields.js';
import { MESSAGE_FLAG } from '../model/message-table.js';
import { errorName } from './error-codes.js';

/** RFC 9113 section 6.5.2, RFC 8441, RFC 9218. */
const SETTING_NAMES = new Map([
  [1, 'headerTableSize'],
  [2, 'enablePush'],
  [3, 'maxConcurrentStreams'],
  [4, 'initialWindowSize'],
  [5, 'maxFrameSize'],
  [6, 'maxHeaderListSize'],
  [8, 'enableConnectProtocol'],
  [9, 'noRfc7540Priorities'],
]);

/** @param {number} ns */
const seconds = (ns) => Math.round(ns) / 1e9;

/** Time with at least one in progress. @param {import('./flow-control.js').Stall[]} stalls @returns {number} ns */
function unionOf(stalls) {
  let total = 0;
  let reached = -Infinity;
  for (const { startNs, endNs } of stalls.toSorted((a, b) => a.startNs - b.startNs)) {
    total += Math.max(0, endNs - Math.max(startNs, reached));
    reached = Math.max(reached, endNs);
  }
  return total;
}

/** Data of one end. @param {import('./side-facts.js').SideFacts} facts */
function describeSide({ settings, streams, resets, priorities, priorityUpdates, goAway, flow }) {
  return {
    settings: Object.fromEntries([...settings].map(([id, value]) => [SETTING_NAMES.get(id) ?? String(id), value])),
    streams,
    resets,
    priorities,
    priorityUpdates,
    goAway: goAway && {
      lastStream: goAway.lastStream,
      error: errorName(goAway.error),
      frame: goAway.frame,
      ...(goAway.text === '' ? {} : { text: goAway.text }),
    },
    stallCount: flow.stallCount,
    stalledSeconds: seconds(flow.stalledNs),
    waitedSeconds: seconds(unionOf(flow.stalls)),
    stalls: flow.stalls.map(({ stream, startNs, endNs }) => ({ stream, start: seconds(startNs), end: seconds(endNs) })),
    blocked: flow.blocked.map(({ stream, startNs }) => ({ stream, start: seconds(startNs) })),
  };
}

/**
 * @param {import('./side-facts.js').Http2Facts} facts
 * @param {0|1} client endpoint
 */
export function describeHttp2({ sides }, client) {
  return { clientToServer: describeSide(sides[client]), serverToClient: describeSide(sides[1 - client]) };
}

/** The URL of a request. @param {import('../http-fields/field-list.js').Field[]} fields */
const nameIn = (fields) => ({
  method: fieldOf(fields, ':method'),
  target: fieldOf(fields, ':path') ?? fieldOf(fields, ':authority'),
  host: fieldOf(fields, ':authority') ?? fieldOf(fields, 'host'),
});

/**
 * Further fields of a message of HTTP/2 or HTTP/3, if any.
 * @param {import('../model/message-table.js').MessageTable} table
 * @param {number} index
 * @param {0|1} client
 * @param {import('../protocol.js').HeadParts['headers']} headers
 * @returns {Partial<import('../describe-message.js').Message>}
 */
export function moreOf(table, index, client, headers) {
  const flags = table.flags[index];
  const trailers = trailersOf(table, index);
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
    ...grpcParts(table, index, headers, trailers, fieldOf(headers, ':path')),
    ...contentParts(table, index),
  };
}

/** @type {import('../protocol.js').MessageText} */
export const HTTP2_TEXT = {
  headForm: 'references',
  head: (table, row) => {
    if (table.headAt[row] < 0) return { method: null, headers: [], headerBytes: table.headBytes[row] };
    const { fields, wireBytes } = unpackHead(table, row);
    return { method: fieldOf(fields, ':method'), headers: fields, headerBytes: wireBytes };
  },
  name: (table, row, headers) => {
    if (table.headAt[row] < 0) return { method: null, target: null, host: null };
    return nameIn(headers ?? unpackHead(table, row).fields);
  },
  trailers: trailersOf,
  more: moreOf,
};
