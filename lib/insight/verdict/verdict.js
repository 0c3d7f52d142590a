import { grouped } from '../../shared/text/quantities.js';
import { timeText } from '../findings/finding.js';
import { isFailure } from '../findings/rank/precedence.js';
import { doesLimitLead, isMuch, isWorthTelling, MUCH } from '../findings/rank/weight.js';
import { ALL_WELL, NOT_EXAMINED } from '../findings/summary-text.js';
import { statementText } from '../findings/worst-statement.js';
import { NS_PER_SECOND } from '../sender/units.js';
import { kindOfOutcome, outcomeText } from './outcome.js';
import { BETWEEN, LIMIT_TITLES, partText, rateText } from './words.js';

/** @typedef {import('../findings/finding.js').Finding} Finding */
/** @typedef {import('./held-back.js').HeldBack} HeldBack */
/** @typedef {import('./outcome.js').Outcome} Outcome */

/**
 * The answer to "what is wrong with this connection, or capture?": one sentence, the same on the page, the command line
 * and in JSON. `limit` is what limited the data for longest, where that was for much of the time.
 * @typedef {object} Verdict
 * @property {string} code of its finding, or of the limit
 * @property {string} title its first part
 * @property {string} sentence without a full stop
 * @property {string} cause
 * @property {Finding['severity']} severity of the worst finding
 * @property {number | null} costSeconds of the worst finding
 * @property {{ cause: string, seconds: number, share: number, rate: number | null } | null} limit rate: bytes a second
 */

/** Limits in whose time losses are repaired. @type {readonly string[]} */
const REPAIRING = ['recovery', 'retransmission_timeout'];

/**
 * @param {object} known
 * @param {readonly Finding[]} known.findings worst first
 * @param {HeldBack | null} known.held
 * @param {number} known.startNs of the connection: what was over by then is no part of its time
 * @param {number} known.ofNs the total that times are given as a share of
 * @returns {Verdict}
 */
export function verdictOf({ findings, held, startNs, ofNs }) {
  const worst = findings.find(({ code }) => code !== 'all_well') ?? null;
  const limit = limitOf(held, ofNs);
  const weight = { severity: worst?.severity ?? 'note', costSeconds: worst?.costSeconds ?? null, limit };
  return limit !== null && doesLimitLead(worst, limit)
    ? { ...ofLimit(limit, worst, ofNs), ...weight }
    : { ...ofFinding(findings, worst, { limit, startNs, ofNs }), ...weight };
}

/** @typedef {Pick<Verdict, 'code' | 'title' | 'sentence' | 'cause'>} Named */

/** @param {NonNullable<Verdict['limit']>} limit @param {Finding | null} worst @param {number} ofNs @returns {Named} */
function ofLimit({ cause, seconds, rate }, worst, ofNs) {
  const title = LIMIT_TITLES[cause];
  const isBeside = worst !== null && worst.title !== title && (isFailure(worst.code) || isWorthTelling(worst, ofNs));
  const beside = isBeside ? besideText(worst, cause) : '';
  const parts = [title, partText(seconds * NS_PER_SECOND, ofNs), rate === null ? '' : rateText(rate), beside];
  return { code: cause, title, sentence: joined(parts), cause };
}

/**
 * The sentence already has the time in loss recovery; the loss's cost is the same time.
 * @param {Finding} worst @param {string} cause
 */
const besideText = (worst, cause) =>
  REPAIRING.includes(cause) && worst.cause === cause ? worst.title : costText(worst);

/**
 * @param {readonly Finding[]} findings @param {Finding | null} worst
 * @param {{ limit: Verdict['limit'], startNs: number, ofNs: number }} known
 * @returns {Named}
 */
function ofFinding(findings, worst, { limit, startNs, ofNs }) {
  const well = findings.find(({ code }) => code === 'all_well') ?? null;
  if (well !== null && (worst === null || !isMuch(worst, ofNs))) {
    const beside = worst !== null && isWorthTelling(worst, ofNs) ? costText(worst) : '';
    return { code: well.code, title: well.title, sentence: joined([well.title, beside]), cause: well.cause };
  }
  if (worst === null) return WELL;
  const { code, title, cause, evidence, costSeconds, end } = worst;
  const cost = (costSeconds ?? 0) * NS_PER_SECOND;
  const isBefore = cost > 0 && end * NS_PER_SECOND <= startNs;
  const parts = [
    title,
    String(evidence.outcome ?? evidence.failure ?? ''),
    isBefore ? `${timeText(cost)} before the connection` : '',
    !isBefore && cost > 0 && ofNs >= cost ? partText(cost, ofNs) : '',
    statementText(evidence, costSeconds),
    rateOf(worst, limit),
  ];
  return { code, title, sentence: joined(parts), cause };
}

/** The rate that it left. @param {Finding} worst @param {Verdict['limit']} limit @returns {string} "": not known */
function rateOf({ cause, evidence }, limit) {
  if (limit?.cause === cause && limit.rate !== null) return rateText(limit.rate);
  return typeof evidence.bytesPerSecond === 'number' ? rateText(evidence.bytesPerSecond) : '';
}

/**
 * Of a connection that was not examined since there was no reason to.
 * @param {Outcome | null} outcome
 * @returns {Verdict}
 */
export function verdictWithoutFindings(outcome) {
  if (outcome === null) return WELL;
  const { title, cause } = kindOfOutcome(outcome.code);
  const { code, severity } = outcome;
  return {
    code,
    title,
    sentence: joined([title, outcomeText(outcome)]),
    cause,
    severity,
    costSeconds: null,
    limit: null,
  };
}

/** @type {Verdict} */
const WELL = Object.freeze({
  code: 'all_well',
  title: ALL_WELL.title,
  sentence: ALL_WELL.title,
  cause: ALL_WELL.cause,
  severity: 'note',
  costSeconds: null,
  limit: null,
});

/** Of a connection that is too long to be analysed with the others. @param {number} packets @returns {Verdict} */
export function verdictNotYet(packets) {
  const { title, cause } = NOT_EXAMINED;
  return {
    code: 'not_examined',
    title,
    sentence: `${title}: ${grouped(packets)} packets`,
    cause,
    severity: 'note',
    costSeconds: null,
    limit: null,
  };
}

/** @param {readonly string[]} parts */
export const joined = (parts) => parts.filter((part) => part !== '').join(BETWEEN);

/** @param {HeldBack | null} held @param {number} ofNs @returns {Verdict['limit']} null: not for much of the time */
export function limitOf(held, ofNs) {
  if (held === null || ofNs <= 0) return null;
  const share = Math.min(1, (held.seconds * NS_PER_SECOND) / ofNs);
  const { cause, rate } = held;
  const seconds = Math.round(held.seconds * 1e3) / 1e3;
  return share < MUCH ? null : { cause, seconds, share: Math.round(share * 1e4) / 1e4, rate: rate && Math.round(rate) };
}

/** @param {Finding} found @returns {string} "Bufferbloat", "Congestion loss: 0.304 s" */
export const costText = ({ title, costSeconds }) =>
  costSeconds !== null && costSeconds > 0 ? `${title}: ${timeText(costSeconds * NS_PER_SECOND)}` : title;
