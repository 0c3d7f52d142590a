/** Panes of one-way delay and queue beside the ladder: time goes down, values to the right. */
import { formatNumber } from '../../base/format.js';
import { CoordinateBuffer } from '../../plot/level-of-detail.js';
import { scaleLinear } from '../../vendor/d3.js';
import { crisp } from '../timeline/grid.js';
import { fitted } from './draw-ladder.js';
import { HEAD_HIGH } from './layout.js';

/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('./draw-ladder.js').LadderScene} LadderScene */
/** @typedef {import('./layout.js').Pane} Pane */
/** @typedef {import('./ladder-frame.js').Delays} Delays */

const PAD = 8;
const DOT = 2;
/** The least that a pane's scale reaches to, ns: noise of clocks is not drawn large. */
const LEAST_NS = 100e3;
const lines = new CoordinateBuffer();

/** @param {Renderer} renderer @param {LadderScene} scene @param {readonly [number, number]} between along the path */
export function drawDelays(renderer, scene, [from, to]) {
  const { delays } = scene.frame;
  const { labels } = scene;
  for (const pane of scene.layout.panes) {
    const ends = pane.way === 'there' ? [from, to] : [to, from];
    const title = scene.ground.narrow ? `→ ${labels[ends[1]]}` : `${labels[ends[0]]} → ${labels[ends[1]]}`;
    drawPane(renderer, scene, pane, delays && delays[pane.way], title);
  }
}

/**
 * @param {Renderer} renderer @param {LadderScene} scene @param {Pane} pane @param {Delays|null} delays
 * @param {string} title
 */
function drawPane(renderer, { ground, frame }, { way, measure, left, width }, delays, title) {
  const { colours, x: y, height } = ground;
  const bounds = delays === null ? null : boundsOf(delays, measure);
  const bins = binsWithin(frame, y.range);
  const greatest = bounds === null ? 0 : greatestOf(bounds.high, bins);
  const scale = scaleLinear([0, Math.max(LEAST_NS, greatest * 1.05)], [left + PAD, left + width - PAD]);
  renderer.rect({ x: left, y: 0, width: 1, height }, { colour: colours.line2 });
  const colour = way === 'there' ? colours.c2s : colours.s2c;
  if (bounds !== null) {
    renderer.clipped({ x: left + 1, y: HEAD_HIGH, width: width - 1, height: height - HEAD_HIGH }, () => {
      lines.clear();
      lines.line(crisp(scale(0)), HEAD_HIGH, crisp(scale(0)), height);
      renderer.lines(lines, { colour: colours.line2 });
      drawBins(renderer, { frame, y, bins, scale, bounds, colour, isArea: measure === 'queue' });
    });
  }
  drawHead(renderer, { left, width, colours, measure, title, greatest: greatest > 0 ? greatest : null });
}

/**
 * @param {Renderer} renderer
 * @param {{ left: number, width: number, colours: import('../../base/theme.js').Colours, measure: Pane['measure'],
 *   title: string, greatest: number|null }} shown
 */
function drawHead(renderer, { left, width, colours, measure, title, greatest }) {
  const words = measure === 'delay' ? 'Delay' : 'Queue';
  const room = width - PAD;
  const first = { colour: colours.ink1 };
  renderer.text(fitted(renderer, `${words} ${title}`, room, first), left + PAD, 14, first);
  const scale = greatest === null ? 'no sample' : `to ${inMs(greatest)}`;
  const second = { colour: colours.ink3 };
  renderer.text(fitted(renderer, scale, room, second), left + PAD, 31, second);
}

/** @param {number} ns */
const inMs = (ns) => `${formatNumber(ns / 1e6, ns < 10e6 ? 2 : 1)} ms`;

/** @param {Delays} delays @param {Pane['measure']} measure */
const boundsOf = ({ delayMin, delayMax, queueMin, queueMax }, measure) =>
  measure === 'delay' ? { low: delayMin, high: delayMax } : { low: queueMin, high: queueMax };

/**
 * @param {import('./ladder-frame.js').LadderFrame} frame
 * @param {import('../../plot/time-scale.js').TimeRange} range
 */
const binsWithin = ({ startNs, binNs, bins }, range) => ({
  from: Math.max(0, Math.floor((range.startNs - startNs) / binNs)),
  to: Math.min(bins, Math.ceil((range.endNs - startNs) / binNs)),
});

/** @param {Float64Array} values @param {{ from: number, to: number }} bins */
function greatestOf(values, { from, to }) {
  let greatest = 0;
  for (let bin = from; bin < to; bin++) if (values[bin] > greatest) greatest = values[bin];
  return greatest;
}

/**
 * @param {Renderer} renderer
 * @param {{ frame: import('./ladder-frame.js').LadderFrame, y: import('../../plot/time-scale.js').TimeScale,
 *   bins: { from: number, to: number }, scale: (ns: number) => number, bounds: Record<'low'|'high', Float64Array>,
 *   colour: string, isArea: boolean }} shown
 */
function drawBins(renderer, { frame: { startNs, binNs }, y, bins, scale, bounds: { low, high }, colour, isArea }) {
  lines.clear();
  const dots = lines;
  const areas = areaBuffer.clear();
  const zero = scale(0);
  for (let bin = bins.from; bin < bins.to; bin++) {
    if (Number.isNaN(high[bin])) continue;
    const at = Math.round(y.x(startNs + (bin + 0.5) * binNs));
    const [left, right] = [scale(low[bin]), scale(high[bin])];
    dots.line(left - DOT / 2, at, Math.max(right, left) + DOT / 2, at);
    if (isArea) areas.line(zero, at, right, at);
  }
  if (isArea) renderer.lines(areas, { colour, width: DOT, alpha: 0.3 });
  renderer.lines(dots, { colour, width: DOT });
}
const areaBuffer = new CoordinateBuffer();
