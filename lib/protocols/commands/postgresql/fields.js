/** Fields of PostgreSQL's messages, and the first message of a connection. */
import { byteAt, has, isThere, SIGNATURE_BYTES } from '../../detect/first-bytes.js';
import { indexOf, shownText } from '../shown-text.js';

/** @typedef {import('../connection.js').Outcome} Outcome */

export const LENGTH_BYTES = 4;
export const TLS_REQUEST = 80877103;
export const CANCEL_REQUEST = 80877102;
export const GSSAPI_REQUEST = 80877104;
export const MAX_STARTUP_BYTES = 10_000;
/** Length, version, a parameter of one character, and the final zeros. */
const MIN_STARTUP_BYTES = 13;
/** Length, code, process and secret key, which has 4 to 256 bytes since protocol 3.2. */
const MIN_CANCEL_BYTES = 16;
const MAX_CANCEL_BYTES = 268;

/** @param {Uint8Array} bytes @param {number} at */
export const uint32 = (bytes, at) =>
  ((bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]) >>> 0;

/** Text up to a zero. @param {Uint8Array} bytes @param {number} start @param {number} end @param {number} [most] */
export const cString = (bytes, start, end, most) => shownText(bytes, start, indexOf(bytes, 0, start, end), most);

/**
 * `user@database` of a start-up message, whose parameters come in any order.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 */
export function startupNames(bytes, start, end) {
  /** @type {Record<string, string>} */
  const values = Object.create(null);
  for (let at = start; at < end && bytes[at] !== 0;) {
    const valueAt = indexOf(bytes, 0, at, end) + 1;
    const name = cString(bytes, at, end);
    if (name === 'user' || name === 'database') values[name] = cString(bytes, valueAt, end);
    at = indexOf(bytes, 0, valueAt, end) + 1;
  }
  return values.database === undefined ? (values.user ?? '') : `${values.user ?? ''}@${values.database}`;
}

/**
 * Fields of an error: SQLSTATE and message.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 * @returns {Outcome & { isFatal: boolean }}
 */
export function errorOf(bytes, start, end) {
  let [outcome, text, isFatal] = ['error', '', false];
  for (let at = start; at < end && bytes[at] !== 0;) {
    if (bytes[at] === 0x43) outcome = cString(bytes, at + 1, end, 5);
    else if (bytes[at] === 0x4d) text = cString(bytes, at + 1, end);
    else if (bytes[at] === 0x56) isFatal = /^(?:FATAL|PANIC)$/.test(cString(bytes, at + 1, end));
    at = indexOf(bytes, 0, at + 1, end) + 1;
  }
  return { outcome, text, isFailed: true, isFatal };
}

/** Authentication requests of a server, by number. @type {Readonly<Record<number, string>>} */
const AUTHENTICATION = {
  0: 'OK',
  2: 'Kerberos',
  3: 'password',
  5: 'MD5',
  7: 'GSSAPI',
  8: 'GSSAPI',
  9: 'SSPI',
  10: 'SASL',
  11: 'SASL',
  12: 'OK',
};

/** @param {Uint8Array} bytes @param {number} start @param {number} end @returns {Outcome} */
export function authentication(bytes, start, end) {
  const number = end - start < LENGTH_BYTES ? -1 : uint32(bytes, start);
  return { outcome: AUTHENTICATION[number] ?? 'authentication' };
}

/**
 * A client's first message: start-up of version 3, whose parameters have any order (protocol-message-formats), a
 * request for encryption, or to cancel a query.
 * @param {import('../../protocol.js').First} first
 */
export function isFirstMessage(first) {
  if (!has(first, '\0\0')) return false;
  const length = (byteAt(first, 2) << 8) | byteAt(first, 3);
  if (!isThere(first, Math.min(length, SIGNATURE_BYTES))) return false;
  if (has(first, '\x04\xd2\x16', 4)) {
    const code = byteAt(first, 7);
    const isCancel = code === 0x2e;
    if (isCancel) return length >= MIN_CANCEL_BYTES && length <= MAX_CANCEL_BYTES;
    return length === 8 && isEncryption(code);
  }
  const isVersion3 = has(first, '\0\x03', 4) && length >= MIN_STARTUP_BYTES && length <= MAX_STARTUP_BYTES;
  return isVersion3 && hasParameters(first, length);
}

/** @param {number} code last byte of a request's */
const isEncryption = (code) => code === 0x2f || code === 0x30;

/**
 * Whether names and values up to a final zero follow, a user's among them.
 * @param {import('../../protocol.js').First} first @param {number} length of the message
 */
function hasParameters({ bytes, start, end }, length) {
  const stop = Math.min(end, start + length);
  let hasUser = false;
  let at = start + 2 * LENGTH_BYTES;
  while (at < stop && bytes[at] !== 0) {
    const name = cString(bytes, at, stop);
    if (!/^[A-Za-z_][\w.]*$/.test(name)) return hasUser && indexOf(bytes, 0, at, stop) === stop;
    hasUser ||= name === 'user';
    at = indexOf(bytes, 0, indexOf(bytes, 0, at, stop) + 1, stop) + 1;
  }
  return hasUser && (stop < start + length ? at >= stop : at === stop - 1);
}
