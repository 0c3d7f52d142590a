/**
 * Payload of high lanes, column by column, the client's above the life line, the server's below, all on one scale:
 * the lanes' packets stand on it.
 */
import { CoordinateBuffer } from '../../plot/level-of-detail.js';
import { bisectLeft, bisectRight } from '../../vendor/d3.js';

/** @typedef {import('./draw-lanes.js').LanesScene} LanesScene */
/** @typedef {import('./lane-columns.js').Lane} Lane */

const ALPHA = 0.3;
/** Width of a column. */
const COLUMN_PX = 6;
/** Free at the edges of a lane, px. */
const MARGIN = 6;
const columns = [new CoordinateBuffer(), new CoordinateBuffer()];

/**
 * @param {import('../timeline/axis.js').Ground} ground
 * @param {Lane} lane
 * @returns {[Float64Array, Float64Array]} bytes by column of the plot, by direction
 */
function payloadOf({ x }, { ticks: { times, directions, bytes }, window, isWhole }) {
  const width = Math.ceil(x.widthPx / COLUMN_PX);
  /** @type {[Float64Array, Float64Array]} */
  const sums = [new Float64Array(width), new Float64Array(width)];
  // What came bin by bin is spread over the bin.
  const halfNs = isWhole ? 0 : window.binNs / 2;
  const end = bisectRight(times, x.range.endNs);
  for (let i = bisectLeft(times, x.range.startNs); i < end; i++) {
    if (bytes[i] === 0) continue;
    const from = Math.max(0, Math.floor((x.x(times[i] - halfNs) - x.leftPx) / COLUMN_PX));
    const to = Math.min(width, Math.max(from + 1, Math.ceil((x.x(times[i] + halfNs) - x.leftPx) / COLUMN_PX)));
    for (let at = from; at < to; at++) sums[directions[i]][at] += bytes[i] / (to - from);
  }
  return sums;
}

/**
 * @param {import('../../plot/renderer.js').Renderer} renderer
 * @param {LanesScene} scene
 * @param {{ lane: Lane, middle: number }[]} lanes in view
 * @returns {number} bits a second of the highest column; 0 without any
 */
export function drawPayload(renderer, { ground, look }, lanes) {
  const { x, colours } = ground;
  const all = lanes.map(({ lane }) => payloadOf(ground, lane));
  const highest = [0, 1].map((side) =>
    all.reduce((so, sums) => sums[side].reduce((most, sum) => Math.max(most, sum), so), 0),
  );
  const most = Math.max(...highest);
  if (most === 0) return 0;
  const rooms = [look.middle - MARGIN, look.high - look.middle - MARGIN];
  const perByte = Math.min(...rooms.map((room, side) => room / Math.max(1, highest[side])));
  for (const buffer of columns) buffer.clear();
  all.forEach((sides, i) => {
    const { middle } = lanes[i];
    sides.forEach((sums, side) =>
      sums.forEach((sum, at) => {
        const high = sum * perByte;
        if (high < 0.5) return;
        const left = Math.floor(x.leftPx) + at * COLUMN_PX;
        columns[side].line(
          left,
          side === 0 ? middle - high : middle + 1,
          left + COLUMN_PX - 1,
          side === 0 ? middle : middle + 1 + high,
        );
      }),
    );
  });
  columns.forEach((buffer, side) =>
    renderer.columns(buffer, { colour: colours[side === 0 ? 'c2s' : 's2c'], width: 0, alpha: ALPHA }),
  );
  return (most * 8e9 * x.widthPx) / COLUMN_PX / (x.range.endNs - x.range.startNs);
}
