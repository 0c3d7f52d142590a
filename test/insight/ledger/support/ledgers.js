import { OpenedAnalysis } from '../../../../lib/analysis/opened-analysis.js';
import { look } from '../../../../lib/insight/findings/examination.js';
import { ledgerOf } from '../../../../lib/insight/ledger/flow-ledger.js';
import { LOST, mostLostNs } from '../../../../lib/insight/ledger/most-lost.js';
import { sumsOf } from '../../../../lib/insight/ledger/strip.js';
import { pcap, script } from '../../../support/packets/packets.js';

/** @typedef {import('../../../../lib/insight/ledger/flow-ledger.js').FlowLedger & { mostLostNs: number }} FlowLedger */

/**
 * @param {Uint8Array} capture @param {number} [chunk] bytes that are read at a time
 * @returns {FlowLedger[]} by connection
 */
export function ledgersOf(capture, chunk = capture.length) {
  const analysis = new OpenedAnalysis();
  for (let at = 0; at < capture.length; at += chunk) analysis.ingest.push(capture.subarray(at, at + chunk));
  analysis.ingest.end();
  const { tcp, messages, verdicts } = analysis.ingest;
  return Array.from({ length: tcp.flows.count }, (_, flow) => {
    verdicts.refresh(flow);
    const { context, stallsOf } = look({ tcp, messages }, flow, verdicts.found(flow));
    return { ...ledgerOf(context, stallsOf), mostLostNs: mostLostNs(context, stallsOf) };
  });
}

/** The ledger of a packet script. @param {string[]} lines */
export const ledgerOfScript = (lines) => ledgersOf(pcap(script(lines[0], ...lines.slice(1))))[0];

/**
 * Times by owner and rule, in ms, without those below one.
 * @param {readonly import('../../../../lib/insight/ledger/strip.js').Interval[]} intervals
 * @returns {Record<string, number>}
 */
export function toldOf(intervals) {
  /** @type {Record<string, number>} */
  const sums = {};
  for (const { startNs, endNs, owner, rule } of intervals) {
    const key = `${owner} ${rule}`;
    sums[key] = (sums[key] ?? 0) + endNs - startNs;
  }
  return Object.fromEntries(
    Object.entries(sums)
      .map(([key, ns]) => /** @type {[string, number]} */ ([key, Math.round(ns / 1e6)]))
      .filter(([, ms]) => ms >= 1),
  );
}

/** What does not hold of a ledger that always has to. @param {FlowLedger} ledger @returns {string[]} */
export function faultsOf({ startNs, endNs, waitedNs, intervals, exchanges, mostLostNs: mostNs }) {
  const faults = [...untiled('the connection', intervals, startNs, endNs)];
  for (const { kind, intervals: own, startNs: from, endNs: to } of exchanges) {
    faults.push(...untiled(kind, own, from, to));
  }
  if (waitedNs > endNs - startNs) faults.push('waited for longer than it lasted');
  const lostNs = intervals.reduce((sum, one) => sum + (LOST.includes(one.rule) ? one.endNs - one.startNs : 0), 0);
  if (lostNs > mostNs) faults.push(`lost for ${lostNs} ns, at most ${mostNs} by its packets`);
  return faults;
}

/**
 * @param {string} what @param {FlowLedger['intervals']} intervals @param {number} startNs @param {number} endNs
 */
function untiled(what, intervals, startNs, endNs) {
  const faults = [];
  let atNs = startNs;
  for (const one of intervals) {
    if (one.startNs !== atNs) faults.push(`${what}: ${one.rule} begins at ${one.startNs}, not ${atNs}`);
    if (!(one.endNs > one.startNs) || !Number.isInteger(one.endNs)) {
      faults.push(`${what}: ${one.rule} ends at ${one.endNs}`);
    }
    if (!(one.confidence >= 0 && one.confidence <= 1)) faults.push(`${what}: confidence ${one.confidence}`);
    if ((one.owner === 'unknown') !== (one.would !== undefined)) faults.push(`${what}: ${one.owner} and ${one.would}`);
    atNs = one.endNs;
  }
  if (atNs !== endNs) faults.push(`${what}: ends at ${atNs}, not ${endNs}`);
  const sum = Object.values(sumsOf(intervals)).reduce((all, ns) => all + ns, 0);
  return sum === endNs - startNs ? faults : [...faults, `${what}: sums to ${sum}`];
}
