import { counted, percent, timeText } from '../findings/finding.js';
import { doesLimitLead, MUCH } from '../findings/rank/weight.js';
import { ALL_WELL } from '../findings/summary-text.js';
import { statementText } from '../findings/worst-statement.js';
import { NS_PER_SECOND } from '../sender/units.js';
import { costText, joined, limitOf } from './verdict.js';
import { LIMIT_TITLES } from './words.js';

/** @typedef {import('./verdict.js').Verdict} Verdict */
/** @typedef {import('../findings/finding.js').Finding} Finding */
/** @typedef {import('../findings/rank/weight.js').Limit} Limit */

/** What limited connections, summed over those that were analysed. */
export class LimitSums {
  /** @type {Map<string, { ns: number, connections: number, mostNs: number, flow: number }>} */
  #sums = new Map();
  #ofNs = 0;

  /** @param {Verdict} verdict of one of them @param {number} durationNs @param {number} flow its number */
  add({ limit }, durationNs, flow) {
    this.#ofNs += durationNs;
    if (limit === null || limit.cause === 'idle') return; // nobody waited
    const ns = limit.seconds * NS_PER_SECOND;
    const sum = this.#sums.get(limit.cause) ?? { ns: 0, connections: 0, mostNs: -1, flow };
    const longest = ns > sum.mostNs ? { mostNs: ns, flow } : {};
    this.#sums.set(limit.cause, { ...sum, ns: sum.ns + ns, connections: sum.connections + 1, ...longest });
  }

  /**
   * The limit that took the most time; null: none took much.
   * @returns {{ limit: Limit, connections: number, flow: number } | null} flow: number of the one it took longest
   */
  get most() {
    const [most] = [...this.#sums].sort(([, a], [, b]) => b.ns - a.ns);
    if (most === undefined) return null;
    const [cause, { ns, connections, flow }] = most;
    const limit = limitOf({ cause, seconds: ns / NS_PER_SECOND, rate: null }, this.#ofNs);
    return limit === null ? null : { limit, connections, flow };
  }
}

/**
 * For a capture of several connections; a single connection has its own.
 * @param {readonly Finding[]} findings of the capture, worst first
 * @param {LimitSums['most']} most
 * @param {number} connections
 * @param {number} [lastedNs] sum of the connections' durations
 * @returns {Verdict}
 */
export function captureVerdictOf(findings, most, connections, lastedNs = Infinity) {
  const well = findings.find(({ code }) => code === 'all_well') ?? null;
  const worst = worstOf(findings, connections);
  const severity = worst?.severity ?? 'note';
  const costSeconds = worst?.costSeconds ?? null;
  if (most !== null && doesLimitLead(worst, most.limit)) {
    const { limit } = most;
    const title = LIMIT_TITLES[limit.cause];
    // Of the connections' times summed up: seconds would exceed those of the capture.
    const part = limitPart(most, connections);
    const beside = worst === null || worst.title === title || worst.severity === 'note' ? '' : costText(worst);
    const sentence = joined([title, part, beside]);
    return { code: limit.cause, title, sentence, cause: limit.cause, severity, costSeconds, limit };
  }
  const isMuch = (costSeconds ?? 0) * NS_PER_SECOND >= MUCH * lastedNs;
  const isHarmless = worst?.severity === 'note' && !isMuch && !isOutcomeOfMost(worst, connections);
  const isWell = worst === null || (well !== null && isHarmless);
  const leading = isWell ? (well ?? findings[0]) : worst;
  const { code, title, cause } = leading ?? ALL_WELL;
  const isNamed = leading !== well && leading !== undefined;
  const where = isNamed ? [whereText(leading, connections), statementOf(leading)] : [];
  const sentence = joined([title, String(leading?.evidence.failure ?? ''), ...where]);
  return { code, title, sentence, cause, severity, costSeconds, limit: null };
}

/**
 * @param {NonNullable<LimitSums['most']>} most @param {number} connections
 * @returns {string} "60 % of connection time in 3 of 12 connections"
 */
export const limitPart = ({ limit, connections: held }, connections) =>
  `${percent(limit.share)} of connection time in ${held} of ${counted(connections, 'connection')}`;

/**
 * Where no connection succeeded and nothing is above a note: the outcome of most connections, if they share one.
 * @template {Finding} T
 * @param {readonly T[]} findings worst first @param {number} connections
 * @returns {T | null}
 */
export function worstOf(findings, connections) {
  const isWell = findings.some(({ code }) => code === 'all_well');
  const worst = findings.find(({ code }) => code !== 'all_well' && code !== 'not_examined') ?? null;
  if (isWell || worst?.severity !== 'note') return worst;
  return findings.find((found) => isOutcomeOfMost(found, connections)) ?? worst;
}

/**
 * What most connections failed of comes before what ended fewer of them, however severe: outcome and extent lead.
 * @template {Finding} T
 * @param {T[]} findings worst first, changed in place @param {number} connections
 */
export function byExtent(findings, connections) {
  const at = findings.findIndex((found) => found.severity !== 'note' && isOutcomeOfMost(found, connections));
  if (at > 0) findings.unshift(...findings.splice(at, 1));
}

/** Whether most connections achieved nothing. @param {Finding} found @param {number} connections */
const isOutcomeOfMost = ({ evidence }, connections) =>
  evidence.outcome !== undefined && Number(evidence.connections ?? 1) * 2 > connections;

/** @param {Finding} found */
const statementOf = ({ evidence, costSeconds }) => statementText(evidence, costSeconds);

/** @param {number} seconds lost by connections together, more than the capture lasts @returns {string} */
export const connectionSecondsText = (seconds) =>
  timeText(seconds * NS_PER_SECOND).replace(/ s$/, ' connection-seconds');

/** @param {Finding} found @param {number} connections @returns {string} "4.16 s in 3 of 12 connections" */
function whereText({ costSeconds, evidence }, connections) {
  if (evidence.outcome !== undefined) {
    const held = Number(evidence.connections ?? 1);
    const where = held > 1 && held < connections ? `in ${held} of ${counted(connections, 'connection')}` : '';
    return joined([String(evidence.outcome), where]);
  }
  const summed = evidence.connectionSeconds;
  if (typeof summed === 'number') {
    return `${connectionSecondsText(summed)} in ${evidence.connections} of ${counted(connections, 'connection')}`;
  }
  const cost = costSeconds !== null && costSeconds > 0 ? `${timeText(costSeconds * NS_PER_SECOND)} ` : '';
  return `${cost}in ${evidence.connections ?? 1} of ${counted(connections, 'connection')}`;
}
