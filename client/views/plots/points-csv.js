import { kindWords } from './plot-screen.js';

/** Units as in the filter language. */
const UNITS = { time: 's', bytes: 'bytes', rate: 'bit/s', count: '', percent: '%' };

/**
 * @param {import('./points.js').Points} points
 * @param {Pick<import('./plot-state.js').PlotState, 'x'|'y'|'by'>} shown
 * @returns {string} a CSV file (RFC 4180); an empty field: not known
 */
export function pointsCsv({ flow, x, y, kind, kinds }, shown) {
  const head = (/** @type {import('./plot-state.js').PlottedFigure} */ { id, kind: of }) =>
    UNITS[of] === '' ? id : `${id} (${UNITS[of]})`;
  const cell = (/** @type {number} */ value) => (Number.isNaN(value) ? '' : String(value));
  const lines = Array.from(flow, (number, i) =>
    [
      String(number),
      cell(x[i]),
      cell(y[i]),
      ...(shown.by === 'none' ? [] : [`"${kindWords(kinds[kind[i]], shown.by).replaceAll('"', '""')}"`]),
    ].join(','),
  );
  const heads = ['flow', head(shown.x), head(shown.y), ...(shown.by === 'none' ? [] : [shown.by])];
  return [heads.join(','), ...lines, ''].join('\r\n');
}
