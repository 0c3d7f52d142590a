/**
 * Marks on the segments of the shown direction. None of them is dropped by reduction: where there are too many for letters,
 * their bars stay.
 */
import { LetterCells, TALL_BAR, cross, diamond, hollowBar, segmentBars } from '../../plot/glyphs.js';
import { CoordinateBuffer, DENSE, bars, forEachColumn, visibleRange } from '../../plot/level-of-detail.js';
import { TCP } from './packet-columns.js';

/** @typedef {import('./grid.js').Scene} Scene */
/** @typedef {import('./grid.js').Renderer} Renderer */
/** @typedef {import('../../plot/value-scale.js').ValueScale} ValueScale */
/** @typedef {import('../../plot/series-columns.js').BarSeries} BarSeries */

const coordinates = new CoordinateBuffer();
/** From this height on there is room for the kind under an R. */
const ROOM_FOR_KIND = 24;
const HOLES_DRAWN = 2000;

/** @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale */
export function drawSegmentMarks(renderer, scene, scale) {
  const cells = new LetterCells();
  drawHoles(renderer, scene, scale);
  drawPushes(renderer, scene, scale);
  drawLetters(renderer, scene, scale, scene.series.captureDuplicates, 'D', scene.colours.ink3, cells);
  drawLetters(renderer, scene, scale, scene.series.lateArrivals, 'O', scene.colours.ooo, cells);
  drawLetters(renderer, scene, scale, scene.series.retransmissions, 'R', scene.colours.retx, cells);
  drawHandshakes(renderer, scene, scale);
}

/** @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale */
function drawPushes(renderer, { series, x, colours, dataColour }, scale) {
  const { from, to } = visibleRange(series.pushes, x.range);
  if (to - from > x.widthPx / 3) return;
  for (let i = from; i < to; i++) {
    const high = scale.y(series.pushes.high[i]);
    if (scale.y(series.pushes.low[i]) - high < TALL_BAR) continue;
    diamond(renderer, x.x(series.pushes.times[i]), high, 3.5, dataColour, colours.bg1);
  }
}

/**
 * @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale
 * @param {BarSeries} series @param {string} letter @param {string} colour @param {LetterCells} cells
 */
function drawLetters(renderer, scene, scale, series, letter, colour, cells) {
  const { x } = scene;
  const { from, to } = visibleRange(series, x.range);
  if (to - from > DENSE * x.widthPx) {
    bars(series, x, scale.y, coordinates);
    segmentBars(renderer, coordinates, colour, letter === 'D' ? 1.5 : 2);
    forEachColumn(series, x, from, to, (column, first) => letterAbove(renderer, column, scale.y(series.high[first]), letter, colour, cells));
    return;
  }
  coordinates.clear();
  for (let i = from; i < to; i++) {
    const at = x.x(series.times[i]);
    const low = scale.y(series.low[i]);
    const high = scale.y(series.high[i]);
    if (isSpurious(scene, series.row.values[i])) hollowBar(renderer, at, low, high, colour);
    else coordinates.line(at, low, at, high);
  }
  segmentBars(renderer, coordinates, colour, letter === 'D' ? 1.5 : 2);
  for (let i = from; i < to; i++) letterOf(renderer, scene, scale, series, i, letter, colour, cells);
}

/**
 * @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale
 * @param {BarSeries} series @param {number} i @param {string} letter @param {string} colour @param {LetterCells} cells
 */
function letterOf(renderer, scene, scale, series, i, letter, colour, cells) {
  const at = scene.x.x(series.times[i]);
  const high = scale.y(series.high[i]);
  const tall = scale.y(series.low[i]) - high;
  if (tall < TALL_BAR) return letterAbove(renderer, at, high, letter, colour, cells);
  if (!cells.take(at + 9, high + 5)) return;
  renderer.text(letter, at + 5, high + 5, { colour, size: 12, weight: 700 });
  const row = series.row.values[i];
  if (isSpurious(scene, row)) {
    coordinates.clear().line(at + 4, high + 6, at + 14, high + 4);
    renderer.lines(coordinates, { colour, width: 1.25 });
  }
  const kind = letter === 'R' && tall >= ROOM_FOR_KIND ? kindOf(scene, row) : '';
  if (kind) renderer.text(kind, at + 5, high + 17, { colour, size: 10 });
}

/** @param {Renderer} renderer @param {number} at @param {number} high @param {string} letter @param {string} colour @param {LetterCells} cells */
function letterAbove(renderer, at, high, letter, colour, cells) {
  if (cells.take(at, high - 9)) renderer.text(letter, at, high - 9, { colour, size: 11, weight: 700, align: 'center' });
}

/** @param {Scene} scene @param {number} row */
function isSpurious({ model: { columns } }, row) {
  return (columns.analysis[row] & columns.bits.spurious_retransmission) !== 0;
}

/** @param {Scene} scene @param {number} row @returns {string} kind of a retransmission, where the packets tell */
function kindOf({ model: { columns } }, row) {
  if ((columns.flags[row] & TCP.SYN) !== 0) return 'syn';
  return (columns.analysis[row] & columns.bits.fast_retransmission) === 0 ? '' : 'fast';
}

/** @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale */
function drawHandshakes(renderer, scene, scale) {
  const { series, x, colours, model } = scene;
  const { from, to } = visibleRange(series.handshakes, x.range);
  for (let i = from; i < to; i++) {
    const at = x.x(series.handshakes.times[i]);
    const flags = model.columns.flags[series.handshakes.row.values[i]];
    if ((flags & TCP.RST) !== 0) cross(renderer, at, scale.y(series.handshakes.low[i]), colours.retx);
    else diamond(renderer, at, scale.y((flags & TCP.SYN) === 0 ? series.handshakes.high[i] : series.handshakes.low[i]), 4.5, colours.ink1, colours.bg1);
  }
}

/**
 * A hole that was filled: a line from where its bytes were due to where they came. One that never was: not captured.
 * @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale
 */
function drawHoles(renderer, { series, x, colours }, scale) {
  const { startNs, endNs } = x.range;
  let drawn = 0;
  coordinates.clear();
  for (const { low, high, openedNs, filledNs } of series.holes.holes) {
    if (openedNs > endNs || (filledNs < startNs) || drawn > HOLES_DRAWN) continue;
    drawn++;
    const at = x.x(openedNs);
    if (filledNs === Infinity) {
      const top = scale.y(high);
      renderer.hatch({ x: at - 7, y: top, width: 7, height: Math.max(3, scale.y(low) - top) }, { colour: colours.ink3, spacing: 5, width: 1.1, ground: 0.13 });
    } else if (x.x(filledNs) - at > 4) {
      const y = scale.y((low + high) / 2);
      coordinates.line(Math.max(at, x.leftPx - 2), y, x.x(filledNs) - 2, y);
    }
  }
  renderer.lines(coordinates, { colour: colours.ooo, width: 1.25, dash: [3, 3] });
}
