/** Captured bytes as text that is safe to display. Pure. */

/** Control characters except tab and line feed, line separators, and bidirectional overrides. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** @param {string} text @returns {string} control characters as `\x1b`; CR LF as a line's end */
export const printable = (text) =>
  text
    .replaceAll('\r\n', '\n')
    .replace(UNPRINTABLE, (one) =>
      one === '\n' || one === '\t'
        ? one
        : `\\${one < '\u0100' ? 'x' : 'u'}${hex(one.charCodeAt(0), one < '\u0100' ? 2 : 4)}`,
    );

/** @param {number} value @param {number} digits */
const hex = (value, digits) => value.toString(16).padStart(digits, '0');

/** Bytes per line of a hex dump. */
export const LINE_BYTES = 16;

/**
 * @param {Uint8Array} bytes
 * @param {number} [from] place of the first byte
 * @returns {string[]} lines of 16 bytes: offset, hex, characters
 */
export function hexLines(bytes, from = 0) {
  const lines = [];
  for (let at = 0; at < bytes.length; at += LINE_BYTES) {
    const row = Array.from(bytes.subarray(at, at + LINE_BYTES));
    const figures = row.map((byte) => hex(byte, 2)).join(' ');
    const characters = row.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·')).join('');
    lines.push(`${hex(from + at, 4)}  ${figures.padEnd(3 * LINE_BYTES - 1)}  ${characters}`);
  }
  return lines;
}
