import { ORDER_BITS } from '../../../engine/enums.js';
import { DIR_BIT } from '../../../engine/enums.js';
import { TIMESTAMPS_BYTES } from '../../../shared/tcp-numbers.js';
import { STACKS } from './stacks.js';

/** @typedef {import('./stacks.js').Stack} Stack */

/**
 * Observed features of a stack; null: unknown.
 * @typedef {object} StackFacts
 * @property {string} order of the SYN's options, by letter as in the table
 * @property {number} ttl as captured
 * @property {number} window of the SYN, unscaled
 * @property {number} mss announced; 0 none
 * @property {number | null} scale shift offered
 * @property {'zero' | 'counter' | 'random' | null} [ids] how IP identifications of data advance
 * @property {number | null} [clockHz] of timestamps
 * @property {number | null} [initialWindow] segments
 * @property {number | null} [timeoutMs] shortest retransmission timeout seen
 * @property {boolean} [probesTail] a tail loss probe was seen
 */

/**
 * @typedef {object} LooksLike
 * @property {string[]} names of the stacks that it looks like, equally
 * @property {number} confidence 0 … 1
 * @property {string} reason what was seen
 */

/** By bits of `optionOrder` (`ORDER` of lib/engine/layout.js). */
const LETTERS = '-NMWSTE?';
/** Initial TTLs of hosts: a packet had the next one above its captured TTL. */
const INITIAL_TTLS = Object.freeze([64, 128, 255]);

/**
 * Weight of each feature: the order of options is specific to a stack, the rest depends on administrators and chance. A
 * row with another order or TTL is no candidate.
 */
const WEIGHTS = Object.freeze({ order: 0.45, window: 0.2, scale: 0.05, habit: 0.06 });
/** Unspecific options: many stacks use just one or two of them. */
const FEW_OPTIONS = 3;
const PLAIN_ORDER = 0.2;
/** Rows whose scores are within this are named together; below the total score none is. */
const NEAR = 0.05;
const MIN_CONFIDENCE = 0.4;
const MAX_CONFIDENCE = 0.9;
/** Naming more would say nothing. */
const MAX_NAMES = 3;

/** Most distinct SYNs whose stacks are cached; when there are more, the cache is cleared. */
export const MAX_SYN_FORMS = 4096;
/** Thousands of connections have the same few SYNs. @type {Map<string, LooksLike | null>} */
const known = new Map();

/**
 * Features of the first SYN of an end.
 * @param {import('../tcp-transport.js').Connections} flows @param {number} flow index @param {number} endpoint
 * @returns {StackFacts | null} null without a SYN, or where its options are not all captured
 */
export function synFacts(flows, flow, endpoint) {
  const { bits, synOrder, synHeader, mss, windowScale } = flows.direction(flow, endpoint);
  const order = lettersOf(synOrder);
  if ((bits & DIR_BIT.SYN_SEEN) === 0 || order === '') return null;
  return {
    order,
    window: synHeader & 0xffff,
    ttl: (synHeader >>> 16) & 0xff,
    mss,
    scale: windowScale >= 0 ? windowScale : null,
  };
}

/** @param {number} order three bits a kind */
function lettersOf(order) {
  let letters = '';
  for (let rest = order; rest !== 0; rest >>>= ORDER_BITS) letters += LETTERS[rest & ((1 << ORDER_BITS) - 1)];
  return letters;
}

/**
 * The most similar stack: a likeness, not a verdict.
 * @param {StackFacts | null} facts
 * @returns {LooksLike | null} null: like no known one, or like too many
 */
export function looksLike(facts) {
  if (facts === null) return null;
  const scored = STACKS.map((stack) => ({ stack, score: likeness(stack, facts) }));
  const best = Math.max(...scored.map(({ score }) => score));
  const names = scored.filter(({ score }) => score >= best - NEAR).map(({ stack }) => stack.name);
  if (best < MIN_CONFIDENCE || names.length > MAX_NAMES) return null;
  return { names, confidence: Math.round(Math.min(MAX_CONFIDENCE, best) * 100) / 100, reason: reasonOf(facts) };
}

/**
 * What an end's first SYN looks like.
 * @param {import('../tcp-transport.js').Connections} flows @param {number} flow index @param {number} endpoint
 * @returns {LooksLike | null}
 */
export function synLooksLike(flows, flow, endpoint) {
  const { bits, synOrder, synHeader, mss, windowScale } = flows.direction(flow, endpoint);
  if ((bits & DIR_BIT.SYN_SEEN) === 0) return null;
  const form = `${synOrder} ${synHeader} ${mss} ${windowScale}`;
  const before = known.get(form);
  if (before !== undefined) return before;
  const like = looksLike(synFacts(flows, flow, endpoint));
  if (known.size >= MAX_SYN_FORMS) known.clear();
  known.set(form, like);
  return like;
}

/**
 * The stacks that both ends' SYNs resemble, as in `analyze --json`; undefined, which JSON omits, where neither does.
 * @param {import('../tcp-transport.js').Connections} flows @param {number} flow index
 * @returns {{ client: LooksLike | null, server: LooksLike | null } | undefined}
 */
export function describeStacks(flows, flow) {
  const first = flows.clientEndpoint(flow);
  const client = synLooksLike(flows, flow, first);
  const server = synLooksLike(flows, flow, 1 - first);
  return client === null && server === null ? undefined : { client, server };
}

/**
 * Whether an end sends no tail loss probes, as far as its SYN shows: a prior, where packets do not show whether a
 * retransmission was due to the RTO or a probe.
 * @param {StackFacts | null} facts
 */
export function hasNoProbes(facts) {
  if (facts === null) return false;
  const alike = STACKS.filter((stack) => isAlike(stack, facts));
  return alike.length > 0 && alike.every(({ probesTail }) => probesTail === false);
}

/** @param {Stack} stack @param {StackFacts} facts */
const isAlike = (stack, facts) => stack.orders.includes(facts.order) && stack.ttl === initialTtl(facts.ttl);

/** @param {Stack} stack @param {StackFacts} facts */
function likeness(stack, facts) {
  if (!isAlike(stack, facts)) return 0;
  const score =
    (facts.order.length < FEW_OPTIONS ? PLAIN_ORDER : WEIGHTS.order) +
    WEIGHTS.window * agreement(windowFits(stack, facts)) +
    WEIGHTS.scale * agreement(listed(stack.scales, facts.scale));
  const habits = [
    listed(stack.ids, facts.ids),
    listed(stack.clocksHz, facts.clockHz),
    listed(stack.initialWindows, facts.initialWindow),
    facts.timeoutMs == null || stack.leastTimeoutMs === undefined ? null : facts.timeoutMs >= stack.leastTimeoutMs,
    facts.probesTail === true ? stack.probesTail === true : null,
  ];
  return habits.reduce((sum, fits) => sum + WEIGHTS.habit * agreement(fits), score);
}

/** @param {boolean | null} fits null: unknown, or not known for the stack */
const agreement = (fits) => (fits === null ? 0 : 2 * Number(fits) - 1);

/**
 * @template T
 * @param {readonly T[] | undefined} known @param {T | null | undefined} seen
 */
const listed = (known, seen) =>
  known === undefined || seen === null || seen === undefined ? null : known.includes(seen);

/** @param {Stack} stack @param {StackFacts} facts */
function windowFits({ windows, segments }, { window, mss, order }) {
  if (windows === undefined && segments === undefined) return null;
  if (windows?.includes(window)) return true;
  const full = [mss, order.includes('T') ? mss - TIMESTAMPS_BYTES : mss];
  return segments?.some((count) => full.some((bytes) => bytes > 0 && window === count * bytes)) ?? false;
}

/** @param {number} ttl as captured */
const initialTtl = (ttl) => INITIAL_TTLS.find((initial) => ttl <= initial);

const OPTION_WORDS = Object.freeze({ M: 'mss', S: 'sackOK', T: 'TS', W: 'wscale', N: 'nop', E: 'eol' });
const ID_WORDS = Object.freeze({
  zero: 'identifications 0',
  counter: 'identifications counted',
  random: 'random identifications',
});

/** @param {StackFacts} facts */
function reasonOf({ order, window, scale, ttl, ids, clockHz, initialWindow, timeoutMs, probesTail }) {
  const options = [...order].map(
    (letter) => OPTION_WORDS[/** @type {keyof typeof OPTION_WORDS} */ (letter)] ?? 'another',
  );
  return [
    `SYN options ${options.join(',')}`,
    `window ${window}${scale === null ? '' : `, shift ${scale}`}`,
    `TTL ${ttl}`,
    ids == null ? '' : ID_WORDS[ids],
    clockHz == null ? '' : `timestamps of ${clockHz} Hz`,
    initialWindow == null ? '' : `initial window ${initialWindow}`,
    timeoutMs == null ? '' : `shortest RTO ${Math.round(timeoutMs)} ms`,
    probesTail === true ? 'tail loss probes' : '',
  ]
    .filter((words) => words !== '')
    .join('; ');
}
