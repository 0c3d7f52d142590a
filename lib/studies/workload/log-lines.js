/** Lines of logs that proxies and servers write. */

/**
 * @typedef {object} LogLine
 * @property {number} startSeconds of the epoch
 * @property {number} requestBytes @property {number} responseBytes
 * @property {number|null} serverSeconds null: the log does not tell
 * @property {boolean} isFromCache nothing was asked of a server
 */
/** @typedef {{ name: string, isInWholeSeconds: boolean, read: (line: string) => LogLine|null }} LogFormat */

/** Bytes of a request other than its line and the logged fields: Host, Accept and others, cookies. */
const REQUEST_FIELD_BYTES = 250;
/** Bytes of a response's head, where the log counts only the body. */
const RESPONSE_HEAD_BYTES = 250;

const SQUID = /^(\d{1,11}(?:\.\d{1,9})?)\s+(-?\d{1,12})\s+\S+\s+([A-Z_]+)\/(\d{3})\s+(\d{1,15})\s+(\S+)\s+(\S+)\s/;

/**
 * Squid's native format: time at the end, how long it took in ms, client, result and status, bytes to the client with
 * the head, method, URL, user, hierarchy, type.
 * @param {string} line
 * @returns {LogLine|null} null: it is none
 */
function squidLine(line) {
  const match = SQUID.exec(line);
  if (match === null) return null;
  const [, time, elapsed, result, status, bytes, method, url] = match;
  const seconds = Math.max(0, Number(elapsed)) / 1000;
  return {
    startSeconds: Number(time) - seconds,
    requestBytes: method.length + url.length + REQUEST_FIELD_BYTES,
    responseBytes: Number(bytes),
    serverSeconds: seconds,
    isFromCache: /HIT|DENIED|NONE/.test(result) || status === '000',
  };
}

const COMBINED =
  /^\S+ \S+ .{1,256}? ?\[(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)\] "((?:[^"\\]|\\.)*)" (\d{3}) (\d{1,15}|-)(?: "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)")?/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const SECONDS_PER_MINUTE = 60;

/**
 * The common and the combined log format: host, identity, user, time of the request in seconds, request line, status,
 * bytes of the body, referrer, user agent; the rest is not read.
 * @param {string} line
 * @returns {LogLine|null} null: it is none
 */
function combinedLine(line) {
  const match = COMBINED.exec(line);
  if (match === null) return null;
  const [, day, name, year, hour, minute, second, sign, offsetHours, offsetMinutes, request, , bytes] = match;
  const month = MONTHS.indexOf(name);
  if (month < 0) return null;
  const local = Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second)) / 1000;
  const east = (Number(offsetHours) * 60 + Number(offsetMinutes)) * SECONDS_PER_MINUTE;
  const [referrer = '', agent = ''] = match.slice(13);
  return {
    startSeconds: sign === '+' ? local - east : local + east,
    requestBytes: request.length + referrer.length + agent.length + REQUEST_FIELD_BYTES,
    responseBytes: RESPONSE_HEAD_BYTES + (bytes === '-' ? 0 : Number(bytes)),
    serverSeconds: null,
    isFromCache: false,
  };
}

/** @type {LogFormat[]} */
export const LOG_FORMATS = [
  { name: "squid's native log", isInWholeSeconds: false, read: squidLine },
  { name: 'combined log format', isInWholeSeconds: true, read: combinedLine },
];
