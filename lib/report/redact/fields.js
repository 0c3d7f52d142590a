/** Header fields, targets and start lines: what is known stays, all else becomes a stand-in of the same length. */
import { knownValue } from './known/field-values.js';
import { isFieldName, METHODS, REASONS } from './known/http.js';
import { mask } from './stand-ins.js';

/** @typedef {import('./stand-ins.js').StandIns} StandIns */

const NAMING = new Set(['host', ':authority']);
const ABSOLUTE = /^(?:https?|wss?|ftp):\/\//i;
/** Ends the authority of an absolute target. */
const BEHIND_AUTHORITY = /[/?#]/;
/** After a path: parameters, query, fragment. */
const BEHIND_PATH = /[?;#]/;
const VERSION = /^HTTP\/\d\.\d$/;
const VERSION_CHARACTERS = 'HTTP/1.1'.length;
const STATUS_LINE = /^HTTP\/\d\.\d +\d{3}(?!\d)/;

/** @param {string} text @param {number} at @returns {[string, string]} */
const cut = (text, at) => [text.slice(0, at), text.slice(at)];

/**
 * A text without the white space around it.
 * @param {string} text @param {(text: string) => string} change @returns {string} with that white space
 */
function within(text, change) {
  const from = text.length - text.trimStart().length;
  const inner = text.trim();
  return text.slice(0, from) + change(inner) + text.slice(from + inner.length);
}

/** @param {string} text `user:password@host:port` @param {StandIns} standIns */
export function authority(text, standIns) {
  const [user, rest] = cut(text, text.lastIndexOf('@') + 1);
  const bracket = rest[0] === '[' ? rest.indexOf(']') + 1 : 0;
  const colon = rest.indexOf(':', bracket);
  const [host, port] = cut(rest, colon < 0 ? rest.length : colon);
  const known = user === '' ? '' : `${mask(user.slice(0, -1))}@`;
  return known + standIns.name(host) + (/^:\d{0,5}$/.test(port) ? port : mask(port));
}

/** @param {string} text what a request asks for @param {StandIns} standIns @param {boolean} [isConnect] */
export function target(text, standIns, isConnect = false) {
  if (isConnect) return authority(text, standIns);
  const scheme = ABSOLUTE.exec(text)?.[0] ?? '';
  if (scheme === '') return path(text, standIns);
  const rest = text.slice(scheme.length);
  const end = rest.search(BEHIND_AUTHORITY);
  const [host, behind] = cut(rest, end < 0 ? rest.length : end);
  return scheme + authority(host, standIns) + path(behind, standIns);
}

/** Path, query and fragment. @param {string} text @param {StandIns} standIns */
function path(text, standIns) {
  const end = text.search(BEHIND_PATH);
  if (end < 0) return standIns.path(text);
  const [first, behind] = cut(text, end);
  const isQuery = behind[0] === '?';
  const fragment = behind.indexOf('#');
  const [query, rest] = cut(behind.slice(1), fragment < 1 ? behind.length : fragment - 1);
  const pairs = isQuery ? query.split('&').map(pair(standIns)).join('&') : mask(query);
  return standIns.path(first) + behind[0] + pairs + (rest === '' ? '' : rest[0] + mask(rest.slice(1)));
}

/** @param {StandIns} standIns @returns {(text: string) => string} */
const pair = (standIns) => (text) => {
  const equals = text.indexOf('=');
  return equals < 0 ? mask(text) : `${standIns.key(text.slice(0, equals))}=${mask(text.slice(equals + 1))}`;
};

/** @param {string} name @param {StandIns} standIns */
export const fieldName = (name, standIns) => (isFieldName(name) ? name : standIns.word(name));

/** @param {string} name @param {string} value @param {StandIns} standIns */
export function fieldValue(name, value, standIns) {
  const lower = name.toLowerCase();
  if (NAMING.has(lower)) return authority(value, standIns);
  return lower === ':path' ? target(value, standIns) : knownValue(lower, value, mask);
}

/** Lines of HTTP/1's fields. @param {string} text @param {StandIns} standIns */
export const fieldLines = (text, standIns) =>
  text
    .split('\n')
    .map((line) => {
      const colon = line.indexOf(':');
      if (colon < 0 || line[0] === ' ' || line[0] === '\t') return mask(line);
      const name = line.slice(0, colon);
      return `${fieldName(name, standIns)}:${within(line.slice(colon + 1), (value) => fieldValue(name, value, standIns))}`;
    })
    .join('\n');

/** A request's or a response's first line. @param {string} line @param {StandIns} standIns */
export function startLine(line, standIns) {
  const status = STATUS_LINE.exec(line)?.[0] ?? '';
  const response = (/** @type {string} */ text) => (REASONS.has(text.toLowerCase()) ? text : mask(text));
  if (status !== '') return status + within(line.slice(status.length), response);
  const space = line.indexOf(' ');
  if (space < 0) return mask(line);
  const [method, rest] = cut(line, space);
  const isVersioned = VERSION.test(rest.slice(-VERSION_CHARACTERS));
  const [asked, version] = cut(rest, rest.length - (isVersioned ? VERSION_CHARACTERS : 0));
  const change = (/** @type {string} */ text) => target(text, standIns, method === 'CONNECT');
  return (METHODS.has(method) ? method : mask(method)) + within(asked, change) + version;
}
