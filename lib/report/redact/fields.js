/** Header fields, targets and start lines without private data, each with its length kept. */
import { mask } from './stand-ins.js';

/** @typedef {import('./stand-ins.js').StandIns} StandIns */

/** Fields about the transfer, not its content or people: their values are kept where they have the usual form. */
const SAFE = new Set(
  `accept accept-encoding accept-language accept-ranges age allow cache-control connection content-encoding
   content-language content-length content-range content-type date expect expires grpc-accept-encoding grpc-encoding
   grpc-status grpc-timeout if-modified-since keep-alive last-modified max-forwards pragma priority proxy-connection range
   retry-after sec-fetch-dest sec-fetch-mode sec-fetch-site sec-fetch-user sec-websocket-version
   strict-transport-security te trailer transfer-encoding upgrade upgrade-insecure-requests vary
   :method :protocol :scheme :status`.split(/\s+/),
);
const SAFE_VALUE = /^[\w\s.,:;=*/+()-]*$/;
const MAX_SAFE_CHARACTERS = 160;
const NAMING = new Set(['host', ':authority']);
const AUTHORITY = /^((?:.*@)?)(\[[^\]]*\]|[^:]*)(.*)$/s;
const ABSOLUTE = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)(.*)$/is;
/** After a path: parameters, query, fragment. */
const BEHIND_PATH = /[?;#]/;

/** @param {string} text `user@host:port` @param {StandIns} standIns */
export function authority(text, standIns) {
  const [, user, host, port] = /** @type {RegExpExecArray} */ (AUTHORITY.exec(text));
  return `${mask(user)}${host === '' ? '' : standIns.name(host)}${/^:\d*$/.test(port) ? port : mask(port)}`;
}

/** @param {string} text what a request asks for @param {StandIns} standIns @param {boolean} isConnect */
export function target(text, standIns, isConnect) {
  if (isConnect) return authority(text, standIns);
  const absolute = ABSOLUTE.exec(text);
  if (absolute !== null) return absolute[1] + authority(absolute[2], standIns) + path(absolute[3], standIns);
  return path(text, standIns);
}

/**
 * The path is replaced, or kept except for names and addresses; of the query only the keys are kept.
 * @param {string} text @param {StandIns} standIns
 */
function path(text, standIns) {
  const end = text.search(BEHIND_PATH);
  if (end < 0) return standIns.path(text);
  const behind = text.slice(end);
  const isQuery = behind[0] === '?';
  return (
    standIns.path(text.slice(0, end)) +
    (isQuery ? behind[0] + behind.slice(1).split('&').map(pair(standIns)).join('&') : mask(behind))
  );
}

/** @param {StandIns} standIns @returns {(text: string) => string} */
const pair = (standIns) => (text) => {
  const equals = text.indexOf('=');
  return equals < 0 ? mask(text) : standIns.masked(text.slice(0, equals)) + '=' + mask(text.slice(equals + 1));
};

/** @param {string} name @param {string} value @param {StandIns} standIns @param {boolean} [isConnect] */
export function fieldValue(name, value, standIns, isConnect = false) {
  const lower = name.toLowerCase();
  if (NAMING.has(lower)) return authority(value, standIns);
  if (lower === ':path') return target(value, standIns, isConnect);
  const isUsual = SAFE.has(lower) && value.length <= MAX_SAFE_CHARACTERS && SAFE_VALUE.test(value);
  return isUsual ? standIns.masked(value) : mask(value);
}

/** Lines of HTTP/1's fields. @param {string} text @param {StandIns} standIns */
export const fieldLines = (text, standIns) =>
  text
    .split('\n')
    .map((line) => {
      const colon = line.indexOf(':');
      if (colon < 0 || line[0] === ' ' || line[0] === '\t') return mask(line);
      const name = line.slice(0, colon);
      const [, before, value, after] = /** @type {RegExpExecArray} */ (
        /^(\s*)(.*?)(\s*)$/s.exec(line.slice(colon + 1))
      );
      return `${standIns.masked(name)}:${before}${fieldValue(name, value, standIns)}${after}`;
    })
    .join('\n');

/** A request's or a response's first line. @param {string} line @param {StandIns} standIns */
export function startLine(line, standIns) {
  const response = /^(HTTP\/\d\.\d +\d{3})(.*)$/s.exec(line);
  if (response !== null) return response[1] + (isUsualReason(response[2]) ? response[2] : mask(response[2]));
  const request = /^([A-Z]{1,20})( +)(.*?)( +HTTP\/\d\.\d\r?| *\r?)$/s.exec(line);
  if (request === null) return mask(line);
  const [, method, space, asked, version] = request;
  return method + space + target(asked, standIns, method === 'CONNECT') + version;
}

/** Reason phrases that servers give (RFC 9110 section 15). */
const REASONS = new Set(
  `Continue|Switching Protocols|Early Hints|OK|Created|Accepted|No Content|Partial Content|Moved Permanently|Found
|See Other|Not Modified|Temporary Redirect|Permanent Redirect|Bad Request|Unauthorized|Forbidden|Not Found
|Method Not Allowed|Not Acceptable|Request Timeout|Conflict|Gone|Length Required|Precondition Failed|Content Too Large
|Request Entity Too Large|URI Too Long|Range Not Satisfiable|Requested Range Not Satisfiable|Too Many Requests
|Internal Server Error|Not Implemented|Bad Gateway|Service Unavailable|Gateway Timeout`
    .replaceAll('\n', '')
    .split('|'),
);

/** @param {string} text */
const isUsualReason = (text) => REASONS.has(text.trim());
