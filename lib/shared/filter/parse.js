/**
 * A filter's text as a tree.
 *
 *   or    = and { "||" and }
 *   and   = unary { ["&&"] unary }                     words beside each other must all be there
 *   unary = ["!"] unary | "(" or ")" | field compare value | field "in" "{" value… "}" | field | word
 *
 * A field with a dot in its name, alone, tests whether it is known, as in Wireshark. A word that is no field is
 * searched for in addresses, ports, state, protocol, hosts and paths.
 */
import { fieldOf, nearestField } from './fields.js';
import { FilterError, tokens } from './lex.js';
import { isUnit } from './values.js';

/** @typedef {import('./lex.js').Token} Token */
/** @typedef {import('./fields.js').Field} Field */
/** @typedef {{ text: string, from: number, to: number }} Value */
/**
 * @typedef {{ is: 'word', text: string } | { is: 'known', field: Field } | { is: 'compare', field: Field, sign:
 *   string, values: Value[] }
 *   | { is: 'not', of: Node } | { is: 'and' | 'or', all: Node[] }} Node `in` has several values, every other sign has
 *   one
 */

/**
 * @param {string} text
 * @returns {Node} for an empty text a filter that matches all
 * @throws {FilterError}
 */
export function parseFilter(text) {
  const parser = new Parser(tokens(text), text.length);
  return parser.isAtEnd ? { is: 'and', all: [] } : parser.whole();
}

/** Wireshark's other ways to write a comparison. @type {Record<string, string>} */
const WRITTEN = { eq: '==', ne: '!=', gt: '>', lt: '<', ge: '>=', le: '<=', '~': 'matches' };

class Parser {
  #tokens;
  #next = 0;
  #end;

  /** @param {Token[]} list @param {number} end where the text ends */
  constructor(list, end) {
    this.#tokens = list;
    this.#end = end;
  }

  get isAtEnd() {
    return this.#next === this.#tokens.length;
  }

  whole() {
    const node = this.#or();
    const rest = this.#peek();
    if (rest) {
      throw new FilterError(`“${rest.text}” has nothing before it to close or join.`, rest.from, rest.to);
    }
    return node;
  }

  /** @returns {Node} */
  #or() {
    const all = [this.#and()];
    while (this.#take('or')) all.push(this.#and());
    return all.length === 1 ? all[0] : { is: 'or', all };
  }

  /** @returns {Node} */
  #and() {
    const all = [this.#unary()];
    while (this.#take('and') || this.#startsTerm()) all.push(this.#unary());
    return all.length === 1 ? all[0] : { is: 'and', all };
  }

  #startsTerm() {
    const kind = this.#peek()?.kind;
    return kind === 'word' || kind === 'quoted' || kind === 'not' || kind === '(';
  }

  /** @returns {Node} */
  #unary() {
    if (this.#take('not')) return { is: 'not', of: this.#unary() };
    const open = this.#take('(');
    if (!open) return this.#term();
    const node = this.#or();
    if (!this.#take(')')) {
      throw new FilterError('This parenthesis is not closed; put a ) where it ends.', open.from, open.to);
    }
    return node;
  }

  /** @returns {Node} */
  #term() {
    const token = this.#peek();
    if (!token) {
      throw new FilterError('The end is missing: a field, or a word to look for.', this.#end, this.#end);
    }
    if (token.kind === 'quoted') return { is: 'word', text: this.#skip().text };
    if (token.kind !== 'word') {
      throw new FilterError(`A field or a word is missing before “${token.text}”.`, token.from, token.to);
    }
    this.#skip();
    checkSigns(token);
    const sign = this.#take('compare');
    const field = fieldOf(token.text);
    if (sign) return this.#compare(field ?? unknownField(token), sign);
    if (field !== null && (field.kind === 'truth' || token.text.includes('.'))) return { is: 'known', field };
    if (field === null && looksLikeField(token.text)) unknownField(token);
    return { is: 'word', text: token.text };
  }

  /** @param {Field} field @param {Token} sign @returns {Node} */
  #compare(field, sign) {
    const word = WRITTEN[sign.text.toLowerCase()] ?? sign.text.toLowerCase();
    checkSign(field, sign, word);
    return {
      is: 'compare',
      field,
      sign: word,
      values: word === 'in' ? this.#set(field, sign) : [this.#value(field, sign)],
    };
  }

  /** @param {Field} field @param {Token} sign */
  #set(field, sign) {
    const open = this.#take('{');
    if (!open) throw new FilterError('“in” needs a list, such as {80, 443}.', sign.from, sign.to);
    const values = [];
    while (!this.#take('}')) {
      if (this.isAtEnd) throw new FilterError('This list is not closed; put a } where it ends.', open.from, open.to);
      values.push(this.#value(field, sign));
      this.#take(',');
    }
    if (values.length === 0) {
      throw new FilterError('The list is empty; write values, such as {80, 443}.', open.from, open.to + 1);
    }
    return values;
  }

  /** A unit may be separated from its figure. @param {Field} field @param {Token} sign @returns {Value} */
  #value(field, sign) {
    const token = this.#take('word') ?? this.#take('quoted');
    if (!token) throw new FilterError(`A value is missing after “${sign.text}”.`, sign.from, sign.to);
    const next = this.#peek();
    if (next?.kind !== 'word' || !isUnit(field.kind, next.text) || !/\d$/.test(token.text)) return token;
    this.#skip();
    return { text: token.text + next.text, from: token.from, to: next.to };
  }

  /** @returns {Token|undefined} */
  #peek() {
    return this.#tokens[this.#next];
  }

  #skip() {
    return this.#tokens[this.#next++];
  }

  /** @param {import('./lex.js').TokenKind} kind @returns {Token|null} */
  #take(kind) {
    return this.#peek()?.kind === kind ? this.#skip() : null;
  }
}

/** @param {Token} token @returns {never} */
function unknownField({ text, from, to }) {
  const near = nearestField(text);
  throw new FilterError(
    `There is no field “${text}”${near === null ? '; F1 lists all fields.' : `; did you mean ${near}?`}`,
    from,
    to,
  );
}

/**
 * Whether a word is probably meant as one of Wireshark's names: it begins as they do, and one is similar.
 * @param {string} text
 */
const looksLikeField = (text) =>
  /^(?:tcp|tls|http2?|ipv?6?|frame)\.[a-z][a-z_.]*$/i.test(text) && nearestField(text) !== null;

/** @param {Token} word */
function checkSigns({ text, from, to }) {
  if (/^[&|]$/.test(text)) {
    throw new FilterError(`To join two conditions, write ${text}${text} with two signs.`, from, to);
  }
  const at = text.indexOf('=');
  const isField = at > 0 && fieldOf(text.slice(0, at)) !== null;
  if (isField || text === '=') {
    throw new FilterError('To compare, write == with two equal signs.', from + at, isField ? from + at + 1 : to);
  }
}

/** @param {Field} field @param {Token} sign @param {string} word what it means */
function checkSign({ name, kind }, { from, to }, word) {
  const isOrdered = ['<', '>', '<=', '>='].includes(word);
  if (kind === 'truth' && word !== '==' && word !== '!=') {
    throw new FilterError(`${name} is true or false; write just ${name}, or !${name}.`, from, to);
  }
  if (isOrdered && (kind === 'text' || kind === 'address')) {
    throw new FilterError(`${name} is not a number, so it has no ${word}; use ==, != or in.`, from, to);
  }
  if ((word === 'contains' || word === 'matches') && kind !== 'text') {
    throw new FilterError(`Only text fields have “${word}”, and ${name} is not one; use ==, != or in.`, from, to);
  }
}
