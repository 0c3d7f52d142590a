/**
 * Marks on the acknowledgement and window lines: duplicates, SACK blocks, zero windows, probes, window updates, resets.
 */
import { LetterCells, TALL_BAR, cross, diamond, hollowBar } from '../../plot/glyphs.js';
import { CoordinateBuffer, forEachColumn, visibleRange } from '../../plot/level-of-detail.js';

/** @typedef {import('./grid.js').Scene} Scene */
/** @typedef {import('./grid.js').Renderer} Renderer */
/** @typedef {import('../../plot/value-scale.js').ValueScale} ValueScale */

/** The duplicate that lets a sender repeat at once (RFC 5681, section 3.2). */
const THIRD_DUPLICATE = 3;
const OLDER_BLOCK_ALPHA = 0.35;
/** About a full segment on Ethernet. */
const FULL_SEGMENT = 1448;
const RESETS_APART = 14;

const newest = new CoordinateBuffer();
const older = new CoordinateBuffer();
const ticks = new CoordinateBuffer();

/** @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale */
export function drawAckMarks(renderer, scene, scale) {
  drawSack(renderer, scene, scale);
  drawDuplicates(renderer, scene, scale);
  drawWindowUpdates(renderer, scene, scale);
  const cells = new LetterCells();
  drawLetters(renderer, scene, scale, scene.series.zeroWindows, 'Z', cells);
  drawLetters(renderer, scene, scale, scene.series.probes, 'P', cells);
  drawLetters(renderer, scene, scale, scene.series.urgent, 'U', cells);
  drawDiamonds(renderer, scene, scale, scene.series.echoes, scene.colours.retx);
  drawDiamonds(renderer, scene, scale, scene.series.slowed, scene.colours.cwnd);
  drawResets(renderer, scene, scale);
}

/** Whether a full segment is tall enough for marks at their full size. @param {ValueScale} scale */
const isZoomedIn = (scale) => scale.y(0) - scale.y(FULL_SEGMENT) >= TALL_BAR;

/** Many resets in a row are drawn apart, the first and the last always. @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale */
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
  const { series: { sackRows }, x, colours, model: { columns } } = scene;
  const { from, to } = visibleRange(sackRows, x.range);
  const zoomedIn = isZoomedIn(scale) && to - from < x.widthPx;
  newest.clear();
  older.clear();
  forEachColumn(sackRows, x, from, to, (column, first, end) => {
    for (let i = zoomedIn ? first : end - 1; i < end; i++) {
      const at = zoomedIn ? x.x(sackRows.times[i]) : column;
      addBlocks(renderer, columns, sackRows.row.values[i], at, scale, zoomedIn ? colours.sack : '');
    }
  });
  const width = zoomedIn ? 3 : 1.5;
  renderer.lines(older, { colour: colours.sack, width, alpha: OLDER_BLOCK_ALPHA });
  renderer.lines(newest, { colour: colours.sack, width });
}

/**
 * @param {Renderer} renderer
 * @param {import('./packet-columns.js').PacketColumns} columns
 * @param {number} row
 * @param {number} at
 * @param {ValueScale} scale
 * @param {string} hollowColour draws a duplicate SACK as a hollow bar; empty draws it as any block
 */
function addBlocks(renderer, columns, row, at, scale, hollowColour) {
  const first = columns.sackIndex[row];
  for (let block = 0; block < columns.sackCount[row]; block++) {
    const low = scale.y(columns.sackLeft[first + block]);
    const high = Math.min(scale.y(columns.sackRight[first + block]), low - 1.5);
    if (block === 0 && hollowColour && isDuplicateSack(columns, row)) hollowBar(renderer, at, low, high, hollowColour);
    else (block === 0 ? newest : older).line(at, low, at, high);
  }
}

/**
 * Whether the first block reports bytes that came twice: below the acknowledgement, or inside the second block
 * (RFC 2883, section 4).
 * @param {import('./packet-columns.js').PacketColumns} columns
 * @param {number} row
 */
export function isDuplicateSack(columns, row) {
  if (columns.sackCount[row] === 0) return false;
  const first = columns.sackIndex[row];
  const left = columns.sackLeft[first];
  const right = columns.sackRight[first];
  if (right <= columns.ack[row]) return true;
  return columns.sackCount[row] > 1 && left >= columns.sackLeft[first + 1] && right <= columns.sackRight[first + 1];
}

/** @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale */
function drawDuplicates(renderer, scene, scale) {
  const { series: { duplicates, duplicateRuns }, x, colours } = scene;
  const { from, to } = visibleRange(duplicates, x.range);
  const zoomedIn = isZoomedIn(scale);
  const length = zoomedIn ? 8 : 4;
  const cells = new LetterCells();
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
  const { series: { windowUpdates }, x, colours } = scene;
  const { from, to } = visibleRange(windowUpdates, x.range);
  if ((to - from) * 4 > x.widthPx) return;
  ticks.clear();
  for (let i = from; i < to; i++) {
    const y = scale.y(windowUpdates.low[i]);
    ticks.line(x.x(windowUpdates.times[i]), y, x.x(windowUpdates.times[i]), y - 9);
  }
  renderer.lines(ticks, { colour: colours.win, width: 1.25 });
}

/** @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale @param {import('../../plot/series-columns.js').LineSeries} marks @param {string} colour */
function drawDiamonds(renderer, { x }, scale, marks, colour) {
  const { from, to } = visibleRange(marks, x.range);
  forEachColumn(marks, x, from, to, (column, first) => diamond(renderer, column, scale.y(marks.low[first]), 5, colour));
}

/**
 * @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale
 * @param {{ times: Float64Array, low: Float64Array, count: number }} marks @param {string} letter @param {LetterCells} cells
 */
function drawLetters(renderer, { x, colours }, scale, marks, letter, cells) {
  const { from, to } = visibleRange(marks, x.range);
  forEachColumn(marks, x, from, to, (column, first) => {
    const y = scale.y(marks.low[first]) - 9;
    if (cells.take(column, y)) renderer.text(letter, column, y, { colour: letter === 'U' ? colours.retx : colours.ink1, size: 12, weight: 700, align: 'center' });
  });
}
