/**
 * Marks on the segments of the shown direction. Level of detail never drops any: if there are too many for
 * letters, their bars stay; only PSH has one mark for many that are close together.
 */
import { TCP } from '../../../../lib/shared/packet-enums.js';
import { cross, diamond, hollowBar, LetterCells, segmentBars, TALL_BAR } from '../../../plot/glyphs.js';
import { bars, CoordinateBuffer, DENSE, forEachColumn, visibleRange } from '../../../plot/level-of-detail.js';
import { retransmissionKind } from '../data/packet-columns.js';

/** @typedef {import('../../timeline/grid.js').Scene} Scene */
/** @typedef {import('../../timeline/grid.js').Renderer} Renderer */
/** @typedef {import('../../../plot/value-scale.js').ValueScale} ValueScale */
/** @typedef {import('../../../plot/series-columns.js').BarSeries} BarSeries */

const coordinates = new CoordinateBuffer();
const boxes = new CoordinateBuffer();
const dots = new CoordinateBuffer();
/** From this height on there is room for the kind under an R. */
const ROOM_FOR_KIND = 24;
/** … and beside its bar for it and its kind. */
const ROOM_FOR_LETTER = 30;
const HOLES_DRAWN = 2000;
/** Pushed segments nearer than this to each other, px, have one mark. */
const PUSHES_APART = 5;
/** With more holes in view their lines are a wash that must not cover SACK blocks and repairs. */
const HOLES_APART = 24;
const CROWDED_ALPHA = 0.3;
/** A box where bytes were due is this wide, and is drawn from this height on. */
const BOX_WIDE = 6;
const LOWEST_BOX = 5;

/**
 * How the marks on segments of one class look.
 * @typedef {{ letter: string, colour: string, width: number, isHollow?: boolean }} Look
 */

/**
 * @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale
 * @returns {LetterCells} where letters are
 */
export function drawSegmentMarks(renderer, scene, scale) {
  const cells = new LetterCells();
  const { series, colours, hidden } = scene;
  const lettered = (/** @type {BarSeries} */ part, /** @type {Look} */ look) => () =>
    drawLetters(renderer, scene, scale, part, look, cells);
  /**
   * @type {[import('../data/mark-classes.js').MarkClass, () => void][]} in the order in which they lie on each other
   */
  const marks = [
    ['hole', () => drawHoles(renderer, scene, scale)],
    ['push', () => drawPushes(renderer, scene, scale)],
    ['twice', lettered(series.captureDuplicates, { letter: 'D', colour: colours.ink3, width: 1.5 })],
    ['late', lettered(series.lateArrivals, { letter: 'O', colour: colours.ooo, width: 2 })],
    ['spurious', lettered(series.spurious, { letter: 'R', colour: colours.retx, width: 2, isHollow: true })],
    ['repair', lettered(series.repairs, { letter: 'R', colour: colours.retx, width: 2 })],
    ['handshake', () => drawHandshakes(renderer, scene, scale, false)],
    ['reset', () => drawHandshakes(renderer, scene, scale, true)],
    ['icmp', () => drawIcmpErrors(renderer, scene, scale, cells)],
  ];
  for (const [mark, draw] of marks) if (!hidden.has(mark)) draw();
  return cells;
}

/** @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale */
function drawPushes(renderer, { series, x, colours, dataColour }, scale) {
  const { from, to } = visibleRange(series.pushes, x.range);
  let last = -Infinity;
  forEachColumn(series.pushes, x, from, to, (column, first, end) => {
    const at = end - first === 1 ? x.x(series.pushes.times[first]) : column;
    if (at - last < PUSHES_APART) return;
    last = at;
    const high = scale.y(series.pushes.high[first]);
    const radius = scale.y(series.pushes.low[first]) - high < TALL_BAR ? 2.5 : 3.5;
    diamond(renderer, at, high, radius, dataColour, colours.bg1);
  });
}

/**
 * @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale
 * @param {BarSeries} series @param {Look} look @param {LetterCells} cells
 */
function drawLetters(renderer, scene, scale, series, look, cells) {
  const { x } = scene;
  const { from, to } = visibleRange(series, x.range);
  if (to === from) return;
  if (to - from > DENSE * x.widthPx) {
    bars(series, x, scale.y, coordinates);
    segmentBars(renderer, coordinates, look.colour, look.width);
    forEachColumn(series, x, from, to, (column, first) =>
      letterAbove(renderer, column, scale.y(series.high[first]), look, cells),
    );
    return;
  }
  if (look.isHollow) {
    for (let i = from; i < to; i++) {
      hollowBar(renderer, x.x(series.times[i]), scale.y(series.low[i]), scale.y(series.high[i]), look.colour);
    }
  } else {
    bars(series, x, scale.y, coordinates);
    segmentBars(renderer, coordinates, look.colour, look.width);
  }
  for (let i = from; i < to; i++) letterOf(renderer, scene, scale, series, i, look, cells);
}

/**
 * @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale
 * @param {BarSeries} series @param {number} i @param {Look} look @param {LetterCells} cells
 */
function letterOf(renderer, { x, model: { columns } }, scale, series, i, look, cells) {
  const at = x.x(series.times[i]);
  const high = scale.y(series.high[i]);
  const tall = scale.y(series.low[i]) - high;
  if (tall < TALL_BAR) return letterAbove(renderer, at, high, look, cells);
  // At the right edge of the plot there is no room on the right of the bar.
  const side = at + ROOM_FOR_LETTER > x.leftPx + x.widthPx ? -1 : 1;
  const align = side < 0 ? 'right' : 'left';
  if (!cells.take(at + side * 9, high + 5)) return;
  const { letter, colour } = look;
  renderer.text(letter, at + side * 5, high + 5, { colour, size: 12, weight: 700, align });
  if (look.isHollow) strike(renderer, at + side * 9, high + 5, colour);
  const kind = letter === 'R' && tall >= ROOM_FOR_KIND ? retransmissionKind(columns, series.row.values[i]) : '';
  if (kind) renderer.text(kind, at + side * 5, high + 17, { colour, size: 10, align });
}

/** @param {Renderer} renderer @param {number} at @param {number} high @param {Look} look @param {LetterCells} cells */
function letterAbove(renderer, at, high, { letter, colour, isHollow }, cells) {
  if (!cells.take(at, high - 9)) return;
  renderer.text(letter, at, high - 9, { colour, size: 11, weight: 700, align: 'center' });
  if (isHollow) strike(renderer, at, high - 9, colour);
}

/**
 * A letter crossed out: a spurious retransmission.
 * @param {Renderer} renderer
 * @param {number} x middle of the letter
 * @param {number} y
 * @param {string} colour
 */
function strike(renderer, x, y, colour) {
  coordinates.clear().line(x - 6, y + 1, x + 6, y - 1);
  renderer.lines(coordinates, { colour, width: 1.25 });
}

/**
 * @param {Renderer} renderer
 * @param {Scene} scene
 * @param {ValueScale} scale
 * @param {boolean} resets these, or SYN and FIN
 */
function drawHandshakes(renderer, { series: { handshakes }, x, colours, model }, scale, resets) {
  const { from, to } = visibleRange(handshakes, x.range);
  for (let i = from; i < to; i++) {
    const at = x.x(handshakes.times[i]);
    const flags = model.columns.flags[handshakes.row.values[i]];
    const isReset = (flags & TCP.RST) !== 0;
    if (isReset !== resets) continue;
    if (isReset) cross(renderer, at, scale.y(handshakes.low[i]), colours.retx);
    else {
      diamond(
        renderer,
        at,
        scale.y((flags & TCP.SYN) === 0 ? handshakes.high[i] : handshakes.low[i]),
        4.5,
        colours.ink1,
        colours.bg1,
      );
    }
  }
}

/**
 * ICMP errors, when they came, at the segments that they quote.
 * @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale @param {LetterCells} cells
 */
function drawIcmpErrors(renderer, { direction, x, colours, model }, scale, cells) {
  for (const { timeNs, offset } of model.icmpErrors.marks[direction]) {
    if (timeNs < x.range.startNs || timeNs > x.range.endNs) continue;
    const [at, y] = [x.x(timeNs), scale.y(offset)];
    dots.clear().point(at, y);
    renderer.dots(dots, 2.5, { colour: colours.retx });
    if (!cells.take(at, y + 12)) continue;
    renderer.text('I', at, y + 12, { colour: colours.retx, size: 12, weight: 700, align: 'center' });
  }
}

/**
 * A hole that was filled: a dotted box where its bytes were due, and a line from there to where they came. One that
 * never was: not captured.
 * @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale
 */
function drawHoles(renderer, { series, x, colours }, scale) {
  coordinates.clear();
  boxes.clear();
  for (const { low, high, openedNs, filledNs } of series.holes.inView(x.range, HOLES_DRAWN)) {
    const at = x.x(openedNs);
    if (filledNs === Infinity) {
      const top = scale.y(high);
      renderer.hatch(
        { x: at - 7, y: top, width: 7, height: Math.max(3, scale.y(low) - top) },
        { colour: colours.ink3, spacing: 5, width: 1.1, ground: 0.13 },
      );
    } else if (x.x(filledNs) - at > 4) {
      const y = scale.y((low + high) / 2);
      coordinates.line(Math.max(at, x.leftPx - 2), y, x.x(filledNs) - 2, y);
      if (scale.y(low) - scale.y(high) >= LOWEST_BOX) outline(at, scale.y(high), scale.y(low));
    }
  }
  const crowded = coordinates.length / 4 > HOLES_APART;
  renderer.lines(coordinates, { colour: colours.ooo, width: 1.25, dash: [3, 3], alpha: crowded ? CROWDED_ALPHA : 1 });
  if (!crowded) renderer.lines(boxes, { colour: colours.ooo, width: 1.25, dash: [1.5, 2] });
}

/** @param {number} at middle @param {number} top @param {number} bottom */
function outline(at, top, bottom) {
  const left = at - BOX_WIDE / 2;
  const right = at + BOX_WIDE / 2;
  boxes.line(left, top, right, top);
  boxes.line(right, top, right, bottom);
  boxes.line(right, bottom, left, bottom);
  boxes.line(left, bottom, left, top);
}
