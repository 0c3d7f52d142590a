/** One capture's part of a table, written as a Parquet file, a group of rows at a time. */
import { fileWriter, ParquetWriter } from 'hyparquet-writer';

import { SCHEMA_VERSION } from './schema.js';

/** @typedef {import('./schema.js').Column<any>} Column */
/** @typedef {import('./schema.js').Value} Value */
/** @typedef {import('hyparquet').SchemaElement} SchemaElement */

/** Rows of a group: what is held before it is written. */
export const MAX_GROUP_ROWS = 50_000;

/** @type {Record<import('./schema.js').ColumnType, Omit<SchemaElement, 'name'>>} */
const ELEMENTS = {
  STRING: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  INT64: { type: 'INT64' },
  DOUBLE: { type: 'DOUBLE' },
  BOOLEAN: { type: 'BOOLEAN' },
  TIMESTAMP: { type: 'INT64', converted_type: 'TIMESTAMP_MICROS' },
};
/**
 * Columns by which rows are looked for: their bounds in a group let readers pass it over. Those of all columns would
 * take a third of the time of writing.
 */
const BOUNDED = new Set([
  'capture',
  'connection',
  'start',
  'second',
  'client_address',
  'server_address',
  'server_port',
]);
const NUMBERS = new Set(['INT64', 'DOUBLE', 'TIMESTAMP']);

/** @param {Column[]} columns @returns {SchemaElement[]} */
const schemaOf = (columns) => [
  { name: 'root', num_children: columns.length },
  ...columns.map(({ name, type }) => ({ name, repetition_type: /** @type {const} */ ('OPTIONAL'), ...ELEMENTS[type] })),
];

/**
 * @param {string} path
 * @param {Column[]} columns
 * @param {AsyncIterable<object> | Iterable<object>} rows
 * @param {import('./schema.js').OfCapture} capture
 */
export async function writeTableFile(path, columns, rows, capture) {
  const parquet = new ParquetWriter({
    writer: fileWriter(path),
    schema: schemaOf(columns),
    createdBy: 'selfclock',
    kvMetadata: [{ key: 'selfclock.schema', value: String(SCHEMA_VERSION) }],
  });
  let group = newGroup(columns);
  let count = 0;
  const write = () => {
    parquet.write({ columnData: group, rowGroupSize: MAX_GROUP_ROWS });
    group = newGroup(columns);
    count = 0;
  };
  for await (const row of rows) {
    for (let column = 0; column < columns.length; column++) group[column].add(columns[column].of(row, capture));
    if (++count >= MAX_GROUP_ROWS) write();
  }
  if (count > 0) write();
  await parquet.finish();
}

/** @param {Column[]} columns @returns {(TextOfGroup|NumbersOfGroup)[]} */
const newGroup = (columns) =>
  columns.map((column) => (NUMBERS.has(column.type) ? new NumbersOfGroup(column) : new TextOfGroup(column)));

/** A column in a group of rows, as the writer takes it: rows themselves take many times the memory. */
class ColumnOfGroup {
  /** @param {Column} column */
  constructor({ name, type }) {
    this.name = name;
    this.type = type;
    this.statistics = BOUNDED.has(name);
  }
}

/** Text, or booleans. */
class TextOfGroup extends ColumnOfGroup {
  /** @type {Value[]} */
  data = [];

  /** @param {Value} value */
  add(value) {
    this.data.push(value ?? null);
  }
}

/** Numbers: NaN where there is none, since an array that holds null has each number as an object. */
class NumbersOfGroup extends ColumnOfGroup {
  /** @type {number[]} */
  #numbers = [];

  /** @param {Value} value */
  add(value) {
    this.#numbers.push(Number(value ?? NaN));
  }

  /** The writer asks for one column after the other, so that no two are held as objects at once. */
  get data() {
    const { type } = this;
    return this.#numbers.map((number) => {
      if (Number.isNaN(number)) return null;
      if (type === 'DOUBLE') return number;
      // A damaged file may state times that no 64 bits hold, let alone a calendar.
      if (!Number.isSafeInteger(Math.round(number))) return null;
      return type === 'INT64' ? BigInt(Math.round(number)) : number;
    });
  }
}
