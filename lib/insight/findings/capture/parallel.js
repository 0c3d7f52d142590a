import { counted, finding, inSeconds, timeText } from '../finding.js';

/** @typedef {import('./groups.js').Peer} Peer */
/** @typedef {import('../finding.js').Finding} Finding */

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
 * @param {Peer[]} group in the order in which they began
 * @returns {{ found: Finding, flows: number[] } | null}
 */
export function noReuse(group) {
  const single = group.filter(({ requests }) => requests <= 1), endsNs = single.map(({ endNs }) => endNs).sort((a, b) => a - b);
  let ended = 0;
  const late = single.filter(({ startNs, requests }) => {
    while (ended < endsNs.length && endsNs[ended] < startNs) ended++;
    return ended > 0 && (requests === 1 || startNs - endsNs[ended - 1] <= AT_ONCE_NS);
  });
  if (single.length < LEAST_SINGLE || late.length < LEAST_LATE || single.length * 2 < group.length) return null;
  const costNs = late.reduce((sum, { handshakeNs }) => sum + handshakeNs, 0);
  return {
    flows: single.map(({ flow }) => flow),
    found: finding({ code: 'no_reuse', severity: 'note', direction: null, startNs: single[0].startNs, endNs: single[single.length - 1].endNs, costNs,
      message: `${single.length} of ${counted(group.length, 'connection')} to one server bore one exchange each, ${late.length} of them opened after another had ended: ${timeText(costNs)} of handshakes, and slow start each time.`,
      advice: 'Keep connections open and use them again (keep-alive, HTTP/2).' }, { connections: group.length, withOneExchange: single.length, openedLater: late.length, handshakeSeconds: inSeconds(costNs) }),
  };
}

/**
 * Connections that were opened together and sent at the same time: each in slow start, and all through one queue.
 * @param {Peer[]} group in the order in which they began
 * @returns {{ found: Finding, flows: number[] } | null}
 */
export function parallelSlowStart(group) {
  let most = 0, from = 0, to = 0;
  for (let k = 0, first = 0; k < group.length; k++) {
    while (group[k].startNs - group[first].startNs > TOGETHER_NS) first++;
    if (k - first + 1 > most) [most, from, to] = [k - first + 1, first, k];
  }
  const together = group.slice(from, to + 1), lastStartNs = together.reduce((latest, { startNs }) => Math.max(latest, startNs), 0), open = together.filter(({ endNs }) => endNs >= lastStartNs);
  if (open.length < LEAST_AT_ONCE) return null;
  const segments = open.length * 10;
  return {
    flows: open.map(({ flow }) => flow),
    found: finding({ code: 'parallel_slow_start', severity: 'note', direction: 1, startNs: open[0].startNs, endNs: open.reduce((latest, { endNs }) => Math.max(latest, endNs), 0), costNs: null,
      message: `${open.length} connections to one server were opened within a second of each other, each in slow start: together they may begin with ${segments} segments in one round trip.`,
      advice: 'One connection that bears several requests (HTTP/2, HTTP/3) grows one window and fills one queue.' }, { connections: open.length }),
  };
}
