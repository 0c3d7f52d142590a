import { timeText } from '../../shared/text/quantities.js';
import { NOT_SEEN } from '../packets/joined-packets.js';
import { labelsOf } from './labels.js';

/** @typedef {import('../path.js').Path} Path */

/** Captures overlap little where less than this share of the shorter one is in the other's time. */
const LITTLE_SHARE = 0.5;
/** Clocks that differ by more than this are worth a word. */
const FAR_APART_NS = 3600e9;

/**
 * What limits the answers about a path, a sentence each without a full stop.
 * @param {Path} path
 * @param {readonly import('../proxies/proxied.js').Proxied[]} proxied @param {readonly string[]} ofProxies about these
 * @returns {string[]}
 */
export function notesOf(path, proxied, ofProxies) {
  const labels = labelsOf(path.points.map(({ file }) => file));
  const behindProxies = new Set(proxied.flatMap(({ between }) => between));
  return [
    ...emptyNotes(path, labels, behindProxies),
    ...ofProxies,
    ...orderNotes(path, labels),
    ...clockNotes(path, labels),
  ];
}

/**
 * Captures with nothing that could be matched.
 * @param {Path} path @param {string[]} labels @param {ReadonlySet<number>} behindProxies of which there are other notes
 */
const emptyNotes = ({ points, connections }, labels, behindProxies) =>
  points.flatMap(({ tcp, isSealed }, place) => {
    const shared = connections.some(
      ({ facts }) => facts[place] !== null && facts.filter((one) => one !== null).length > 1,
    );
    if (shared || behindProxies.has(place)) return [];
    if (isSealed) {
      return [`${labels[place]} is of an encrypted tunnel: its packets cannot be matched with those inside it`];
    }
    if (tcp.flows.count === 0) return [`${labels[place]} has no TCP connection, or an encrypted tunnel hides them`];
    return [`${labels[place]} shares no connection with the others`];
  });

/** @param {Path} path @param {string[]} labels */
function orderNotes({ order }, labels) {
  if (order.every((at, place) => at === place)) return [];
  const along = order.map((_, at) => labels[order.indexOf(at)]);
  return [`Clients' packets pass ${along.join(', then ')}`];
}

/** @param {Path} path @param {string[]} labels */
function clockNotes(path, labels) {
  const { clocks, points } = path;
  return points.flatMap(({ startEpochNs }, place) => {
    const { method, offsetNs, roundTripNs } = clocks[place];
    if (place === 0 || method === 'none') return [];
    const name = `${labels[0]} and ${labels[place]}`;
    if (isSameCapture(path, place)) return [`${name} are the same capture`];
    const aheadNs = offsetNs + Number((startEpochNs ?? 0n) - (points[0].startEpochNs ?? 0n));
    return [
      ...(method === 'one_way' ? [`Between ${name} packets of one way alone are in both: delays are not known`] : []),
      ...(roundTripNs < 0 ? [`The clocks of ${name} do not agree as they were said to`] : []),
      ...(Math.abs(aheadNs) > FAR_APART_NS
        ? [`The clock of ${labels[place]} is ${timeText(Math.abs(aheadNs))} ${aheadNs > 0 ? 'ahead' : 'behind'}`]
        : []),
      ...overlapNotes(path, place, name),
    ];
  });
}

/** Whether two points have the same packets at the same times. @param {Path} path @param {number} place */
function isSameCapture({ packets, points }, place) {
  const [one, other] = [points[0].rows, points[place].rows];
  if (one.count !== other.count || points[0].startEpochNs !== points[place].startEpochNs) return false;
  for (let row = 0; row < one.count; row++) {
    const packet = packets.packetOf[0][row];
    const there = packet === NOT_SEEN ? NOT_SEEN : packets.rowOf[place][packet];
    if (there === NOT_SEEN || one.timeNs(row) !== other.timeNs(there)) return false;
  }
  return one.count > 0;
}

/** @param {Path} path @param {number} place @param {string} name */
function overlapNotes(path, place, name) {
  const span = (/** @type {number} */ at) => {
    const { count } = path.points[at].rows;
    return [path.timeNs(at, 0), path.timeNs(at, count - 1)];
  };
  const [from, to] = span(0);
  const [otherFrom, otherTo] = span(place);
  const both = Math.min(to, otherTo) - Math.max(from, otherFrom);
  const shorter = Math.min(to - from, otherTo - otherFrom);
  return both < LITTLE_SHARE * shorter ? [`${name} overlap for ${timeText(Math.max(0, both))} only`] : [];
}
