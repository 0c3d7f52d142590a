import { REQUEST, RESPONSE } from '../http1/start-line.js';
import { isNoError } from '../http2/error-codes.js';
import { MESSAGE_FLAG } from './message-table.js';
import { NOTE } from './notes.js';

/** @typedef {import('./message-table.js').MessageTable} MessageTable */

/** Whether a complete message was captured. @param {MessageTable} table @param {number} row */
export const isWhole = (table, row) => (table.flags[row] & MESSAGE_FLAG.COMPLETE) !== 0;

/**
 * Whether a response is complete, or its framing cannot be read, so that this is unknown.
 * @param {MessageTable} table
 * @param {number} row
 */
export const isWholeResponse = (table, row) => isWhole(table, row) || (table.notes[row] & NOTE.INVALID_CHUNK) !== 0;

/**
 * Whether a connection has a complete request without a response, or an incomplete response, as far as the capture
 * goes.
 * @param {MessageTable} table @param {number} flow
 */
export function hasUnfinished(table, flow) {
  const { kind, flags, nextOfFlow } = table;
  for (let row = table.firstOf(flow); row >= 0; row = nextOfFlow[row]) {
    // a connection may have very many messages of WebSocket
    if (kind[row] === REQUEST && (flags[row] & MESSAGE_FLAG.ONE_WAY) === 0 && isUnfinished(table, row)) return true;
  }
  return false;
}

/** Status codes from here on are the server's own failures (RFC 9110 section 15.6). */
export const FIRST_SERVER_ERROR = 500;
/** The server sends the client away as it asks too often (RFC 6585 section 4): no missing icon. */
export const TOO_MANY_REQUESTS = 429;

/**
 * Whether a request got an error response, or an end reset its stream.
 * @param {MessageTable} table @param {number} row of a request
 */
function isFailed({ kind, pair, status, flags, resetCode }, row) {
  if (kind[row] !== REQUEST || (flags[row] & MESSAGE_FLAG.ONE_WAY) !== 0) return false;
  const isReset = (flags[row] & MESSAGE_FLAG.RESET) !== 0 && !isNoError(resetCode[row]);
  const response = pair[row];
  if (isReset || response < 0) return isReset;
  const isError = status[response] >= FIRST_SERVER_ERROR || status[response] === TOO_MANY_REQUESTS;
  return isError || (flags[response] & MESSAGE_FLAG.CALL_FAILED) !== 0;
}

/** A server may say so before it closes an idle connection, without a request (RFC 9110 section 15.5.9). */
const REQUEST_TIMEOUT = 408;
/** From here on a status is final. Opcodes of WebSocket, of which there may be many, are smaller in that column. */
export const MIN_FINAL_STATUS = 200;

/**
 * Whether a row is a complete final response of HTTP while no request was open, behind another message.
 * @param {MessageTable} table @param {number} row
 */
export function isUnasked(table, row) {
  const { kind, pair, status, flow } = table;
  if (kind[row] !== RESPONSE || pair[row] >= 0 || !isWhole(table, row)) return false;
  return status[row] >= MIN_FINAL_STATUS && status[row] !== REQUEST_TIMEOUT && table.firstOf(flow[row]) !== row;
}

/** Requests that the server sent elsewhere or rejected, from which on a connection is looked at. */
const MIN_TURNED_AWAY = 5;
const FIRST_REDIRECT = 300;
const NOT_MODIFIED = 304;

/**
 * Whether the answer to a request is a redirect, or rejects it (RFC 9110 sections 15.4 and 15.5).
 * @param {MessageTable} table @param {number} row of a request
 */
function isTurnedAway({ pair, status }, row) {
  const answer = pair[row] < 0 ? 0 : status[pair[row]];
  return answer >= FIRST_REDIRECT && answer < FIRST_SERVER_ERROR && answer !== NOT_MODIFIED;
}

/**
 * Whether any request of a connection failed, many were turned away, or the server answered more than it was asked.
 * @param {MessageTable} table @param {number} flow
 */
export function hasFailedRequest(table, flow) {
  const { kind, flags, status, nextOfFlow } = table;
  let turnedAway = 0;
  for (let row = table.firstOf(flow); row >= 0; row = nextOfFlow[row]) {
    if (status[row] >= MIN_FINAL_STATUS && isUnasked(table, row)) return true;
    if (kind[row] !== REQUEST || (flags[row] & MESSAGE_FLAG.ONE_WAY) !== 0) continue;
    if (isTurnedAway(table, row)) turnedAway++;
    if (turnedAway === MIN_TURNED_AWAY || isFailed(table, row)) return true;
  }
  return false;
}

/**
 * @typedef {object} ProblemSink receives faults of a connection's messages
 * @property {(flow: number) => void} unfinished a request without a response, or with an incomplete one
 * @property {(flow: number) => void} failed as `hasFailedRequest`
 * @property {(flow: number, waitNs: number) => void} waiting a response that came so long after its request, or a
 *   request that took so long to send
 * @property {(flow: number, startNs: number) => void} begun when a connection's first request began
 * @property {(flow: number, row: number) => void} answered the request whose answer is a connection's last message
 */

/**
 * Reports unfinished or late messages, in one loop over all, as there may be very many.
 * @param {MessageTable} table
 * @param {Uint8Array} isKnown by connection: not of interest
 * @param {number} leastNs
 * @param {ProblemSink} problems
 */
export function markProblemFlows(table, isKnown, leastNs, problems) {
  const { count, flow, kind, status, pair, nextOfFlow } = table;
  const turnedAway = new Uint8Array(isKnown.length);
  for (let row = 0; row < count; row++) {
    if (isKnown[flow[row]] !== 0) continue;
    if (status[row] >= MIN_FINAL_STATUS && isUnasked(table, row)) problems.failed(flow[row]);
    if (kind[row] !== REQUEST) continue;
    const waitNs = waitOf(table, row);
    if (isUnfinished(table, row)) problems.unfinished(flow[row]);
    if (isTurnedAway(table, row) && turnedAway[flow[row]] < MIN_TURNED_AWAY) turnedAway[flow[row]]++;
    if (turnedAway[flow[row]] === MIN_TURNED_AWAY || isFailed(table, row)) problems.failed(flow[row]);
    if (waitNs >= leastNs) problems.waiting(flow[row], waitNs);
    if (pair[row] >= 0 && nextOfFlow[pair[row]] < 0) problems.answered(flow[row], row);
    if (table.firstOf(flow[row]) === row) problems.begun(flow[row], table.startNs[row]);
  }
}

/**
 * Whether a row is a complete request without a response, or with an incomplete one.
 * @param {MessageTable} table
 * @param {number} row
 */
export function isUnfinished(table, row) {
  if (table.kind[row] !== REQUEST || (table.flags[row] & MESSAGE_FLAG.ONE_WAY) !== 0) return false;
  const response = table.pair[row];
  const mayHang = (table.flags[row] & MESSAGE_FLAG.MAY_HANG) !== 0;
  return response < 0 ? isWhole(table, row) && !mayHang : !isWholeResponse(table, response);
}

/**
 * Whether a response came so long after its request, or either took so long to send.
 * @param {MessageTable} table
 * @param {number} flow
 * @param {number} leastNs
 */
export function hasWait(table, flow, leastNs) {
  for (let row = table.firstOf(flow); row >= 0; row = table.nextOfFlow[row]) {
    if (isWait(table, row, leastNs)) return true;
  }
  return false;
}

/** @param {MessageTable} table @param {number} row @param {number} leastNs */
const isWait = (table, row, leastNs) => table.kind[row] === REQUEST && waitOf(table, row) >= leastNs;

/**
 * How long after a request its response came, or how long either took to send if that is more, ns; below all waits
 * without a response, or if it may wait for an event.
 * @param {MessageTable} table
 * @param {number} row of the request
 */
function waitOf({ pair, startNs, endNs, flags }, row) {
  if (pair[row] < 0 || (flags[row] & MESSAGE_FLAG.MAY_HANG) !== 0) return -Infinity;
  const answer = pair[row];
  return Math.max(startNs[answer] - endNs[row], endNs[row] - startNs[row], endNs[answer] - startNs[answer]);
}

/**
 * The request whose answer is a connection's last message; −1: none.
 * @param {MessageTable} table @param {number} flow
 */
export function lastAnswered(table, flow) {
  let row = table.firstOf(flow);
  while (row >= 0 && (table.pair[row] < 0 || table.nextOfFlow[table.pair[row]] >= 0)) row = table.nextOfFlow[row];
  return row >= 0 && table.kind[row] === REQUEST ? row : -1;
}

/** When a connection's first request began; null: it has none. @param {MessageTable} table @param {number} flow */
export function firstRequestNs(table, flow) {
  const row = table.firstOf(flow);
  return row < 0 || table.kind[row] !== REQUEST ? null : table.startNs[row];
}
