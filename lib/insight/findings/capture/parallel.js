import { counted, finding, inSeconds, timeText } from '../finding.js';

/** @typedef {import('./groups.js').Peers} Peers */
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
 * @param {Peers} peers
 * @returns {Between | null}
 */
export function noReuse(peers) {
  const single = /** @type {number[]} */ ([]), late = /** @type {number[]} */ ([]);
  let servers = 0;
  for (let group = 0; group < peers.groups; group++) {
    servers += Number(peers.sizeOf(group) >= LEAST_SINGLE && isOneByOne(peers, peers.group(group), single, late));
  }
  if (servers === 0) return null;
  const costNs = late.reduce((sum, peer) => sum + peers.handshakeNs[peer], 0);
  return {
    flows: single.map((peer) => peers.flow[peer]),
    found: finding({ code: 'no_reuse', severity: 'note', direction: null, ...spanOf(peers, single), costNs,
      message: `${single.length} connections to ${counted(servers, 'server')} bore one exchange each, ${late.length} of them opened after another had ended: ${timeText(costNs)} of handshakes in all, and slow start each time.`,
      advice: 'Keep connections open and use them again (keep-alive, HTTP/2).' }, {
        servers, withOneExchange: single.length, openedLater: late.length, handshakeSeconds: inSeconds(costNs),
      }),
  };
}

/** @param {Peers} peers @param {Int32Array} group @param {number[]} allSingle @param {number[]} allLate to which they are added, if it is so */
function isOneByOne({ requests, startNs, endNs }, group, allSingle, allLate) {
  const single = group.filter((peer) => requests[peer] <= 1);
  if (single.length < LEAST_SINGLE || single.length * 2 < group.length) return false;
  const endsNs = Float64Array.from(single, (peer) => endNs[peer]).sort(), before = allLate.length;
  for (let k = 0, ended = 0; k < single.length; k++) {
    const peer = single[k];
    while (ended < endsNs.length && endsNs[ended] < startNs[peer]) ended++;
    if (ended > 0 && (requests[peer] === 1 || startNs[peer] - endsNs[ended - 1] <= AT_ONCE_NS)) allLate.push(peer);
  }
  if (allLate.length - before < LEAST_LATE) {
    allLate.length = before;
    return false;
  }
  for (let k = 0; k < single.length; k++) allSingle.push(single[k]);
  return true;
}

/**
 * Connections that were opened together and sent at the same time: each in slow start, and all through one queue.
 * @param {Peers} peers
 * @returns {Between | null}
 */
export function parallelSlowStart(peers) {
  /** @type {number[]} */
  const found = [];
  let servers = 0, most = 0;
  for (let group = 0; group < peers.groups; group++) {
    if (peers.sizeOf(group) < LEAST_AT_ONCE) continue;
    const open = atOnce(peers, peers.group(group));
    if (open.length < LEAST_AT_ONCE) continue;
    servers++;
    most = Math.max(most, open.length);
    for (let k = 0; k < open.length; k++) found.push(open[k]);
  }
  if (servers === 0) return null;
  return {
    flows: found.map((peer) => peers.flow[peer]),
    found: finding({ code: 'parallel_slow_start', severity: 'note', direction: 1, ...spanOf(peers, found), costNs: null,
      message: `Up to ${most} connections to one server were opened within a second of each other, each in slow start: together they may begin with ${most * USUAL_WINDOW} segments in one round trip.`,
      advice: 'One connection that bears several requests (HTTP/2, HTTP/3) grows one window and fills one queue.' }, { connections: most, servers }),
  };
}

/** The most connections that began together and were all open then. @param {Peers} peers @param {Int32Array} group */
function atOnce({ startNs, endNs }, group) {
  let most = 0, from = 0, to = 0;
  for (let k = 0, first = 0; k < group.length; k++) {
    while (startNs[group[k]] - startNs[group[first]] > TOGETHER_NS) first++;
    if (k - first + 1 > most) [most, from, to] = [k - first + 1, first, k];
  }
  const lastNs = startNs[group[to]];
  return group.subarray(from, to + 1).filter((peer) => endNs[peer] >= lastNs);
}

/** @param {Peers} peers @param {number[]} of */
const spanOf = ({ startNs, endNs }, of) => ({
  startNs: of.reduce((least, peer) => Math.min(least, startNs[peer]), Infinity),
  endNs: of.reduce((most, peer) => Math.max(most, endNs[peer]), 0),
});
