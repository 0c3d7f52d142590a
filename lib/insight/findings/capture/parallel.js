import { defineKind } from '../define-kind.js';
import { counted, finding, inSeconds, timeText } from '../finding.js';

export const NO_REUSE = defineKind('no_reuse', 'No connection reuse', 'handshake', [
  'RFC 9112 section 9.3',
  'RFC 9113 section 9.1',
]);
export const PARALLEL_SLOW_START = defineKind(
  'parallel_slow_start',
  'Slow start on parallel connections',
  'congestion_window',
  ['RFC 9112 section 9.4', 'RFC 6928'],
);

/** @typedef {import('./groups.js').Peers} Peers */
/**
 * A finding that compares connections, and their indexes.
 * @typedef {{ found: import('../finding.js').Finding, flows: number[] }} Between
 */

/** The usual initial window (RFC 6928). */
const USUAL_WINDOW = 10;

/** Connections to one server at once from which on their combined windows fill the path (browsers open six). */
const MIN_AT_ONCE = 4;
/**
 * Connections that began within this of each other belong together; each was in slow start then, which takes some round
 * trips of 10 to 300 ms. No stack sets it.
 */
const TOGETHER_NS = 1e9;
/**
 * Connections with one request each, and how many of them began only when one before had ended; where requests cannot
 * be read, within this time after it: a person takes longer to react (0.1 to 0.5 s; Card, Moran and Newell 1983).
 */
const MIN_SINGLE = 3;
const AT_ONCE_NS = 100e6;
const MIN_LATE = 2;

/** Connections that a finding names. */
export const MAX_NAMED_FLOWS = 100;

/** Buffer for runs of peers: of full size, so that no list grows. */
class Named {
  count = 0;
  #peers;

  /** @param {number} most */
  constructor(most) {
    this.#peers = new Int32Array(most);
  }

  get peers() {
    return this.#peers.subarray(0, this.count);
  }

  /** @param {number} peer */
  add(peer) {
    this.#peers[this.count++] = peer;
  }

  /** @param {Int32Array} peers */
  addAll(peers) {
    this.#peers.set(peers, this.count);
    this.count += peers.length;
  }
}

/**
 * Connections in series, for one request or unreadable content each: each begins with a handshake, and in slow start.
 * @param {Peers} peers
 * @returns {Between | null}
 */
export function noReuse(peers) {
  const single = new Named(peers.count);
  const late = new Named(peers.count);
  let servers = 0;
  let costNs = 0;
  for (let group = 0; group < peers.groups; group++) {
    servers += Number(peers.sizeOf(group) >= MIN_SINGLE && isOneByOne(peers, peers.group(group), single, late));
  }
  if (servers === 0) return null;
  for (const peer of late.peers) costNs += peers.handshakeNs[peer];
  const unread = unreadOf(peers, single);
  const isUnread = unread === single.count;
  const found = finding(
    {
      kind: NO_REUSE,
      severity: 'note',
      ...spanOf(peers, single),
      costNs,
      message: `${oneByOneText(single.count, unread, late.count, servers)}: ${timeText(costNs)} of handshakes in all, and slow start each time.${isUnread ? ' What they carried cannot be read.' : ''}`,
      advice: 'Keep connections open and reuse them (keep-alive, connection pools, HTTP/2).',
    },
    {
      servers,
      connections: single.count,
      withOneExchange: single.count - unread,
      unread,
      openedLater: late.count,
      handshakeSeconds: inSeconds(costNs),
    },
  );
  // The kind's title says that each was for one request, which is not known here.
  return { flows: flowsOf(peers, single), found: isUnread ? { ...found, title: 'Serial connections' } : found };
}

/** Connections whose content cannot be read. @param {Peers} peers @param {Named} of */
function unreadOf({ requests }, { peers }) {
  let unread = 0;
  for (const peer of peers) unread += Number(requests[peer] === 0);
  return unread;
}

/** @param {number} count of connections @param {number} unread @param {number} late @param {number} servers */
function oneByOneText(count, unread, late, servers) {
  const all = `${count} connections to ${counted(servers, 'server')}`;
  if (unread === 0) return `${all} carried one exchange each, ${late} of them opened after another had ended`;
  if (unread === count) return `Of ${all}, ${late} were opened within ${AT_ONCE_NS / 1e6} ms after another had ended`;
  const read = count - unread;
  const bore = `${read} carried one exchange${read === 1 ? '' : ' each'}`;
  return `Of ${all}, ${bore}, and what ${unread} carried cannot be read; ${late} were opened after another had ended`;
}

/**
 * @param {Peers} peers
 * @param {Int32Array} group
 * @param {Named} allSingle
 * @param {Named} allLate to which they are added, if they are in series
 */
function isOneByOne(peers, group, allSingle, allLate) {
  const single = singleOf(peers, group);
  const { requests, startNs } = peers;
  if (single.length < MIN_SINGLE || single.length * 2 < group.length) return false;
  const endsNs = sortedEnds(peers, single);
  const before = allLate.count;
  for (let k = 0, ended = 0; k < single.length; k++) {
    const peer = single[k];
    while (ended < endsNs.length && endsNs[ended] < startNs[peer]) ended++;
    if (ended > 0 && (requests[peer] === 1 || startNs[peer] - endsNs[ended - 1] <= AT_ONCE_NS)) allLate.add(peer);
  }
  if (allLate.count - before < MIN_LATE) {
    allLate.count = before;
    return false;
  }
  allSingle.addAll(single);
  return true;
}

/**
 * Those with one exchange, or none that can be read.
 * @param {Peers} peers
 * @param {Int32Array} group
 * @returns {Int32Array}
 */
function singleOf({ requests }, group) {
  const single = new Int32Array(group.length);
  let count = 0;
  for (let k = 0; k < group.length; k++) if (requests[group[k]] <= 1) single[count++] = group[k];
  return single.subarray(0, count);
}

/** @param {Peers} peers @param {Int32Array} of */
function sortedEnds({ endNs }, of) {
  const ends = new Float64Array(of.length);
  for (let k = 0; k < of.length; k++) ends[k] = endNs[of[k]];
  return ends.sort();
}

/**
 * Connections that were opened together and sent at the same time: each in slow start, all through one queue.
 * @param {Peers} peers
 * @returns {Between | null}
 */
export function parallelSlowStart(peers) {
  const found = new Named(peers.count);
  let servers = 0;
  let most = 0;
  for (let group = 0; group < peers.groups; group++) {
    if (peers.sizeOf(group) < MIN_AT_ONCE) continue;
    const open = atOnce(peers, peers.group(group));
    if (open.length < MIN_AT_ONCE) continue;
    servers++;
    most = Math.max(most, open.length);
    found.addAll(open);
  }
  if (servers === 0) return null;
  return {
    flows: flowsOf(peers, found),
    found: finding(
      {
        kind: PARALLEL_SLOW_START,
        severity: 'note',
        direction: 1,
        ...spanOf(peers, found),
        message: `Up to ${most} connections to one server were opened within a second of each other, each in slow start: together they may send ${most * USUAL_WINDOW} segments in their first round trip.`,
        advice: 'Send several requests on one connection (HTTP/2, HTTP/3): it grows one window and fills one queue.',
      },
      { connections: most, servers },
    ),
  };
}

/**
 * The most connections that began together and were all open then.
 * @param {Peers} peers
 * @param {Int32Array} group
 * @returns {Int32Array}
 */
function atOnce({ startNs, endNs }, group) {
  let most = 0;
  let from = 0;
  let to = 0;
  for (let k = 0, first = 0; k < group.length; k++) {
    while (startNs[group[k]] - startNs[group[first]] > TOGETHER_NS) first++;
    if (k - first < most) continue;
    most = k - first + 1;
    from = first;
    to = k;
  }
  const lastNs = startNs[group[to]];
  return group.subarray(from, to + 1).filter((peer) => endNs[peer] >= lastNs);
}

/** Those that a finding names. @param {Peers} peers @param {Named} named */
const flowsOf = ({ flow }, { peers }) => Array.from(peers.subarray(0, MAX_NAMED_FLOWS), (peer) => flow[peer]);

/** @param {Peers} peers @param {Named} of */
function spanOf({ startNs, endNs }, { peers }) {
  const span = { startNs: Infinity, endNs: 0 };
  for (const peer of peers) {
    span.startNs = Math.min(span.startNs, startNs[peer]);
    span.endNs = Math.max(span.endNs, endNs[peer]);
  }
  return span;
}
