import { LF } from '../text/ascii.js';

/** Before each record of a sequence (RFC 7464). */
export const SEPARATOR = 0x1e;
const MARKS = ['qlog_version', 'qlog_format', 'file_schema', 'serialization_format', 'traces', 'trace'];
const FIRST_CHARACTERS = 4096;
const BRACE = 0x7b;
const BLANK = new Set([0x20, 0x09, 0x0d, LF, SEPARATOR]);

/** @param {Uint8Array} bytes the first ones of a file @returns {boolean} whether they begin a qlog */
export function isQlog(bytes) {
  let at = 0;
  while (at < bytes.length && BLANK.has(bytes[at])) at++;
  if (bytes[at] !== BRACE) return false;
  const text = new TextDecoder().decode(bytes.subarray(at, at + FIRST_CHARACTERS));
  return MARKS.some((mark) => text.includes(`"${mark}"`));
}

/** @param {Uint8Array} bytes the first ones of a file @returns {boolean} whether it is packed, as qlogs often are */
export const isGzip = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;
