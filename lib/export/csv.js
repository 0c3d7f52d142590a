/**
 * A series as a table.
 * @typedef {object} CsvTable
 * @property {string} name of the file, without ending
 * @property {string[]} columns their names, with the unit at the end
 * @property {Iterable<(string|number|boolean|null)[]>} rows null: not known
 */

/**
 * The lines of a table in comma-separated values (RFC 4180, but with LF alone). Unknown values are empty fields; text
 * with a comma, quote or line end is quoted.
 * @param {CsvTable} table
 * @returns {Generator<string>}
 */
export function* csvLines({ columns, rows }) {
  yield `${columns.join(',')}\n`;
  for (const row of rows) yield `${row.map(csvField).join(',')}\n`;
}

/** @param {string|number|boolean|null} value */
const csvField = (value) =>
  typeof value === 'string' && /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : (value ?? '');

/** Nanoseconds as decimal seconds, to the nanosecond. @param {number} ns */
export function decimalSeconds(ns) {
  const absolute = Math.round(Math.abs(ns));
  return `${ns < 0 ? '-' : ''}${Math.floor(absolute / 1e9)}.${String(absolute % 1e9).padStart(9, '0')}`;
}
