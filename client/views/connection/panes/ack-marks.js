/**
 * Marks on the acknowledgement and window lines: duplicates, SACK blocks, zero windows, probes, window updates, resets.
 */
import { cross, diamond, hollowBar, LetterCells, TALL_BAR } from '../../../plot/glyphs.js';
import { CoordinateBuffer, forEachColumn, visibleRange } from '../../../plot/level-of-detail.js';
import { isDuplicateSack } from '../data/sack-blocks.js';

/** @typedef {import('../../timeline/grid.js').Scene} Scene */
/** @typedef {import('../../timeline/grid.js').Renderer} Renderer */
/** @typedef {import('../../../plot/value-scale.js').ValueScale} ValueScale */

/** The duplicate that triggers fast retransmit (RFC 5681, section 3.2). */
const THIRD_DUPLICATE = 3;
const OLDER_BLOCK_ALPHA = 0.35;
/** About a full segment on Ethernet. */
const FULL_SEGMENT = 1448;
const RESETS_APART = 14;
/** Lower ones would not look hollow. */
const LOWEST_DUPLICATE = 4;

const newest = new CoordinateBuffer();
const older = new CoordinateBuffer();
const ticks = new CoordinateBuffer();

/**
 * @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale
 * @returns {LetterCells} where letters are
 */
export function drawAckMarks(renderer, scene, scale) {
  const cells = new LetterCells();
  const { series, colours, hidden } = scene;
  /**
   * @type {[import('../data/mark-classes.js').MarkClass, () => void][]} in the order in which they lie on each other
   */
  const marks = [
    ['sack', () => drawSack(renderer, scene, scale)],
    ['dsack', () => drawDuplicateSack(renderer, scene, scale)],
    ['duplicate', () => drawDuplicates(renderer, scene, scale, cells)],
    ['update', () => drawWindowUpdates(renderer, scene, scale)],
    ['zero', () => drawLetters(renderer, scene, scale, series.zeroWindows, 'Z', cells)],
    ['probe', () => drawLetters(renderer, scene, scale, series.probes, 'P', cells)],
    ['urgent', () => drawLetters(renderer, scene, scale, series.urgent, 'U', cells)],
    ['congestion', () => drawDiamonds(renderer, scene, scale, series.marked, colours.retx)],
    ['congestion', () => drawDiamonds(renderer, scene, scale, series.echoes, colours.retx)],
    ['slowed', () => drawDiamonds(renderer, scene, scale, series.slowed, colours.cwnd)],
    ['reset', () => drawResets(renderer, scene, scale)],
  ];
  for (const [mark, draw] of marks) if (!hidden.has(mark)) draw();
  return cells;
}

/** Whether a full segment is tall enough for marks at their full size. @param {ValueScale} scale */
const isZoomedIn = (scale) => scale.y(0) - scale.y(FULL_SEGMENT) >= TALL_BAR;

/**
 * Of many consecutive resets some are drawn, always the first and the last.
 * @param {Renderer} renderer
 * @param {Scene} scene
 * @param {ValueScale} scale
 */
function drawResets(renderer, { series: { resets }, x, colours }, scale) {
  const { from, to } = visibleRange(resets, x.range);
  let last = -Infinity;
  for (let i = from; i < to; i++) {
    const at = x.x(resets.times[i]);
    if (at - last < RESETS_APART && i < to - 1) continue;
    cross(renderer, at, scale.y(resets.low[i]), colours.retx);
    last = at;
  }
}

/** @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale */
function drawSack(renderer, scene, scale) {
  const {
    series: { sackRows },
    x,
    colours,
    model: { columns },
  } = scene;
  const { from, to } = visibleRange(sackRows, x.range);
  const zoomedIn = isZoomedIn(scale) && to - from < x.widthPx;
  newest.clear();
  older.clear();
  forEachColumn(sackRows, x, from, to, (column, first, end) => {
    for (let i = zoomedIn ? first : end - 1; i < end; i++) {
      addBlocks(columns, sackRows.row.values[i], zoomedIn ? x.x(sackRows.times[i]) : column, scale);
    }
  });
  const width = zoomedIn ? 3 : 1.5;
  renderer.lines(older, { colour: colours.sack, width, alpha: OLDER_BLOCK_ALPHA });
  renderer.lines(newest, { colour: colours.sack, width });
}

/**
 * Its D-SACK block is drawn separately.
 * @param {import('../data/packet-columns.js').PacketColumns} columns
 * @param {number} row
 * @param {number} at
 * @param {ValueScale} scale
 */
function addBlocks(columns, row, at, scale) {
  const first = columns.sackIndex[row];
  const news = isDuplicateSack(columns, row) ? 1 : 0;
  for (let block = news; block < columns.sackCount[row]; block++) {
    const low = scale.y(columns.sackLeft[first + block]);
    const high = Math.min(scale.y(columns.sackRight[first + block]), low - 1.5);
    (block === news ? newest : older).line(at, low, at, high);
  }
}

/**
 * D-SACK blocks, at most one for each pixel column.
 * @param {Renderer} renderer
 * @param {Scene} scene
 * @param {ValueScale} scale
 */
function drawDuplicateSack(
  renderer,
  { series: { duplicateSackRows: reports }, x, colours, model: { columns } },
  scale,
) {
  const { from, to } = visibleRange(reports, x.range);
  forEachColumn(reports, x, from, to, (column, first) => {
    const block = columns.sackIndex[reports.row.values[first]];
    const low = scale.y(columns.sackLeft[block]);
    hollowBar(renderer, column, low, Math.min(scale.y(columns.sackRight[block]), low - LOWEST_DUPLICATE), colours.sack);
  });
}

/** @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale @param {LetterCells} cells */
function drawDuplicates(renderer, scene, scale, cells) {
  const {
    series: { duplicates, duplicateRuns },
    x,
    colours,
  } = scene;
  const { from, to } = visibleRange(duplicates, x.range);
  const zoomedIn = isZoomedIn(scale);
  const length = zoomedIn ? 8 : 4;
  ticks.clear();
  forEachColumn(duplicates, x, from, to, (column, first, end) => {
    const y = scale.y(duplicates.low[first]);
    ticks.line(column, y, column, y + length);
    if (!zoomedIn) return;
    for (let i = first; i < end; i++) {
      if (duplicateRuns.values[i] === THIRD_DUPLICATE && cells.take(column, y + 15)) {
        renderer.text('3', column, y + 15, { colour: colours.ink1, size: 11, weight: 700, align: 'center' });
      }
    }
  });
  renderer.lines(ticks, { colour: colours.ack, width: 1.5 });
}

/** @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale */
function drawWindowUpdates(renderer, scene, scale) {
  const {
    series: { windowUpdates },
    x,
    colours,
  } = scene;
  const { from, to } = visibleRange(windowUpdates, x.range);
  if ((to - from) * 4 > x.widthPx) return;
  ticks.clear();
  for (let i = from; i < to; i++) {
    const y = scale.y(windowUpdates.low[i]);
    ticks.line(x.x(windowUpdates.times[i]), y, x.x(windowUpdates.times[i]), y - 9);
  }
  renderer.lines(ticks, { colour: colours.win, width: 1.25 });
}

/**
 * @param {Renderer} renderer
 * @param {Scene} scene
 * @param {ValueScale} scale
 * @param {import('../../../plot/series-columns.js').LineSeries} marks
 * @param {string} colour
 */
function drawDiamonds(renderer, { x }, scale, marks, colour) {
  const { from, to } = visibleRange(marks, x.range);
  forEachColumn(marks, x, from, to, (column, first) => diamond(renderer, column, scale.y(marks.low[first]), 5, colour));
}

/**
 * @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale
 * @param {{ times: Float64Array, low: Float64Array, count: number }} marks
 * @param {string} letter
 * @param {LetterCells} cells
 */
function drawLetters(renderer, { x, colours }, scale, marks, letter, cells) {
  const { from, to } = visibleRange(marks, x.range);
  forEachColumn(marks, x, from, to, (column, first) => {
    const y = scale.y(marks.low[first]) - 9;
    if (cells.take(column, y)) {
      renderer.text(letter, column, y, {
        colour: letter === 'U' ? colours.retx : colours.ink1,
        size: 12,
        weight: 700,
        align: 'center',
      });
    }
  });
}
