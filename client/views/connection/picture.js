/**
 * The view as a picture for a file: title, capture, axis, panes with their legends, and what is selected, drawn by the same code as on
 * the page.
 *
 *     10.1.0.1:80 → 10.2.0.1:4000                 HTTP/1.1
 *     dump.pcap, connection 3 · s since the SYN
 *     Time–sequence, kB │ …
 *     | Segment         │
 */
import { drawPanes } from './diagram.js';
import { formatEndpoint } from '../../base/format.js';
import { drawOverlay } from './overlay.js';
import { captionOf, foldedTitle, legendOf, titleOf } from './pane-heads.js';

/** @typedef {import('./grid.js').Scene} Scene */
/** @typedef {import('./layout.js').Layout} Layout */

const HEAD = 52;
const MARGIN = 20;
const LEGEND_LINE = 19;

/** Signs of the legend that are letters. @type {Record<string, string>} */
const LETTERS = { repair: 'R', spurious: 'R', late: 'O', twice: 'D', zero: 'Z', probe: 'P', urgent: 'U', reset: '×' };
/** Colours of the legend's signs; the others take the direction's. @type {Record<string, keyof import('../../base/theme.js').Colours>} */
const COLOURS = {
  repair: 'retx', spurious: 'retx', late: 'ooo', twice: 'ink3', zero: 'ink1', probe: 'ink1', urgent: 'retx', reset: 'retx', ack: 'ack',
  acked: 'ack', edge: 'win', win: 'win', update: 'win',
  episode: 'retx', sack: 'sack', dsack: 'sack', duplicate: 'ack', congestion: 'retx', slowed: 'cwnd', hole: 'ooo', handshake: 'ink1',
  smoothed: 'ink1', sequence_ack: 'ink2', timestamp: 'ink3',
  pace: 'ink3', cwnd: 'cwnd', requests: 'c2s',
};

/** @param {Layout} layout @returns {{ width: number, height: number }} of the picture */
export const pictureSize = ({ leftPx, widthPx, height }) => ({ width: leftPx + widthPx + MARGIN, height: height + HEAD + 8 });

/** @param {Layout} layout @returns {Layout} moved down by the picture's head */
export const underHead = (layout) => ({ ...layout, panes: layout.panes.map((pane) => ({ ...pane, top: pane.top + HEAD })), height: layout.height + HEAD });

/**
 * @param {import('./grid.js').Renderer} renderer
 * @param {Scene} scene
 * @param {Layout} layout as `underHead` gives it
 * @param {{ captureName: string, flow: number }} of
 * @param {import('./overlay.js').Pointed} pointed
 */
export function drawPicture(renderer, scene, layout, { captureName, flow }, pointed) {
  const { model, direction, colours, ticks } = scene;
  const ends = direction === 0 ? [model.flow.client, model.flow.server] : [model.flow.server, model.flow.client];
  renderer.text(ends.map(formatEndpoint).join(' → '), MARGIN, 18, { colour: colours.ink1, size: 15, weight: 600 });
  renderer.text(`${captureName}, connection ${flow} · ${ticks.caption}`, MARGIN, 38, { colour: colours.ink2, size: 12 });
  const drawn = drawPanes(renderer, scene, layout);
  for (const pane of layout.panes) {
    if (!layout.narrow) drawHead(renderer, scene, pane, drawn[pane.id]?.unit ?? '');
  }
  if (drawn.sequence) drawOverlay(renderer, scene, layout, drawn.sequence.scale, pointed);
}

/** @param {import('./grid.js').Renderer} renderer @param {Scene} scene @param {import('./layout.js').Pane} pane @param {string} unit */
function drawHead(renderer, scene, { id, top, height, folded }, unit) {
  const { colours } = scene;
  const title = folded ? foldedTitle(id) : titleOf(id, unit);
  const caption = id === 'axis' || folded ? '' : captionOf(id, scene);
  if (title) renderer.text(title, MARGIN, top + 15, { colour: colours.ink1, size: 12, weight: 600 });
  if (caption) renderer.text(caption, MARGIN, top + 31, { colour: colours.ink3 });
  let y = top + (caption ? 48 : 34);
  for (const { sign, words } of legendOf(id, scene)) {
    if (y > top + height - 8) return;
    drawSign(renderer, scene, sign, y);
    renderer.text(words(scene), MARGIN + 20, y, { colour: colours.ink2 });
    y += LEGEND_LINE;
  }
}

/** @param {import('./grid.js').Renderer} renderer @param {Scene} scene @param {string} sign @param {number} y */
function drawSign(renderer, { colours, dataColour }, sign, y) {
  const colour = COLOURS[sign] ? colours[COLOURS[sign]] : dataColour;
  const letter = LETTERS[sign];
  if (letter) return renderer.text(letter, MARGIN + 6, y, { colour, weight: 700, align: 'center' });
  return renderer.rect({ x: MARGIN, y: y - 1, width: 11, height: 2 }, { colour });
}
