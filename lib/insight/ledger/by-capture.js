import { SURE } from '../confidence.js';
import { Strip } from './strip.js';

/** @typedef {import('./strip.js').Interval} Interval */
/** @typedef {import('./flow-ledger.js').FlowLedger} FlowLedger */
/** @typedef {import('../findings/evidence/monotonic-clock.js').SteadyClock} SteadyClock */

/** Time that passed for nobody. */
const JUMP = /** @type {const} */ ({ owner: 'capture', rule: 'clock_jump', confidence: SURE, isIdle: true });

/**
 * A ledger by the capture's clock, which was set during the connection: a time that it showed twice counts once, and
 * time that it left out is the capture's own.
 * @param {FlowLedger} ledger by a steady clock @param {SteadyClock} clock
 * @param {number} durationNs by the capture's clock
 * @returns {FlowLedger}
 */
export function byCapture(ledger, clock, durationNs) {
  const startNs = Math.round(clock.captureNs(ledger.startNs));
  const endNs = startNs + durationNs;
  const within = (/** @type {number} */ ns) => Math.min(endNs, Math.max(startNs, Math.round(ns)));
  const toCapture = (/** @type {number} */ ns) => within(clock.captureNs(ns));
  const jumps = clock.leftOut.map(({ atNs, ns }) => {
    const toNs = toCapture(atNs);
    return { atNs, fromNs: within(toNs - ns), toNs };
  });
  const intervals = moved(ledger.intervals, { toCapture, jumps }, startNs, endNs);
  const waits = intervals.filter(({ isIdle }) => !isIdle);
  return {
    startNs,
    endNs,
    waitedNs: waits.reduce((sum, one) => sum + one.endNs - one.startNs, 0),
    intervals,
    exchanges: ledger.exchanges.map((one) => {
      const fromNs = toCapture(one.startNs);
      const toNs = Math.max(fromNs, toCapture(one.endNs));
      return {
        ...one,
        startNs: fromNs,
        endNs: toNs,
        intervals: moved(one.intervals, { toCapture, jumps }, fromNs, toNs),
      };
    }),
  };
}

/**
 * Intervals side by side with other edges; none without length.
 * @param {readonly Interval[]} intervals
 * @param {{ toCapture: (ns: number) => number, jumps: { atNs: number, fromNs: number, toNs: number }[] }} clock
 *   jumps: at a time of the steady clock, by the capture's
 * @param {number} startNs @param {number} endNs
 */
function moved(intervals, { toCapture, jumps }, startNs, endNs) {
  const strip = new Strip(startNs);
  for (const one of intervals) {
    for (const { atNs, fromNs, toNs } of jumps) {
      if (one.startNs >= atNs || one.endNs < atNs) continue;
      strip.until(Math.min(endNs, fromNs), one);
      strip.until(Math.min(endNs, toNs), JUMP);
    }
    strip.until(Math.min(endNs, toCapture(one.endNs)), one);
  }
  const last = intervals.at(-1);
  if (last !== undefined) strip.until(endNs, last);
  return strip.intervals;
}
