/** @typedef {import('./study.js').StudyTable} StudyTable */

/**
 * Claims as a table: a row for each, passed or missed.
 * @param {import('./study.js').Claim[]} claims @returns {StudyTable}
 */
export function claimsTable(claims) {
  return {
    title: 'Claims',
    columns: ['claim', 'what', 'published', 'measured', 'tolerance', 'result', 'note'].map((name) => ({ name })),
    rows: claims.map(({ id, claim, expected, measured, tolerance, passed, note = '' }) => [
      id,
      claim,
      expected,
      measured,
      tolerance,
      passed ? 'pass' : 'miss',
      note,
    ]),
  };
}

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
