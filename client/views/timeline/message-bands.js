/**
 * Bands behind the segments: which bytes belong to which message, from its request to the delivery of its last byte.
 */
import { CoordinateBuffer } from '../../plot/level-of-detail.js';
import { bandWords } from '../connection/data/messages.js';

/** Bands drawn at once; a page of a thousand tiny messages would only be a grey wash. */
const BANDS_DRAWN = 600;
/** Streams that share a connection lie over each other; the messages lane parts and names them. */
const SHARED_ALPHA = 0.05;
const NARROWEST_LABEL = 110;
const LOWEST_LABEL = 34;

const edge = new CoordinateBuffer();

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Edges px */
/** @typedef {{ placed: import('../connection/data/messages.js').PlacedMessage, edges: Edges }} Band */

/**
 * @param {import('./grid.js').Renderer} renderer
 * @param {import('./grid.js').Scene} scene
 * @param {import('./grid.js').Pane} pane
 * @param {import('../../plot/value-scale.js').ValueScale} scale
 * @returns {Band[]} those that have room for words, which are drawn when the marks are there
 */
export function drawBands(renderer, scene, pane, scale) {
  /** @type {Band[]} */
  const roomy = [];
  let drawn = 0;
  for (const placed of scene.model.placed) {
    if (placed.direction !== scene.direction || drawn >= BANDS_DRAWN) continue;
    const edges = drawBand(renderer, scene, pane, scale, placed);
    if (!edges) continue;
    drawn++;
    const { left, right, top, bottom } = edges;
    const isShared = scene.model.streamRows > 0 && (placed.message.stream ?? null) !== null;
    if (!isShared && right - left >= NARROWEST_LABEL && bottom - top >= LOWEST_LABEL) roomy.push({ placed, edges });
  }
  return roomy;
}

/**
 * @param {import('./grid.js').Renderer} renderer
 * @param {import('./grid.js').Scene} scene
 * @param {import('./grid.js').Pane} pane
 * @param {import('../../plot/value-scale.js').ValueScale} scale
 * @param {import('../connection/data/messages.js').PlacedMessage} placed
 * @returns {Edges|null} null out of view
 */
function drawBand(renderer, { x, colours, light, model }, pane, scale, placed) {
  const isShared = model.streamRows > 0 && (placed.message.stream ?? null) !== null;
  const from = isShared ? placed.startNs : (placed.askedNs ?? placed.startNs);
  const to = placed.deliveredNs ?? placed.endNs;
  if (to < x.range.startNs || from > x.range.endNs) return null;
  const left = Math.max(x.x(from), x.leftPx - 2);
  const right = Math.min(x.x(to), x.leftPx + x.widthPx + 2);
  const top = Math.max(scale.y(placed.high), pane.top);
  const bottom = Math.min(scale.y(placed.low), pane.top + pane.height);
  if (right - left < 1.5 || bottom - top < 1) return null;
  const colour = placed.colour === 'mData' || placed.colour === 'c2s' ? colours.mData : colours[placed.colour];
  const alpha = light ? 0.2 : 0.18;
  renderer.rect(
    { x: left, y: top, width: right - left, height: bottom - top },
    { colour, alpha: isShared ? SHARED_ALPHA : alpha },
  );
  const edges = { left, right, top, bottom };
  if (isShared) return edges;
  edge.clear().line(left, top, left, bottom);
  renderer.lines(edge, {
    colour: placed.colour === 'c2s' ? colours.mData : colour,
    width: 2,
    alpha: light ? 0.85 : 0.75,
  });
  return edges;
}

/** Of the two lines of a label, and between its edge and the band's. */
const LABEL_HIGH = 30;
const LABEL_AIR = 8;

/**
 * What a band is of: at its lower right, where the steps leave it empty, else at its upper left; nowhere where letters
 * of marks stand at both.
 * @param {import('./grid.js').Renderer} renderer
 * @param {import('../../base/theme.js').Colours} colours
 * @param {Band} band
 * @param {readonly import('../../plot/glyphs.js').LetterCells[]} letters
 */
export function labelBand(renderer, colours, { placed, edges: { left, right, top, bottom } }, letters) {
  const [request, result] = bandWords(placed);
  const room = right - left - 2 * LABEL_AIR;
  const style = { size: 11, weight: 500, colour: colours.ink1 };
  if (renderer.textWidth(result, style) > room) return;
  const lines = [fitted(renderer, request, room, style), result];
  const width = Math.max(...lines.map((line) => renderer.textWidth(line, style)));
  const place = /** @type {const} */ ([
    { align: 'right', x: right - LABEL_AIR, boxX: right - LABEL_AIR - width, y: bottom - 4 - LABEL_HIGH },
    { align: 'left', x: left + LABEL_AIR, boxX: left + LABEL_AIR, y: top + 4 },
  ]).find(({ boxX, y }) => letters.every((cells) => cells.isFree({ x: boxX, y, width, height: LABEL_HIGH })));
  if (!place) return;
  const { align, x, y } = place;
  renderer.text(lines[0], x, y + 8, { ...style, align });
  renderer.text(lines[1], x, y + 23, { ...style, align, weight: 400, colour: colours.ink2 });
}

/**
 * @param {import('./grid.js').Renderer} renderer
 * @param {string} text
 * @param {number} room
 * @param {import('../../plot/renderer.js').TextStyle} style
 * @returns {string} cut at the end, with an ellipsis, to what fits; empty when too little would be left
 */
export function fitted(renderer, text, room, style) {
  const whole = text.length > 300 ? `${text.slice(0, 300)}…` : text;
  const width = renderer.textWidth(whole, style);
  if (width <= room) return whole;
  const letters = Math.floor((whole.length * room) / width) - 1;
  return letters < Math.min(8, whole.length * 0.6) ? '' : `${whole.slice(0, letters)}…`;
}
