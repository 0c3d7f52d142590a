/** Columns of a table as few bytes, and back. */
import { VarintReader, VarintWriter } from '../../shared/columns/varints.js';

/** @typedef {Int32Array|Float64Array|Uint8Array|Uint16Array|Uint32Array} NumberColumn */
/** @typedef {{ count: number, columns: Record<string, Uint8Array> }} KeptTable */

/**
 * @param {object} table whose properties are columns of numbers, among others
 * @returns {[string, NumberColumn][]}
 */
const columnsOf = (table) =>
  /** @type {[string, NumberColumn][]} */ (Object.entries(table).filter(([, column]) => ArrayBuffer.isView(column)));

/**
 * Each number as the difference from the one before.
 * @param {object} table @param {number} count @returns {KeptTable}
 */
export function keptTable(table, count) {
  const columns = columnsOf(table).map(([name, column]) => [name, differencesOf(column, count)]);
  return { count, columns: Object.fromEntries(columns) };
}

/** @param {NumberColumn} column @param {number} count */
function differencesOf(column, count) {
  const writer = new VarintWriter();
  let last = 0;
  for (let row = 0; row < count; row++) {
    writer.add(column[row] - last);
    last = column[row];
  }
  return writer.bytes;
}

/**
 * Fills a table's columns.
 * @param {any} table @param {KeptTable} kept
 * @throws {RangeError} a column is missing or cut
 */
export function restoreTable(table, { count, columns }) {
  for (const [name, column] of columnsOf(table)) {
    const bytes = columns[name];
    // Each number takes a byte at least.
    if (!(bytes instanceof Uint8Array) || !Number.isInteger(count) || count < 0 || count > bytes.length) {
      throw new RangeError(`column ${name} of the report is cut`);
    }
    const Column = /** @type {new (length: number) => NumberColumn} */ (column.constructor);
    table[name] = summed(new Column(count), bytes);
  }
}

/** @param {NumberColumn} column @param {Uint8Array} bytes */
function summed(column, bytes) {
  const reader = new VarintReader(bytes);
  let value = 0;
  for (let row = 0; row < column.length; row++) {
    value += reader.next();
    if (!Number.isFinite(value)) throw new RangeError('a column of the report is damaged');
    column[row] = value;
  }
  return column;
}
