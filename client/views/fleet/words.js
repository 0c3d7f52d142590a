/** Words of an answer's columns, and its times. */
import { capitalised } from '../../base/format.js';

/** @param {string} name with hyphens or underscores */
export const wordsOf = (name) => capitalised(name).replace(/[-_]/g, ' ');

/** @param {string} column */
export const headOf = (column) => wordsOf(column.replace(/_bytes_per_second$/, ', B/s').replace(/_seconds$/, ''));

/** DuckDB's timestamps are of UTC, without saying so. @param {import('../../state/fleet-api.js').Cell} cell */
export const timeOf = (cell) => Date.parse(`${String(cell).replace(' ', 'T')}Z`);
