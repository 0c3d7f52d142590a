/** Regular expressions of filters. The text searched was captured, so none may take exponential time. */
import { FilterError } from './lex.js';

/** Characters of a text that a pattern searches. */
export const MAX_MATCHED_CHARACTERS = 1024;
/** Most of `*`, `+` and `{n,}` in a pattern: each multiplies the time that a text may take by its length. */
export const MAX_PATTERN_REPEATS = 3;

/** Classes and escapes as one character, so that what is left are groups, repeats and alternatives. */
const ONE_CHARACTER = /\\.|\[(?:\\.|[^\]\\])*\]/gs;
const REPEAT = /[*+]|\{\d+,?\d*\}/g;

/**
 * @param {import('./parse.js').Value} value
 * @returns {(text: string) => boolean} case-insensitive, as Wireshark's `matches`
 * @throws {FilterError}
 */
export function pattern({ text, from, to }) {
  const bare = text.replace(ONE_CHARACTER, 'x');
  if (/\\[1-9k]/.test(text) || /\)(?:[*+]|\{)/.test(bare) || (bare.match(REPEAT) ?? []).length > MAX_PATTERN_REPEATS) {
    throw new FilterError(
      `A pattern can have up to ${MAX_PATTERN_REPEATS} repeats, none of a group, and no back-references.`,
      from,
      to,
    );
  }
  const expression = expressionOf(text);
  if (expression === null) throw new FilterError(`“${text}” is not a regular expression.`, from, to);
  return (searched) => expression.test(searched.slice(0, MAX_MATCHED_CHARACTERS));
}

/** @param {string} text @returns {RegExp|null} */
function expressionOf(text) {
  try {
    return new RegExp(text, 'i');
  } catch {
    return null;
  }
}
