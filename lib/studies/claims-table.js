/** @typedef {import('./study.js').StudyTable} StudyTable */

const RESULT = (/** @type {boolean} */ passed) => (passed ? 'pass' : 'miss');

/**
 * Expectations that were not published, as a table.
 * @param {import('./study.js').Expectation[]} expectations @returns {StudyTable}
 */
export function expectationsTable(expectations) {
  return {
    title: 'Our own expectations',
    columns: ['id', 'what', 'expected', 'measured', 'tolerance', 'result', 'note'].map((name) => ({ name })),
    rows: expectations.map(({ id, expectation, expected, measured, tolerance, passed, note = '' }) => [
      id,
      expectation,
      expected,
      measured,
      tolerance,
      RESULT(passed),
      note,
    ]),
  };
}

/** @param {{ passed: boolean }[]} rows @returns {string} such as `2 of 3` */
export const passedOf = (rows) => `${rows.filter(({ passed }) => passed).length} of ${rows.length}`;

/** @param {string|number|null} cell */
function cellText(cell) {
  if (typeof cell === 'number' && !Number.isInteger(cell)) return String(Number(cell.toPrecision(4)));
  return cell === null ? '–' : String(cell);
}

/**
 * A table as text: columns as wide as they need, figures to the right.
 * @param {StudyTable} table @returns {string} with a line feed at its end
 */
export function tableText({ columns, rows }) {
  const heads = columns.map(({ name, unit }) => (unit === undefined ? name : `${name}, ${unit}`));
  const cells = rows.map((row) => row.map(cellText));
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map((row) => row[column].length)));
  const isFigure = heads.map((_, column) => rows.every((row) => typeof row[column] !== 'string'));
  const line = (/** @type {string[]} */ row) =>
    row
      .map((cell, column) => (isFigure[column] ? cell.padStart(widths[column]) : cell.padEnd(widths[column])))
      .join('  ')
      .trimEnd();
  return [heads, ...cells].map((row) => `${line(row)}\n`).join('');
}
