import { NS_PER_SECOND } from '../../sender/units.js';
import { SEVERITIES } from '../finding.js';
import { isFailure, precedenceOf } from './precedence.js';

/** @typedef {import('../finding.js').Finding} Finding */
/** @typedef {Pick<Finding, 'code' | 'severity' | 'costSeconds'> & { evidence?: Finding['evidence'] }} Weighed */
/** @typedef {import('../../verdict/verdict.js').Verdict} Verdict */
/** @typedef {NonNullable<Verdict['limit']>} Limit */

/** What limited a connection for this share of its time is its verdict, unless a finding weighs more. */
export const MUCH = 1 / 4;
/** A finding weighs more than a limit that lasted up to so many times as long. */
const COMPARABLE = 1 / 2;
/** A note that costs less of the time than this is not mentioned beside the limit. */
const LITTLE = 1 / 50;
/** Limits that are no fault: a finding above a note weighs more. @type {readonly string[]} */
const FAULTLESS = ['application', 'idle', 'handshake'];

/**
 * What ended the connection, kept it from beginning, or failed it, cost all of it. Of a capture, what its connections
 * lost together.
 * @param {Weighed} found
 */
function rankedCost({ code, severity, costSeconds, evidence }) {
  const summed = evidence?.connectionSeconds;
  if (typeof summed === 'number') return summed;
  return costSeconds ?? (severity === 'error' || isFailure(code) ? Infinity : 0);
}

/**
 * Faults before notes (which may cost time without a fault); each by cost, then by severity.
 * @param {Weighed} a @param {Weighed} b
 */
export function byWeight(a, b) {
  const [costA, costB] = [rankedCost(a), rankedCost(b)];
  return (
    Number(a.severity === 'note') - Number(b.severity === 'note') ||
    (costA === costB ? 0 : costB - costA) ||
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)
  );
}

/**
 * A total order, whatever the order in which they were found: by weight, by kind, then what began first.
 * @template {Weighed & Pick<Finding, 'start' | 'end' | 'direction' | 'message'>} T
 * @param {T[]} found
 * @returns {T[]} the same, sorted
 */
export const worstFirst = (found) =>
  found.sort(
    (a, b) =>
      byWeight(a, b) ||
      precedenceOf(a.code) - precedenceOf(b.code) ||
      compared(String(a.direction), String(b.direction)) ||
      a.start - b.start ||
      b.end - a.end ||
      compared(a.message, b.message),
  );

/** @param {string} a @param {string} b */
const compared = (a, b) => Number(a > b) - Number(a < b);

const FAULT = 1e12;
const UNKNOWN_COST = Object.freeze({ error: FAULT, warning: 0, note: 0 });
const WEIGHTS = Object.freeze({ error: 3, warning: 2, note: 1 });
/** A millisecond of cost outweighs any severity. */
const COST_STEP = 1e4;

/**
 * By which verdicts are sorted, as findings are: faults before notes, by cost, then by severity; a connection that was
 * not analysed comes last.
 * @param {Verdict} verdict @returns {number} the worse, the more
 */
export function verdictRank({ code, severity, costSeconds }) {
  if (code === 'not_examined') return -1;
  if (code === 'all_well') return 0;
  const cost = (costSeconds ?? UNKNOWN_COST[severity]) * COST_STEP;
  return (severity === 'note' ? 0 : FAULT) + Math.min(cost, FAULT) + WEIGHTS[severity];
}

/**
 * Why the worst finding leads rather than the limit, or the other way round.
 * @typedef {'no_limit' | 'idle' | 'no_finding' | 'error' | 'failure' | 'comparable' | 'faultless_limit' | 'same_cause'
 *   | 'cheaper' | 'mere_note'} LeadRule
 */
/** By which the finding leads. @type {ReadonlySet<LeadRule>} */
const FINDING_LEADS = new Set(
  /** @type {const} */ (['no_limit', 'idle', 'error', 'failure', 'comparable', 'faultless_limit', 'same_cause']),
);

/**
 * Time in which nobody waited never leads. An error does, what failed (outcomes come before what took time), and a
 * finding that cost about as much as the limit took; a note only where it is more exact than the limit, such as slow
 * start for the congestion window.
 * @param {Finding | null} worst @param {Limit | null} limit @returns {LeadRule}
 */
export function leadRule(worst, limit) {
  if (limit === null) return 'no_limit';
  if (limit.cause === 'idle') return 'idle';
  if (worst === null) return 'no_finding';
  if (worst.severity === 'error') return 'error';
  const isComparable = (worst.costSeconds ?? 0) >= limit.seconds * COMPARABLE;
  const isFaultless = FAULTLESS.includes(limit.cause);
  if (worst.severity === 'warning') {
    if (isFailure(worst.code)) return 'failure';
    if (isComparable) return 'comparable';
    return isFaultless ? 'faultless_limit' : 'cheaper';
  }
  if (!isComparable) return 'cheaper';
  if (worst.cause === limit.cause) return 'same_cause';
  return isFaultless ? 'faultless_limit' : 'mere_note';
}

/** Whether the limit leads. @param {Finding | null} worst @param {Limit | null} limit @returns {limit is Limit} */
export const doesLimitLead = (worst, limit) => !FINDING_LEADS.has(leadRule(worst, limit));

/**
 * Whether it took much of the time, so that "nothing wrong" would be misleading.
 * @param {Finding} worst @param {number} ofNs
 */
export const isMuch = ({ severity, costSeconds }, ofNs) =>
  severity !== 'note' || (costSeconds ?? 0) * NS_PER_SECOND >= MUCH * ofNs;

/** Without notes that cost next to nothing. @param {Finding} found @param {number} ofNs */
export const isWorthTelling = ({ severity, costSeconds }, ofNs) =>
  severity !== 'note' || (costSeconds ?? 0) * NS_PER_SECOND > ofNs * LITTLE;
