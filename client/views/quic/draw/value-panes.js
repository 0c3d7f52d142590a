/** Bytes in flight with the congestion window, and round trips, of a QUIC connection; its end's own beside them. */
import { CoordinateBuffer, drawStepLine, visibleExtent } from '../../../plot/level-of-detail.js';
import { byteUnit, valueScale } from '../../../plot/value-scale.js';
import { bisectRight } from '../../../vendor/d3.js';
import { drawRecordedDashes, drawRecordedDots, drawRecordedSteps } from '../../connection/panes/recorded-lines.js';
import { drawSamples, rttUnit } from '../../connection/panes/rtt.js';
import { drawArea } from '../../connection/panes/window.js';
import { crisp, drawGrid, plotBox } from '../../timeline/grid.js';

/** @typedef {import('../../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('./scene.js').QuicScene} QuicScene */
/** @typedef {import('./scene.js').DrawnPane} DrawnPane */
/** @typedef {import('./layout.js').Pane} Pane */

/** Percent from which on the packets show the window. */
export const SHOWS = 50;
/** Bytes: one packet must not fill the pane. */
const MIN_EXTENT = 1500;
/** A window above so many times what is in flight says nothing about it. */
const DWARFED = 3;

const line = new CoordinateBuffer();
const PHASE_WORDS = new Map([
  ['slow_start', 'slow start'],
  ['congestion_avoidance', 'congestion avoidance'],
  ['fast_recovery', 'recovery'],
  ['rto_recovery', 'after a probe time-out'],
]);

/** @param {Renderer} renderer @param {QuicScene} scene @param {Pane} pane @returns {DrawnPane} */
export function drawWindow(renderer, scene, pane) {
  const { sender, x, colours, dataColour } = scene;
  const flight = sender && mostOf([sender.flight, sender.qlog?.inFlight], x.range);
  const window = sender && mostOf([sender.cwnd, sender.qlog?.cwnd], x.range);
  if (sender === null || (flight ?? window) === null) {
    return withoutValues(renderer, scene, pane, 'kB', 'Bytes in flight');
  }
  const top = Math.max(flight ?? 0, Math.min(window ?? 0, (flight ?? Infinity) * DWARFED), MIN_EXTENT);
  const { per, unit } = byteUnit(top);
  const topPx = pane.top + (scene.narrow ? 24 : 14);
  const scale = valueScale({ extent: [0, top * 1.08], per, topPx, bottomPx: pane.top + pane.height - 5, tickPx: 26 });
  drawGrid(renderer, scene, pane, scale);
  renderer.clipped(plotBox(scene, pane), () => {
    drawPhases(renderer, scene, pane);
    drawArea(renderer, sender.flight, scene, scale, dataColour);
    const y = (/** @type {number} */ bytes) => Math.max(scale.y(bytes), pane.top + 3);
    drawStepLine(renderer, sender.cwnd, x, y, { colour: colours.cwnd, width: 1.75 });
    drawRecordedDashes(renderer, sender.qlog?.ssthresh, scene, scale);
    drawRecordedDots(renderer, sender.qlog?.inFlight, scene, scale);
    drawRecordedSteps(renderer, sender.qlog?.cwnd, scene, { y });
    drawDoubts(renderer, scene, pane);
  });
  return { scale, unit };
}

/**
 * @param {(import('../../../plot/series-columns.js').LineSeries|undefined)[]} lines
 * @param {import('../../../plot/time-scale.js').TimeRange} range
 * @returns {number|null} the highest value in view; null: there is none
 */
function mostOf(lines, range) {
  const highest = lines.flatMap((series) => (series && visibleExtent(series, range, true)?.[1]) ?? []);
  return highest.length === 0 ? null : Math.max(...highest);
}

/**
 * Names of phases where there is room, and lines between them.
 * @param {Renderer} renderer
 * @param {QuicScene} scene
 * @param {Pane} pane
 */
function drawPhases(renderer, { sender, x, colours, narrow }, pane) {
  for (const { startNs, endNs, phase } of sender?.phases ?? []) {
    if (endNs < x.range.startNs || startNs > x.range.endNs) continue;
    const left = Math.max(x.leftPx, x.x(startNs));
    const room = Math.min(x.leftPx + x.widthPx, x.x(endNs)) - left;
    const words = PHASE_WORDS.get(phase) ?? '';
    if (words === '' || narrow || renderer.textWidth(words, { colour: '', size: 10 }) + 12 > room) continue;
    renderer.text(words, left + 6, pane.top + 8, { colour: colours.ink3, size: 10 });
  }
}

/**
 * A hatched strip at the foot while the packets do not show the window: it is then a guess.
 * @param {Renderer} renderer @param {QuicScene} scene @param {Pane} pane
 */
function drawDoubts(renderer, { sender, x, colours }, pane) {
  if (sender === null) return;
  const { cwnd, confidence } = sender;
  const columns = Math.ceil(x.widthPx);
  let from = -1;
  for (let i = 0; i <= columns; i++) {
    const at = bisectRight(cwnd.times, x.time(x.leftPx + i), 0, cwnd.count) - 1;
    const isDoubt = i < columns && at >= 0 && confidence.low[at] < SHOWS;
    if (isDoubt && from < 0) from = i;
    if (isDoubt || from < 0) continue;
    renderer.hatch(
      { x: x.leftPx + from, y: pane.top + pane.height - 6, width: i - from, height: 5 },
      { colour: colours.cwnd, spacing: 5, width: 1.1, ground: 0.13 },
    );
    from = -1;
  }
}

/** @param {Renderer} renderer @param {QuicScene} scene @param {Pane} pane @returns {DrawnPane} */
export function drawRtt(renderer, scene, pane) {
  const { sender, x, colours } = scene;
  const lines = sender === null ? [] : [sender.rtt, sender.spin, sender.qlog?.srtt, sender.qlog?.rtt];
  const known = lines.flatMap((series) => {
    const extent = series && visibleExtent(series, x.range);
    return extent ? [extent] : [];
  });
  if (sender === null || known.length === 0) return withoutValues(renderer, scene, pane, 'ms', 'Round trips');
  const low = Math.min(sender.minNs, ...known.map(([least]) => least));
  const high = Math.max(...known.map(([, most]) => most));
  const air = Math.max((high - low) * 0.14, high * 0.04);
  const { per, unit } = rttUnit(high);
  const topPx = pane.top + (scene.narrow ? 24 : 6);
  const extent = /** @type {[number, number]} */ ([Math.max(0, low - air), high + air]);
  const scale = valueScale({ extent, per, topPx, bottomPx: pane.top + pane.height - 5, tickPx: 24 });
  drawGrid(renderer, scene, pane, scale);
  renderer.clipped(plotBox(scene, pane), () => {
    if (sender.minNs < Infinity) {
      const y = crisp(scale.y(sender.minNs));
      line.clear().line(x.leftPx, y, x.leftPx + x.widthPx, y);
      renderer.lines(line, { colour: colours.ink3, dash: [2, 2] });
    }
    drawSamples(renderer, scene, scale, sender.rtt, 'sequence_ack');
    drawSamples(renderer, scene, scale, sender.spin, 'sack');
    drawStepLine(renderer, sender.smoothed, x, scale.y, { colour: colours.ink1, width: 1.25 });
    drawRecordedDots(renderer, sender.qlog?.rtt, scene, scale);
    drawRecordedSteps(renderer, sender.qlog?.srtt, scene, scale);
  });
  return { scale, unit };
}

/**
 * @param {Renderer} renderer
 * @param {QuicScene} scene
 * @param {Pane} pane
 * @param {string} unit
 * @param {string} what
 * @returns {DrawnPane}
 */
function withoutValues(renderer, scene, pane, unit, what) {
  drawGrid(renderer, scene, pane);
  const { x, colours, sender, isOpen } = scene;
  const none = isOpen ? `${what}: none in view` : `${what}: not observable without keys`;
  const words = sender === null ? 'Measuring' : none;
  renderer.text(words, x.leftPx + 10, pane.top + pane.height / 2 + 4, { colour: colours.ink3, plate: colours.bg1 });
  return { scale: valueScale({ extent: [0, 1], topPx: pane.top, bottomPx: pane.top + pane.height }), unit };
}
