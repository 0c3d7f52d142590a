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
const WHOLE = new Set(['INT64', 'TIMESTAMP']);

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
  /** Values by column: rows themselves take many times the memory. @type {(Value|bigint)[][]} */
  let group = columns.map(() => []);
  let count = 0;
  const write = () => {
    const columnData = columns.map(({ name }, column) => ({ name, data: group[column] }));
    parquet.write({ columnData, rowGroupSize: MAX_GROUP_ROWS });
    group = columns.map(() => []);
    count = 0;
  };
  for await (const row of rows) {
    for (let column = 0; column < columns.length; column++) {
      group[column].push(valueOf(columns[column], row, capture));
    }
    if (++count >= MAX_GROUP_ROWS) write();
  }
  if (count > 0) write();
  await parquet.finish();
}

/** @param {Column} column @param {object} row @param {import('./schema.js').OfCapture} capture */
function valueOf({ type, of }, row, capture) {
  const value = of(row, capture) ?? null;
  return typeof value === 'number' && WHOLE.has(type) ? BigInt(Math.round(value)) : value;
}
