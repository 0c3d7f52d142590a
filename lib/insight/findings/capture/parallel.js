import { counted, finding, inSeconds, timeText } from '../finding.js';

/** @typedef {import('./groups.js').Peer} Peer */
/** What shows between connections, and the indexes of those. @typedef {{ found: import('../finding.js').Finding, flows: number[] }} Between */

/** The usual initial window (RFC 6928). */
const USUAL_WINDOW = 10;

/** Connections to one server at once, from which on their windows together are what fills the path (browsers open six). */
const LEAST_AT_ONCE = 4;
/** Connections that began within this of each other belong together; each was in slow start then. */
const TOGETHER_NS = 1e9;
/** Connections with one request each, and how many of them began only when one before had ended; where requests cannot be read, so soon after. */
const LEAST_SINGLE = 3;
const AT_ONCE_NS = 100e6;
const LEAST_LATE = 2;

/**
 * Connections for one request each, one after the other: each begins with a handshake, and in slow start.
 * @param {Peer[][]} groups each in the order in which they began
 * @returns {Between | null}
 */
export function noReuse(groups) {
  const found = groups.map(oneByOne).filter((one) => one !== null), single = found.flatMap((one) => one.single), late = found.flatMap((one) => one.late);
  if (found.length === 0) return null;
  const costNs = late.reduce((sum, { handshakeNs }) => sum + handshakeNs, 0);
  return {
    flows: single.map(({ flow }) => flow),
    found: finding({ code: 'no_reuse', severity: 'note', direction: null, ...spanOf(single), costNs,
      message: `${single.length} connections to ${counted(found.length, 'server')} bore one exchange each, ${late.length} of them opened after another had ended: ${timeText(costNs)} of handshakes in all, and slow start each time.`,
      advice: 'Keep connections open and use them again (keep-alive, HTTP/2).' }, { servers: found.length, withOneExchange: single.length, openedLater: late.length, handshakeSeconds: inSeconds(costNs) }),
  };
}

/** @param {Peer[]} group */
function oneByOne(group) {
  if (group.length < LEAST_SINGLE) return null;
  const single = group.filter(({ requests }) => requests <= 1);
  if (single.length < LEAST_SINGLE || single.length * 2 < group.length) return null;
  const endsNs = endsOf(single);
  let ended = 0;
  const late = single.filter(({ startNs, requests }) => {
    while (ended < endsNs.length && endsNs[ended] < startNs) ended++;
    return ended > 0 && (requests === 1 || startNs - endsNs[ended - 1] <= AT_ONCE_NS);
  });
  return late.length < LEAST_LATE ? null : { single, late };
}

/** @param {Peer[]} peers @returns {Float64Array} rising */
function endsOf(peers) {
  const endsNs = new Float64Array(peers.length);
  for (let k = 0; k < peers.length; k++) endsNs[k] = peers[k].endNs;
  return endsNs.sort();
}

/**
 * Connections that were opened together and sent at the same time: each in slow start, and all through one queue.
 * @param {Peer[][]} groups each in the order in which they began
 * @returns {Between | null}
 */
export function parallelSlowStart(groups) {
  const found = groups.filter(({ length }) => length >= LEAST_AT_ONCE).map(atOnce).filter((open) => open.length >= LEAST_AT_ONCE), most = found.reduce((longest, open) => (open.length > longest.length ? open : longest), []);
  if (found.length === 0) return null;
  const flows = found.flat();
  return {
    flows: flows.map(({ flow }) => flow),
    found: finding({ code: 'parallel_slow_start', severity: 'note', direction: 1, ...spanOf(flows), costNs: null,
      message: `Up to ${most.length} connections to one server were opened within a second of each other, each in slow start: together they may begin with ${most.length * USUAL_WINDOW} segments in one round trip.`,
      advice: 'One connection that bears several requests (HTTP/2, HTTP/3) grows one window and fills one queue.' }, { connections: most.length, servers: found.length }),
  };
}

/** The most connections that began together and were all open then. @param {Peer[]} group */
function atOnce(group) {
  let most = 0, from = 0, to = 0;
  for (let k = 0, first = 0; k < group.length; k++) {
    while (group[k].startNs - group[first].startNs > TOGETHER_NS) first++;
    if (k - first + 1 > most) [most, from, to] = [k - first + 1, first, k];
  }
  const together = group.slice(from, to + 1), lastNs = together[together.length - 1].startNs;
  return together.filter(({ endNs }) => endNs >= lastNs);
}

/** @param {Peer[]} peers */
const spanOf = (peers) => ({ startNs: peers.reduce((least, { startNs }) => Math.min(least, startNs), Infinity), endNs: peers.reduce((most, { endNs }) => Math.max(most, endNs), 0) });
