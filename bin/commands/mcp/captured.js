/**
 * Text for an assistant. What a capture brought may read like an instruction: it stands in fields named `captured` or
 * between the quotation marks of a sentence, is cut, and holds no character that hides or reorders others.
 */

/** Characters of a captured text. */
export const MAX_CAPTURED_CHARACTERS = 300;
/** Characters of a sentence, which may quote several. */
export const MAX_SENTENCE_CHARACTERS = 2000;

/** Control, format (zero width, direction, tags), surrogates, private use, and separators of lines. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** @param {string} letter */
const escape = (letter) => `\\u{${/** @type {number} */ (letter.codePointAt(0)).toString(16)}}`;

/** @param {string} text @param {number} most characters */
function bounded(text, most) {
  const shown = text.slice(0, most).replace(HIDDEN, escape);
  return text.length > most ? `${shown}… (${text.length} characters)` : shown;
}

/** @param {string | null | undefined} text that a capture brought */
export const captured = (text) => (text === null || text === undefined ? null : bounded(text, MAX_CAPTURED_CHARACTERS));

/** @param {string} text of Selfclock's, which may quote captured text */
export const sentence = (text) => bounded(text, MAX_SENTENCE_CHARACTERS);

/**
 * Figures that prove a finding: their texts may be captured.
 * @param {Record<string, unknown>} values
 * @returns {Record<string, unknown>}
 */
export const evidence = (values) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? captured(value) : value]),
  );
