/**
 * Draws the strip: a band for each group, failures on top.
 *
 *   ▬  ▬▬      ▬      few connections: a line each, in the first row that is free
 *    ▬▬▬▬▬▬  ▬▬
 *   ▁▂▅█▆▃▁▁▂▃▁▁      many: how many are open at a time, each band with its own scale
 */
import { CoordinateBuffer } from '../../plot/level-of-detail.js';
import { max, sum } from '../../vendor/d3.js';
import { lookOf } from './groups.js';

/** @typedef {import('./strip-data.js').Strip} Strip */
/** @typedef {import('./strip-data.js').StripGroup} StripGroup */
/**
 * @typedef {object} StripPlace
 * @property {(timeNs: number) => number} x
 * @property {number} leftPx
 * @property {number} widthPx
 * @property {number} top
 * @property {number} height
 */

/** Height of a row of lines, with the gap below it, px. */
const ROW = { most: 8, least: 2.5 };
/** Thickest line, px. */
const THICK = 3;
/** A line is at least so wide, and so far from the next of its row, px. */
const SHORTEST = 2;
/** Between bands, px. */
const GAP = 3;
/** A band is at least so high, px. */
const LOWEST = 6;

const boxes = new CoordinateBuffer();

/**
 * @param {import('../../plot/renderer.js').Renderer} renderer
 * @param {Strip} strip
 * @param {StripPlace} place
 * @param {import('../../base/theme.js').Colours} colours
 */
export function drawStrip(renderer, strip, place, colours) {
  const { groups } = strip;
  const room = place.height - GAP * Math.max(0, groups.length - 1);
  const rows = groups.every(({ count, lines }) => lines.length === count)
    ? groups.map(({ lines }) => inRows(lines, place.x))
    : null;
  const rowHeight = rows && Math.min(ROW.most, room / sum(rows, ({ rows }) => rows));
  const isInLines = rows !== null && rowHeight !== null && rowHeight >= ROW.least;
  const heights = isInLines ? rows.map(({ rows }) => rows * rowHeight) : bandHeights(groups, room);
  let top = place.top;
  groups.forEach((group, i) => {
    boxes.clear();
    if (isInLines) addLines(rows[i].lines, { top, rowHeight });
    else addCounts(group, { ...place, top, height: heights[i] });
    const { colour, alpha } = lookOf(group.name);
    renderer.columns(boxes, { colour: colours[colour], width: 0, alpha });
    top += heights[i] + GAP;
  });
}

/** @typedef {{ left: number, right: number, row: number }} Line px, and its row */

/**
 * Each line in the first row that is free.
 * @param {StripGroup['lines']} spans by start
 * @param {(timeNs: number) => number} x
 * @returns {{ rows: number, lines: Line[] }}
 */
export function inRows(spans, x) {
  /** @type {number[]} where the last line of each row ends */
  const ends = [];
  const lines = spans.map(({ startNs, endNs }) => {
    const left = x(startNs);
    const right = Math.max(x(endNs), left + SHORTEST);
    const free = ends.findIndex((end) => end <= left);
    const row = free < 0 ? ends.length : free;
    ends[row] = right + SHORTEST;
    return { left, right, row };
  });
  return { rows: ends.length, lines };
}

/** @param {Line[]} lines @param {{ top: number, rowHeight: number }} place */
function addLines(lines, { top, rowHeight }) {
  const thick = Math.min(THICK, rowHeight - 1);
  for (const { left, right, row } of lines) {
    const y = top + row * rowHeight;
    boxes.line(left, y, right, y + thick);
  }
}

/**
 * The larger a group, the higher its band, but those of few are seen too.
 * @param {StripGroup[]} groups @param {number} room
 */
export function bandHeights(groups, room) {
  const lowest = Math.min(LOWEST, room / groups.length);
  const shares = groups.map(({ most }) => Math.sqrt(most));
  const all = sum(shares) || 1;
  return shares.map((share) => lowest + ((room - lowest * groups.length) * share) / all);
}

/** @param {StripGroup} group @param {Omit<StripPlace, 'x'>} place of its band */
function addCounts({ open, most }, { leftPx, widthPx, top, height }) {
  const columns = Math.max(1, Math.min(open.length, Math.floor(widthPx)));
  const edge = (/** @type {number} */ column) => Math.round(leftPx + (column * widthPx) / columns);
  const bottom = top + height;
  for (let column = 0; column < columns; column++) {
    const bins = open.subarray(
      Math.floor((column * open.length) / columns),
      Math.ceil(((column + 1) * open.length) / columns),
    );
    const count = max(bins) ?? 0;
    if (count === 0) continue;
    boxes.line(edge(column), bottom - Math.max(1, (count / most) * height), edge(column + 1), bottom);
  }
}
