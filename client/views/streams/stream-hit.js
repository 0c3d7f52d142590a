/** Hit test of the streams. Pure. */
import { AXIS_HIGH } from '../timeline/axis.js';
import { laneHigh } from './draw-streams.js';

/** @typedef {import('./stream-model.js').Streams} Streams */
/** @typedef {import('./stream-model.js').StreamLane} StreamLane */
/** @typedef {import('./stream-model.js').Stall} Stall */
/** A frame's row, −1 for a stall. @typedef {{ lane: StreamLane, row: number, stall: Stall|null }} Hit */

/** Frames this near to the pointer are hit, px. */
const REACH = 6;
/** Stalls are drawn below this height of a lane, px. */
const STALLS_BELOW = 28;

/**
 * @param {{ streams: Streams, lanes: StreamLane[], ground: import('../timeline/axis.js').Ground, offset: number,
 *   direction: number, credit: boolean }} scene
 *   `offset`: how far the lanes are scrolled, px
 * @param {number} x
 * @param {number} y px, below the axis and above the bytes' order
 * @returns {Hit|null} of the frames in reach the nearest by their beginning
 */
export function hitAt({ streams, lanes, ground, offset, direction, credit }, x, y) {
  const high = laneHigh(credit);
  const place = (y - AXIS_HIGH + offset) / high;
  const lane = lanes[Math.floor(place)];
  if (!lane) return null;
  const into = (place % 1) * high;
  const at = ground.x.time(x);
  const stall = lane.stalls.find(
    ({ direction: of, startNs, endNs }) => of === direction && startNs <= at && at <= endNs,
  );
  if (into > STALLS_BELOW && stall) return { lane, row: -1, stall };
  const row = nearestFrame(streams, lane, { at, from: ground.x.time(x - REACH), to: ground.x.time(x + REACH) });
  return row < 0 ? null : { lane, row, stall: null };
}

/**
 * @param {Streams} streams
 * @param {StreamLane} lane
 * @param {{ at: number, from: number, to: number }} ns
 * @returns {number} −1: none
 */
function nearestFrame({ columns: { time, endTime } }, lane, { at, from, to }) {
  let best = -1;
  for (const row of lane.rows) {
    if (time[row] > to) break;
    if (endTime[row] < from) continue;
    if (best < 0 || Math.abs(time[row] - at) <= Math.abs(time[best] - at)) best = row;
  }
  return best;
}

/**
 * All stalls of a direction, by when they began.
 * @param {StreamLane[]} lanes
 * @param {number} direction
 * @returns {{ lane: StreamLane, stall: Stall }[]}
 */
export const stallsOf = (lanes, direction) =>
  lanes
    .flatMap((lane) => lane.stalls.filter((stall) => stall.direction === direction).map((stall) => ({ lane, stall })))
    .sort((a, b) => a.stall.startNs - b.stall.startNs);
