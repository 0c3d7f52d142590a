/**
 * A long connection's frame `sender` (sender-frame.js), downsampled for its plot: of each stretch of time and each
 * direction the bursts behind which the window was smallest and largest, those whose band reaches farthest, and the
 * first and the last. A plot of fewer pixels looks as if all were there.
 */

import { indexesOf, keepForPlot, picked } from '../../transport/sketch.js';

/** @typedef {import('../../shared/columns/column-frame.js').ColumnFrame} ColumnFrame */

/** Bursts from which on a frame is sketched, where a sketch will do. */
export const MAX_WHOLE_BURSTS = 20_000;
/** Stretches of time of a sketch: more than a plot has pixels. */
const BINS = 4096;
/** Columns that a sketch leaves out: no plot of the page needs them. */
const LEFT_OUT = /^(queue|rate)[A-Z]/;
/** Columns that have a row a burst. */
const OF_BURSTS = ['time', 'direction', 'cwnd', 'low', 'high', 'threshold', 'confidence', 'frame'];

/**
 * @param {ColumnFrame} frame of the kind `sender`
 * @param {{ startNs: number, endNs: number }} [range] the visible range; without it the whole connection
 * @returns {ColumnFrame} with `meta.sketch`, how many bursts there are in the range, where some are left out, and
 *   `meta.range` where one
 *   was given; the frame itself where it is short
 */
export function sketchSender(frame, range) {
  if (frame.rows <= MAX_WHOLE_BURSTS) return frame;
  const { kept, inRange } = keptRows(frame, range ?? { startNs: -Infinity, endNs: Infinity });
  /** @type {ColumnFrame['columns']} */
  const columns = {};
  for (const [name, column] of Object.entries(frame.columns)) {
    if (LEFT_OUT.test(name)) continue;
    columns[name] = OF_BURSTS.includes(name) ? picked(column, kept) : column;
  }
  const meta = {
    ...frame.meta,
    ...(kept.length < inRange ? { sketch: inRange } : {}),
    ...(range ? { range: [range.startNs, range.endNs] } : {}),
  };
  return { kind: frame.kind, rows: kept.length, meta, columns };
}

/**
 * @param {ColumnFrame} frame
 * @param {{ startNs: number, endNs: number }} range
 * @returns {{ kept: Uint32Array, inRange: number }} ascending; of so many
 */
function keptRows({ rows, columns: { time, direction, cwnd, low, high } }, { startNs, endNs }) {
  const series = { time, lows: [cwnd, low], highs: [cwnd, high] };
  const kept = new Uint8Array(rows);
  let inRange = 0;
  for (let from = 0; from < rows;) {
    let to = from + 1;
    while (to < rows && direction[to] === direction[from]) to++;
    const part = within(time, from, to, { startNs, endNs });
    keepForPlot(series, kept, { ...part, bins: BINS });
    inRange += part.end - part.first;
    from = to;
  }
  return { kept: Uint32Array.from(indexesOf(kept)), inRange };
}

/**
 * The rows of a range, and the one on either side.
 * @param {ArrayLike<number>} time
 * @param {number} from
 * @param {number} to
 * @param {{ startNs: number, endNs: number }} range
 */
function within(time, from, to, { startNs, endNs }) {
  let first = from;
  let end = to;
  while (first + 1 < to && time[first + 1] <= startNs) first++;
  while (end - 1 > first && time[end - 2] > endNs) end--;
  return { first, end };
}
