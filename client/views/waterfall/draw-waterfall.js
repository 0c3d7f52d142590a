/**
 * The bars of a waterfall:
 *
 *   ┌────┐▨▨▨▨ ─── ▮░░░░░░░░▬▬▬▬▬▬
 *
 * connect (box), TLS (hatched box), blocked (hairline), send, wait (grey; red where no response came), receive (by
 * type), and pale to its acknowledgement
 */
import { AXIS_HIGH, drawAxis, drawTimeGrid } from '../timeline/axis.js';
import { responseColour } from '../timeline/media-colours.js';
import { fitted } from '../timeline/message-bands.js';
import { cellsOf } from './waterfall-words.js';

/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('../timeline/axis.js').Ground} Ground */
/** @typedef {import('./waterfall-rows.js').WaterfallRow} WaterfallRow */
/** @typedef {import('./waterfall-rows.js').Phase} Phase */

export const ROW_HIGH = 24;
/** Height of the table's heads, which the axis shares. */
export const HEADS_HIGH = 24;
const BAR_HIGH = 12;
const NARROWEST = 1.5;

/**
 * @param {Renderer} renderer
 * @param {Ground} ground
 * @param {{ rows: WaterfallRow[], offset: number }} shown `offset`: px that the rows are scrolled
 */
export function drawWaterfall(renderer, ground, { rows, offset }) {
  const { x, height } = ground;
  const box = { x: x.leftPx, y: HEADS_HIGH, width: x.widthPx + 14, height: height - HEADS_HIGH };
  drawTimeGrid(renderer, ground, HEADS_HIGH, height);
  const first = Math.floor(offset / ROW_HIGH);
  const end = Math.min(rows.length, Math.ceil((offset + height) / ROW_HIGH));
  renderer.clipped(box, () => {
    for (let i = first; i < end; i++) {
      const top = HEADS_HIGH + i * ROW_HIGH - offset + (ROW_HIGH - BAR_HIGH) / 2;
      for (const phase of rows[i].phases) drawPhase(renderer, ground, rows[i], phase, top);
      drawBrowser(renderer, ground, rows[i], top - 4);
    }
    drawPath(renderer, ground, { rows, offset });
  });
  renderer.clipped({ x: x.leftPx - 20, y: 0, width: x.widthPx + 40, height: AXIS_HIGH + 1 }, () =>
    drawAxis(renderer, ground),
  );
}

/** Below the bar. */
const PATH_TOP = ROW_HIGH - 4;
const PATH_HIGH = 2;

/**
 * The critical path: a line below the bars of its requests, thin where none was under way, and from each to the next.
 * @param {Renderer} renderer
 * @param {Ground} ground
 * @param {{ rows: WaterfallRow[], offset: number }} shown
 */
function drawPath(renderer, { x, colours, height }, { rows, offset }) {
  const places = new Map(rows.flatMap((row, i) => (row.critical && !row.under ? [[row, i]] : [])));
  const topOf = (/** @type {number} */ i) => HEADS_HIGH + i * ROW_HIGH - offset + PATH_TOP;
  for (const [{ critical }, i] of places) {
    const { parts, after } = /** @type {import('./critical-path.js').Critical} */ (critical);
    const y = topOf(i);
    const afterPlace = after === null ? undefined : places.get(after);
    const fromY = afterPlace === undefined ? y : topOf(afterPlace);
    if (Math.max(y, fromY) < 0 || Math.min(y, fromY) > height) continue;
    for (const { kind, fromNs, toNs } of parts) {
      const left = Math.max(x.leftPx - 4, x.x(fromNs));
      const right = Math.min(x.leftPx + x.widthPx + 20, x.x(toNs));
      const isThin = kind === 'client';
      const box = {
        x: left,
        y: isThin ? y + 0.5 : y,
        width: Math.max(1, right - left),
        height: isThin ? 1 : PATH_HIGH,
      };
      if (right > left) renderer.rect(box, { colour: colours.ink1 });
    }
    const line = { x: x.x(parts[0].fromNs) - 0.5, y: Math.min(y, fromY), width: 1, height: Math.abs(y - fromY) + 1 };
    if (fromY !== y) renderer.rect(line, { colour: colours.ink1 });
  }
}

/**
 * The browser's view: a line above the bar, with its ends.
 * @param {Renderer} renderer
 * @param {Ground} ground
 * @param {WaterfallRow} row
 * @param {number} y
 */
function drawBrowser(renderer, { x, colours }, { browser }, y) {
  if (browser === undefined || browser.toNs < x.range.startNs || browser.fromNs > x.range.endNs) return;
  const [left, right] = [x.x(browser.fromNs), Math.max(x.x(browser.toNs), x.x(browser.fromNs) + NARROWEST)];
  renderer.rect({ x: left, y: y + 1, width: right - left, height: 1 }, { colour: colours.ink1 });
  for (const px of [left, right - 1]) renderer.rect({ x: px, y, width: 1, height: 3 }, { colour: colours.ink1 });
}

/**
 * @param {Renderer} renderer
 * @param {Pick<Ground, 'x'|'colours'>} ground
 * @param {WaterfallRow} row
 * @param {Phase} phase
 * @param {number} top
 * @param {number} [high]
 */
export function drawPhase(renderer, { x, colours }, row, { kind, fromNs, toNs }, top, high = BAR_HIGH) {
  if (toNs < x.range.startNs || fromNs > x.range.endNs) return;
  const left = Math.max(x.leftPx - 4, x.x(fromNs));
  const width = Math.max(NARROWEST, Math.min(x.leftPx + x.widthPx + 20, x.x(toNs)) - left);
  const whole = { x: left, y: top, width, height: high };
  const outline = {
    x: Math.round(left) + 0.5,
    y: top + 2.5,
    width: Math.max(1, Math.round(width) - 1),
    height: high - 5,
  };
  if (kind === 'connect') renderer.frame(outline, { colour: colours.c2s });
  else if (kind === 'tls') {
    renderer.hatch(outline, { colour: colours.c2s, spacing: 4, width: 1, ground: 0.18 });
    renderer.frame(outline, { colour: colours.c2s });
  } else if (kind === 'blocked') {
    renderer.rect({ x: left, y: top + high / 2, width, height: 1 }, { colour: colours.ink3 });
  } else if (kind === 'send') renderer.rect(whole, { colour: colours.c2s });
  else if (kind === 'queued') {
    renderer.hatch(
      { ...whole, y: top + 3, height: high - 6 },
      { colour: colours.ink3, spacing: 4, width: 1.5, ground: 0.22 },
    );
  } else if (kind === 'wait') {
    renderer.rect({ ...whole, y: top + 3, height: high - 6 }, { colour: colours.ink3, alpha: 0.55 });
  } else if (kind === 'vain') {
    renderer.rect(
      { ...whole, y: top + 3, height: high - 6 },
      { colour: row.hasFailed ? colours.retx : colours.ink3, alpha: 0.55 },
    );
  } else if (kind === 'deliver') renderer.rect(whole, { colour: colours[responseColour(row)], alpha: 0.38 });
  else renderer.rect(whole, { colour: colours[responseColour(row)] });
}

/**
 * Columns left of the bars: what the page has as a table, as text in an image.
 * @type {[key: string, head: string, rightPx: number][]}
 */
const CELLS = [
  ['status', 'Status', 290],
  ['size', 'Size', 356],
  ['took', 'Time', 436],
];
const NAME_PX = 220;

/** @param {Renderer} renderer @param {Ground} ground @param {{ rows: WaterfallRow[], offset: number }} shown */
export function drawNames(renderer, { x, height, width, colours }, { rows, offset }) {
  const left = 20;
  const cells = CELLS.filter(([, , rightPx]) => rightPx < x.leftPx - 8);
  const room = cells.length > 0 ? NAME_PX : x.leftPx - left - 8;
  renderer.rect({ x: 0, y: HEADS_HIGH - 1, width, height: 1 }, { colour: colours.line1 });
  renderer.text('Name', left, HEADS_HIGH / 2, { colour: colours.ink3 });
  for (const [, head, rightPx] of cells) {
    renderer.text(head, rightPx, HEADS_HIGH / 2, { colour: colours.ink3, align: 'right' });
  }
  renderer.clipped({ x: 0, y: HEADS_HIGH, width: x.leftPx, height: height - HEADS_HIGH }, () => {
    for (
      let i = Math.floor(offset / ROW_HIGH);
      i < Math.min(rows.length, Math.ceil((offset + height) / ROW_HIGH));
      i++
    ) {
      const y = HEADS_HIGH + i * ROW_HIGH - offset + ROW_HIGH / 2;
      const texts = cellsOf(rows[i]);
      const failed = rows[i].hasFailed;
      renderer.text(fitted(renderer, texts.name, room, { colour: '', size: 12 }), left, y, {
        colour: failed ? colours.retx : colours.ink1,
        size: 12,
      });
      for (const [key, , rightPx] of cells) {
        renderer.text(texts[key], rightPx, y, { colour: colours.ink2, align: 'right' });
      }
    }
  });
}
