/** Panes of one-way delay and queue below the stream. */
import { CoordinateBuffer } from '../../../plot/level-of-detail.js';
import { valueScale } from '../../../plot/value-scale.js';
import { drawGrid } from '../../timeline/grid.js';
import { fitted } from '../draw-ladder.js';
import { TITLE_HIGH, TITLE_LEFT } from './diagram-layout.js';

/** @typedef {import('../../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('./passages.js').DiagramScene} DiagramScene */
/** @typedef {import('./diagram-layout.js').DelayPane} DelayPane */
/** @typedef {import('../ladder-frame.js').Delays} Delays */

const DOT = 2;
const TICK_PX = 22;
/** The least that a pane's scale reaches to, ns: noise of clocks is not drawn large. */
const MIN_NS = 100e3;
const dots = new CoordinateBuffer();
const areas = new CoordinateBuffer();

/** @param {Renderer} renderer @param {DiagramScene} scene */
export function drawDelays(renderer, scene) {
  for (const pane of scene.layout.panes) drawPane(renderer, scene, pane);
}

/** @param {Renderer} renderer @param {DiagramScene} scene @param {DelayPane} pane */
function drawPane(renderer, scene, pane) {
  const { ground, frame } = scene;
  const { x, colours } = ground;
  const { way, measure, top, height } = pane;
  const scale = delayScale(scene, pane);
  drawGrid(renderer, ground, { id: measure, top, height }, scale ?? undefined);
  drawTitle(renderer, scene, pane, scale !== null);
  if (scale === null || frame.delays === null) return;
  const { low, high } = boundsOf(frame.delays[way], measure);
  const bins = binsWithin(frame, x.range);
  dots.clear();
  areas.clear();
  for (let bin = bins.from; bin < bins.to; bin++) {
    if (Number.isNaN(high[bin])) continue;
    const at = Math.round(x.x(frame.startNs + (bin + 0.5) * frame.binNs));
    const [bottom, upper] = [scale.y(low[bin]), scale.y(high[bin])];
    dots.line(at, bottom + DOT / 2, at, Math.min(upper, bottom) - DOT / 2);
    if (measure === 'queue') areas.line(at, scale.y(0), at, upper);
  }
  const colour = way === 'there' ? colours.c2s : colours.s2c;
  renderer.clipped({ x: x.leftPx, y: top, width: x.widthPx, height }, () => {
    if (measure === 'queue') renderer.lines(areas, { colour, width: DOT, alpha: 0.3 });
    renderer.lines(dots, { colour, width: DOT });
  });
}

/**
 * In milliseconds, of the packets in view.
 * @param {DiagramScene} scene @param {DelayPane} pane
 * @returns {import('../../../plot/value-scale.js').ValueScale|null} null: there is no sample
 */
export function delayScale({ frame, ground }, { way, measure, top, height }) {
  if (frame.delays === null) return null;
  const { high } = boundsOf(frame.delays[way], measure);
  const { from, to } = binsWithin(frame, ground.x.range);
  let greatest = -Infinity;
  for (let bin = from; bin < to; bin++) if (high[bin] > greatest) greatest = high[bin];
  if (greatest === -Infinity) return null;
  const extent = /** @type {[number, number]} */ ([0, Math.max(MIN_NS, greatest * 1.1)]);
  return valueScale({ extent, topPx: top, bottomPx: top + height, per: 1e6, tickPx: TICK_PX });
}

/** @param {Renderer} renderer @param {DiagramScene} scene @param {DelayPane} pane @param {boolean} hasSamples */
function drawTitle(renderer, { ground, labels, along }, { way, measure, top }, hasSamples) {
  const { x, colours, width } = ground;
  renderer.rect({ x: 0, y: top - TITLE_HIGH, width, height: 1 }, { colour: colours.line2 });
  const [from, to] = way === 'there' ? along : [along[1], along[0]];
  const words = `${measure === 'delay' ? 'Delay' : 'Queue'} ${labels[from]} → ${labels[to]}`;
  const style = { colour: colours.ink1 };
  const text = fitted(
    renderer,
    `${words}, ${hasSamples ? 'ms' : 'no sample'}`,
    x.leftPx + x.widthPx - TITLE_LEFT,
    style,
  );
  renderer.text(text, TITLE_LEFT, top - TITLE_HIGH / 2, style);
}

/** @param {Delays} delays @param {DelayPane['measure']} measure */
const boundsOf = ({ delayMin, delayMax, queueMin, queueMax }, measure) =>
  measure === 'delay' ? { low: delayMin, high: delayMax } : { low: queueMin, high: queueMax };

/**
 * @param {import('../ladder-frame.js').LadderFrame} frame
 * @param {import('../../../plot/time-scale.js').TimeRange} range
 */
const binsWithin = ({ startNs, binNs, bins }, range) => ({
  from: Math.max(0, Math.floor((range.startNs - startNs) / binNs)),
  to: Math.min(bins, Math.ceil((range.endNs - startNs) / binNs)),
});
