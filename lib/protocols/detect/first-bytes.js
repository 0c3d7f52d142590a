/** Matchers of a direction's first bytes, for signatures. */
import { latin1 } from '../model/latin1.js';
import { FIT } from '../protocol.js';

/** @typedef {import('../protocol.js').First} First */

/** Bytes of a direction searched for a signature. */
export const SIGNATURE_BYTES = 1024;
/** Bytes of these searched for a greeting. */
const GREETING_BYTES = 200;

/**
 * Matches bytes against a pattern of so many bytes, as far as available.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 * @param {number} length of the form
 * @param {(place: number, byte: number) => boolean} fits
 * @returns {number} of `FIT`
 */
export function fitOf(bytes, start, end, length, fits) {
  const there = Math.min(length, end - start);
  for (let place = 0; place < there; place++) if (!fits(place, bytes[start + place])) return FIT.NONE;
  return there === length ? FIT.FOUND : FIT.MORE;
}

/** @param {First} first @param {string} text ISO 8859-1 @param {number} [at] */
export function has({ bytes, start, end }, text, at = 0) {
  if (end - start < at + text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[start + at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Whether they match the pattern at the start. @param {First} first @param {RegExp} pattern with `^` */
export function greets(first, pattern) {
  if (!isText(byteAt(first, 0))) return false;
  first.text ??= latin1(first.bytes, first.start, Math.min(first.end, first.start + GREETING_BYTES));
  return pattern.test(first.text);
}

/** Whether the other direction's first bytes are there, and match. @param {First} first @param {RegExp} pattern */
export const otherGreets = ({ other }, pattern) => other !== undefined && greets(other, pattern);

/** Whether it is a printable character of ASCII. @param {number} byte */
export const isText = (byte) => byte >= 0x20 && byte < 0x7f;

/** @param {First} first @param {number} at @returns {number} −1: not available */
export const byteAt = ({ bytes, start, end }, at) => (start + at < end ? bytes[start + at] : -1);

/** Whether a message of so many bytes is complete. @param {First} first @param {number} length */
export const isThere = ({ start, end }, length) => length > 0 && length <= end - start;

/** In network byte order. @param {First} first @param {number} at */
export const uint16 = (first, at) => (byteAt(first, at) << 8) | byteAt(first, at + 1);

/** @param {First} first @param {number} at */
export const littleUint32 = (first, at) =>
  byteAt(first, at) | (byteAt(first, at + 1) << 8) | (byteAt(first, at + 2) << 16) | (byteAt(first, at + 3) << 24);
