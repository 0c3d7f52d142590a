/** The strip beside the lanes: cells by how much was sent in them, and a frame around what is in view. */
import { CoordinateBuffer } from '../../plot/level-of-detail.js';
import { scaleLog } from '../../vendor/d3.js';
import { crisp } from '../timeline/grid.js';

/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('../../base/theme.js').Colours} Colours */

/** Cells are drawn in this many shades. */
const SHADES = 7;
const PALEST = 0.3;
const SILENT = 0.13;
/** Share of a cell's packets from which on retransmissions have its colour. */
const MANY_RETRANSMISSIONS = 0.02;
/** Servers' bounds are drawn where they are on average so far apart, px. */
const APART_PX = 6;
/** What is in view has a frame of at least this, px. */
const MIN_FRAME = 5;

const shades = Array.from({ length: SHADES }, () => ({ sent: new CoordinateBuffer(), again: new CoordinateBuffer() }));
const silent = new CoordinateBuffer();
const lines = new CoordinateBuffer();

/**
 * @param {Renderer} renderer
 * @param {{ density: import('./density.js').Density|null, groups: Uint32Array, y: (lane: number) => number,
 *   width: number, height: number, colours: Colours }} given
 */
export function drawDensity(renderer, { density, groups, y, width, height, colours }) {
  lines.clear();
  if (groups.length > 1 && height / groups.length >= APART_PX) {
    for (const lane of groups.subarray(1)) lines.line(0, crisp(y(lane)), width, crisp(y(lane)));
  }
  renderer.lines(lines, { colour: colours.line1 });
  if (density === null || density.rows === 0) return;
  shadeCells(density, width, height);
  renderer.columns(silent, { colour: colours.ink2, width: 0, alpha: SILENT });
  shades.forEach(({ sent, again }, shade) => {
    const alpha = PALEST + ((1 - PALEST) * shade) / (SHADES - 1);
    renderer.columns(sent, { colour: colours.ink2, width: 0, alpha });
    renderer.columns(again, { colour: colours.retx, width: 0, alpha });
  });
}

/**
 * Sorts cells by shade; neighbours of one shade are one box.
 * @param {import('./density.js').Density} density @param {number} width @param {number} height
 */
function shadeCells({ rows, bins, open, packets, retransmissions }, width, height) {
  silent.clear();
  for (const { sent, again } of shades) {
    sent.clear();
    again.clear();
  }
  const most = packets.reduce((so, n) => Math.max(so, n), 2);
  const shadeOf = scaleLog([1, most], [0, SHADES - 1]).clamp(true);
  /** @param {number} cell */
  const bufferOf = (cell) => {
    if (packets[cell] === 0) return open[cell] > 0 ? silent : null;
    const { sent, again } = shades[Math.round(shadeOf(packets[cell]))];
    return retransmissions[cell] >= packets[cell] * MANY_RETRANSMISSIONS && retransmissions[cell] > 0 ? again : sent;
  };
  for (let row = 0; row < rows; row++) {
    const [top, bottom] = [row, row + 1].map((edge) => Math.round((edge * height) / rows));
    let from = 0;
    let buffer = bufferOf(row * bins);
    for (let bin = 1; bin <= bins; bin++) {
      const next = bin < bins ? bufferOf(row * bins + bin) : null;
      if (next === buffer && bin < bins) continue;
      buffer?.line(Math.round((from * width) / bins), top, Math.round((bin * width) / bins), bottom);
      buffer = next;
      from = bin;
    }
  }
}

/**
 * @param {Renderer} renderer
 * @param {{ left: number, right: number, top: number, bottom: number }} inView px
 * @param {{ width: number, height: number, colours: Colours }} of
 */
export function drawInView(renderer, { left, right, top, bottom }, { width, height, colours }) {
  const wide = Math.min(width, Math.max(MIN_FRAME, right - left));
  const high = Math.min(height, Math.max(MIN_FRAME, bottom - top));
  const box = {
    x: Math.min(width - wide, Math.max(0, (left + right - wide) / 2)),
    y: Math.min(height - high, Math.max(0, (top + bottom - high) / 2)),
    width: wide,
    height: high,
  };
  renderer.rect(box, { colour: colours.c2s, alpha: 0.18 });
  renderer.frame(
    { x: crisp(box.x), y: crisp(box.y), width: Math.max(1, wide - 1), height: Math.max(1, high - 1) },
    { colour: colours.c2s, width: 1 },
  );
}
