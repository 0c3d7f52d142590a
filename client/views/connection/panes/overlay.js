/**
 * What is drawn over the data and redrawn alone: selection, ring and links of the packet under the pointer, cross-hair.
 */
import { link, ring } from '../../../plot/glyphs.js';
import { CoordinateBuffer } from '../../../plot/level-of-detail.js';
import { crisp, wholeLabels } from '../../timeline/grid.js';
import { inRoundTrips, spanWords } from '../../timeline/times.js';
import { anchorOf } from '../packets/hit-test.js';
import { linksOf } from '../packets/packet-facts.js';
import { drawNotes } from '../side/notes.js';
import { drawCrossHair } from './cross-hair.js';
import { drawRuler } from './ruler.js';

const lines = new CoordinateBuffer();

/**
 * @typedef {object} Pointed
 * @property {import('../../../plot/time-scale.js').TimeRange|null} span
 * @property {number} row packet with ring and links; −1 for none
 * @property {import('../view-state.js').Ruler|null} [ruler]
 * @property {readonly import('../../../state/types.js').Note[]} [notes]
 * @property {readonly number[]} [evidence] rows of packets that are ringed
 * @property {number|null} [cursorNs] where the pointer is
 */

/**
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('./layout.js').Layout} layout
 * @param {import('../../../plot/value-scale.js').ValueScale} scale of the time–sequence pane
 * @param {Pointed} pointed
 */
export function drawOverlay(
  renderer,
  scene,
  layout,
  scale,
  { span, row, ruler = null, notes = [], evidence = [], cursorNs = null },
) {
  drawNotes(renderer, scene, layout, notes);
  if (span) drawSelection(renderer, scene, layout, span);
  drawEvidence(renderer, scene, layout, scale, evidence);
  if (row >= 0) drawPointed(renderer, scene, layout, scale, row);
  if (ruler) drawRuler(renderer, scene, paneOf(layout, 'sequence'), scale, ruler);
  if (cursorNs !== null) drawCrossHair(renderer, scene, layout, cursorNs);
}

/**
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('./layout.js').Layout} layout
 * @param {import('../../../plot/value-scale.js').ValueScale} scale
 * @param {readonly number[]} rows
 */
function drawEvidence(renderer, scene, layout, scale, rows) {
  const { colours, x } = scene;
  const pane = paneOf(layout, 'sequence');
  renderer.clipped({ x: x.leftPx - 8, y: pane.top, width: x.widthPx + 16, height: pane.height }, () => {
    for (const row of rows) {
      const [px, py] = anchorOf(scene, scale, row);
      if (px >= x.leftPx - 8 && px <= x.leftPx + x.widthPx + 8) ring(renderer, px, py, colours.ink1);
    }
  });
}

/** @param {import('./layout.js').Layout} layout @param {string} id */
const paneOf = ({ panes }, id) => /** @type {import('./layout.js').Pane} */ (panes.find((pane) => pane.id === id));

/**
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('./layout.js').Layout} layout
 * @param {import('../../../plot/time-scale.js').TimeRange} span
 */
function drawSelection(renderer, scene, layout, span) {
  const { x, colours } = scene;
  const axis = paneOf(layout, 'axis');
  const top = axis.top + axis.height;
  const left = Math.max(x.x(span.startNs), x.leftPx);
  const right = Math.min(x.x(span.endNs), x.leftPx + x.widthPx);
  if (right < left) return;
  renderer.rect(
    { x: left, y: top, width: right - left, height: layout.height - top },
    { colour: colours.ink1, alpha: 0.07 },
  );
  lines.clear().line(crisp(left), top, crisp(left), layout.height);
  lines.line(crisp(right), top, crisp(right), layout.height);
  renderer.lines(lines, { colour: colours.ink1 });
  drawSpanWords(renderer, scene, axis, span, left, right);
}

/**
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('./layout.js').Pane} axis
 * @param {import('../../../plot/time-scale.js').TimeRange} span
 * @param {number} left
 * @param {number} right
 */
function drawSpanWords(renderer, { model, x, colours, ticks }, axis, span, left, right) {
  const spanNs = span.endNs - span.startNs;
  const words = [spanWords(spanNs), inRoundTrips(model, spanNs)].filter(Boolean).join(' · ');
  const style = { colour: colours.ink1, size: 11, weight: 600 };
  const width = renderer.textWidth(words, style);
  const y = axis.top + axis.height / 2;
  const middle = Math.min(Math.max((left + right) / 2, x.leftPx + width / 2 + 4), x.leftPx + x.widthPx - width / 2 - 4);
  const [from, to] = wholeLabels(
    renderer,
    { x, ticks },
    Math.min(left, middle - width / 2 - 6),
    Math.max(right, middle + width / 2 + 6),
  );
  renderer.rect({ x: from, y: axis.top + 2, width: to - from, height: axis.height - 4 }, { colour: colours.bg1 });
  if (right - left > width + 16) {
    lines.clear().line(left + 1, crisp(y), middle - width / 2 - 5, crisp(y));
    lines.line(middle + width / 2 + 5, crisp(y), right - 1, crisp(y));
    renderer.lines(lines, { colour: colours.ink1 });
  }
  renderer.text(words, middle, y, { ...style, align: 'center' });
}

/**
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('./layout.js').Layout} layout
 * @param {import('../../../plot/value-scale.js').ValueScale} scale
 * @param {number} row
 */
function drawPointed(renderer, scene, layout, scale, row) {
  const { colours, x } = scene;
  const pane = paneOf(layout, 'sequence');
  const { firstSending, acknowledgement, acknowledged, releasedBy, released } = linksOf(scene.model, row);
  const from = anchorOf(scene, scale, row);
  if (from[0] < x.leftPx - 8 || from[0] > x.leftPx + x.widthPx + 8) return;
  renderer.clipped({ x: x.leftPx - 8, y: pane.top, width: x.widthPx + 16, height: pane.height }, () => {
    if (firstSending !== null) link(renderer, from, anchorOf(scene, scale, firstSending), colours.retx);
    if (acknowledgement !== null) link(renderer, from, anchorOf(scene, scale, acknowledgement), colours.ack);
    if (acknowledged !== null) link(renderer, from, anchorOf(scene, scale, acknowledged), colours.ack);
    if (releasedBy !== null) link(renderer, from, anchorOf(scene, scale, releasedBy), colours.ack);
    if (released !== null) link(renderer, from, anchorOf(scene, scale, released), scene.dataColour);
    ring(renderer, from[0], from[1], colours.ink1);
  });
}
