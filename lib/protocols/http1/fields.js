/** The two header fields that decide where a message ends, by their bytes: RFC 9112 section 6. */
import { NOTE } from '../model/notes.js';

const bytesOf = (/** @type {string} */ text) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const CONTENT_LENGTH = bytesOf('content-length');
const TRANSFER_ENCODING = bytesOf('transfer-encoding');
const CHUNKED = bytesOf('chunked');
const IDENTITY = bytesOf('identity');

/** What Transfer-Encoding says. */
export const CODING = Object.freeze({ NONE: 0, CHUNKED: 1, OTHER: 2 });
/** Content-Length is not there, or no number. */
export const LENGTH_ABSENT = -1;
export const LENGTH_INVALID = -2;

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {Uint8Array} lower a name in lower case
 */
function startsWith(bytes, start, end, lower) {
  if (end - start < lower.length) return false;
  for (let i = 0; i < lower.length; i++) {
    const byte = bytes[start + i];
    if ((byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte) !== lower[i]) return false;
  }
  return true;
}

/** White space within a value; line ends count, since folded lines are one value. @param {number} byte */
const isSpace = (byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a;

/**
 * @param {Uint8Array} bytes
 * @param {number} start behind the name
 * @param {number} end
 * @returns {number} where the value starts, or −1 without a colon
 */
function valueStart(bytes, start, end) {
  let i = start;
  while (i < end && isSpace(bytes[i])) i++;
  return i < end && bytes[i] === 0x3a ? i + 1 : -1;
}

/**
 * Notes in `framing` what the field `bytes[start, end)` says about the body, if anything.
 * @param {{ contentLength: number, coding: number, notes: number }} framing
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end behind the last line of the field, line ends included or not
 */
export function readFramingField(framing, bytes, start, end) {
  const initial = bytes[start] | 0x20;
  if (initial === 0x63 && startsWith(bytes, start, end, CONTENT_LENGTH)) {
    const value = valueStart(bytes, start + CONTENT_LENGTH.length, end);
    if (value >= 0) readContentLength(framing, bytes, value, end);
  } else if (initial === 0x74 && startsWith(bytes, start, end, TRANSFER_ENCODING)) {
    const value = valueStart(bytes, start + TRANSFER_ENCODING.length, end);
    if (value >= 0) readTransferEncoding(framing, bytes, value, end);
  }
}

/**
 * One number, or a list of numbers (RFC 9110 section 8.6).
 * @param {{ contentLength: number, notes: number }} framing
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function readContentLength(framing, bytes, start, end) {
  let i = start;
  while (i <= end) {
    let stop = i;
    while (stop < end && bytes[stop] !== 0x2c) stop++;
    addContentLength(framing, decimal(bytes, i, stop));
    i = stop + 1;
  }
}

/**
 * @param {{ contentLength: number, notes: number }} framing
 * @param {number} length
 */
function addContentLength(framing, length) {
  if (length === LENGTH_INVALID) framing.notes |= NOTE.INVALID_CONTENT_LENGTH;
  else if (framing.contentLength >= 0) {
    framing.notes |= length === framing.contentLength ? NOTE.DUPLICATE_CONTENT_LENGTH : NOTE.CONFLICTING_CONTENT_LENGTH;
  }
  if (framing.contentLength < 0) framing.contentLength = length;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} the number amid white space, or `LENGTH_INVALID`
 */
function decimal(bytes, start, end) {
  let i = start;
  while (i < end && isSpace(bytes[i])) i++;
  const first = i;
  let value = 0;
  while (i < end && bytes[i] >= 0x30 && bytes[i] <= 0x39) value = value * 10 + bytes[i++] - 0x30;
  if (i === first || value > Number.MAX_SAFE_INTEGER) return LENGTH_INVALID;
  while (i < end && isSpace(bytes[i])) i++;
  return i === end ? value : LENGTH_INVALID;
}

/**
 * The last coding decides; `identity` of RFC 2616 says nothing.
 * @param {{ coding: number }} framing
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function readTransferEncoding(framing, bytes, start, end) {
  let last = end;
  while (last > start && (isSpace(bytes[last - 1]) || bytes[last - 1] === 0x2c)) last--;
  let first = last;
  while (first > start && bytes[first - 1] !== 0x2c) first--;
  while (first < last && isSpace(bytes[first])) first++;
  if (first === last) return;
  if (isCoding(bytes, first, last, IDENTITY)) return;
  framing.coding = isCoding(bytes, first, last, CHUNKED) ? CODING.CHUNKED : CODING.OTHER;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {Uint8Array} name
 */
function isCoding(bytes, start, end, name) {
  if (!startsWith(bytes, start, end, name)) return false;
  const next = start + name.length;
  return next === end || bytes[next] === 0x3b || isSpace(bytes[next]);
}
