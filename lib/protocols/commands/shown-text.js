/** Captured bytes as displayable text: bounded, non-text escaped. */
import { SPACE } from '../../shared/text/ascii.js';
import { latin1 } from '../model/latin1.js';
import { MAX_COMMAND_CHARACTERS, MAX_PIECE_BYTES, MAX_STATEMENT_CHARACTERS, MAX_TEXT_CHARACTERS } from './limits.js';

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BACKSLASH = 0x5c;
/** A character of UTF-8 cut by the bound leaves so many bytes at most. */
const CUT_BYTES = 3;

/** @param {number} byte */
const isPlain = (byte) => byte >= 0x20 && byte < 0x7f;

/**
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 * @param {number} [most] characters, before they are escaped
 * @returns {string} UTF-8; control characters and invalid UTF-8 as `\r`, `\x1f`
 */
export function shownText(bytes, start, end, most = MAX_TEXT_CHARACTERS) {
  const stop = Math.min(end, start + most);
  let at = start;
  while (at < stop && isPlain(bytes[at])) at++;
  const text =
    at >= stop ? latin1(bytes, start, Math.max(start, stop)) : escaped(bytes.subarray(start, stop), stop < end);
  return stop < end ? `${text}…` : text;
}

/** @param {Uint8Array} bytes @param {boolean} isCut */
function escaped(bytes, isCut) {
  for (let cut = 0; cut <= (isCut ? CUT_BYTES : 0) && cut <= bytes.length; cut++) {
    try {
      return UTF_8.decode(bytes.slice(0, bytes.length - cut)).replace(
        /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
        escapedCharacter,
      );
    } catch {
      // not UTF-8, or cut within a character
    }
  }
  return Array.from(bytes, (byte) =>
    isPlain(byte) && byte !== BACKSLASH ? String.fromCharCode(byte) : hex(byte),
  ).join('');
}

/** @type {Record<string, string>} */
const SHORT = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' };

/** @param {string} character */
const escapedCharacter = (character) =>
  SHORT[character] ??
  (character < '\x80' ? hex(character.charCodeAt(0)) : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** @param {number} byte */
const hex = (byte) => `\\x${byte.toString(16).padStart(2, '0')}`;

/**
 * The text of a query, white space as one space each.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 * @param {boolean} [isCut] whether it goes on: one that takes up a piece seems to
 */
export function queryText(bytes, start, end, isCut = end - start >= MAX_STATEMENT_CHARACTERS) {
  const kept = new Uint8Array(Math.min(MAX_PIECE_BYTES, Math.max(0, end - start)));
  let length = 0;
  for (let at = start; at < start + kept.length; at++) {
    const isBlank = bytes[at] === SPACE || (bytes[at] >= 9 && bytes[at] <= 13);
    if (!isBlank) kept[length++] = bytes[at];
    else if (length > 0 && kept[length - 1] !== SPACE) kept[length++] = SPACE;
  }
  if (length > 0 && kept[length - 1] === SPACE) length--;
  const text = shownText(kept, 0, length, MAX_STATEMENT_CHARACTERS);
  return isCut && !text.endsWith('…') ? `${text}…` : text;
}

/**
 * A word of a protocol, in upper case.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 */
export const upperWord = (bytes, start, end) => shownText(bytes, start, end, MAX_COMMAND_CHARACTERS).toUpperCase();

/**
 * The end of a run of bytes.
 * @param {Uint8Array} bytes @param {number} byte @param {number} start @param {number} end
 * @returns {number} of the first such byte, or `end`
 */
export function indexOf(bytes, byte, start, end) {
  let at = start;
  while (at < end && bytes[at] !== byte) at++;
  return at;
}
