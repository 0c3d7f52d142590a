import { concluded } from '../findings/diagnosis.js';
import { directionName, timeText } from '../findings/finding.js';
import { SHOWS } from '../findings/kind.js';
import { leadRule } from '../findings/rank/weight.js';
import { NS_PER_SECOND } from '../sender/units.js';
import { LIMIT_TITLES } from './words.js';

/** @typedef {import('../findings/finding.js').Finding} Finding */
/** @typedef {import('../findings/context.js').Context} Context */

/**
 * Why a connection's first sentence leads.
 * @typedef {object} Explanation
 * @property {string} sentence
 * @property {string} rule by which it leads: a sentence without a full stop
 * @property {Pick<Finding, 'code' | 'title' | 'severity' | 'direction' | 'costSeconds'>[]} findings worst first
 * @property {string | null} limit what limited the data for much of the time
 * @property {{ code: string, title: string, direction: Finding['direction'], to: string, rule: string }[]} yielded
 *   findings that are not reported, `to`: the title of the one that says more
 * @property {import('../findings/unobservable.js').Unobservable[]} unobservable
 * @property {{ direction: string, shown: string[], lacking: string[], placeConfidence: number }[]} shows
 */

/** @type {Readonly<Record<import('../findings/rank/weight.js').LeadRule, string>>} */
const LEAD_WORDS = Object.freeze({
  no_limit: 'nothing limited the data for a quarter of the time, so the worst finding leads',
  no_finding: 'nothing was found, so what limited the data leads',
  error: 'an error leads whatever limited the data',
  comparable: 'the worst finding cost at least half as much time as the limit',
  faultless_limit: 'the limit is no fault, so the worst finding leads',
  same_cause: 'the worst finding says more of the same limit',
  cheaper: 'the worst finding cost less than half of the time of the limit, or its cost is not known: the limit leads',
  mere_note: 'the worst finding is only a note about something else, so the limit leads',
});
const WELL_WORDS = 'nothing above a note was found, and no note cost a quarter of the time';

const YIELD_WORDS = Object.freeze({ explained: 'its cause', yields: 'says more' });

/** @type {[bit: number, words: string][]} */
const SHOW_WORDS = [
  [SHOWS.BOTH_WAYS, 'packets of both ends'],
  [SHOWS.WHOLE, 'no gap in what was captured'],
  [SHOWS.HANDSHAKE, "both ends' handshake options"],
  [SHOWS.ACKS, 'ACKs'],
  [SHOWS.SACK, 'SACK'],
  [SHOWS.SCALE, 'window scale'],
  [SHOWS.WHOLE_TRIP, 'RTT of the whole path'],
  [SHOWS.AT_SENDER, 'all that the sender sent'],
  [SHOWS.BEYOND_SENDER, 'what the path let through'],
];

/** @param {import('../findings/diagnosis.js').Looked} looked @returns {Explanation} */
export function explanationOf(looked) {
  const { verdict, findings, yielded, unobservable } = concluded(looked);
  const worst = findings.find(({ code }) => code !== 'all_well') ?? null;
  const { limit } = verdict;
  return {
    sentence: verdict.sentence,
    rule: verdict.code === 'all_well' ? WELL_WORDS : LEAD_WORDS[leadRule(worst, limit)],
    findings: findings.map(({ code, title, severity, direction, costSeconds }) => ({
      code,
      title,
      severity,
      direction,
      costSeconds,
    })),
    limit: limit === null ? null : `${LIMIT_TITLES[limit.cause]}: ${timeText(limit.seconds * NS_PER_SECOND)}`,
    yielded: yielded.map(({ found: { code, title, direction }, to, rule }) => ({
      code,
      title,
      direction,
      to: to.title,
      rule: YIELD_WORDS[rule],
    })),
    unobservable,
    shows: looked.context.ways.map(({ direction }) => shownOf(looked.context, direction)),
  };
}

/** @param {Context} context @param {number} direction @returns {Explanation['shows'][number]} */
function shownOf({ shows, vantages }, direction) {
  const has = (/** @type {[number, string]} */ [bit]) => (shows[direction] & bit) !== 0;
  return {
    direction: directionName(direction),
    shown: SHOW_WORDS.filter(has).map(([, words]) => words),
    lacking: SHOW_WORDS.filter((row) => !has(row)).map(([, words]) => words),
    placeConfidence: vantages?.[direction].confidence ?? 0,
  };
}
