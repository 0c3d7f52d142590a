/**
 * The view as an image file: title, capture, axis, panes with their legends, and what is selected, drawn by the
 * same code as on the page.
 *
 *     10.1.0.1:80 → 10.2.0.1:4000
 *     dump.pcap, connection 3 · Random loss · 0.52 s of 2.21 s · s since the SYN
 *     Time–sequence, kB │ …
 *     | Segment         │
 */
import { formatEndpoint } from '../../../base/format.js';
import { HEAD, MARGIN } from '../../../plot/picture-frame.js';
import { drawPanes } from '../diagram.js';
import { drawLegendSign } from '../panes/legend-signs.js';
import { drawOverlay } from '../panes/overlay.js';
import { captionOf, foldedTitle, LEGEND_LINE, legendOf, titleOf } from '../panes/pane-heads.js';

/** @typedef {import('../../timeline/grid.js').Scene} Scene */
/** @typedef {import('../panes/layout.js').Layout} Layout */

const SAMPLE_WIDE = 60;
/** Panes without a title on a phone. @type {readonly import('../panes/layout.js').PaneId[]} */
const UNTITLED = ['overview', 'axis', 'messages', 'sequence'];

/** @param {Layout} layout @returns {{ width: number, height: number }} of the picture */
export const pictureSize = ({ leftPx, widthPx, height }) => ({
  width: leftPx + widthPx + MARGIN,
  height: height + HEAD + 8,
});

/** @param {Layout} layout @returns {Layout} moved down by the picture's head */
export const underHead = (layout) => ({
  ...layout,
  panes: layout.panes.map((pane) => ({ ...pane, top: pane.top + HEAD })),
  height: layout.height + HEAD,
});

/**
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {Scene} scene
 * @param {Layout} layout as `underHead` gives it
 * @param {{ captureName: string, flow: number }} of
 * @param {import('../panes/overlay.js').Pointed} pointed
 */
export function drawPicture(renderer, scene, layout, { captureName, flow }, pointed) {
  const { model, direction, colours, ticks } = scene;
  const ends = direction === 0 ? [model.flow.client, model.flow.server] : [model.flow.server, model.flow.client];
  renderer.text(ends.map(formatEndpoint).join(' → '), MARGIN, 18, { colour: colours.ink1, size: 15, weight: 600 });
  const verdict = layout.narrow || model.columns.sketch !== null ? null : model.flow.verdict.sentence;
  const caption = [`${captureName}, connection ${flow}`, verdict, ticks.caption].filter(Boolean).join(' · ');
  renderer.text(caption, MARGIN, 38, { colour: colours.ink2, size: 12 });
  const drawn = drawPanes(renderer, scene, layout);
  for (const pane of layout.panes) {
    const unit = drawn[pane.id]?.unit ?? '';
    if (layout.narrow) drawTitleOver(renderer, scene, pane, unit);
    else drawHead(renderer, scene, pane, unit);
  }
  if (drawn.sequence) drawOverlay(renderer, scene, layout, drawn.sequence.scale, pointed);
}

/**
 * On a phone titles are drawn over their panes, except for self-explanatory ones.
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {Scene} scene
 * @param {import('../panes/layout.js').Pane} pane
 * @param {string} unit
 */
function drawTitleOver(renderer, { colours, x }, { id, top, folded }, unit) {
  if (!folded && UNTITLED.includes(id)) return;
  const title = folded ? foldedTitle(id) : titleOf(id, unit);
  renderer.text(title, x.leftPx + 12, top + 12, { colour: colours.ink1, size: 12, weight: 600, plate: colours.bg1 });
}

/**
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {Scene} scene
 * @param {import('../panes/layout.js').Pane} pane
 * @param {string} unit
 */
function drawHead(renderer, scene, { id, top, height, folded }, unit) {
  const { colours } = scene;
  const title = folded ? foldedTitle(id) : titleOf(id, unit);
  const caption = id === 'axis' || folded ? '' : captionOf(id, scene);
  // The ribbon's is level with it.
  if (title) {
    renderer.text(title, MARGIN, top + (id === 'ribbon' && !folded ? 11 : 15), {
      colour: colours.ink1,
      size: 12,
      weight: 600,
    });
  }
  if (caption) renderer.text(caption, MARGIN, top + 31, { colour: colours.ink3 });
  const first = top + (caption ? 48 : 34);
  const isSample = id === 'rtt';
  legendOf(id, scene).forEach(({ sign, words }, i) => {
    const [line, column] = isSample ? samplePlace(i) : [i, 0];
    const y = first + line * LEGEND_LINE;
    const x = MARGIN + column * SAMPLE_WIDE;
    if (y > top + height - 8) return;
    drawLegendSign(sign, isSample, { renderer, colours, data: scene.dataColour, x: x + 5.5, y });
    renderer.text(words(scene), x + 20, y, { colour: colours.ink2 });
  });
}

/**
 * The round trips' methods are two in a line, below the smoothed value.
 * @param {number} i
 * @returns {[line: number, column: number]}
 */
const samplePlace = (i) => (i === 0 ? [0, 0] : [1 + ((i - 1) >> 1), (i - 1) & 1]);
