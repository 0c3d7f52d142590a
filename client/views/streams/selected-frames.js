/** Frames of a selected span, in figures. Pure. */
import { formatBytes, formatNumber, missing } from '../../base/format.js';
import { concurrencyIn } from '../timeline/selection/span-figures.js';
import { rateWords, spanWords } from '../timeline/times.js';
import { isData, isGrant } from './stream-model.js';

/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */
/** @typedef {{ streams: import('./stream-model.js').Streams, direction: number }} FramesShown */

/**
 * Of the frames of the direction shown that begin in the span.
 * @param {FramesShown} shown
 * @param {TimeRange} span
 * @returns {import('../timeline/selection/selection-panel.js').Line[]}
 */
export function selectionLines({ streams, direction }, span) {
  const sums = sumsIn(streams, direction, span);
  const carried = streams.lanes.filter(({ lane }) => lane > 0);
  const stalls = streams.lanes.flatMap((lane) =>
    lane.stalls
      .filter((stall) => stall.direction === direction && stall.startNs < span.endNs && stall.endNs > span.startNs)
      .map(({ startNs, endNs }) => Math.min(endNs, span.endNs) - Math.max(startNs, span.startNs)),
  );
  const spanNs = span.endNs - span.startNs;
  return [
    [direction === 0 ? 'Client’s frames' : 'Server’s frames', formatNumber(sums.frames)],
    [
      'Bytes, payload',
      `${formatBytes(sums.bytes)}, ${formatBytes(sums.content)}, ${rateWords((sums.content * 8e9) / Math.max(1, spanNs))}`,
    ],
    [streams.protocol === 'webmux' ? 'Sessions' : 'Streams', formatNumber(sums.lanes.size)],
    ['Max open', `up to ${formatNumber(concurrencyIn(carried, span).most)}`],
    ['Switches between them', formatNumber(sums.turns)],
    ['Grants', sums.grants === 0 ? missing : `${formatNumber(sums.grants)}, ${formatBytes(sums.granted)}`],
    [
      'Stalls',
      stalls.length === 0
        ? missing
        : `${formatNumber(stalls.length)}, ${spanWords(stalls.reduce((sum, ns) => sum + ns, 0))} summed`,
    ],
  ];
}

/**
 * @param {import('./stream-model.js').Streams} streams
 * @param {number} direction
 * @param {TimeRange} span
 */
function sumsIn(streams, direction, { startNs, endNs }) {
  const { columns } = streams;
  const sums = { frames: 0, bytes: 0, content: 0, turns: 0, grants: 0, granted: 0, lanes: new Set() };
  let before = 0;
  for (let row = 0; row < streams.count; row++) {
    if (columns.time[row] < startNs || columns.time[row] > endNs) continue;
    const lane = columns.lane[row];
    if (columns.direction[row] !== direction) {
      // Grants for this direction come from the other.
      if (!isGrant(streams, row)) continue;
      sums.grants += 1;
      sums.granted += columns.value[row];
      continue;
    }
    sums.frames += 1;
    sums.bytes += columns.bytes[row];
    if (isData(streams, row)) sums.content += columns.content[row];
    if (lane === 0) continue;
    sums.lanes.add(lane);
    if (before !== 0 && before !== lane) sums.turns += 1;
    before = lane;
  }
  return sums;
}
