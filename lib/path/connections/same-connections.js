import { align, PlacedPackets } from './alignment.js';
import { Candidates } from './candidates.js';
import { exchanged, factsOf } from './facts.js';

/** @typedef {import('./facts.js').Facts} Facts */
/** @typedef {import('../point.js').Point} Point */

/**
 * A connection of the path, by capture: `facts`, with the client's end as the connection has it, null where the capture
 * does not have the connection; `shifts`, added to its offsets they are those of the first capture that has it.
 * @typedef {object} Connection
 * @property {(Facts | null)[]} facts
 * @property {[number, number][]} shifts
 */

/**
 * @typedef {object} Link two captures' views that may be one connection
 * @property {number} known index of a connection
 * @property {number} other index
 * @property {number} score
 * @property {number} aheadNs how much later the other begins, each on its own clock
 * @property {Facts} facts of the other, its ends as those of the connection
 * @property {[number, number]} shifts
 */

/** Of packets looked for, the share that must be there where ends or numbers say that two views are one connection … */
const MIN_SHARE = 0.5;
/** … and where nothing but lengths and places does; then timestamps, if there are any, must keep their difference. */
const ALIKE_SHARE = 0.8;
const MIN_STAMP_SHARE = 0.9;
/** What two views have in common at first sight when nothing but their packets' lengths can differ. */
const SURE_AT_SIGHT = 6;
/** The same where it is both ends, an initial number or both timestamps. */
const SAME_ENDS = 4;
/** Candidates whose packets are compared. */
const COMPARED = 6;
/** Beginnings within this are equally far apart: a queue makes some of them late. */
const ALIKE_NS = 5e6;
/** Connections whose beginnings differ by less are told apart by their order. */
const TOGETHER_NS = 1e6;

/**
 * Which connections of several captures are the same, by what survives on a path: addresses and ports, initial sequence
 * numbers, timestamps; where those were rewritten, by the places and lengths of their packets.
 * @param {readonly Point[]} points
 * @returns {Connection[]}
 */
export function sameConnections(points) {
  /** @type {Connection[]} */
  const connections = [];
  points.forEach((point, place) => {
    const found = Array.from({ length: point.tcp.flows.count }, (_, flow) => factsOf(point.tcp, point.rows, flow));
    const links = place === 0 ? [] : linksBetween(connections, points, point, found);
    const taken = chosen(links, connections.length, found.length);
    for (const { known, facts, shifts } of taken) {
      connections[known].facts[place] = facts;
      connections[known].shifts[place] = shifts;
    }
    const isTaken = new Set(taken.map(({ other }) => other));
    found.forEach((facts, other) => {
      if (isTaken.has(other)) return;
      connections.push({
        facts: points.map((_, at) => (at === place ? facts : null)),
        shifts: points.map(() => [0, 0]),
      });
    });
  });
  return connections;
}

/** The first capture that has a connection. @param {Connection} connection */
export const firstPlace = ({ facts }) => facts.findIndex((one) => one !== null);

/**
 * @param {readonly Connection[]} connections known so far @param {readonly Point[]} points
 * @param {Point} point @param {readonly Facts[]} found in it
 * @returns {Link[]}
 */
function linksBetween(connections, points, point, found) {
  const known = connections.map((connection) => /** @type {Facts} */ (connection.facts[firstPlace(connection)]));
  const candidates = new Candidates(known);
  /** @type {Map<number, PlacedPackets>} */
  const placed = new Map();
  const packetsOf = (/** @type {number} */ index) => {
    const packets = placed.get(index) ?? placedPackets(points[firstPlace(connections[index])], known[index]);
    placed.set(index, packets);
    return packets;
  };
  const likely = found.map((facts, other) => likelyOf(candidates.of(facts, found.length), known, facts, other));
  const usualNs = usualDifference(likely.flat());
  return found.flatMap((facts, other) => {
    const compared = [...likely[other]].sort(byScore(usualNs)).slice(0, COMPARED);
    if (compared.length === 0) return [];
    const others = placedPackets(point, facts);
    return compared.flatMap(({ known: index }) => linkOf(known[index], packetsOf(index), facts, others, index, other));
  });
}

/** @typedef {Pick<Link, 'known' | 'other' | 'score' | 'aheadNs'>} Likely */

/**
 * Those that have most in common with a connection at first sight.
 * @param {number[]} candidates @param {readonly Facts[]} known @param {Facts} facts @param {number} other its index
 * @returns {Likely[]}
 */
function likelyOf(candidates, known, facts, other) {
  const scored = candidates.map((index) => ({
    known: index,
    other,
    score: sightScore(known[index], facts),
    aheadNs: facts.startNs - known[index].startNs,
  }));
  const best = scored.reduce((most, { score }) => Math.max(most, score), 0);
  return scored.filter(({ score }) => score > best - 1);
}

/**
 * The best first; among equals those whose beginnings are as far apart as most; then in the order of both captures.
 * @param {number} usualNs
 * @returns {(a: Likely, b: Likely) => number}
 */
function byScore(usualNs) {
  const strayOf = (/** @type {Likely} */ { aheadNs }) => Math.round(Math.abs(aheadNs - usualNs) / TOGETHER_NS);
  const turnsOf = (/** @type {Likely} */ { known, other }) => Math.abs(known - other);
  return (a, b) => Math.round(b.score - a.score) || strayOf(a) - strayOf(b) || turnsOf(a) - turnsOf(b);
}

/** @param {Point} point @param {Facts} facts */
const placedPackets = ({ tcp, rows }, { flow, packets }) =>
  new PlacedPackets(rows, tcp.flows.at(flow).firstRow, packets);

/**
 * The better of both ways to see who is the client.
 * @param {Facts} known @param {PlacedPackets} packets @param {Facts} facts @param {PlacedPackets} others
 * @param {number} index @param {number} other
 * @returns {Link[]} one, or none
 */
function linkOf(known, packets, facts, others, index, other) {
  const views = known.isRoleGuessed || facts.isRoleGuessed ? [facts, exchanged(facts)] : [facts];
  const links = views.flatMap((view) => {
    const { shifts, share, startShare, stampShare, sampled, hasData } = align(known, packets, view, others);
    const seen = sightScore(known, view);
    const isAlike = share >= ALIKE_SHARE && Math.abs(stampShare) >= MIN_STAMP_SHARE;
    const isFound = isAlike || (share >= MIN_SHARE && seen >= SAME_ENDS);
    const isCut = (startShare >= MIN_SHARE && seen >= SAME_ENDS) || (startShare > 0 && seen >= SURE_AT_SIGHT);
    const isEmpty = share >= MIN_SHARE && seen >= SAME_ENDS;
    if (sampled === 0 || !(hasData ? isFound || isCut : isEmpty)) return [];
    const score = seen + 6 * share + Math.max(0, stampShare);
    return [{ known: index, other, score, aheadNs: facts.startNs - known.startNs, facts: view, shifts }];
  });
  return links.sort((a, b) => b.score - a.score).slice(0, 1);
}

/**
 * What two views have in common at first sight.
 * @param {Facts} one @param {Facts} other
 */
function sightScore(one, other) {
  let score = 0;
  for (const way of [0, 1]) {
    if (one.ends[way] === other.ends[way]) score += 2;
    else if (one.ports[way] === other.ports[way]) score += 0.5;
    if (one.hasSyn[way] && other.hasSyn[way] && one.bases[way] === other.bases[way]) score += 4;
    if (one.stamps[way] !== 0 && one.stamps[way] === other.stamps[way]) score += 3;
  }
  return score + Number(one.lengths !== '' && one.lengths === other.lengths);
}

/**
 * The best links, each connection in one of them. Among equals the times of their beginnings decide: those of one path
 * are all equally far apart.
 * @param {Link[]} links @param {number} connections @param {number} found
 * @returns {Link[]}
 */
function chosen(links, connections, found) {
  const ranked = [...links].sort(byScore(usualDifference(links)));
  const isKnownUsed = new Uint8Array(connections);
  const isOtherUsed = new Uint8Array(found);
  return ranked.filter(({ known, other }) => {
    if (isKnownUsed[known] || isOtherUsed[other]) return false;
    isKnownUsed[known] = isOtherUsed[other] = 1;
    return true;
  });
}

/** The difference of beginnings that most links share. @param {readonly Likely[]} links */
function usualDifference(links) {
  const differences = Float64Array.from(links, ({ aheadNs }) => aheadNs).sort();
  let usual = 0;
  let most = 0;
  for (let from = 0, to = 0; from < differences.length; from++) {
    while (to < differences.length && differences[to] - differences[from] <= ALIKE_NS) to++;
    if (to - from <= most) continue;
    most = to - from;
    usual = differences[(from + to - 1) >> 1];
  }
  return usual;
}
