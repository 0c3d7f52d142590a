/** Elements in BER (X.690) as far as LDAP uses it (RFC 4511 section 5.1): definite lengths of up to four bytes. */

const LONG_FORM = 0x80;
export const LENGTH_OCTETS = 4;

/**
 * An element: its content is at most up to the end of what it is in.
 * @typedef {object} Element
 * @property {number} tag
 * @property {number} start of its content
 * @property {number} end of its content, as far as available
 * @property {number} next where the one after it begins
 */

/**
 * @param {Uint8Array} bytes @param {number} at @param {number} end
 * @returns {Element|null} null: there is none
 */
export function elementAt(bytes, at, end) {
  if (at + 2 > end) return null;
  const first = bytes[at + 1];
  const octets = first < LONG_FORM ? 0 : first & ~LONG_FORM;
  const start = at + 2 + octets;
  if (first === LONG_FORM || octets > LENGTH_OCTETS || start > end) return null;
  const length = octets === 0 ? first : numberIn(bytes, at + 2, start);
  return { tag: bytes[at], start, end: Math.min(end, start + length), next: start + length };
}

/**
 * An unsigned number.
 * @param {Uint8Array} bytes @param {number} start @param {number} end at most six bytes after it
 */
export function numberIn(bytes, start, end) {
  let number = 0;
  for (let at = start; at < Math.min(end, start + 6); at++) number = number * 256 + bytes[at];
  return number;
}
