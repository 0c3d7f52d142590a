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

/** Of packets looked for, the share that must be there for two views to be one connection. */
const LEAST_SHARE = 0.5;
/** The same of timestamps that keep their difference, where nothing but lengths and places says that they are one. */
const LEAST_STAMP_SHARE = 0.9;
/** Candidates whose packets are compared. */
const COMPARED = 4;
/** Of beginnings: times within this are alike. */
const ALIKE_NS = 50e6;

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
  return found.flatMap((facts, other) => {
    const compared = candidates
      .of(facts, found.length)
      .map((index) => ({ index, score: sightScore(known[index], facts) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, COMPARED);
    if (compared.length === 0) return [];
    const others = placedPackets(point, facts);
    return compared.flatMap(({ index }) => linkOf(known[index], packetsOf(index), facts, others, index, other));
  });
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
    const { shifts, share, stampShare, sampled } = align(known, packets, view, others);
    const seen = sightScore(known, view);
    const isSame = sampled > 0 && share >= LEAST_SHARE && (seen > 1 || Math.abs(stampShare) >= LEAST_STAMP_SHARE);
    if (!isSame) return [];
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
  const usualNs = usualDifference(links);
  const strayNs = (/** @type {Link} */ { aheadNs }) => Math.abs(aheadNs - usualNs);
  const ranked = [...links].sort((a, b) => Math.round(b.score - a.score) || strayNs(a) - strayNs(b));
  const isKnownUsed = new Uint8Array(connections);
  const isOtherUsed = new Uint8Array(found);
  return ranked.filter(({ known, other }) => {
    if (isKnownUsed[known] || isOtherUsed[other]) return false;
    isKnownUsed[known] = isOtherUsed[other] = 1;
    return true;
  });
}

/** The difference of beginnings that most links share. @param {readonly Link[]} links */
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
