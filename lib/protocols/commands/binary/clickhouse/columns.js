/**
 * How many bytes the columns of a block have (ClickHouse, "Native format"): what is not read by a rule here, such as
 * states of aggregate functions and JSON, has no known end.
 */
import { WANT } from '../../piece-reader.js';
import { MAX_CLICKHOUSE_TYPE_DEPTH } from '../limits.js';

/** @typedef {import('./pull.js').Wants} Wants */
/** @typedef {import('./pull.js').Pull} Pull */
/** @typedef {{ name: string, args: readonly string[] }} Type */

/** Bytes of a value. @type {ReadonlyMap<string, number>} */
const WIDTHS = new Map(
  Object.entries({
    Bool: 1,
    Date: 2,
    Date32: 4,
    DateTime: 4,
    DateTime64: 8,
    Decimal32: 4,
    Decimal64: 8,
    Decimal128: 16,
    Decimal256: 32,
    Enum8: 1,
    Enum16: 2,
    BFloat16: 2,
    Float32: 4,
    Float64: 8,
    Int8: 1,
    Int16: 2,
    Int32: 4,
    Int64: 8,
    Int128: 16,
    Int256: 32,
    IPv4: 4,
    IPv6: 16,
    Nothing: 1,
    Point: 16,
    Time: 4,
    Time64: 8,
    UInt8: 1,
    UInt16: 2,
    UInt32: 4,
    UInt64: 8,
    UInt128: 16,
    UInt256: 32,
    UUID: 16,
  }),
);
const INTERVAL_BYTES = 8;
const OFFSET_BYTES = 8;
/** Digits of a decimal that fit into so many bytes. */
const DECIMALS = [
  [9, 4],
  [18, 8],
  [38, 16],
  [76, 32],
];
/** Of LowCardinality: the version before all data; in its head the width of an index, and that its keys follow. */
const VERSION_BYTES = 8;
const HEAD_BYTES = 8;
const INDEX_WIDTH = 0xff;
const WIDEST_INDEX = 3;
const HAS_KEYS = 0x200;

/** @param {string} text as `Array(Tuple(a UInt8, b String))` @returns {Type} */
export function typeOf(text) {
  const open = text.indexOf('(');
  if (open < 0 || !text.endsWith(')')) return { name: text, args: [] };
  /** @type {string[]} */
  const args = [];
  let depth = 0;
  let isQuoted = false;
  let from = open + 1;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '\\' && isQuoted) at++;
    else if (character === "'") isQuoted = !isQuoted;
    else if (!isQuoted && character === '(') depth++;
    else if (!isQuoted && character === ')') depth--;
    if (isQuoted || (at < text.length - 1 && (character !== ',' || depth > 0))) continue;
    args.push(text.slice(from, at).trim());
    from = at + 1;
  }
  return { name: text.slice(0, open), args };
}

/** An element of a tuple, which may have a name. @param {string} text */
function elementType(text) {
  const space = text.indexOf(' ');
  const open = text.indexOf('(');
  return space < 0 || (open >= 0 && open < space) ? text : text.slice(space + 1).trim();
}

/** Types that the type is made of; null: it is made of none. @param {Type} type @returns {string[]|null} */
function partsOf({ name, args }) {
  switch (name) {
    case 'Array':
    case 'Nullable':
    case 'LowCardinality':
      return args.length === 1 ? [args[0]] : null;
    case 'SimpleAggregateFunction':
      return args.length > 1 ? [args[1]] : null;
    case 'Tuple':
      return args.map(elementType);
    case 'Map':
      return args.length === 2 ? [...args] : null;
    case 'Nested':
      return args.map(elementType);
    default:
      return null;
  }
}

/** Bytes of a value; −1: it depends on the value. @param {Type} type */
function widthOf({ name, args }) {
  if (name === 'FixedString') return Number(args[0]) || -1;
  if (name === 'Decimal') return DECIMALS.find(([digits]) => Number(args[0]) <= digits)?.[1] ?? -1;
  return name.startsWith('Interval') ? INTERVAL_BYTES : (WIDTHS.get(name) ?? -1);
}

/** How often a type has a dictionary in it. @param {string} text @param {number} depth @returns {number} */
function dictionariesIn(text, depth = 0) {
  if (depth > MAX_CLICKHOUSE_TYPE_DEPTH) return 0;
  const type = typeOf(text);
  const within = (partsOf(type) ?? []).reduce((sum, part) => sum + dictionariesIn(part, depth + 1), 0);
  return within + Number(type.name === 'LowCardinality');
}

/** @param {Pull} pull @param {string} text the column's type @param {number} rows at least one @returns {Wants} */
export function* skipColumn(pull, text, rows) {
  yield* pull.skip(VERSION_BYTES * dictionariesIn(text));
  yield* skipValues(pull, text, rows, 0);
}

/** @param {Pull} pull @param {string} text @param {number} rows @param {number} depth @returns {Wants} */
function* skipValues(pull, text, rows, depth) {
  const type = typeOf(text);
  const width = widthOf(type);
  if (width > 0) {
    yield* pull.skip(width * rows);
    return;
  }
  const parts = partsOf(type);
  if (depth > MAX_CLICKHOUSE_TYPE_DEPTH || (parts === null && type.name !== 'String')) yield WANT.LOST;
  switch (type.name) {
    case 'String':
      yield* pull.skipTexts(rows);
      return;
    case 'LowCardinality':
      yield* skipDictionary(pull, parts?.[0] ?? '', rows, depth);
      return;
    case 'Nullable':
      yield* pull.skip(rows);
      break;
    case 'Array':
    case 'Map':
    case 'Nested':
      yield* skipElements(pull, parts ?? [], rows, depth);
      return;
    default: // Tuple, SimpleAggregateFunction
  }
  for (const part of parts ?? []) yield* skipValues(pull, part, rows, depth + 1);
}

/**
 * The end of each row's elements, then all elements.
 * @param {Pull} pull @param {string[]} parts @param {number} rows @param {number} depth
 * @returns {Wants}
 */
function* skipElements(pull, parts, rows, depth) {
  if (rows === 0) return;
  yield* pull.skip(OFFSET_BYTES * (rows - 1));
  const elements = (yield* pull.littleUint32()) + (yield* pull.littleUint32()) * 2 ** 32;
  for (const part of parts) yield* skipValues(pull, part, elements, depth + 1);
}

/**
 * The keys that are new, then each row's index.
 * @param {Pull} pull @param {string} part @param {number} rows @param {number} depth
 * @returns {Wants}
 */
function* skipDictionary(pull, part, rows, depth) {
  if (rows === 0) return;
  const head = yield* pull.littleUint32();
  yield* pull.skip(HEAD_BYTES - 4);
  if ((head & INDEX_WIDTH) > WIDEST_INDEX) yield WANT.LOST;
  if ((head & HAS_KEYS) !== 0) {
    const keys = yield* pull.littleUint32();
    yield* pull.skip(4);
    const { name, args } = typeOf(part);
    yield* skipValues(pull, name === 'Nullable' ? args[0] : part, keys, depth + 1);
  }
  yield* pull.skip(OFFSET_BYTES);
  yield* pull.skip(rows * 2 ** (head & INDEX_WIDTH));
}
