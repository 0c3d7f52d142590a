/** The ladder: packets as slanted lines between the points, or as many as left in each interval. */
import { CoordinateBuffer } from '../../plot/level-of-detail.js';
import { max } from '../../vendor/d3.js';
import { drawAxisDown, drawGridDown } from '../timeline/axis-down.js';
import { crisp } from '../timeline/grid.js';
import { linesOf, LOST_AT } from './ladder-lines.js';
import { HEAD_HIGH } from './layout.js';

/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('../timeline/axis.js').Ground} Ground */
/** @typedef {import('./ladder-frame.js').LadderFrame} LadderFrame */
/** @typedef {import('./ladder-frame.js').SegmentSum} SegmentSum */
/** @typedef {import('./layout.js').PathLayout} PathLayout */

/**
 * @typedef {object} LadderScene
 * @property {Ground} ground
 * @property {LadderFrame} frame
 * @property {PathLayout} layout
 * @property {readonly string[]} labels of the captures
 * @property {readonly number[]} along captures from the first column to the last
 * @property {(from: number, to: number) => number} delayNs what a packet usually takes
 */

const CROSS = 4;
/** How strong sums are drawn, by the square root of their share of the most: a burst is not to pale all else. */
const STRENGTHS = [0.16, 0.3, 0.5, 0.8];
/** Marks of neighbouring intervals nearer than this are one, px. */
const MARK_GAP = 5;
const ACK_ALPHA = 0.5;

/** By kind of line, then of packet; kept between drawings. */
const buffers = {
  data: [new CoordinateBuffer(), new CoordinateBuffer()],
  acks: [new CoordinateBuffer(), new CoordinateBuffer()],
  lost: new CoordinateBuffer(),
  crosses: new CoordinateBuffer(),
  copies: new CoordinateBuffer(),
  missed: new CoordinateBuffer(),
};
const lines = new CoordinateBuffer();

/** @param {Renderer} renderer @param {LadderScene} scene */
export function drawLadder(renderer, scene) {
  const { ground, frame, layout } = scene;
  const { colours, height } = ground;
  drawGridDown(renderer, ground, layout.axisRight, ground.width);
  lines.clear();
  for (const x of layout.columns) lines.line(crisp(x), HEAD_HIGH, crisp(x), height);
  renderer.lines(lines, { colour: colours.line3 });
  const box = {
    x: layout.axisRight,
    y: HEAD_HIGH,
    width: layout.ladderRight - layout.axisRight,
    height: height - HEAD_HIGH,
  };
  renderer.clipped(box, () => {
    if (frame.listed === null) drawSums(renderer, scene);
    else drawPackets(renderer, scene);
  });
  drawNames(renderer, scene);
  drawAxisDown(renderer, ground, layout.axisRight);
}

/** @param {Renderer} renderer @param {LadderScene} scene */
function drawNames(renderer, { ground: { colours, width }, layout, labels }) {
  renderer.rect({ x: 0, y: 0, width, height: HEAD_HIGH }, { colour: colours.bg0 });
  renderer.rect({ x: 0, y: HEAD_HIGH - 1, width, height: 1 }, { colour: colours.line1 });
  const room = (layout.ladderRight - layout.axisRight) / Math.max(2, labels.length) - 6;
  layout.columns.forEach((x, place) => {
    const style = { colour: colours.ink1, size: 12, weight: 600, align: /** @type {const} */ ('center') };
    const text = fitted(renderer, labels[place], room, style);
    const half = renderer.textWidth(text, style) / 2;
    renderer.text(
      text,
      Math.min(Math.max(x, layout.axisRight + half), layout.ladderRight - half - 4),
      HEAD_HIGH / 2,
      style,
    );
  });
}

/**
 * @param {Renderer} renderer @param {string} text @param {number} room px
 * @param {import('../../plot/renderer.js').TextStyle} style
 */
export function fitted(renderer, text, room, style) {
  if (renderer.textWidth(text, style) <= room) return text;
  let length = text.length;
  while (length > 1 && renderer.textWidth(`${text.slice(0, length)}…`, style) > room) length--;
  return `${text.slice(0, length)}…`;
}

/** @param {Renderer} renderer @param {LadderScene} scene */
function drawPackets(renderer, { ground: { x: y, colours }, frame, layout, along, delayNs }) {
  const listed = /** @type {import('./ladder-frame.js').ListedPackets} */ (frame.listed);
  for (const buffer of Object.values(buffers).flat()) buffer.clear();
  const { columns } = layout;
  const { startNs, endNs } = y.range;
  for (let row = 0; row < listed.bytes.length; row++) {
    const kept = listed.bytes[row] > 0 ? buffers.data : buffers.acks;
    linesOf(listed, row, along, delayNs, (kind, from, fromNs, to, toNs) => {
      if (Math.max(fromNs, toNs) < startNs || Math.min(fromNs, toNs) > endNs) return;
      const [left, top, bottom] = [columns[from], y.x(fromNs), y.x(toNs)];
      if (kind === 'lost') {
        const right = left + LOST_AT * (columns[to] - left);
        buffers.lost.line(left, top, right, bottom);
        cross(buffers.crosses, right, bottom);
      } else if (kind === 'missed') buffers.missed.point(left, top);
      else if (kind === 'copy') buffers.copies.line(left - (from === to ? CROSS : 0), top, columns[to], bottom);
      else kept[listed.direction[row]].line(left, top, columns[to], bottom);
    });
  }
  for (const direction of [0, 1]) {
    const colour = direction === 0 ? colours.c2s : colours.s2c;
    renderer.lines(buffers.acks[direction], { colour, alpha: ACK_ALPHA });
    renderer.lines(buffers.data[direction], { colour });
  }
  renderer.lines(buffers.copies, { colour: colours.retx, dash: [4, 3] });
  renderer.lines(buffers.lost, { colour: colours.retx, width: 1.5 });
  renderer.lines(buffers.crosses, { colour: colours.retx, width: 1.75 });
  renderer.dots(buffers.missed, 3, { colour: colours.ooo });
}

/** @param {CoordinateBuffer} buffer @param {number} x @param {number} y */
function cross(buffer, x, y) {
  buffer.line(x - CROSS, y - CROSS, x + CROSS, y + CROSS);
  buffer.line(x - CROSS, y + CROSS, x + CROSS, y - CROSS);
}

/** @param {Renderer} renderer @param {LadderScene} scene */
function drawSums(renderer, { ground: { x: y, colours }, frame, layout }) {
  const { startNs, binNs, bins } = frame;
  const { range } = y;
  const binPx = Math.max(1, y.x(startNs + binNs) - y.x(startNs));
  const from = Math.max(0, Math.floor((range.startNs - startNs) / binNs) - 1);
  const to = Math.min(bins, Math.ceil((range.endNs - startNs) / binNs) + 1);
  const middle = (/** @type {number} */ bin) => startNs + (bin + 0.5) * binNs;
  for (const sum of frame.sums) {
    const [left, right] = sum.between.map((place) => layout.columns[place]);
    const colour = right > left ? colours.c2s : colours.s2c;
    const most = max(sum.sent.subarray(from, to)) ?? 0;
    STRENGTHS.forEach((alpha, strength) => {
      lines.clear();
      for (let bin = from; bin < to; bin++) {
        const sent = sum.sent[bin];
        if (sent === 0 || strengthOf(sent, most) !== strength || Number.isNaN(sum.lag[bin])) continue;
        lines.line(left, y.x(middle(bin)), right, y.x(middle(bin) + sum.lag[bin]));
      }
      renderer.lines(lines, { colour, alpha, width: Math.min(binPx, 2) });
    });
  }
  // Above the lines of all segments and both ways.
  for (const sum of frame.sums) {
    const [left, right] = sum.between.map((place) => layout.columns[place]);
    drawMarks(renderer, { sum, from, to, at: (bin) => y.x(middle(bin)) }, left, right, colours);
  }
}

/** @param {number} sent @param {number} most @returns {number} of `STRENGTHS` */
const strengthOf = (sent, most) =>
  Math.min(STRENGTHS.length - 1, Math.floor(Math.sqrt(sent / most) * STRENGTHS.length));

/**
 * What was lost, missed or copied: a mark where there is room, never none.
 * @param {Renderer} renderer
 * @param {{ sum: SegmentSum, from: number, to: number, at: (bin: number) => number }} shown
 * @param {number} left @param {number} right @param {import('../../base/theme.js').Colours} colours
 */
function drawMarks(renderer, { sum, from, to, at }, left, right, colours) {
  const between = (/** @type {number} */ share) => left + share * (right - left);
  const marksOf = (/** @type {Uint32Array} */ counts, /** @type {(y: number) => void} */ mark) => {
    let last = -Infinity;
    for (let bin = from; bin < to; bin++) {
      if (counts[bin] === 0 || at(bin) - last < MARK_GAP) continue;
      last = at(bin);
      mark(last);
    }
  };
  // Both ways' marks beside each other, each nearer to where its packets come from.
  lines.clear();
  marksOf(sum.lost, (y) => cross(lines, between(0.42), y));
  renderer.lines(lines, { colour: colours.retx, width: 1.75 });
  lines.clear();
  marksOf(sum.missed, (y) => lines.point(right, y));
  renderer.dots(lines, 2.5, { colour: colours.ooo });
  lines.clear();
  marksOf(sum.copies, (y) => lines.line(between(0.8), y, right, y));
  renderer.lines(lines, { colour: colours.retx, dash: [4, 3] });
}
