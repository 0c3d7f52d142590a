/** A filter as a function of connections, which are given by index in a source of their values. */
import { parseFilter } from './parse.js';
import { pattern } from './pattern.js';
import { addressTest, figure, rangeOf, truthOf } from './values.js';

/** @typedef {import('./fields.js').Field} Field */
/** @typedef {import('./parse.js').Node} Node */
/** @typedef {import('./parse.js').Value} Value */
/** @typedef {number|string|boolean|null|readonly (string|number)[]} Known null: not known; several: one must match */
/**
 * @typedef {object} Source values of connections
 * @property {(name: string) => (index: number) => Known} reader of a field's values: seconds, bytes, bits a second
 * @property {(name: string) => (index: number) => number} whole the total of a share in per cent
 * @property {(index: number) => string} text lower-case text to search in
 * @property {(index: number, from: number, to: number) => boolean} hasFrame whether a frame in this range, `to`
 *   included, belongs to the connection
 */
/** @typedef {(index: number) => boolean} Filter */
/** @typedef {(source: Source) => Filter} Compiled */

/**
 * An unknown value is neither equal to anything nor different, less or more.
 * @param {string} text
 * @returns {Compiled}
 * @throws {import('./lex.js').FilterError}
 */
export const compileFilter = (text) => compile(parseFilter(text));

/** @param {Node} node @returns {Compiled} */
function compile(node) {
  switch (node.is) {
    case 'and':
      return joined(node.all, (all) => (index) => all.every((one) => one(index)));
    case 'or':
      return joined(node.all, (all) => (index) => all.some((one) => one(index)));
    case 'not':
      return joined(
        [node.of],
        ([one]) =>
          (index) =>
            !one(index),
      );
    case 'known':
      return known(node.field);
    case 'word':
      return wordTest(node.text.toLowerCase());
    default:
      return comparison(node.field, node.sign, node.values);
  }
}

/** @param {Node[]} nodes @param {(all: Filter[]) => Filter} join @returns {Compiled} */
function joined(nodes, join) {
  const compiled = nodes.map(compile);
  return (source) => join(compiled.map((one) => one(source)));
}

/** @param {string} word @returns {Compiled} */
const wordTest = (word) => (source) => (index) => source.text(index).includes(word);

/** @param {Field} field @returns {Compiled} whether its value is known; for a boolean, whether it is true */
function known({ name, kind }) {
  if (kind === 'frame') return () => () => true;
  return (source) => {
    const read = source.reader(name);
    return (index) => {
      const value = read(index);
      return typeof value === 'object' ? (value?.length ?? 0) > 0 : value !== false;
    };
  };
}

/** @param {Field} field @param {string} sign @param {Value[]} values @returns {Compiled} */
function comparison(field, sign, values) {
  if (field.kind === 'frame') return frames(sign, values);
  if (field.kind === 'truth') return truth(field.name, truthOf(values[0]) === (sign === '=='));
  const tests = values.map((value) => valueTest(field, sign, value));
  const isDifferent = sign === '!=';
  return (source) => {
    const read = source.reader(field.name);
    const bound = tests.map((test) => test(source));
    const fits =
      bound.length === 1
        ? bound[0]
        : (/** @type {string|number} */ value, /** @type {number} */ index) => bound.some((one) => one(value, index));
    return (index) => {
      const value = read(index);
      if (value === null || typeof value === 'boolean') return false;
      if (typeof value !== 'object') return fits(value, index) !== isDifferent;
      return isDifferent
        ? value.length > 0 && value.every((one) => !fits(one, index))
        : value.some((one) => fits(one, index));
    };
  };
}

/** @param {string} name @param {boolean} expected @returns {Compiled} */
const truth = (name, expected) => (source) => {
  const read = source.reader(name);
  return (index) => read(index) === expected;
};

/**
 * Of a list one must match; with `!=` none.
 * @param {string} sign @param {Value[]} values @returns {Compiled}
 */
function frames(sign, values) {
  const ranges = values.map((value) => framesOf(sign, rangeOf('count', value)));
  return (source) => (index) => ranges.some(({ from, to }) => source.hasFrame(index, from, to)) !== (sign === '!=');
}

/** @param {string} sign @param {{ from: number, to: number }} range */
function framesOf(sign, { from, to }) {
  switch (sign) {
    case '<':
      return { from: 0, to: from - 1 };
    case '<=':
      return { from: 0, to };
    case '>':
      return { from: to + 1, to: Infinity };
    case '>=':
      return { from, to: Infinity };
    default:
      return { from, to };
  }
}

/** @typedef {(value: string|number, index: number) => boolean} ValueTest for `!=` it tests equality */

/** @param {Field} field @param {string} sign @param {Value} value @returns {(source: Source) => ValueTest} */
function valueTest({ name, kind }, sign, value) {
  if (kind === 'address') {
    const fits = addressTest(value.text, value);
    return () => (address) => fits(String(address));
  }
  if (kind === 'text') {
    const fits = textTest(sign, value);
    return () => (text) => fits(String(text));
  }
  if (sign === 'in') {
    const { from, to } = rangeOf(kind, value);
    return () => (number) => Number(number) >= from && Number(number) <= to;
  }
  const { number, kind: unit } = figure(kind, value.text, value);
  const compare = SIGN[sign];
  if (unit !== 'percent') return () => (count) => compare(Number(count), number);
  return (source) => {
    const whole = source.whole(name);
    return (count, index) => whole(index) > 0 && compare((100 * Number(count)) / whole(index), number);
  };
}

/** @param {string} sign @param {Value} value @returns {(text: string) => boolean} in any case */
function textTest(sign, value) {
  if (sign === 'matches') return pattern(value);
  const expected = value.text.toLowerCase();
  return sign === 'contains'
    ? (text) => text.toLowerCase().includes(expected)
    : (text) => text.toLowerCase() === expected;
}

/** @type {Record<string, (a: number, b: number) => boolean>} */
const SIGN = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a === b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
};
