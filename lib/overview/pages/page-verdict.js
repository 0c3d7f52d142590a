/** What held a page: the time of its critical path by cause, and in words. */
import { CAUSE_WORDS } from '../../shared/text/page-causes.js';
import { counted, partText, percent, timeText } from '../../shared/text/quantities.js';
import { causeOf, inSetUp } from './causes.js';
import { criticalPath } from './critical-path.js';
import { siteOf } from './site.js';

/** @typedef {import('../../shared/text/page-causes.js').PageCause} PageCause */
/** @typedef {import('./critical-path.js').Part} Part */
/** @typedef {import('./critical-path.js').Leg} Leg */
/** An interval of the ledger of time. @typedef {{ startNs: number, endNs: number, owner: string, rule: string,
 *   confidence: number }} Blamed */

/**
 * A request of the page.
 * @typedef {Leg & { message: number, name: string, host: string, roundTripNs: number }} PageLeg `message`: its index;
 *   `roundTripNs` of its path: −1, not known
 * @typedef {(leg: PageLeg, kind: 'set_up' | 'request') => readonly Blamed[]} Blame whose the time was, as the ledger of
 *   its connection has it; none: there is no ledger
 *
 * @typedef {object} PathPart Of the critical path; times in seconds since the capture's first packet.
 * @property {number} message the request that it is part of, or comes before
 * @property {import('./critical-path.js').PartKind} kind
 * @property {PageCause} cause
 * @property {number} start
 * @property {number} end
 * @property {import('./critical-path.js').Why | null} why what tells that the request waited for the one before; null:
 *   the first
 * @property {number} confidence 0 … 1 of its cause
 *
 * @typedef {object} PageVerdict
 * @property {string} sentence
 * @property {number} seconds from the start of the first set-up, or request, to the end of the last response
 * @property {PageCause} heldBy the cause of most of it
 * @property {{ cause: PageCause, seconds: number, share: number }[]} causes most first; they sum to `seconds`
 * @property {{ seconds: number, share: number, hosts: string[] }} thirdParties time of the path in requests to other
 *   sites
 * @property {number} chain requests of the path, one after the other
 * @property {number} confidence 0 … 1 that the path is the one
 * @property {PathPart[]} path
 */

/** Confidence that a request waited for another, by what tells it. */
const CONFIDENCE = { redirect: 0.9, referer: 0.7, connection: 0.6, content: 0.6 };
/** … and of causes that phases at the capture point tell alone. */
const BY_PHASE = 0.5;
/** Causes, and hosts of third parties, that are named; less than this share of the time is not worth it. */
const MOST_CAUSES = 4;
const MOST_HOSTS = 3;
const MIN_SHARE = 0.02;
/** A request that took so much of the leading cause is named. */
const MOST_OF_IT = 0.5;
/** Characters of its name. */
const NAME_LENGTH = 60;

/** A part whose cause is known. @typedef {Part & { cause: PageCause, confidence: number }} Caused */

/**
 * @param {readonly PageLeg[]} legs requests, by their starts
 * @param {Blame} blame
 * @returns {PageVerdict|null} null: it took no time
 */
export function pageVerdict(legs, blame) {
  const parts = criticalPath(legs).flatMap((part) => causedParts(part, legs[part.leg], blame));
  const ns = (parts.at(-1)?.toNs ?? 0) - (parts[0]?.fromNs ?? 0);
  if (ns <= 0) return null;
  /** @type {Map<PageCause, number>} */
  const sums = new Map();
  for (const { cause, fromNs, toNs } of parts) sums.set(cause, (sums.get(cause) ?? 0) + toNs - fromNs);
  const causes = [...sums].sort(([, a], [, b]) => b - a);
  const others = thirdPartiesOf(parts, legs);
  const chain = new Set(parts.map(({ leg }) => leg)).size;
  return {
    sentence: sentenceOf({ ns, causes, parts, legs, others, chain }),
    seconds: ns / 1e9,
    heldBy: causes[0][0],
    causes: causes.map(([cause, of]) => ({ cause, seconds: of / 1e9, share: rounded(of / ns) })),
    thirdParties: { seconds: others.ns / 1e9, share: rounded(others.ns / ns), hosts: others.hosts },
    chain,
    confidence: parts.reduce((least, { why }) => Math.min(least, why === null ? 1 : CONFIDENCE[why]), 1),
    path: parts.map(({ leg, kind, cause, fromNs, toNs, why, confidence }) => ({
      message: legs[leg].message,
      kind,
      cause,
      start: fromNs / 1e9,
      end: toNs / 1e9,
      why,
      confidence,
    })),
  };
}

/** @param {number} share */
const rounded = (share) => Math.round(share * 1e4) / 1e4;

/**
 * A part of the path by cause: as the ledger of the connection has it; where it has nothing, by phase.
 * @param {Part} part @param {PageLeg} leg @param {Blame} blame
 * @returns {Caused[]}
 */
function causedParts(part, leg, blame) {
  const { kind, fromNs, toNs } = part;
  if (kind === 'look_up') return [{ ...part, cause: 'dns', confidence: CONFIDENCE.referer }];
  if (kind === 'client') return [{ ...part, cause: 'client', confidence: CONFIDENCE.content }];
  const isSetUp = kind === 'set_up';
  /** @type {Caused[]} */
  const all = [];
  let atNs = fromNs;
  const until = (/** @type {number} */ ns, /** @type {PageCause} */ cause, /** @type {number} */ confidence) => {
    const endNs = Math.min(ns, toNs);
    if (endNs <= atNs) return;
    const last = all.at(-1);
    if (last?.cause === cause) {
      last.toNs = endNs;
      last.confidence = Math.min(last.confidence, confidence);
    } else all.push({ ...part, fromNs: atNs, toNs: endNs, cause, confidence });
    atNs = endNs;
  };
  const byPhase = (/** @type {number} */ ns) => {
    for (const [endNs, cause] of isSetUp ? [] : phasesOf(leg)) until(Math.min(ns, endNs), cause, BY_PHASE);
    until(ns, isSetUp ? 'connect' : 'receiving', BY_PHASE);
  };
  for (const one of blame(leg, kind)) {
    if (one.endNs <= atNs || one.startNs >= toNs) continue;
    byPhase(Math.min(one.startNs, toNs));
    const cause = causeOf(one);
    until(one.endNs, isSetUp ? inSetUp(cause) : cause, one.confidence);
  }
  byPhase(toNs);
  return all;
}

/**
 * What the times at the capture point tell: a round trip, then the server, then its response.
 * @param {PageLeg} leg
 * @returns {[endNs: number, cause: PageCause][]}
 */
const phasesOf = ({ requestNs, responseNs, roundTripNs }) =>
  responseNs < 0
    ? [[Infinity, 'unknown']]
    : [
        [Math.min(responseNs, requestNs + Math.max(0, roundTripNs)), 'serial'],
        [responseNs, roundTripNs < 0 ? 'unknown' : 'server'],
      ];

/** @param {readonly Caused[]} parts @param {readonly PageLeg[]} legs */
function thirdPartiesOf(parts, legs) {
  const own = siteOf(legs[0].host);
  /** @type {Map<string, number>} */
  const hosts = new Map();
  for (const { leg, kind, fromNs, toNs } of parts) {
    const { host } = legs[leg];
    if (kind === 'client' || host === '' || siteOf(host) === own) continue;
    hosts.set(host, (hosts.get(host) ?? 0) + toNs - fromNs);
  }
  const sorted = [...hosts].sort(([, a], [, b]) => b - a);
  return { ns: sorted.reduce((sum, [, ns]) => sum + ns, 0), hosts: sorted.map(([host]) => host) };
}

/**
 * @param {{ ns: number, causes: [PageCause, number][], parts: readonly Caused[], legs: readonly PageLeg[],
 *   others: { ns: number, hosts: string[] }, chain: number }} found
 */
function sentenceOf({ ns, causes, parts, legs, others, chain }) {
  const words = (/** @type {PageCause} */ cause) =>
    cause === 'serial' && chain > 1 ? `round trips of ${chain} requests, one after the other` : CAUSE_WORDS[cause];
  const [[first, firstNs], ...more] = causes.filter(([, of]) => of >= MIN_SHARE * ns).slice(0, MOST_CAUSES);
  const most = mostOf(first, firstNs, parts);
  const where = most < 0 ? '' : `${first === 'client' ? 'before ' : ''}${shortened(legs[most].name)}`;
  const rest = more.map(([cause, of]) => `${words(cause)} ${timeText(of)} (${percent(of / ns)})`);
  return [
    `Held by ${words(first)}: ${partText(firstNs, ns)}${most < 0 || chain === 1 ? '' : `, most of it ${where}`}.`,
    rest.length === 0 ? '' : `Then ${rest.join(', ')}.`,
    others.ns < MIN_SHARE * ns ? '' : `Third parties: ${partText(others.ns, ns)}, ${hostsText(others.hosts)}.`,
    chain === 1 || parts.every(({ why }) => why === null || why === 'redirect')
      ? ''
      : 'Which request waited for which is inferred.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The last part of a request's path tells most. @param {string} name */
const shortened = (name) => (name.length <= NAME_LENGTH ? name : `…${name.slice(1 - NAME_LENGTH)}`);

/** The request that had most of a cause; −1: none had. @param {PageCause} cause @param {number} ns of it
 * @param {readonly Caused[]} parts */
function mostOf(cause, ns, parts) {
  /** @type {Map<number, number>} */
  const byLeg = new Map();
  for (const { leg, cause: own, fromNs, toNs } of parts) {
    if (own === cause) byLeg.set(leg, (byLeg.get(leg) ?? 0) + toNs - fromNs);
  }
  return [...byLeg].find(([, of]) => of >= MOST_OF_IT * ns)?.[0] ?? -1;
}

/** @param {string[]} hosts */
function hostsText(hosts) {
  const left = hosts.length - MOST_HOSTS;
  return `${hosts.slice(0, MOST_HOSTS).join(', ')}${left > 0 ? ` and ${counted(left, 'more host')}` : ''}`;
}
