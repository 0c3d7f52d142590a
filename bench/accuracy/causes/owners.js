/** Whom the analysis gives the time, beside who had it. */
import { look } from '../../../lib/insight/findings/examination.js';
import { ledgerOf } from '../../../lib/insight/ledger/flow-ledger.js';

/** @typedef {Record<string, number>} Seconds by owner */
/** @typedef {import('./families/common.js').Tap} Tap */
/** @typedef {import('../../../lib/simulator/ledger/walk.js').Interval} Interval */
/** @typedef {import('../../../lib/simulator/ledger/event-log.js').Sending} Sending */
/**
 * right: seconds that both give to the same owner, or that nothing seen at the tap tells and that the analysis leaves
 * unknown; wrong: that it gives to another than it was.
 * @typedef {{ seconds: number, right: number, wrong: number, truth: Seconds, said: Seconds }} OwnerScore
 */

const UNKNOWN = 'unknown';
/** No capture weighs more: an hour of silence would outweigh all others. */
const MAX_SECONDS = 10;

/**
 * @param {import('../../../lib/analysis/opened-analysis.js').OpenedAnalysis} analysis
 * @param {import('./run.js').Simulated} simulated
 * @param {{ plan: import('./families/common.js').Plan, at: Tap, seen: Map<number, number> }} tap
 * @returns {OwnerScore}
 */
export function trueOwners(analysis, simulated, { plan: { faults = [], isAboveTcp = false }, at, seen }) {
  if (isAboveTcp) return { seconds: 0, right: 0, wrong: 0, truth: {}, said: {} };
  const { truth, hidden } = truthAt(simulated, at, seen);
  for (const fault of faults) if (fault.kind === 'clock-step') truth.capture = Math.max(0, fault.byMs / 1e3);
  const said = saidBy(analysis);
  let right = 0;
  let wrong = 0;
  for (const [owner, seconds] of Object.entries(said)) {
    if (owner === UNKNOWN) continue;
    right += Math.min(seconds, truth[owner] ?? 0);
    wrong += Math.max(0, seconds - (truth[owner] ?? 0));
  }
  let untold = 0;
  for (const [owner, seconds] of Object.entries(hidden)) {
    untold += Math.min(seconds, Math.max(0, truth[owner] - (said[owner] ?? 0)));
  }
  right += Math.min(said[UNKNOWN] ?? 0, untold);
  const seconds = Object.values(said).reduce((sum, value) => sum + value, 0);
  const weight = Math.min(1, MAX_SECONDS / seconds);
  return { seconds: seconds * weight, right: right * weight, wrong: wrong * weight, truth, said };
}

/**
 * Of the connections that came to a tap, the time between their first and last packet there; hidden: what of it nothing
 * seen there tells.
 * @param {import('./run.js').Simulated} simulated @param {Tap} at
 * @param {Map<number, number>} seen
 */
function truthAt({ ledgers, log }, at, seen) {
  /** @type {Seconds} */
  const truth = {};
  /** @type {Seconds} */
  const hidden = {};
  [...log.flows.keys()]
    .sort((a, b) => a - b)
    .forEach((flow, index) => {
      const all = (log.flows.get(flow) ?? []).filter(({ number }) => seen.has(number));
      const times = all.flatMap(({ number }) => seen.get(number) ?? []);
      const firstNs = Math.min(...times);
      const lastNs = Math.max(...times);
      for (const one of ledgers[index]) {
        const ns = Math.min(one.endNs, lastNs) - Math.max(one.startNs, firstNs);
        if (!(ns > 0)) continue;
        truth[one.owner] = (truth[one.owner] ?? 0) + ns / 1e9;
        if (isHidden(one, at, all)) hidden[one.owner] = (hidden[one.owner] ?? 0) + ns / 1e9;
      }
    });
  return { truth, hidden };
}

/**
 * Whether nothing that came to a tap tells who dropped a packet.
 * @param {Interval} interval @param {Tap} at @param {Sending[]} seen there
 */
function isHidden({ proof, isAtServer = false }, at, seen) {
  if (proof === undefined) return false;
  if (isAtServer && at !== 'server') return true;
  const isSilent = !seen.some(({ isClient, sentNs }) => isClient !== proof.isClient && sentNs >= proof.afterNs);
  if (isSilent) return true;
  return !seen.some(
    ({ isClient, sentNs, ack, retransmission }) =>
      isClient === proof.isClient &&
      sentNs > proof.afterNs &&
      ack > proof.ack &&
      !(proof.isNews && retransmission !== ''),
  );
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
