import { together } from '../../insight/findings/capture/overall.js';
import { MAX_NAMED_FLOWS } from '../../insight/findings/capture/parallel.js';
import { worstFirst } from '../../insight/findings/rank/weight.js';
import { summaryOf, wellFinding } from '../../insight/findings/summary-text.js';
import { captureExplanationOf, UnobservableSums } from '../../insight/verdict/capture-explanation.js';
import { captureVerdictOf, LimitSums } from '../../insight/verdict/capture-verdict.js';
import { joined } from '../../insight/verdict/verdict.js';
import { flowText } from '../../shared/quic-flow.js';
import { counted } from '../../shared/text/quantities.js';
import { NOT_DECRYPTED } from './quic-verdict.js';

/** @typedef {import('../../insight/findings/capture/overall.js').CaptureFinding} CaptureFinding */
/** @typedef {import('../../insight/verdict/explanation.js').Explanation} Explanation */
/** @typedef {import('./quic-rows.js').QuicRows} QuicRows */
/** @typedef {Pick<import('../capture-analysis.js').CaptureAnalysis, 'ingest' | 'findings'>} Analysis */

/**
 * `summary`, `verdict` and `findings` of a capture with QUIC, of the connections of both transports.
 * @param {Analysis} analysis @param {QuicRows} quic
 */
export function overallOfBoth({ ingest, findings: ofTcp }, quic) {
  const { flows } = ingest.tcp;
  const connections = flows.count + quic.count;
  const tcp = ofTcp.overall();
  const closed = Array.from({ length: quic.count }, (_, index) => index).filter(
    (index) => quic.whyClosed(index) !== null,
  );
  const limits = new LimitSums();
  let lastedNs = 0;
  for (let index = 0; index < flows.count; index++) {
    const { verdict } = ofTcp.ofConnection(index);
    lastedNs += flows.durationNs(index);
    if (verdict !== undefined) limits.add(verdict, flows.durationNs(index), flows.number(index));
  }
  for (let index = 0; index < quic.count; index++) {
    lastedNs += quic.durationNs(index);
    if (!closed.includes(index)) limits.add(quic.verdict(index), quic.durationNs(index), quic.numberOf(index));
  }
  const found = [
    ...(tcp?.findings ?? []).filter(({ code }) => code !== 'all_well'),
    ...ofQuic(quic, connections, ingest.durationNs),
    ...notDecrypted(quic, closed, ingest.durationNs),
  ];
  const isWell = tcp === null ? closed.length < quic.count : tcp.findings.some(({ code }) => code === 'all_well');
  if (isWell && found.every(({ severity }) => severity === 'note')) {
    const looked = connections - closed.length;
    const of = `the ${looked === 1 ? 'connection' : counted(looked, 'connection')}${closed.length > 0 ? ' that could be looked into' : ''}`;
    const evidence = { connections: looked };
    const well = wellFinding({ startNs: 0, endNs: ingest.durationNs, of, hasNotes: found.length > 0, evidence }, null);
    found.push({ ...well, flows: [] });
  }
  worstFirst(found);
  const { most } = limits;
  const verdict = connections === 1 ? quic.verdict(0) : captureVerdictOf(found, most, connections, lastedNs);
  // What stays closed, and which secrets lack, is long: the sentence says how much, the finding why.
  const told = found.filter(({ code }) => code !== NOT_DECRYPTED.code);
  return { summary: summaryOf(verdict, told), verdict, findings: found, most };
}

/**
 * Why the first sentence of a capture with QUIC leads.
 * @param {Analysis} analysis @param {QuicRows} quic @returns {Explanation}
 */
export function explainBoth(analysis, quic) {
  const connections = analysis.ingest.tcp.flows.count + quic.count;
  if (connections === 1) return explainQuic(quic, 0);
  const unobservable = new UnobservableSums();
  return captureExplanationOf(overallOfBoth(analysis, quic), { connections, unobservable, leading: null });
}

/**
 * Why the sentence of a connection of QUIC leads.
 * @param {QuicRows} quic @param {number} index @returns {Explanation}
 */
export function explainQuic(quic, index) {
  const { sentence, limit } = quic.verdict(index);
  const { findings, unobservable } = quic.found(index);
  const why = quic.whyClosed(index);
  return {
    sentence,
    why: whyOf(findings.length > 0, limit !== null, why !== null),
    sections: [
      { title: 'Found, worst first', lines: findings.map((one) => joined([one.severity, one.title, one.message])) },
      { title: 'Not decrypted', lines: why === null ? [] : [why] },
      { title: 'May have occurred unseen', lines: unobservable.map((one) => `${one.title}: ${one.reason}`) },
    ].filter(({ lines }) => lines.length > 0),
  };
}

/** @param {boolean} hasFindings @param {boolean} hasLimit @param {boolean} isClosed */
function whyOf(hasFindings, hasLimit, isClosed) {
  if (hasFindings) return 'the worst finding leads, unless a limit took much longer';
  if (hasLimit) return 'nothing was found, so what limited the data leads';
  return isClosed ? 'without keys losses, limits and requests are not known' : 'nothing was found';
}

/**
 * Each kind of finding once, of all connections that show it.
 * @param {QuicRows} quic @param {number} connections of the capture @param {number} endNs
 * @returns {CaptureFinding[]}
 */
function ofQuic(quic, connections, endNs) {
  /** @type {Map<string, Parameters<typeof together>[0]>} */
  const kinds = new Map();
  for (let index = 0; index < quic.count; index++) {
    for (const found of quic.findings(index)) {
      const list = kinds.get(found.code) ?? [];
      list.push({ flow: index, found });
      kinds.set(found.code, list);
    }
  }
  const numbers = { count: connections, number: (/** @type {number} */ index) => quic.numberOf(index) };
  return [...kinds.values()].map((list) => together(list, numbers, endNs));
}

/** @param {QuicRows} quic @param {number[]} closed indexes @param {number} endNs @returns {CaptureFinding[]} */
function notDecrypted(quic, closed, endNs) {
  const [first] = closed;
  if (first === undefined) return [];
  const why = String(quic.whyClosed(first));
  const name = flowText(quic.numberOf(first));
  return [
    {
      ...NOT_DECRYPTED,
      severity: 'note',
      direction: null,
      start: 0,
      end: endNs / 1e9,
      costSeconds: null,
      message:
        closed.length === 1
          ? `Connection ${name} is not decrypted: ${why}`
          : `${counted(closed.length, 'QUIC connection')} are not decrypted. Connection ${name}: ${why}`,
      advice:
        'Add the key log (SSLKEYLOGFILE) that the client or the server wrote meanwhile: with it losses, round trips, limits and requests are shown.',
      evidence: { connections: closed.length },
      references: [],
      flows: closed.slice(0, MAX_NAMED_FLOWS).map((index) => quic.numberOf(index)),
    },
  ];
}
