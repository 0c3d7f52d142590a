/**
 * The time-sequence diagram of a QUIC connection, in tcptrace's notation where QUIC has the same: what was sent as
 * bars, what was acknowledged and what MAX_DATA allows as steps.
 *
 *     │ R   data sent again        ✕  declared lost, when it was     ○  lost, though it arrived
 *     ║     acknowledged above     ◇  packet without stream data     P  probe   M  probe of the path's MTU
 */
import { formatBytes, formatNumber } from '../../../base/format.js';
import { cross, diamond, LetterCells, segmentBars, TALL_BAR } from '../../../plot/glyphs.js';
import {
  bars,
  CoordinateBuffer,
  DENSE,
  drawStepLine,
  forEachColumn,
  visibleExtent,
  visibleRange,
} from '../../../plot/level-of-detail.js';
import { byteUnit, padded, valueScale } from '../../../plot/value-scale.js';
import { bisectLeft } from '../../../vendor/d3.js';
import { crisp, drawGrid, plotBox } from '../../timeline/grid.js';
import { barOf } from '../data/sequence.js';
import { marksInView } from './marks.js';

/** @typedef {import('../../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('../../../plot/value-scale.js').ValueScale} ValueScale */
/** @typedef {import('../data/sequence.js').Sequence} Sequence */
/** @typedef {import('./scene.js').QuicScene} QuicScene */
/** @typedef {import('./scene.js').DrawnPane} DrawnPane */
/** @typedef {import('./layout.js').Pane} Pane */

/** Height of an empty diagram. */
const MIN_EXTENT = 10;
/** Losses that are drawn one by one. */
const LOSSES_DRAWN = 2000;
const HOLLOW = 4.5;

const coordinates = new CoordinateBuffer();

/** @param {Renderer} renderer @param {QuicScene} scene @param {Pane} pane @returns {DrawnPane|null} */
export function drawSequence(renderer, scene, pane) {
  const { sequence, x, colours, dataColour } = scene;
  if (sequence === null) {
    drawGrid(renderer, scene, pane);
    return null;
  }
  const extent = extentOf(sequence, x.range);
  const isNumbers = sequence.by === 'numbers';
  const { per, unit } = isNumbers ? { per: 1, unit: '' } : byteUnit(extent[1]);
  const scale = valueScale({
    extent: padded(extent, 0.06),
    per,
    ...(isNumbers
      ? { origin: sequence.origin, words: (/** @type {number} */ n) => (Number.isInteger(n) ? formatNumber(n) : '') }
      : {}),
    topPx: pane.top + (scene.narrow ? 26 : 22),
    bottomPx: pane.top + pane.height - 1,
    tickPx: 44,
  });
  drawGrid(renderer, scene, pane, scale);
  renderer.clipped(plotBox(scene, pane), () => {
    drawLimit(renderer, scene, pane, scale);
    drawStepLine(renderer, sequence.acks, x, scale.y, { colour: colours.ack, width: 1.5 });
    bars(sequence.sacks, x, scale.y, coordinates);
    renderer.lines(coordinates, { colour: colours.sack, width: 2 });
    bars(sequence.fresh, x, scale.y, coordinates);
    segmentBars(renderer, coordinates, dataColour);
    drawOther(renderer, scene, scale, sequence);
    const cells = new LetterCells();
    drawRepeated(renderer, scene, scale, cells);
    drawMarks(renderer, scene, pane, scale, cells);
    drawLosses(renderer, scene, scale);
  });
  return { scale, unit };
}

/**
 * @param {Sequence} sequence
 * @param {import('../../../plot/time-scale.js').TimeRange} range
 * @returns {[number, number]}
 */
function extentOf({ fresh, again, other, acks }, range) {
  const parts = [fresh, again, other].map((series) => visibleExtent(series, range));
  const known = [...parts, visibleExtent(acks, range, true)].filter((part) => part !== null);
  if (known.length === 0) return [0, MIN_EXTENT];
  const low = Math.min(...known.map(([least]) => least));
  return [low, Math.max(low + MIN_EXTENT, ...known.map(([, most]) => most))];
}

/**
 * MAX_DATA, or in words where it is far above what was sent.
 * @param {Renderer} renderer @param {QuicScene} scene @param {Pane} pane @param {ValueScale} scale
 */
function drawLimit(renderer, { sequence, x, colours }, pane, scale) {
  const limit = sequence && visibleExtent(sequence.limit, x.range, true);
  if (!sequence || !limit) return;
  drawStepLine(renderer, sequence.limit, x, scale.y, { colour: colours.win, width: 1.25 });
  if (limit[0] <= scale.domain[1]) return;
  const name = sequence.by === 'data' ? 'MAX_DATA' : 'MAX_STREAM_DATA';
  const range = [...new Set(limit.map((bytes) => formatBytes(bytes)))].join(' – ');
  const style = { colour: colours.win, align: /** @type {const} */ ('right'), plate: colours.bg1 };
  renderer.text(`↑ ${name} ${range}, above the scale`, x.leftPx + x.widthPx - 8, pane.top + 12, style);
}

/**
 * Packets without stream data.
 * @param {Renderer} renderer
 * @param {QuicScene} scene
 * @param {ValueScale} scale
 * @param {Sequence} sequence
 */
function drawOther(renderer, { x, colours, dataColour }, scale, { other }) {
  const { from, to } = visibleRange(other, x.range);
  let last = -Infinity;
  forEachColumn(other, x, from, to, (column, first, end) => {
    const at = end - first === 1 ? x.x(other.times[first]) : column;
    if (at - last < 5) return;
    last = at;
    diamond(renderer, at, scale.y((other.low[first] + other.high[first]) / 2), 2.75, dataColour, colours.bg1);
  });
}

/** @param {Renderer} renderer @param {QuicScene} scene @param {ValueScale} scale @param {LetterCells} cells */
function drawRepeated(renderer, { sequence, x, colours }, scale, cells) {
  if (sequence === null) return;
  const { again } = sequence;
  bars(again, x, scale.y, coordinates);
  segmentBars(renderer, coordinates, colours.retx, 2);
  for (let i = 0; i < coordinates.length; i += 4) {
    const { values } = coordinates;
    letter(renderer, cells, { at: values[i], low: values[i + 1], high: values[i + 3] }, 'R', colours.retx);
  }
}

/**
 * Beside a bar that is tall enough, else above it.
 * @param {Renderer} renderer @param {LetterCells} cells @param {{ at: number, low: number, high: number }} bar px
 * @param {string} text @param {string} colour
 */
function letter(renderer, cells, { at, low, high }, text, colour) {
  const isTall = low - high >= TALL_BAR;
  const [x, y] = isTall ? [at + 9, high + 5] : [at, high - 9];
  if (cells.take(x, y)) renderer.text(text, x, y, { colour, size: 11, weight: 700, align: 'center' });
}

/**
 * @param {Renderer} renderer
 * @param {QuicScene} scene
 * @param {Pane} pane
 * @param {ValueScale} scale
 * @param {LetterCells} cells
 */
function drawMarks(renderer, scene, pane, scale, cells) {
  const { x, colours, sequence } = scene;
  let reached = -Infinity;
  for (const { row, sign, isEvent, timeNs } of marksInView(scene)) {
    const at = x.x(timeNs);
    if (isEvent) {
      reached = drawEvent(renderer, scene, pane, { at, sign, reached });
      continue;
    }
    const bar = sequence && barOf(sequence, row);
    if (bar === null) continue;
    const place = { at, low: scale.y(bar.low), high: scale.y(bar.high) };
    letter(renderer, cells, place, sign, sign === 'P' ? colours.ooo : colours.ink2);
  }
}

/**
 * A line at an event of the connection, with its name where there is room.
 * @param {Renderer} renderer
 * @param {QuicScene} scene
 * @param {Pane} pane
 * @param {{ at: number, sign: string, reached: number }} event `reached`: px up to where the names before it are
 * @returns {number} the same for the next
 */
function drawEvent(renderer, { x, colours }, pane, { at, sign, reached }) {
  coordinates.clear().line(crisp(at), pane.top + 24, crisp(at), pane.top + pane.height);
  renderer.lines(coordinates, { colour: colours.ink3, dash: [2, 3] });
  const style = { colour: colours.ink2, size: 10, plate: colours.bg1 };
  const wide = renderer.textWidth(sign, style) + 8;
  const left = Math.min(at + 4, x.leftPx + x.widthPx - wide);
  if (left < reached) return reached;
  renderer.text(sign, left, pane.top + 30, style);
  return left + wide;
}

/**
 * A cross where a packet was declared lost, hollow where it had arrived.
 * @param {Renderer} renderer @param {QuicScene} scene @param {ValueScale} scale
 */
function drawLosses(renderer, { sequence, x, colours }, scale) {
  if (sequence === null) return;
  const { losses } = sequence;
  const times = losses.map(({ lostNs }) => lostNs);
  const first = bisectLeft(times, x.range.startNs);
  let lastPx = -Infinity;
  for (let i = first, drawn = 0; i < losses.length && drawn < LOSSES_DRAWN; i++) {
    const { lostNs, low, high, isSpurious } = losses[i];
    if (lostNs > x.range.endNs) break;
    const at = x.x(lostNs);
    if (losses.length > DENSE * x.widthPx && at - lastPx < 1) continue;
    lastPx = at;
    drawn++;
    const y = scale.y((low + high) / 2);
    if (isSpurious) renderer.ring(at, y, HOLLOW, { colour: colours.retx, width: 1.5 });
    else cross(renderer, at, y, colours.retx);
  }
}
