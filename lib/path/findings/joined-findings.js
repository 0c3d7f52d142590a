import { inBoth, reordering, segmentCounts } from '../segments/segment-figures.js';
import { isLostAtFullQueue } from './loss-place.js';

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('../fates/fates.js').Fates} Fates */
/** @typedef {import('../segments/packets-by-way.js').PacketsByWay} PacketsByWay */
/** @typedef {import('../segments/segment-figures.js').SegmentCounts} SegmentCounts */
/** @typedef {import('../../insight/findings/finding.js').Finding} Finding */

/**
 * A finding of one or more of the captures, or of all together.
 * @typedef {object} PathFinding
 * @property {string} code
 * @property {string} title
 * @property {string} message
 * @property {number | null} connection index in `connections`; null: of the path as a whole
 * @property {'clientToServer' | 'serverToClient' | null} direction
 * @property {[number, number] | null} between points, as indexes of files; null: not of a segment
 * @property {number[]} from files whose captures show it
 * @property {string | null} withdrawn why it does not hold: another capture refutes it; null: it holds
 */

/** Causes that a loss on the path explains. */
const LOSSES = new Set([
  'congestion_loss',
  'random_loss',
  'policed',
  'tail_loss_timeout',
  'lost_retransmission',
  'syn_loss',
  'syn_ack_loss',
]);
/** What a capture elsewhere infers of the data's sender, and its own capture sees. */
const OF_SENDER = new Set([
  'application_limited',
  'send_buffer_limited',
  'fixed_window',
  'paced',
  'small_writes',
  'burst_and_stall',
  'slow_start_dominates',
  'host_queue',
]);
/** The same of the server, and of its answers. */
const OF_SERVER = new Set(['server_think_time', 'slow_answers', 'request_unanswered', 'response_cut']);
/** The points at the ends lie at the hosts if the path between them takes this share of the handshake's round trip. */
const WHOLE_PATH_SHARE = 0.8;

/**
 * What the captures alone found of a connection, joined; withdrawn where others refute it.
 * @param {Path} path @param {Fates} fates @param {number} index of the connection @param {PacketsByWay} packets
 * @returns {PathFinding[]}
 */
export function joinedFindings(path, fates, index, packets) {
  const { facts } = path.connections[index];
  if (facts.filter((one) => one !== null).length < 2) return [];
  /** @type {Map<string, PathFinding & { original: Finding }>} */
  const found = new Map();
  facts.forEach((one, place) => {
    if (one === null) return;
    for (const original of path.points[place].findingsOf(one.flow)) {
      if (original.code === 'all_well') continue;
      const { code, title, message, direction } = original;
      const known = found.get(`${code} ${direction}`);
      if (known !== undefined) known.from.push(place);
      else {
        const own = {
          code,
          title,
          message,
          direction,
          connection: index,
          between: null,
          from: [place],
          withdrawn: null,
        };
        found.set(`${code} ${direction}`, { ...own, original });
      }
    }
  });
  const countsOf = countsByWay(path, fates, index, packets);
  return [...found.values()].map(({ original, ...finding }) => ({
    ...finding,
    withdrawn: refutation(path, fates, { index, packets, countsOf }, finding, original),
  }));
}

/** @typedef {(way: 0|1) => SegmentCounts[]} CountsOf segments of a connection one way, counted when first asked for */

/**
 * @param {Path} path @param {Fates} fates @param {number} index of the connection @param {PacketsByWay} packets
 * @returns {CountsOf}
 */
function countsByWay(path, fates, index, packets) {
  /** @type {SegmentCounts[][]} */
  const known = [];
  return (direction) =>
    (known[direction] ??= segmentsBetween(path, index, direction).map((between) =>
      segmentCounts(path, fates, between, packets.of(index, direction)),
    ));
}

/** @param {Path} path @param {number} index @param {0|1} direction @returns {[number, number][]} */
function segmentsBetween(path, index, direction) {
  const way = path.wayOf(index, direction);
  return way.slice(1).map((to, at) => [way[at], to]);
}

/**
 * @param {Path} path @param {Fates} fates
 * @param {{ index: number, packets: PacketsByWay, countsOf: CountsOf }} of
 * @param {PathFinding} finding @param {Finding} original
 * @returns {string | null} why it does not hold
 */
function refutation(path, fates, { index, packets, countsOf }, { code, direction, from }, original) {
  const way = direction === 'serverToClient' ? 1 : 0;
  if (LOSSES.has(code)) return lossRefutation(path, fates, { index, packets, own: countsOf(way), way }, code);
  if (code === 'reordering' && isWholePath(path, index)) {
    return segmentsBetween(path, index, way).some(([one, other]) => {
      return reordering(path, one, other, inBoth(path, one, other, packets.of(index, way))).reordered > 0;
    })
      ? null
      : 'the captures at both ends have the packets in one order';
  }
  if (code === 'duplicates_on_path' && isWholePath(path, index)) {
    return countsOf(way).some(({ duplicated }) => duplicated > 0)
      ? null
      : 'the captures at both ends have each packet once';
  }
  if (code === 'capture_drops') {
    const missed = [...countsOf(0), ...countsOf(1)].some(
      ({ between, notCaptured }) => from.includes(between[1]) && notCaptured > 0,
    );
    return missed ? null : 'the other captures have no packet that this one missed';
  }
  const judge = judgeOf(path, index, code, way);
  if (judge === null || from.includes(judge) || original.severity === 'note') return null;
  return `the capture next to the ${OF_SERVER.has(code) ? 'server' : 'sender'} does not show it`;
}

/**
 * The point that sees what others infer; null: there is none.
 * @param {Path} path @param {number} index @param {string} code @param {0|1} way of the data
 */
function judgeOf(path, index, code, way) {
  if (OF_SENDER.has(code)) return path.wayOf(index, way)[0];
  return OF_SERVER.has(code) ? path.wayOf(index, 1)[0] : null;
}

/** Whether the outermost points are at the hosts. @param {Path} path @param {number} index */
function isWholePath(path, index) {
  const way = path.wayOf(index, 0);
  const [first, last] = [way[0], way[way.length - 1]];
  const { flow } = /** @type {import('../connections/facts.js').Facts} */ (path.connections[index].facts[first]);
  const { handshakeNs } = path.points[first].tcp.flows.at(flow);
  const between = 2 * Math.abs(path.distancesNs[last] - path.distancesNs[first]);
  return handshakeNs > 0 && between >= WHOLE_PATH_SHARE * handshakeNs;
}

/**
 * @param {Path} path @param {Fates} fates
 * @param {{ index: number, packets: PacketsByWay, own: readonly SegmentCounts[], way: 0|1 }} of
 * @param {string} code
 */
function lossRefutation(path, fates, { index, packets, own, way }, code) {
  const lossy = own.filter(({ lost }) => lost > 0);
  if (lossy.length === 0) {
    return isWholePath(path, index) ? 'no packet was lost between the captures at both ends' : null;
  }
  if (code !== 'congestion_loss' && code !== 'random_loss') return null;
  const atFull = lossy.map(({ between }) => isLostAtFullQueue(path, fates, between, packets.of(index, way)));
  if (code === 'random_loss' && atFull.every((one) => one === true)) {
    return 'the packets before the lost ones waited in a full queue';
  }
  if (code === 'congestion_loss' && atFull.every((one) => one === false)) {
    return 'no queue was full where packets were lost';
  }
  return null;
}
