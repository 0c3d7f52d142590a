/** A filter's text as tokens. */

/** @typedef {'word'|'quoted'|'compare'|'and'|'or'|'not'|'('|')'|'{'|'}'|','} TokenKind */
/**
 * @typedef {{ kind: TokenKind, text: string, from: number, to: number }} Token from, to: its range in the filter's
 *   text, `to` excluded
 */

/** A syntax error of a filter; `message` says what is wrong and what would be right, `from` and `to` where. */
export class FilterError extends Error {
  /** @param {string} message @param {number} from @param {number} to excluded */
  constructor(message, from, to) {
    super(message);
    this.name = 'FilterError';
    this.from = from;
    this.to = to;
  }
}

const SIGNS = /==|!=|<=|>=|<|>|&&|\|\||~(?=[\s"])|[(){}]/y;
const JOINS = /** @type {Record<string, TokenKind>} */ ({
  '&&': 'and',
  '||': 'or',
  and: 'and',
  or: 'or',
  not: 'not',
  contains: 'compare',
  matches: 'compare',
  in: 'compare',
  eq: 'compare',
  ne: 'compare',
  gt: 'compare',
  lt: 'compare',
  ge: 'compare',
  le: 'compare',
});
/** Up to white space, a sign, or a quote; a single "=" or "&" is part of a word, as in a path. */
const WORD = /(?:(?!==|!=|<=|>=|&&|\|\|)[^\s(){}<>"])+/y;
const WORD_IN_SET = /(?:(?!==|!=|<=|>=|&&|\|\|)[^\s(){}<>",])+/y;

/**
 * @param {string} text
 * @returns {Token[]}
 * @throws {FilterError} an unterminated quote
 */
export function tokens(text) {
  /** @type {Token[]} */
  const found = [];
  let at = 0;
  let inSet = false;
  const take = (/** @type {TokenKind} */ kind, /** @type {number} */ length, shown = text.slice(at, at + length)) => {
    found.push({ kind, text: shown, from: at, to: at + length });
    at += length;
  };
  while (at < text.length) {
    const char = text[at];
    if (/\s/.test(char)) at += 1;
    else if (char === '"') takeQuoted();
    else if (char === '!' && text[at + 1] !== '=') take('not', 1);
    else if (char === ',' && inSet) take(',', 1);
    else if (!takeSign()) takeWord();
  }
  return found;

  function takeQuoted() {
    const end = text.indexOf('"', at + 1);
    if (end < 0) {
      throw new FilterError('This quote is not closed; put a " after the text.', at, text.length);
    }
    take('quoted', end + 1 - at, text.slice(at + 1, end));
  }

  function takeSign() {
    SIGNS.lastIndex = at;
    const sign = SIGNS.exec(text)?.[0];
    if (sign === undefined) return false;
    if (sign === '{' || sign === '}') inSet = sign === '{';
    const isBracket = '(){}'.includes(sign);
    take(isBracket ? /** @type {TokenKind} */ (sign) : (JOINS[sign] ?? 'compare'), sign.length);
    return true;
  }

  function takeWord() {
    const pattern = inSet ? WORD_IN_SET : WORD;
    pattern.lastIndex = at;
    const word = /** @type {RegExpExecArray} */ (pattern.exec(text))[0];
    take(Object.hasOwn(JOINS, word.toLowerCase()) ? JOINS[word.toLowerCase()] : 'word', word.length);
  }
}
