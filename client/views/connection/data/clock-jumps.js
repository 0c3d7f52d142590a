/**
 * Where the capture's clock was set forward: time that did not pass. Hatched from the axis down, and named, so that
 * nobody measures across it.
 */
import { spanWords } from '../../timeline/times.js';
import { frameLookup } from './messages.js';

/** @typedef {import('../../../plot/time-scale.js').TimeRange} TimeRange */
/** @typedef {import('../../timeline/grid.js').Renderer} Renderer */
/** @typedef {import('../../timeline/grid.js').Scene} Scene */
/** @typedef {import('../../timeline/grid.js').Pane} Pane */

/** Of the bar on the axis, px. */
const BAR_HIGH = 4;
/** A jump is seen, however much time is in view, px. */
const LEAST_WIDE = 2;

/**
 * @param {import('../../../state/answer-types.js').Connection} flow
 * @param {import('./packet-columns.js').PacketColumns} columns
 * @returns {TimeRange[]} from the packet before to the packet behind each
 */
export function placeClockJumps({ findings }, columns) {
  const found = findings?.find(({ code }) => code === 'clock_jumped');
  if (found === undefined) return [];
  const rowOf = frameLookup(columns);
  const rows = /** @type {number[]} */ (found.evidence.frames).map((frame) => rowOf(frame));
  /** @type {TimeRange[]} */
  const jumps = [];
  for (let i = 1; i < rows.length; i += 2) {
    const [before, behind] = [rows[i - 1], rows[i]];
    if (before >= 0 && behind >= 0) jumps.push({ startNs: columns.time[before], endNs: columns.time[behind] });
  }
  return jumps;
}

/**
 * How much of a span did not pass.
 * @param {readonly TimeRange[]} jumps @param {TimeRange} span
 */
export const jumpedNs = (jumps, span) =>
  jumps.reduce(
    (sum, { startNs, endNs }) => sum + Math.max(0, Math.min(endNs, span.endNs) - Math.max(startNs, span.startNs)),
    0,
  );

/** @param {Scene} scene @returns {{ left: number, right: number, words: string }[]} those in view, px */
const jumpsInView = ({ model, x }) =>
  model.clockJumps
    .filter(({ startNs, endNs }) => endNs >= x.range.startNs && startNs <= x.range.endNs)
    .map(({ startNs, endNs }) => {
      const left = Math.max(x.x(startNs), x.leftPx);
      const right = Math.min(Math.max(x.x(endNs), left + LEAST_WIDE), x.leftPx + x.widthPx);
      return { left, right, words: `Clock set forward, ${spanWords(endNs - startNs)}` };
    });

/** On the axis. @param {Renderer} renderer @param {Scene} scene @param {Pane} axis */
export function drawJumpsOnAxis(renderer, scene, { top, height }) {
  for (const { left, right } of jumpsInView(scene)) {
    renderer.rect(
      { x: left, y: top + height - BAR_HIGH, width: right - left, height: BAR_HIGH },
      { colour: scene.colours.ink2 },
    );
  }
}

/** In a pane below it. @param {Renderer} renderer @param {Scene} scene @param {Pane} pane */
export function drawJumps(renderer, scene, { top, height }) {
  const { colours, x } = scene;
  const style = { colour: colours.ink1, size: 12, align: /** @type {const} */ ('center'), plate: colours.bg1 };
  for (const { left, right, words } of jumpsInView(scene)) {
    renderer.hatch(
      { x: left, y: top + 1, width: right - left, height: height - 1 },
      { colour: colours.ink3, spacing: 8, width: 1, ground: 0 },
    );
    const half = renderer.textWidth(words, style) / 2 + 6;
    const middle = Math.min(Math.max((left + right) / 2, x.leftPx + half), x.leftPx + x.widthPx - half);
    renderer.text(words, middle, top + 16, style);
  }
}
