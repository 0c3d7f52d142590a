/** Whom the analysis gives the time, beside who had it. */

/** @typedef {Record<string, number>} Seconds by owner */
/**
 * right: seconds that both give to the same owner; wrong: that the analysis gives to another than it was; unknown: that
 * it leaves open.
 * @typedef {{ seconds: number, right: number, wrong: number, unknown: number, truth: Seconds, said: Seconds }}
 *   OwnerScore
 */

const UNKNOWN = 'unknown';

/**
 * @param {import('../../../lib/analysis/opened-analysis.js').OpenedAnalysis} analysis
 * @param {import('./run.js').Simulated} simulated
 * @param {import('./families/common.js').Plan} plan
 * @returns {OwnerScore|null}
 */
export function trueOwners(analysis, { ledgers }, { faults = [] }) {
  /** @type {Seconds} */
  const truth = {};
  /** @type {Seconds} */
  const said = {};
  for (const { startNs, endNs, owner } of ledgers.flat()) truth[owner] = (truth[owner] ?? 0) + (endNs - startNs) / 1e9;
  for (const fault of faults) if (fault.kind === 'clock-step') truth.capture = Math.max(0, fault.byMs / 1e3);
  for (let flow = 0; flow < analysis.connections.count; flow++) {
    const time = /** @type {any} */ (analysis.connections.describe(flow)).time;
    if (!time) return null;
    for (const [owner, seconds] of Object.entries(/** @type {Seconds} */ (time.owners))) {
      said[owner] = (said[owner] ?? 0) + seconds;
    }
  }
  let right = 0;
  let wrong = 0;
  for (const [owner, seconds] of Object.entries(said)) {
    if (owner === UNKNOWN) continue;
    right += Math.min(seconds, truth[owner] ?? 0);
    wrong += Math.max(0, seconds - (truth[owner] ?? 0));
  }
  const seconds = Object.values(said).reduce((sum, value) => sum + value, 0);
  return { seconds, right, wrong, unknown: said[UNKNOWN] ?? 0, truth, said };
}
