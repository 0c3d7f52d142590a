import { defineKind } from '../../define-kind.js';
import { coveredNs } from '../../evidence/spans.js';
import { counted, detector, finding, MAX_EVIDENCE_FRAMES, quotedText, timeText } from '../../finding.js';
import { NOTICEABLE_NS } from '../../times.js';

export const REDIRECTS = defineKind(
  'redirects',
  'Redirects',
  'application',
  ['RFC 9110 section 15.4', 'W3C Resource Timing, redirectStart'],
  { yieldsTo: { redirect_loop: 0 } },
);
export const REDIRECT_LOOP = defineKind('redirect_loop', 'Redirect loop', 'application', [
  'RFC 9110 section 15.4',
  'RFC 2068 section 10.3',
]);

/** @typedef {import('../../evidence/message-facts.js').ExchangeFacts} ExchangeFacts */

/** Status codes that send the client elsewhere; 304 is an answer from its cache. */
export const ELSEWHERE = [301, 302, 303, 307, 308];
/** More redirects than this are a loop (RFC 2068 section 10.3); browsers give up after 20. */
export const LOOP_REDIRECTS = 5;

export const REDIRECT_LOOP_ADVICE =
  'Check why the server does not accept what it redirects to: a proxy that hides https, a cookie that is not set or not sent back, a wrong canonical host.';

/** @param {ExchangeFacts} exchange */
const isRedirected = ({ status }) => ELSEWHERE.includes(status);

/** @param {ExchangeFacts[]} found */
const spanOf = (found) => ({
  startNs: found[0].startNs,
  endNs: found.reduce((last, { endNs }) => Math.max(last, endNs), 0),
});

/** @param {ExchangeFacts[]} found */
const framesOf = (found) => found.slice(0, MAX_EVIDENCE_FRAMES).map(({ requestFrame }) => requestFrame);

/**
 * The requests of the longest chain in which each went where the answer to another sent it, and was sent elsewhere
 * again. Another answer ends a chain.
 * @template T
 * @param {readonly T[]} exchanges by when they began
 * @param {(exchange: T) => { url: string, location: string | null }} linkOf location: where it was redirected; null:
 *   nowhere
 */
export function longestChain(exchanges, linkOf) {
  /** Chains by where they lead. @type {Map<string, T[]>} */
  const chains = new Map();
  /** @type {T[]} */
  let longest = [];
  for (const exchange of exchanges) {
    const { url, location } = linkOf(exchange);
    const chain = chains.get(url) ?? [];
    chains.delete(url);
    if (location === null) continue;
    chain.push(exchange);
    chains.set(location, chain);
    if (chain.length > longest.length) longest = chain;
  }
  return longest;
}

/** Redirects that lead to the next, again and again: to themselves, or to a URL that grows. */
export const redirectLoop = detector([REDIRECT_LOOP], ({ messages }) => {
  const exchanges = messages?.answeredHttp ?? [];
  if (messages === null || exchanges.filter(isRedirected).length <= LOOP_REDIRECTS) return [];
  const chain = longestChain(exchanges, (exchange) => {
    const { url, location } = messages.redirection(exchange);
    return { url, location: isRedirected(exchange) ? location : null };
  });
  if (chain.length <= LOOP_REDIRECTS) return [];
  const last = chain[chain.length - 1];
  return finding(
    {
      kind: REDIRECT_LOOP,
      severity: 'warning',
      direction: 1,
      ...spanOf(chain),
      message: `${chain.length} of ${counted(exchanges.length, 'request')} were redirected, each to the next; the last (status ${last.status}) to ${quotedText(messages.redirection(last).location ?? '')}.`,
      advice: REDIRECT_LOOP_ADVICE,
    },
    { redirects: chain.length, frames: framesOf(chain) },
  );
});

/** Requests whose answer was where to ask instead: each costs a round trip, and mostly a connection. */
export const redirects = detector([REDIRECTS], ({ messages, durationNs }) => {
  const exchanges = messages?.exchanges ?? [];
  const found = exchanges.filter(isRedirected);
  const costNs = coveredNs(found);
  if (costNs < NOTICEABLE_NS) return [];
  return finding(
    {
      kind: REDIRECTS,
      severity: 'note',
      direction: 1,
      ...spanOf(found),
      costNs,
      message: `${counted(found.length, 'request')} of ${exchanges.length} ${found.length === 1 ? 'was' : 'were'} redirected, which took ${timeText(costNs)} of ${timeText(durationNs)}.`,
      advice: 'Link to the final URL, avoid chains of redirects, and let clients cache permanent ones (301, 308).',
    },
    { redirects: found.length, frames: framesOf(found) },
  );
});
