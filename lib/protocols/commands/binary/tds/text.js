/** Texts of TDS, in UTF-16LE. */
import { MAX_STATEMENT_CHARACTERS } from '../../limits.js';
import { queryText } from '../../shown-text.js';

const UTF_16 = new TextDecoder('utf-16le', { ignoreBOM: true });
const UTF_8 = new TextEncoder();

/**
 * As it is shown, white space as one space each.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 */
export function utf16Text(bytes, start, end) {
  if (start >= end) return '';
  const text = UTF_8.encode(UTF_16.decode(bytes.slice(start, end - ((end - start) % 2))));
  return queryText(text, 0, text.length, end - start >= MAX_STATEMENT_CHARACTERS);
}
