/** Requests of a selected span, in figures. Pure. */
import { formatBytes, formatNumber, missing } from '../../base/format.js';
import { concurrencyIn, quantilesOf } from '../timeline/selection/span-figures.js';
import { spanWords } from '../timeline/times.js';
import { firstByteNs } from './waterfall-columns.js';
import { isUnanswered, phaseNs, tookNs } from './waterfall-rows.js';

/** @typedef {import('./waterfall-rows.js').WaterfallRow} WaterfallRow */

/**
 * Of the requests that were under way in the span, from their first byte to the response's last; each counts with its
 * complete figures.
 * @param {readonly WaterfallRow[]} rows shown
 * @param {import('../../plot/time-scale.js').TimeRange} span
 * @returns {import('../timeline/selection/selection-panel.js').Line[]}
 */
export function selectionLines(rows, span) {
  const underWay = rows.filter(({ requestNs, answeredNs }) => requestNs <= span.endNs && answeredNs >= span.startNs);
  const begun = underWay.filter(({ requestNs }) => requestNs >= span.startNs).length;
  const flows = new Set(underWay.map(({ flow }) => flow)).size;
  const answered = underWay.filter(({ response }) => response >= 0);
  const failed = underWay.filter(({ hasFailed }) => hasFailed).length;
  const { most, mean } = concurrencyIn(
    underWay.map(({ requestNs, answeredNs }) => ({ startNs: requestNs, endNs: answeredNs })),
    span,
  );
  return [
    ['Requests under way', `${formatNumber(underWay.length)}, ${formatNumber(begun)} begun here`],
    ['Concurrent', `up to ${formatNumber(most)}, mean ${formatNumber(mean, 1)}`],
    ['Connections', formatNumber(flows)],
    ['Bodies', formatBytes(underWay.reduce((sum, { bytes }) => sum + Math.max(0, bytes), 0))],
    ['Wait median, p95', middleAndTail(answered.map((row) => phaseNs(row, 'wait')))],
    ['TTFB median, p95', middleAndTail(answered.map(firstByteNs))],
    ['Time median, p95', middleAndTail(answered.map(tookNs))],
    ['Failed, unanswered', `${formatNumber(failed)}, ${formatNumber(underWay.filter(isUnanswered).length)}`],
  ];
}

/** @param {(number|null)[]} times ns; null: has none */
function middleAndTail(times) {
  const figures = quantilesOf(Float64Array.from(times.filter((ns) => ns !== null)));
  return figures === null ? missing : `${spanWords(figures.median)}, ${spanWords(figures.p95)}`;
}
