/** @param {string|number|null} cell @returns {string} quoted where it needs to be (RFC 4180) */
function csvCell(cell) {
  const text = cell === null ? '' : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {(string|number|null)[][]} rows @returns {string} */
const csv = (rows) => rows.map((row) => `${row.map(csvCell).join(',')}\n`).join('');

/**
 * A figure's points: a line for each, `series,x,y`, under a head that names the axes.
 * @param {import('../study.js').Figure} figure @returns {string}
 */
export function figureCsv({ xLabel, yLabel, series }) {
  return csv([
    ['series', xLabel, yLabel],
    ...series.flatMap(({ name, points }) => points.map(([x, y]) => [name, x, y])),
  ]);
}

/** @param {import('../study.js').StudyTable} table @returns {string} units in the head, in brackets */
export function tableCsv({ columns, rows }) {
  return csv([columns.map(({ name, unit }) => (unit === undefined ? name : `${name} [${unit}]`)), ...rows]);
}
