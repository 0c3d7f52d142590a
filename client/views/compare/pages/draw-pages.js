/**
 * Several waterfalls as one: a row a request, and in it a bar for each page.
 *
 *    style.css     A  50.0 ms    ▮░░░░▬▬▬
 *                  B  30.0 ms    ▮░▬▬▬
 */
import { missing } from '../../../base/format.js';
import { CoordinateBuffer } from '../../../plot/level-of-detail.js';
import { timeScale } from '../../../plot/time-scale.js';
import { AXIS_HIGH, drawAxis, drawTimeGrid } from '../../timeline/axis.js';
import { crisp } from '../../timeline/grid.js';
import { fitted } from '../../timeline/message-bands.js';
import { spanWords } from '../../timeline/times.js';
import { drawPhase } from '../../waterfall/draw-waterfall.js';
import { tookNs } from '../../waterfall/waterfall-rows.js';
import { isOver } from '../../waterfall/waterfall-words.js';
import { inSeconds } from '../difference-table.js';

/** @typedef {import('../../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('../../timeline/axis.js').Ground} Ground */
/** @typedef {import('./load.js').ComparedPage} ComparedPage */
/**
 * @typedef {{ ground: Ground, pages: readonly ComparedPage[], slots: readonly import('./match.js').Slot[], align:
 *   import('./state.js').Align, offset: number }} PagesScene `offset`: px that the rows are scrolled
 */

export const PAGE_HEADS = { wide: 300, narrow: 132 };
/** Axis, and below it where each page ended. */
export const TOP = AXIS_HIGH + 18;
const BAR_HIGH = 10;
const BAR_STEP = 13;
const ROW_AIR = 7;
const TOOK_PX = 92;
const NAME_LINE = 13;

/** @param {number} pages */
export const rowHigh = (pages) => pages * BAR_STEP + ROW_AIR;

const lines = new CoordinateBuffer();

/** @param {PagesScene} scene @param {number} i of a page @returns the axis in the time of its capture */
function scaleOf({ ground: { x }, pages, align }, i) {
  const zero = pages[i].alignNs[align];
  return timeScale({ startNs: x.range.startNs + zero, endNs: x.range.endNs + zero }, x.leftPx, x.widthPx);
}

/** @param {Renderer} renderer @param {PagesScene} scene */
export function drawPages(renderer, scene) {
  const { ground, pages, slots, offset } = scene;
  const { x, width, height, colours } = ground;
  const high = rowHigh(pages.length);
  const grounds = pages.map((_, i) => ({ colours, x: scaleOf(scene, i) }));
  const first = Math.floor(offset / high);
  const end = Math.min(slots.length, Math.ceil((offset + height - TOP) / high));
  drawTimeGrid(renderer, ground, TOP, height);
  renderer.clipped({ x: 0, y: TOP, width, height: height - TOP }, () => {
    for (let i = first; i < end; i++) {
      const top = TOP + i * high - offset;
      renderer.rect({ x: 0, y: top + high - 1, width, height: 1 }, { colour: colours.line1 });
      drawHead(renderer, scene, slots[i], top);
    }
  });
  renderer.clipped({ x: x.leftPx - 4, y: TOP, width: x.widthPx + 18, height: height - TOP }, () => {
    for (let i = first; i < end; i++) {
      slots[i].forEach((row, page) => {
        const top = TOP + i * high - offset + ROW_AIR / 2 + page * BAR_STEP + (BAR_STEP - BAR_HIGH) / 2;
        if (row === null) return;
        for (const phase of row.phases) drawPhase(renderer, grounds[page], row, phase, top, BAR_HIGH);
      });
    }
  });
  drawEnds(renderer, scene);
  drawAxis(renderer, ground);
}

/** @param {Renderer} renderer @param {PagesScene} scene @param {import('./match.js').Slot} slot @param {number} top */
function drawHead(renderer, { ground: { x, colours, narrow }, pages }, slot, top) {
  const left = narrow ? 8 : 20;
  const right = x.leftPx - 10;
  const name = slot.find((row) => row !== null)?.name ?? '';
  const room = right - left - (narrow ? 16 : TOOK_PX);
  const style = { colour: slot.every((row) => row?.hasFailed) ? colours.retx : colours.ink1, size: 12 };
  const high = rowHigh(pages.length);
  const words = nameLines(renderer, name, { room, most: Math.min(2, Math.floor(high / NAME_LINE)) }, style);
  const first = top + (high - (words.length - 1) * NAME_LINE) / 2;
  words.forEach((line, i) => renderer.text(line, left, first + i * NAME_LINE, style));
  pages.forEach(({ letter }, page) => {
    const y = top + ROW_AIR / 2 + (page + 0.5) * BAR_STEP;
    const row = slot[page];
    const colour = row ? colours.ink2 : colours.ink3;
    const took = row && isOver(row) ? spanWords(tookNs(row)) : missing;
    if (!narrow) renderer.text(took, right, y, { colour, size: 11, align: 'right' });
    renderer.text(letter, narrow ? right : right - TOOK_PX + 24, y, { colour, size: 10, align: 'right' });
  });
}

/**
 * A name that is too long goes on in a second line, where the row has room for one.
 * @param {Renderer} renderer
 * @param {string} name
 * @param {{ room: number, most: number }} within px, lines
 * @param {import('../../../plot/renderer.js').TextStyle} style
 */
function nameLines(renderer, name, { room, most }, style) {
  const width = renderer.textWidth(name, style);
  if (width <= room || most < 2) return [fitted(renderer, name, room, style)];
  const letters = Math.max(1, Math.floor((name.length * room) / width) - 1);
  return [name.slice(0, letters), fitted(renderer, name.slice(letters), room, style)];
}

/** Where each page ended. @param {Renderer} renderer @param {PagesScene} scene */
function drawEnds(renderer, scene) {
  const { pages, ground, align } = scene;
  const { x, width, height, colours } = ground;
  const rightPx = x.leftPx + x.widthPx;
  renderer.rect({ x: 0, y: TOP - 1, width, height: 1 }, { colour: colours.line2 });
  let mostPx = rightPx;
  const byEnd = pages.map(({ letter, endNs, alignNs }) => ({ letter, ns: endNs - alignNs[align] }));
  for (const { letter, ns } of byEnd.sort((a, b) => b.ns - a.ns)) {
    const px = x.x(ns);
    if (px < x.leftPx || px > rightPx) continue;
    lines.clear().line(crisp(px), AXIS_HIGH, crisp(px), height);
    renderer.lines(lines, { colour: colours.ink2, dash: [4, 3] });
    const words = `${letter} ${inSeconds(ns)}`;
    const style = { colour: colours.ink1, size: 11, weight: 600, plate: colours.bg1 };
    const wide = renderer.textWidth(words, style);
    const at = Math.min(px - 5, mostPx) - wide;
    renderer.text(words, at, AXIS_HIGH + 9, style);
    mostPx = at - 8;
  }
}
