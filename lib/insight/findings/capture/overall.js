import { flowText } from '../../../shared/quic-flow.js';
import { byExtent, captureVerdictOf, connectionSecondsText, LimitSums } from '../../verdict/capture-verdict.js';
import { verdictNotYet, verdictWithoutFindings } from '../../verdict/verdict.js';
import { CONNECTION_REFUSED } from '../detectors/reset.js';
import { SERVER_THINK_TIME } from '../evidence/think-time.js';
import { finding, lowerFirst, timeText } from '../finding.js';
import { byWeight, worstFirst } from '../rank/weight.js';
import { ALL_WELL, NOT_EXAMINED, summaryOf, wellFinding } from '../summary-text.js';
import { worstOfAll } from '../worst-statement.js';
import { peersOf } from './groups.js';
import { answeredFromElsewhere } from './other-address.js';
import { reachedAtOtherFamily } from './other-family.js';
import { Outcomes } from './outcomes.js';
import { MAX_NAMED_FLOWS, noReuse, parallelSlowStart } from './parallel.js';
import { withoutPassedOn } from './passed-on.js';
import { redirectsAcross } from './redirects.js';

/** @typedef {import('../finding.js').Finding} Finding */
/** @typedef {import('../../../protocols/message-analysis.js').MessageAnalysis} MessageAnalysis */

/**
 * A finding of the capture as a whole: `flows` are the numbers of the connections that show it, worst first.
 * @typedef {Finding & { flows: number[] }} CaptureFinding
 */

/**
 * Findings that compare connections.
 * @param {import('../../../transport/tcp/tcp-transport.js').Connections} flows
 * @param {Pick<MessageAnalysis, 'counts' | 'table' | 'describe'>} messages
 * @returns {CaptureFinding[]}
 */
export function betweenConnections(flows, messages) {
  const peers = peersOf(flows, (flow) => messages.counts(flow).requests);
  const found = [
    answeredFromElsewhere(flows),
    noReuse(peers),
    parallelSlowStart(peers),
    redirectsAcross(flows, messages),
  ];
  return found.flatMap((one) =>
    one === null ? [] : [{ ...one.found, flows: one.flows.map((flow) => flows.number(flow)) }],
  );
}

/**
 * Findings of a capture: those of its connections, each kind once, and those that compare connections; worst first.
 * @param {import('../../../transport/tcp/tcp-transport.js').Connections} flows
 * @param {(flow: number) => import('../capture-only.js').Examined} examinedOf a connection's, by index
 * @param {CaptureFinding[]} between result of `betweenConnections`
 * @param {{ endNs: number, withReason: number[], others: number[], outcomeOf: (flow: number) =>
 *   import('../../verdict/outcome.js').Outcome | null }} capture `withReason`: all connections with reason to look for
 *   findings, in order; `others`: those that may have some; `outcomeOf`: why one failed
 * @returns {{ summary: string, verdict: import('../../verdict/verdict.js').Verdict, findings: CaptureFinding[],
 *   most: LimitSums['most'] }}
 */
export function captureFindings(flows, examinedOf, between, { endNs, withReason, others, outcomeOf }) {
  /** @type {Map<string, { flow: number, found: Finding }[]>} */
  const kinds = new Map();
  /** What is not observable in connections without faults. @type {string[]} */
  const doubts = [];
  const limits = new LimitSums();
  /** @type {Map<number, string> | undefined} */
  let elsewhere;
  const weighed = (/** @type {Finding} */ found, /** @type {number} */ flow) => {
    if (found.code !== CONNECTION_REFUSED.code) return found;
    elsewhere ??= reachedAtOtherFamily(flows);
    const at = elsewhere.get(flow);
    return at === undefined ? found : { ...found, ...wentOn(found, at) };
  };
  const unseen = new Outcomes(flows, withReason, others);
  const examine = (/** @type {number} */ flow) => {
    const { findings: found, verdict } = examinedOf(flow);
    if (verdict !== undefined) limits.add(verdict, flows.durationNs(flow), flows.number(flow));
    for (const one of found) {
      if (one.code === 'all_well' && one.evidence.untold) doubts.push(String(one.evidence.untold));
      if (isOutcome(one)) unseen.addOutcomeOf(flow);
      else if (one.code !== 'all_well') {
        (kinds.get(one.code) ?? setDefault(kinds, one.code)).push({ flow, found: weighed(one, flow) });
      }
    }
    return found.length > 0;
  };
  let examined = 0;
  for (const flow of withReason) if (examine(flow)) examined++;
  const passedOver = withReason.length - examined;
  for (const flow of others) if (examine(flow)) examined++;
  const waits = kinds.get(SERVER_THINK_TIME.code);
  if (waits !== undefined) kinds.set(SERVER_THINK_TIME.code, [...withoutPassedOn(waits, flows)]);
  const findings = [...between, ...[...kinds.values()].map((list) => together(list, flows, endNs))];
  unseen.gather(outcomeOf);
  findings.push(...unseen.findings);
  const looked = flows.count - passedOver;
  const notAnalysed = passedOver === 0 ? null : notExamined(endNs, flows.count, passedOver);
  const isAnyRight = unseen.well > 0 || withReason.some((flow) => outcomeOf(flow) === null);
  const isUnfinished = findings.some(({ code }) => ALL_WELL.yieldsTo?.[code] !== undefined);
  if (looked > 0 && isAnyRight && !isUnfinished && findings.every(({ severity }) => severity === 'note')) {
    findings.push(
      allWell(
        endNs,
        { connections: looked, examined },
        { hasNotes: findings.length > 0, isAll: notAnalysed === null, doubts },
      ),
    );
  }
  if (notAnalysed !== null) findings.push(notAnalysed);
  byExtent(worstFirst(findings), flows.count);
  const verdict = flows.count === 1 ? verdictOfOne(flows, examinedOf, outcomeOf, notAnalysed !== null) : null;
  const leading = verdict ?? captureVerdictOf(findings, limits.most, flows.count, lastedNs(flows));
  const found = findings.filter((one) => one !== notAnalysed);
  return {
    summary: [summaryOf(leading, found), notAnalysed?.message].filter((words) => words).join(' '),
    verdict: leading,
    findings,
    most: limits.most,
  };
}

/**
 * A refusal that cost the client nothing.
 * @param {Finding} found @param {string} at where the client went on
 * @returns {Pick<Finding, 'severity' | 'message' | 'advice'>}
 */
const wentOn = ({ message }, at) => ({
  severity: 'note',
  message: `${message.replace(/\.$/, '')}, and the client reached it at ${at}.`,
  advice: 'The server listens on addresses of one version of IP only. To save the attempt, let it listen on both.',
});

/** @param {import('../../../transport/tcp/tcp-transport.js').Connections} flows */
function lastedNs(flows) {
  let sumNs = 0;
  for (let flow = 0; flow < flows.count; flow++) sumNs += flows.durationNs(flow);
  return sumNs;
}

/**
 * Of a capture of one connection.
 * @param {import('../../../transport/tcp/tcp-transport.js').Connections} flows
 * @param {Parameters<typeof captureFindings>[1]} examinedOf
 * @param {Parameters<typeof captureFindings>[3]['outcomeOf']} outcomeOf
 * @param {boolean} isPassedOver
 */
function verdictOfOne(flows, examinedOf, outcomeOf, isPassedOver) {
  const packets = flows.at(0).packets;
  return examinedOf(0).verdict ?? (isPassedOver ? verdictNotYet(packets) : verdictWithoutFindings(outcomeOf(0)));
}

/** Whether it is an outcome, as of connections that were not examined. @param {Finding} found */
const isOutcome = ({ evidence }) => evidence.outcome !== undefined;

/** @param {Map<string, { flow: number, found: Finding }[]>} kinds @param {string} code */
function setDefault(kinds, code) {
  /** @type {{ flow: number, found: Finding }[]} */
  const list = [];
  kinds.set(code, list);
  return list;
}

/**
 * One kind of finding, of all connections that show it.
 * @param {{ flow: number, found: Finding }[]} list
 * @param {{ readonly count: number, number: (flow: number) => number }} flows
 * @param {number} endNs of the capture: no cost is longer; what connections lost together stands beside it
 * @returns {CaptureFinding}
 */
export function together(list, flows, endNs) {
  const sorted = [...list].sort((a, b) => byWeight(a.found, b.found));
  const [worst] = sorted;
  const number = flows.number(worst.flow);
  const named = [...new Set(sorted.map(({ flow }) => flows.number(flow)))];
  const costs = sorted.map(({ found }) => found.costSeconds).filter((cost) => cost !== null);
  const costSeconds = costs.length > 0 ? costs.reduce((sum, cost) => sum + cost, 0) : null;
  const lastedSeconds = endNs / 1e9;
  const sum = named.length > 1 && costSeconds !== null ? `, ${sumText(costSeconds, lastedSeconds)} in all` : '';
  const alone =
    flows.count === 1 ? worst.found.message : `Connection ${flowText(number)}: ${lowerFirst(worst.found.message)}`;
  const message =
    named.length === 1
      ? alone
      : `${titleOf(sorted.map(({ found }) => found.title))} in ${named.length} connections${sum}; connection ${flowText(number)}: ${lowerFirst(worst.found.message)}`;
  return {
    ...worst.found,
    title: titleOf(sorted.map(({ found }) => found.title)),
    message,
    start: sorted.reduce((least, { found }) => Math.min(least, found.start), Infinity),
    end: sorted.reduce((most, { found }) => Math.max(most, found.end), 0),
    costSeconds: costSeconds === null ? null : rounded(Math.min(costSeconds, lastedSeconds)),
    evidence: {
      connections: named.length,
      ...(costSeconds !== null && costSeconds > lastedSeconds ? { connectionSeconds: rounded(costSeconds) } : {}),
      ...worst.found.evidence,
      ...worstOfAll(sorted.map(({ found }) => found.evidence)),
    },
    flows: named.slice(0, MAX_NAMED_FLOWS),
  };
}

/** Time of several connections: what is more than the capture's is none of its clock. */
const sumText = (/** @type {number} */ seconds, /** @type {number} */ lastedSeconds) =>
  seconds > lastedSeconds ? connectionSecondsText(seconds) : timeText(seconds * 1e9);

/** @param {number} seconds @returns {number} to the ms */
const rounded = (seconds) => Math.round(seconds * 1e3) / 1e3;

/** Of one kind in several connections; "3 segments lost" is of one. @param {string[]} titles */
const titleOf = (titles) =>
  titles.length === 1 ? titles[0] : (titles.find((title) => !/^\d/.test(title)) ?? 'Segments lost');

/**
 * What was not analysed cannot be called fault-free.
 * @param {number} endNs
 * @param {number} connections
 * @param {number} passedOver
 * @returns {CaptureFinding}
 */
function notExamined(endNs, connections, passedOver) {
  const words =
    connections === 1
      ? 'The connection was'
      : `${passedOver} of ${connections} connections ${passedOver === 1 ? 'was' : 'were'}`;
  const one = finding(
    {
      kind: NOT_EXAMINED,
      severity: 'note',
      startNs: 0,
      endNs,
      message: `${words} not analysed yet: too many packets to analyse with the others.`,
      advice: 'Open the connection on the page to analyse it, or use analyze --all-findings.',
    },
    { connections, passedOver },
  );
  return { ...one, flows: [] };
}

/**
 * @param {number} endNs
 * @param {{ connections: number, examined: number }} counts
 * @param {{ hasNotes: boolean, isAll: boolean, doubts: string[] }} how isAll: no connection was skipped; doubts: what
 *   is not observable, by connection
 * @returns {CaptureFinding}
 */
function allWell(endNs, counts, { hasNotes, isAll, doubts }) {
  const { connections } = counts;
  const [first = null] = doubts;
  const of = `the ${connections === 1 ? 'connection' : `${connections} connections`}${isAll ? '' : ' that were analysed'}`;
  const hidden =
    connections === 1 || first === null
      ? first
      : `in ${doubts.length} of them a receive window may have been the limit`;
  return { ...wellFinding({ startNs: 0, endNs, of, hasNotes, evidence: counts }, hidden), flows: [] };
}
