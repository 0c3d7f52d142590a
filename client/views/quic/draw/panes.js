/** The ribbon of limits and the throughput of a QUIC connection, drawn as TCP's. */
import { LineSeries } from '../../../plot/series-columns.js';
import { drawRibbon, RIBBON_FOOT, RIBBON_HIGH } from '../../connection/panes/limits.js';
import { drawThroughputPane } from '../../connection/panes/throughput.js';
import { drawGrid, plotBox } from '../../timeline/grid.js';

/** @typedef {import('../../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('./scene.js').QuicScene} QuicScene */
/** @typedef {import('./layout.js').Pane} Pane */

const NOTHING = new LineSeries();

/** @param {Renderer} renderer @param {QuicScene} scene @param {Pane} pane */
export function drawRibbonOf(renderer, scene, pane) {
  const { sender, x, colours, isOpen } = scene;
  drawGrid(renderer, scene, pane);
  const topPx = pane.top + pane.height - RIBBON_FOOT - RIBBON_HIGH;
  const causes = sender?.causes ?? null;
  renderer.clipped(plotBox(scene, pane), () => drawRibbon(renderer, { causes, x, colours, topPx }));
  if (causes === null || causes.name.length > 0) return null;
  const words = isOpen ? 'No stream data in this direction' : 'Not observable without keys';
  renderer.text(words, x.leftPx + 10, topPx + RIBBON_HIGH / 2, { colour: colours.ink3, plate: colours.bg1 });
  return null;
}

/**
 * UDP payload sent, and stream data acknowledged where the diagram has that.
 * @param {Renderer} renderer @param {QuicScene} scene @param {Pane} pane
 */
export function drawThroughput(renderer, scene, pane) {
  const { packets, sequence, direction } = scene;
  const acks = sequence?.by === 'data' ? sequence.acks : NOTHING;
  const series = { sent: packets.sent[direction], acks };
  return drawThroughputPane(renderer, { ...scene, series, as: { rateWindowNs: null } }, /** @type {any} */ (pane));
}
