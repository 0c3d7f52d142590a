/** The messages of a connection as its lane shows them. */
import { protocolOf, requestName } from '../protocols/describe-message.js';
import { REQUEST } from '../protocols/http1/start-line.js';
import { MESSAGE_FLAG } from '../protocols/model/message-table.js';
import { outcomeOf } from '../shared/message-outcome.js';
import { MAX_LANE_MESSAGES, MAX_LANE_NAME } from './limits.js';

/** @typedef {import('../protocols/message-analysis.js').MessageAnalysis} MessageAnalysis */
/** @typedef {import('./lane-walk.js').LaneWindow} LaneWindow */

/** Kinds of messages in a lane; values of the column `messageKind`. */
export const MESSAGE_KINDS = /** @type {const} */ (['request', 'response', 'frame']);

/** Media types of responses; values of the column `messageType`. */
export const MEDIA_TYPES = /** @type {const} */ (['data', 'html', 'css', 'script', 'image', 'font']);

/** @type {[RegExp, typeof MEDIA_TYPES[number]][]} the first match counts */
const PATTERNS = [
  [/html/, 'html'],
  [/css/, 'css'],
  [/javascript|ecmascript/, 'script'],
  [/^image\//, 'image'],
  [/font|^text\/plain/, 'font'],
];

/** @param {string|null} contentType @returns {number} index in `MEDIA_TYPES` */
export function mediaType(contentType) {
  const type = (contentType ?? '').toLowerCase();
  return MEDIA_TYPES.indexOf(PATTERNS.find(([pattern]) => pattern.test(type))?.[1] ?? 'data');
}

/** @param {string|null} target @returns {string} the last part of its path */
function shortName(target) {
  const path = (target ?? '').split(/[?#]/, 1)[0];
  return (path.slice(path.lastIndexOf('/') + 1) || path).slice(0, MAX_LANE_NAME);
}

/**
 * A message of a lane; times in ns.
 * @typedef {object} LaneMessage
 * @property {number} row in the message table
 * @property {number} kind index in `MESSAGE_KINDS`
 * @property {number} type index in `MEDIA_TYPES`
 * @property {number} status
 * @property {string} outcome of a response, in a word
 * @property {boolean} isFailed
 * @property {boolean} fromClient
 * @property {boolean} pipelined
 * @property {boolean} complete
 * @property {number} startNs
 * @property {number} endNs
 * @property {number} lastFrame
 * @property {number} deliveredNs −1 not known; filled by the walk over the packets
 * @property {number} pair −1 none
 * @property {string} name
 */

const NO_OUTCOME = { text: '', isFailed: false };

/**
 * @param {MessageAnalysis} messages
 * @param {number} flow index
 * @param {number} client its endpoint
 * @param {LaneWindow} window
 * @returns {{ all: boolean, messages: LaneMessage[] }} by start; `all`: whatever the window
 */
export function laneMessages(messages, flow, client, window) {
  const { table } = messages;
  const rows = messages.messagesOf(flow);
  if (table === null) return { all: true, messages: [] };
  const shown = rows.length > MAX_LANE_MESSAGES ? thinned(table, rows, window) : rows;
  const described = shown.map((row) => laneMessage(messages, table, row, client));
  return { all: shown === rows, messages: described.sort((a, b) => a.startNs - b.startNs || a.row - b.row) };
}

/**
 * Of the messages of a kind that begin in one bin the longest; errors are never merged.
 * @param {import('../protocols/model/message-table.js').MessageTable} table
 * @param {number[]} rows
 * @param {LaneWindow} window
 */
function thinned(table, rows, { startNs, endNs, bins }) {
  /** @type {Map<number, number>} */
  const kept = new Map();
  for (const row of rows) {
    if (table.startNs[row] > endNs || table.endNs[row] < startNs) continue;
    const bin = Math.floor(((table.startNs[row] - startNs) / (endNs - startNs)) * bins);
    const key = (bin * 2 + table.kind[row]) * 2 + Number(isFailure(table, row));
    const other = kept.get(key);
    if (other === undefined || table.endNs[row] > table.endNs[other]) kept.set(key, row);
  }
  return [...kept.values()];
}

/** @param {import('../protocols/model/message-table.js').MessageTable} table @param {number} row of a response */
const isFailure = (table, row) =>
  (table.flags[row] & MESSAGE_FLAG.CALL_FAILED) !== 0 ||
  (table.status[row] >= 400 && protocolOf(table, row)?.isHttp === true);

/**
 * Name of a request: for HTTP the last part of its path.
 * @param {import('../protocols/model/message-table.js').MessageTable} table
 * @param {number} row
 */
function nameOf(table, row) {
  const { method, target } = requestName(table, row);
  if (protocolOf(table, row)?.isHttp) return shortName(target);
  return [method, target].filter(Boolean).join(' ').slice(0, MAX_LANE_NAME);
}

/**
 * @param {MessageAnalysis} messages
 * @param {import('../protocols/model/message-table.js').MessageTable} table
 * @param {number} row
 * @param {number} client
 * @returns {LaneMessage}
 */
function laneMessage(messages, table, row, client) {
  const isFrame = (table.flags[row] & MESSAGE_FLAG.ONE_WAY) !== 0;
  const isRequest = !isFrame && table.kind[row] === REQUEST;
  let kind = isRequest ? 0 : 1;
  if (isFrame) kind = 2;
  const described = kind === 1 ? messages.describe(row) : null;
  const outcome = described === null ? NO_OUTCOME : outcomeOf(described);
  return {
    row,
    kind,
    type: described === null ? 0 : mediaType(described.contentType),
    outcome: outcome.text,
    isFailed: outcome.isFailed,
    status: kind === 1 ? table.status[row] : 0,
    fromClient: table.endpoint[row] === client,
    pipelined: (table.flags[row] & MESSAGE_FLAG.PIPELINED) !== 0,
    complete: (table.flags[row] & MESSAGE_FLAG.COMPLETE) !== 0,
    startNs: table.startNs[row],
    endNs: table.endNs[row],
    lastFrame: table.lastFrame[row],
    deliveredNs: -1,
    pair: table.pair[row],
    name: table.kind[row] === REQUEST ? nameOf(table, row) : '',
  };
}
