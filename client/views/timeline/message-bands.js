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

/**
 * @param {import('./grid.js').Renderer} renderer
 * @param {import('./grid.js').Scene} scene
 * @param {import('./grid.js').Pane} pane
 * @param {import('../../plot/value-scale.js').ValueScale} scale
 */
export function drawBands(renderer, scene, pane, scale) {
  let drawn = 0;
  for (const placed of scene.model.placed) {
    if (placed.direction !== scene.direction || drawn >= BANDS_DRAWN) continue;
    if (drawBand(renderer, scene, pane, scale, placed)) drawn++;
  }
}

/**
 * @param {import('./grid.js').Renderer} renderer
 * @param {import('./grid.js').Scene} scene
 * @param {import('./grid.js').Pane} pane
 * @param {import('../../plot/value-scale.js').ValueScale} scale
 * @param {import('../connection/data/messages.js').PlacedMessage} placed
 * @returns {boolean} whether it is in view
 */
function drawBand(renderer, { x, colours, light, model }, pane, scale, placed) {
  const isShared = model.streamRows > 0 && (placed.message.stream ?? null) !== null;
  const from = isShared ? placed.startNs : (placed.askedNs ?? placed.startNs);
  const to = placed.deliveredNs ?? placed.endNs;
  if (to < x.range.startNs || from > x.range.endNs) return false;
  const left = Math.max(x.x(from), x.leftPx - 2);
  const right = Math.min(x.x(to), x.leftPx + x.widthPx + 2);
  const top = Math.max(scale.y(placed.high), pane.top);
  const bottom = Math.min(scale.y(placed.low), pane.top + pane.height);
  if (right - left < 1.5 || bottom - top < 1) return false;
  const colour = placed.colour === 'mData' || placed.colour === 'c2s' ? colours.mData : colours[placed.colour];
  const alpha = light ? 0.2 : 0.18;
  renderer.rect(
    { x: left, y: top, width: right - left, height: bottom - top },
    { colour, alpha: isShared ? SHARED_ALPHA : alpha },
  );
  if (isShared) return true;
  edge.clear().line(left, top, left, bottom);
  renderer.lines(edge, {
    colour: placed.colour === 'c2s' ? colours.mData : colour,
    width: 2,
    alpha: light ? 0.85 : 0.75,
  });
  labelBand(renderer, colours, placed, { left, right, top, bottom });
  return true;
}

/**
 * At the lower right, where the steps leave the band empty.
 * @param {import('./grid.js').Renderer} renderer
 * @param {import('../../base/theme.js').Colours} colours
 * @param {import('../connection/data/messages.js').PlacedMessage} placed
 * @param {{ left: number, right: number, top: number, bottom: number }} box
 */
function labelBand(renderer, colours, placed, { left, right, top, bottom }) {
  if (right - left < NARROWEST_LABEL || bottom - top < LOWEST_LABEL) return;
  const [request, result] = bandWords(placed);
  const room = right - left - 16;
  const style = { size: 11, weight: 500, align: /** @type {const} */ ('right'), colour: colours.ink1 };
  if (renderer.textWidth(result, style) > room) return;
  renderer.text(fitted(renderer, request, room, style), right - 8, bottom - 26, style);
  renderer.text(result, right - 8, bottom - 11, { ...style, weight: 400, colour: colours.ink2 });
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
