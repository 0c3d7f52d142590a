/**
 * Streams and sessions on the time axis:
 *
 *    Session 3      ▮──────────▮▮▮─────────▮▮▮▮□       frames, request in its colour, answer in its own; □ the end
 *    /page.html     ‾‾‾‾‾‾‾‾‾‾‾‾╲____▨▨▨▨▨▨╱╲__        window left; shaded while used up
 *    10.8 kB                          ▲      ▲         granted
 *
 * and below them all in the order of their bytes.
 */
import { count, formatBytes, formatNumber } from '../../base/format.js';
import { CoordinateBuffer } from '../../plot/level-of-detail.js';
import { ticks } from '../../vendor/d3.js';
import { AXIS_HIGH, drawAxis, drawTimeGrid } from '../timeline/axis.js';
import { fitted } from '../timeline/message-bands.js';
import { balanceAt, isEnd, isGrant } from './stream-model.js';
import { laneTitle } from './stream-words.js';

/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('../timeline/axis.js').Ground} Ground */
/** @typedef {import('./stream-model.js').Streams} Streams */
/** @typedef {import('./stream-model.js').StreamLane} StreamLane */
/**
 * @typedef {{ ground: Ground, streams: Streams, lanes: StreamLane[], offset: number, direction: number, credit:
 *   boolean, bottom: number }}
 *   StreamsScene `bottom`: y at which the bytes' order begins
 */

export const STREAM_HEADS = { wide: 190, narrow: 92 };
export const BYTES_HIGH = 132;
const FRAME_HIGH = 10;
const FRAME_TOP = 10;
const CREDIT_TOP = 30;
const CREDIT_HIGH = 46;
const NARROWEST = 2;

/** @param {boolean} credit */
export const laneHigh = (credit) => (credit ? 92 : 40);

const lines = new CoordinateBuffer();
const shape = new CoordinateBuffer();

/** @param {Renderer} renderer @param {StreamsScene} scene */
export function drawStreams(renderer, scene) {
  const { ground, lanes, offset, credit, bottom } = scene;
  const { x, width, colours } = ground;
  const high = laneHigh(credit);
  renderer.clipped({ x: 0, y: AXIS_HIGH, width, height: bottom - AXIS_HIGH }, () => {
    drawTimeGrid(renderer, ground, AXIS_HIGH, bottom);
    const first = Math.floor(offset / high);
    const end = Math.min(lanes.length, Math.ceil((offset + bottom - AXIS_HIGH) / high));
    for (let i = first; i < end; i++) {
      const top = AXIS_HIGH + i * high - offset;
      renderer.rect({ x: 0, y: top + high - 1, width, height: 1 }, { colour: colours.line2 });
      drawLaneHead(renderer, scene, lanes[i], top);
      renderer.clipped({ x: x.leftPx - 4, y: top, width: x.widthPx + 8, height: high }, () => {
        if (credit) drawCredit(renderer, scene, lanes[i], top + CREDIT_TOP);
        drawFrames(renderer, scene, lanes[i], top + FRAME_TOP);
      });
    }
  });
  drawAxis(renderer, ground);
  drawByteOrder(renderer, scene);
}

/** @param {Renderer} renderer @param {StreamsScene} scene @param {StreamLane} lane @param {number} top */
function drawLaneHead(renderer, { ground: { x, colours, narrow }, streams, direction, credit }, lane, top) {
  const left = narrow ? 8 : 20;
  const room = x.leftPx - left - (narrow ? 6 : 50);
  renderer.text(laneTitle(streams, lane), left, top + 16, { colour: colours.ink1, size: 12, weight: 600 });
  if (lane.name) {
    renderer.text(fitted(renderer, lane.name, room, { colour: '', size: 10, mono: true }), left, top + 32, {
      colour: colours.ink2,
      size: 10,
      mono: true,
    });
  }
  if (!credit || narrow) return;
  renderer.text(formatBytes(lane.bytes[direction]), left, top + 48, { colour: colours.ink3, size: 11 });
  renderer.text(count(lane.grants[direction], 'grant'), left, top + 63, { colour: colours.ink3, size: 11 });
  const highest = lane.highest[direction];
  if (highest <= 0) return;
  const style = { colour: colours.ink3, size: 11, align: /** @type {const} */ ('right') };
  renderer.text(formatBytes(highest), x.leftPx - 8, top + CREDIT_TOP + 3, style);
  renderer.text('0', x.leftPx - 8, top + CREDIT_TOP + CREDIT_HIGH, style);
}

/** @param {Renderer} renderer @param {StreamsScene} scene @param {StreamLane} lane @param {number} top */
function drawFrames(renderer, { ground: { x, colours }, streams }, lane, top) {
  const { columns } = streams;
  const middle = top + FRAME_HIGH / 2;
  if (lane.rows.length === 0) return;
  renderer.rect(
    { x: x.x(lane.startNs), y: middle, width: Math.max(1, x.x(lane.endNs) - x.x(lane.startNs)), height: 1 },
    { colour: colours.line3 },
  );
  /** Right edge of the last box drawn, by direction: frames within it add nothing. */
  const drawn = [-Infinity, -Infinity];
  for (const row of lane.rows) {
    if (columns.endTime[row] < x.range.startNs) continue;
    if (columns.time[row] > x.range.endNs) break;
    const direction = columns.direction[row];
    const left = x.x(columns.time[row]);
    const right = Math.max(left + NARROWEST, x.x(columns.endTime[row]));
    if (right <= drawn[direction] + 0.5) continue;
    const from = Math.max(left, drawn[direction]);
    drawn[direction] = right;
    renderer.rect(
      { x: from, y: top, width: right - from, height: FRAME_HIGH },
      { colour: direction === 0 ? colours.c2s : colours.s2c, alpha: isGrant(streams, row) ? 0.45 : 1 },
    );
  }
  const last = lane.rows[lane.rows.length - 1];
  for (const row of lane.rows.subarray(-40)) {
    if (isEnd(streams, row) && (columns.direction[row] === 1 || row === last)) {
      renderer.frame(
        { x: Math.round(x.x(columns.endTime[row])) - 3.5, y: middle - 3.5, width: 7, height: 7 },
        { colour: colours.ink1, width: 1.25 },
      );
    }
  }
}

/** @param {Renderer} renderer @param {StreamsScene} scene @param {StreamLane} lane @param {number} top */
function drawCredit(renderer, { ground: { x, colours }, streams, direction }, lane, top) {
  const rows = lane.balances[direction];
  const highest = lane.highest[direction];
  const bottom = top + CREDIT_HIGH;
  if (rows.length === 0 || highest <= 0) return;
  const y = (/** @type {number} */ balance) =>
    bottom - (Math.max(0, Math.min(balance, highest)) / highest) * CREDIT_HIGH;
  for (const stall of lane.stalls) {
    if (stall.direction !== direction || stall.endNs < x.range.startNs || stall.startNs > x.range.endNs) continue;
    const left = Math.max(x.leftPx - 2, x.x(stall.startNs));
    const width = Math.max(NARROWEST, Math.min(x.leftPx + x.widthPx + 2, x.x(stall.endNs)) - left);
    renderer.hatch(
      { x: left, y: top, width, height: CREDIT_HIGH },
      { colour: colours.win, spacing: 5, width: 1.1, ground: 0.13 },
    );
  }
  renderer.rect({ x: x.leftPx, y: bottom, width: x.widthPx, height: 1 }, { colour: colours.line2 });
  drawBalance(renderer, { x, colours }, streams, lane, rows, y);
  let marked = -Infinity;
  for (const row of rows) {
    const px = x.x(columnsTime(streams, row));
    if (!isGrant(streams, row) || px < Math.max(x.leftPx, marked + 1) || px > x.leftPx + x.widthPx) continue;
    triangle(renderer, px, bottom + 3, colours.win);
    marked = px;
  }
}

/** @param {Streams} streams @param {number} row */
const columnsTime = ({ columns }, row) => columns.time[row];

/**
 * The window left, as steps; on one pixel the lowest, the highest and the last.
 * @param {Renderer} renderer
 * @param {Pick<Ground, 'x'|'colours'>} ground
 * @param {Streams} streams
 * @param {StreamLane} lane
 * @param {Uint32Array} rows
 * @param {(balance: number) => number} y
 */
function drawBalance(renderer, { x, colours }, streams, lane, rows, y) {
  const first = balanceAt(streams, lane, rows[0]);
  const start = isGrant(streams, rows[0])
    ? first - streams.columns.value[rows[0]]
    : first + streams.columns.content[rows[0]];
  let level = y(start);
  let column = x.leftPx;
  let low = level;
  let high = level;
  lines.clear().point(column, level);
  const endColumn = () => {
    for (const at of [high, low, level]) lines.point(column, at);
  };
  for (const row of rows) {
    const px = Math.max(x.leftPx, Math.round(2 * x.x(columnsTime(streams, row))) / 2);
    const balance = balanceAt(streams, lane, row);
    if (px > x.leftPx + x.widthPx || !Number.isFinite(balance)) break;
    if (px > column) {
      endColumn();
      lines.point(px, level);
      [column, low, high] = [px, level, level];
    }
    level = y(balance);
    low = Math.min(low, level);
    high = Math.max(high, level);
  }
  endColumn();
  lines.point(
    Math.max(column, Math.min(x.leftPx + x.widthPx, x.x(lane.lane === 0 ? x.range.endNs : lane.endNs))),
    level,
  );
  renderer.polyline(lines, { colour: colours.win, width: 1.25 });
}

/** @param {Renderer} renderer @param {number} px @param {number} y of its tip @param {string} colour */
function triangle(renderer, px, y, colour) {
  shape.clear().point(px, y);
  shape.point(px + 4, y + 7);
  shape.point(px - 4, y + 7);
  renderer.polygon(shape, { colour });
}

/**
 * All frames of the direction in the order of their bytes; set apart by a heavier line, since its axis is bytes.
 * @param {Renderer} renderer @param {StreamsScene} scene
 */
function drawByteOrder(renderer, { ground: { x, colours, width, narrow }, streams, direction, bottom }) {
  const { columns, lanes, offsets } = streams;
  const total = Math.max(1, offsets[direction]);
  const top = bottom + 10;
  const high = BYTES_HIGH - 36;
  renderer.rect({ x: 0, y: bottom, width, height: BYTES_HIGH }, { colour: colours.bg1 });
  renderer.rect({ x: 0, y: bottom, width, height: 2 }, { colour: colours.line2 });
  const left = narrow ? 8 : 20;
  renderer.text('On the wire', left, bottom + 18, { colour: colours.ink1, size: 12, weight: 600 });
  if (!narrow) {
    renderer.text(`${direction === 0 ? 'client → server' : 'server → client'}, byte order`, left, bottom + 34, {
      colour: colours.ink3,
      size: 11,
    });
  }
  const step = high / Math.max(1, lanes.length);
  const px = (/** @type {number} */ offset) => x.leftPx + (offset / total) * x.widthPx;
  /** Right edge of what is drawn of each lane. */
  const drawn = new Float64Array(lanes.length).fill(-1);
  for (let row = 0; row < streams.count; row++) {
    if (columns.direction[row] !== direction) continue;
    const lane = columns.lane[row];
    const from = Math.max(drawn[lane], px(columns.offset[row]));
    const to = Math.max(from + 0.5, px(columns.offset[row] + columns.bytes[row]));
    if (to - drawn[lane] < 0.5) continue;
    drawn[lane] = to;
    renderer.rect(
      {
        x: from,
        y: top + lane * step,
        width: Math.max(0.75, to - from - (to - from > 3 ? 1 : 0)),
        height: Math.max(1, Math.min(10, step - 2)),
      },
      { colour: direction === 0 ? colours.c2s : colours.s2c, alpha: lane === 0 ? 0.45 : 1 },
    );
  }
  if (step >= 11) {
    for (const lane of lanes) {
      renderer.text(lane.lane === 0 ? '·' : formatNumber(lane.stream), x.leftPx - 6, top + lane.lane * step + 5, {
        colour: colours.ink3,
        size: 10,
        align: 'right',
      });
    }
  }
  for (const at of ticks(0, total, Math.max(2, Math.floor(x.widthPx / 110)))) {
    const label = formatBytes(at);
    const half = renderer.textWidth(label, { colour: '', size: 11 }) / 2;
    const where = Math.min(Math.max(px(at), x.leftPx + half), x.leftPx + x.widthPx - half);
    renderer.rect({ x: px(at), y: top + high + 2, width: 1, height: 4 }, { colour: colours.line3 });
    renderer.text(label, where, top + high + 15, { colour: colours.ink2, size: 11, align: 'center' });
  }
}
