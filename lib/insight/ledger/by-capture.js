/** @typedef {import('./strip.js').Interval} Interval */
/** @typedef {import('./flow-ledger.js').FlowLedger} FlowLedger */

/**
 * A ledger by the capture's clock, which was set back during the connection: a time that it showed twice counts once.
 * @param {FlowLedger} ledger by a steady clock
 * @param {import('../findings/evidence/monotonic-clock.js').SteadyClock} clock @param {number} durationNs by the
 *   capture's clock
 * @returns {FlowLedger}
 */
export function byCapture(ledger, clock, durationNs) {
  const startNs = Math.round(clock.captureNs(ledger.startNs));
  const endNs = startNs + durationNs;
  const toCapture = (/** @type {number} */ ns) => Math.min(endNs, Math.max(startNs, Math.round(clock.captureNs(ns))));
  const intervals = moved(ledger.intervals, toCapture, startNs, endNs);
  const waits = intervals.filter(({ isIdle }) => !isIdle);
  return {
    startNs,
    endNs,
    waitedNs: waits.reduce((sum, one) => sum + one.endNs - one.startNs, 0),
    intervals,
    exchanges: ledger.exchanges.map((one) => {
      const fromNs = toCapture(one.startNs);
      const toNs = Math.max(fromNs, toCapture(one.endNs));
      return { ...one, startNs: fromNs, endNs: toNs, intervals: moved(one.intervals, toCapture, fromNs, toNs) };
    }),
  };
}

/**
 * Intervals side by side with other edges; none without length.
 * @param {readonly Interval[]} intervals @param {(ns: number) => number} toCapture
 * @param {number} startNs @param {number} endNs
 */
function moved(intervals, toCapture, startNs, endNs) {
  /** @type {Interval[]} */
  const list = [];
  let atNs = startNs;
  intervals.forEach((one, k) => {
    const toNs = k === intervals.length - 1 ? endNs : Math.min(endNs, toCapture(one.endNs));
    if (toNs <= atNs) return;
    list.push({ ...one, startNs: atNs, endNs: toNs });
    atNs = toNs;
  });
  const last = list.at(-1);
  if (last !== undefined) last.endNs = endNs;
  return list;
}
