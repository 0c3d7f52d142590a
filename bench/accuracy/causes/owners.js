/** Whom the analysis gives the time, beside who had it. */
import { look } from '../../../lib/insight/findings/examination.js';
import { ledgerOf } from '../../../lib/insight/ledger/flow-ledger.js';

/** @typedef {Record<string, number>} Seconds by owner */
/**
 * right: seconds that both give to the same owner; wrong: that the analysis gives to another than it was.
 * @typedef {{ seconds: number, right: number, wrong: number, truth: Seconds, said: Seconds }} OwnerScore
 */

const UNKNOWN = 'unknown';
/** No capture weighs more: an hour of silence would outweigh all others. */
const MOST_SECONDS = 10;

/**
 * @param {import('../../../lib/analysis/opened-analysis.js').OpenedAnalysis} analysis
 * @param {import('./run.js').Simulated} simulated
 * @param {{ plan: import('./families/common.js').Plan, seen: Map<number, number> }} tap
 * @returns {OwnerScore}
 */
export function trueOwners(analysis, simulated, { plan: { faults = [], isAboveTcp = false }, seen }) {
  if (isAboveTcp) return { seconds: 0, right: 0, wrong: 0, truth: {}, said: {} };
  const truth = truthAt(simulated, seen);
  for (const fault of faults) if (fault.kind === 'clock-step') truth.capture = Math.max(0, fault.byMs / 1e3);
  const said = saidBy(analysis);
  let right = 0;
  let wrong = 0;
  for (const [owner, seconds] of Object.entries(said)) {
    if (owner === UNKNOWN) continue;
    right += Math.min(seconds, truth[owner] ?? 0);
    wrong += Math.max(0, seconds - (truth[owner] ?? 0));
  }
  const seconds = Object.values(said).reduce((sum, value) => sum + value, 0);
  const weight = Math.min(1, MOST_SECONDS / seconds);
  return { seconds: seconds * weight, right: right * weight, wrong: wrong * weight, truth, said };
}

/**
 * Of the connections that came to a tap, the time between their first and last packet there.
 * @param {import('./run.js').Simulated} simulated @param {Map<number, number>} seen
 */
function truthAt({ ledgers, log }, seen) {
  /** @type {Seconds} */
  const truth = {};
  [...log.flows.keys()]
    .sort((a, b) => a - b)
    .forEach((flow, index) => {
      const times = (log.flows.get(flow) ?? []).flatMap(({ number }) => seen.get(number) ?? []);
      const firstNs = Math.min(...times);
      const lastNs = Math.max(...times);
      for (const { startNs, endNs, owner } of ledgers[index]) {
        const ns = Math.min(endNs, lastNs) - Math.max(startNs, firstNs);
        if (ns > 0) truth[owner] = (truth[owner] ?? 0) + ns / 1e9;
      }
    });
  return truth;
}

/** @param {import('../../../lib/analysis/opened-analysis.js').OpenedAnalysis} analysis */
function saidBy(analysis) {
  const { tcp, messages, verdicts } = analysis.ingest;
  /** @type {Seconds} */
  const said = {};
  for (let flow = 0; flow < tcp.flows.count; flow++) {
    verdicts.refresh(flow);
    const { context, stallsOf } = look({ tcp, messages }, flow, verdicts.found(flow));
    for (const { startNs, endNs, owner } of ledgerOf(context, stallsOf).intervals) {
      said[owner] = (said[owner] ?? 0) + (endNs - startNs) / 1e9;
    }
  }
  return said;
}
