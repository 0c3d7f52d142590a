/** A filter as a function of a connection. */
import { parseFilter } from './parse.js';
import { addressTest, figure } from './values.js';

/** @typedef {import('./fields.js').Field} Field */
/** @typedef {import('./parse.js').Node} Node */
/** @typedef {import('./parse.js').Value} Value */
/**
 * @typedef {object} Connection what a filter asks about one
 * @property {(name: string) => number|string|boolean|null|readonly (string|number)[]} value of a field: seconds,
 *   bytes, bits a second; null: not known;
 *   several, of which one must fit
 * @property {(name: string) => number} whole of which a share in per cent is told
 * @property {() => string} text what words are looked for in, lower case
 */
/** @typedef {(connection: Connection) => boolean} Filter */

/**
 * What is not known is neither equal to anything nor different, less or more.
 * @param {string} text
 * @returns {Filter}
 * @throws {import('./lex.js').FilterError}
 */
export const compileFilter = (text) => compile(parseFilter(text));

/** @param {Node} node @returns {Filter} */
function compile(node) {
  switch (node.is) {
    case 'and':
      return every(node.all.map(compile));
    case 'or':
      return some(node.all.map(compile));
    case 'not':
      return negated(compile(node.of));
    case 'truth':
      return ({ value }) => value(node.field.name) === true;
    case 'word':
      return wordTest(node.text.toLowerCase());
    default:
      return comparison(node.field, node.sign, node.values);
  }
}

/** @param {Filter[]} all @returns {Filter} */
const every = (all) => (connection) => all.every((one) => one(connection));
/** @param {Filter[]} all @returns {Filter} */
const some = (all) => (connection) => all.some((one) => one(connection));
/** @param {Filter} filter @returns {Filter} */
const negated = (filter) => (connection) => !filter(connection);
/** @param {string} word @returns {Filter} */
const wordTest =
  (word) =>
  ({ text }) =>
    text().includes(word);

/** @param {Field} field @param {string} sign @param {Value[]} values @returns {Filter} */
function comparison(field, sign, values) {
  const tests = values.map((value) => valueTest(field, sign, value));
  const fits =
    tests.length === 1
      ? tests[0]
      : (/** @type {string|number} */ of, /** @type {Connection} */ connection) =>
          tests.some((test) => test(of, connection));
  const isDifferent = sign === '!=';
  const { name } = field;
  return (connection) => {
    const value = connection.value(name);
    if (value === null || typeof value === 'boolean') return false;
    const all = typeof value === 'object' ? value : [value];
    if (isDifferent) return all.length > 0 && all.every((one) => !fits(one, connection));
    return all.some((one) => fits(one, connection));
  };
}

/** @typedef {(value: string|number, connection: Connection) => boolean} ValueTest of `!=` it tells what is equal */

/** @param {Field} field @param {string} sign @param {Value} value @returns {ValueTest} */
function valueTest({ name, kind }, sign, value) {
  if (kind === 'address') {
    const fits = addressTest(value.text, value);
    return (address) => fits(String(address));
  }
  if (kind === 'text') return textTest(sign, value.text.toLowerCase());
  const { number, kind: unit } = figure(kind, value.text, value);
  const compare = SIGN[sign] ?? SIGN['=='];
  if (unit === 'percent') {
    return (count, { whole }) => whole(name) > 0 && compare((100 * Number(count)) / whole(name), number);
  }
  return (count) => compare(Number(count), number);
}

/** @param {string} sign @param {string} wanted lower case @returns {ValueTest} */
function textTest(sign, wanted) {
  return sign === 'contains'
    ? (text) => String(text).toLowerCase().includes(wanted)
    : (text) => String(text).toLowerCase() === wanted;
}

/** @type {Record<string, (a: number, b: number) => boolean>} */
const SIGN = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a === b,
  in: (a, b) => a === b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
};
