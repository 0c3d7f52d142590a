import { SHOWS } from '../findings/define-kind.js';
import { concluded } from '../findings/examination.js';
import { senderName, timeText } from '../findings/finding.js';
import { leadRule } from '../findings/rank/weight.js';
import { NS_PER_SECOND } from '../sender/units.js';
import { joined } from './verdict.js';
import { LIMIT_TITLES } from './words.js';

/** @typedef {import('../findings/finding.js').Finding} Finding */
/** @typedef {import('../findings/context.js').Context} Context */
/**
 * Why a first sentence leads.
 * @typedef {object} Explanation
 * @property {string} sentence without a full stop
 * @property {string} why the rule by which it leads
 * @property {{ title: string, lines: string[] }[]} sections what was found, what yielded, what is not observable
 */

/** @type {Readonly<Record<import('../findings/rank/weight.js').LeadRule, string>>} */
export const LEAD_WORDS = Object.freeze({
  no_limit: 'the worst finding leads: nothing else limited the data for a quarter of the time',
  idle: 'nobody waited for anything for most of the time, so the worst finding leads, if there is one',
  no_finding: 'nothing was found, so what limited the data leads',
  error: 'an error leads whatever limited the data',
  failure: 'what failed leads before what took time',
  comparable: 'the worst finding cost at least half as much time as the limit',
  faultless_limit: 'the limit is no fault, so the worst finding leads',
  same_cause: 'the worst finding says more of the same limit',
  cheaper: 'the worst finding cost less than half of the time of the limit, or its cost is not known: the limit leads',
  mere_note: 'the worst finding is only a note about something else, so the limit leads',
});
export const WELL_WORDS = 'nothing above a note was found, and no note cost a quarter of the time';

const YIELD_WORDS = Object.freeze({ explained: 'is its cause', doubted: 'leaves it in doubt', yields: 'says more' });

/** @type {[bit: number, words: string][]} */
const SHOW_WORDS = [
  [SHOWS.BOTH_WAYS, 'packets of both ends'],
  [SHOWS.WHOLE, 'no gap in what was captured'],
  [SHOWS.MOST, 'most of what passed'],
  [SHOWS.HANDSHAKE, "both ends' handshake options"],
  [SHOWS.ACKS, 'ACKs'],
  [SHOWS.SACK, 'SACK'],
  [SHOWS.SCALE, 'window scale'],
  [SHOWS.WHOLE_TRIP, 'RTT of the whole path'],
  [SHOWS.AT_SENDER, 'all that the sender sent'],
  [SHOWS.BEYOND_SENDER, 'what the path let through'],
];

const OF_DATA = Object.freeze({ clientToServer: ", client's data", serverToClient: ", server's data" });

/**
 * Why a connection's first sentence leads: what was found, what yielded to what, what is not observable.
 * @param {import('../findings/examination.js').Looked} looked
 * @returns {Explanation}
 */
export function explanationOf(looked) {
  const { verdict, findings, yielded, unobservable } = concluded(looked);
  const { limit, sentence } = verdict;
  const worst = findings.find(({ code }) => code !== 'all_well') ?? null;
  const { context } = looked;
  const why = verdict.code === 'all_well' ? WELL_WORDS : LEAD_WORDS[leadRule(worst, limit)];
  const sections = [
    ...section(
      'Found, worst first',
      findings
        .filter(({ code }) => code !== 'all_well')
        .map((one) => joined([one.severity, `${titleOf(one)}: ${costText(one.costSeconds)}`])),
    ),
    ...section(
      'Limit',
      limit === null ? [] : [`${LIMIT_TITLES[limit.cause]}: ${timeText(limit.seconds * NS_PER_SECOND)}`],
    ),
    ...section('Not reported', yieldedLines(yielded)),
    ...section(
      'Losses of which an ICMP error, or a full listen queue, is the cause',
      context.ways
        .filter(({ claimed }) => claimed > 0)
        .map(({ direction, claimed }) => `${claimed} of the ${senderName(direction)}'s`),
    ),
    ...section(
      'May have occurred unseen',
      unobservable.map((one) => `${titleOf(one)}: ${one.reason}`),
    ),
    ...context.ways.flatMap(({ direction }) => shownOf(context, direction)),
  ];
  return { sentence, why, sections };
}

/** @param {readonly import('../findings/rank/yields.js').Yielded[]} yielded */
export const yieldedLines = (yielded) =>
  yielded.map(({ found, to, rule }) => `${titleOf(found)}: yields to ${to.title}, which ${YIELD_WORDS[rule]}`);

/** @param {string} title @param {string[]} lines @returns {Explanation['sections']} none without lines */
export const section = (title, lines) => (lines.length === 0 ? [] : [{ title, lines }]);

/** @param {Pick<Finding, 'title' | 'direction'>} what */
const titleOf = ({ title, direction }) => `${title}${direction === null ? '' : OF_DATA[direction]}`;

/** @param {number | null} seconds */
export const costText = (seconds) => (seconds === null ? 'cost not known' : timeText(seconds * NS_PER_SECOND));

/** @param {Context} context @param {number} direction */
function shownOf({ shows, vantages }, direction) {
  const has = (/** @type {[number, string]} */ [bit]) => (shows[direction] & bit) !== 0;
  const wordsOf = (/** @type {typeof SHOW_WORDS} */ rows) => rows.map(([, words]) => words).join(', ');
  return section(`The capture shows of the ${senderName(direction)}'s data`, [
    wordsOf(SHOW_WORDS.filter(has)),
    `not: ${wordsOf(SHOW_WORDS.filter((row) => !has(row)))}`,
    `where it was taken is inferred, with a confidence of ${vantages?.[direction].confidence ?? 0}`,
  ]);
}
