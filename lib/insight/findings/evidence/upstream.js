import { STATE, TRIGGER } from '../../../transport/bursts.js';
import { VERDICT } from '../../../transport/verdict.js';
import { Holes } from '../../upstream/holes.js';
import { neverCame, repairsOfUnseen } from '../../upstream/never-came.js';
import { unseenOf } from '../../upstream/unseen.js';
import { SHOWS } from '../define-kind.js';
import { hasShown, shownOfPlace } from '../shows.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../context.js').DirectionContext} DirectionContext */
/** @typedef {import('../../upstream/unseen.js').Unseen} Unseen */

/** @type {Unseen} */
const ALL_SEEN = { skips: [], gaps: [], unclear: [], reason: null };
/** @type {WeakMap<DirectionContext, Unseen>} */
const known = new WeakMap();
/** @type {WeakMap<DirectionContext, UnseenTimeout[]>} */
const knownTimeouts = new WeakMap();

/**
 * Segments of a direction lost before the capture point, as far as can be seen; none at the sender.
 * @param {DirectionContext} way
 * @param {Context} context
 * @returns {Unseen}
 */
export function unseenHere(way, context) {
  if (hasShown(context, SHOWS.AT_SENDER, way.direction)) return ALL_SEEN;
  const before = known.get(way);
  const {
    packets,
    passes,
    options: { ipVersion, mss },
  } = context;
  if (before !== undefined) return before;
  const unseen = unseenOf(packets, way.direction, {
    ipVersion,
    mss: way.mss,
    rttNs: way.rttMinNs,
    episodes: way.episodes,
    largest: mss[1 - way.direction] ?? way.mss,
    passes,
  });
  known.set(way, unseen);
  return unseen;
}

/**
 * A retransmission by a timer that looks new here, as all that was in flight was lost before the capture point: with
 * the packet before it and the bytes that were lost, as far as known.
 * @typedef {{ packet: number, before: number, bytes: number }} UnseenTimeout
 */

/**
 * Of a direction: by what comes after a silence (lib/engine/sender/silences.ts), or by IP identifications.
 * @param {DirectionContext} way @param {Context} context @returns {UnseenTimeout[]} by time
 */
export function unseenTimeouts(way, context) {
  const before = knownTimeouts.get(way);
  if (before !== undefined) return before;
  const timeouts = findUnseenTimeouts(way, context);
  knownTimeouts.set(way, timeouts);
  return timeouts;
}

/** @param {DirectionContext} way @param {Context} context @returns {UnseenTimeout[]} */
function findUnseenTimeouts(way, context) {
  const { length } = context.packets;
  const outages = outagesHere(way, context);
  const isKnown = new Set(outages.map(({ packet }) => packet));
  const skips = unseenHere(way, context)
    .skips.filter(({ packet, isRepair }) => isRepair && !isKnown.has(packet))
    .map(({ packet, before }) => ({ packet, before, bytes: length[packet] }));
  return [...outages, ...skips].sort((a, b) => a.packet - b.packet);
}

/** @param {DirectionContext} way @param {Context} context @returns {UnseenTimeout[]} */
function outagesHere({ direction, insight: { bursts } }, { packets }) {
  const { count, state, trigger, sent, sentNew, sentEnd, packet: packetOf } = bursts;
  const { direction: sender, length, seqOffset, verdict } = packets;
  const outages = [];
  for (let b = 1; b < count; b++) {
    const packet = packetOf[b];
    const isRepair = trigger[b] === TRIGGER.NOTHING && sent[b] > 0 && sentNew[b] === 0;
    if (!isRepair || state[b] !== STATE.LOSS || state[b - 1] === STATE.LOSS) continue;
    if (verdict[packet] !== VERDICT.ORIGINAL) continue;
    let before = packet - 1;
    while (before > 0 && (sender[before] !== direction || length[before] === 0)) before--;
    outages.push({ packet, before, bytes: sentEnd[b] - seqOffset[packet] });
  }
  return outages;
}

/**
 * Pauses in which a direction may have been waiting for its RTO, not for its application: its segments were, or may
 * have been, lost before the capture point.
 * @param {DirectionContext} way @param {Context} context @returns {{ startNs: number, endNs: number }[]}
 */
export function unseenPauses(way, context) {
  const { timeNs } = context.packets;
  return [...unseenTimeouts(way, context), ...unseenHere(way, context).unclear].map(({ before, packet }) => ({
    startNs: timeNs[before],
    endNs: timeNs[packet],
  }));
}

/** The first repair of a hole comes a round trip after the segment that reveals it; a later one was not the first. */
const SECOND_REPAIR_TRIPS = 1.75;

/**
 * Retransmissions whose original was lost before the capture point: within a loss episode they fill a hole later than a
 * repair takes, and IP identifications are missing between. Without SACK a sender repairs one loss a round trip (RFC
 * 6582), so that the second repair is no later than a first one.
 * @param {DirectionContext} way @param {Context} context @returns {number[]} packets
 */
export function lateRepairs(way, context) {
  const { packets } = context;
  const { timeNs, seqOffset, endOffset } = packets;
  const holes = new Holes();
  const late = [];
  const roundTripNs = roundTripsOf(way);
  const skips = unseenHere(way, context)
    .skips.filter(({ isRepair }) => !isRepair)
    .map(({ packet, missing }) => ({ packet, missing }))
    .sort((a, b) => a.packet - b.packet);
  let next = 0;
  if (skips.length === 0 || !hasShown(context, SHOWS.SACK)) return [];
  for (let i = 0; i < packets.count && next < skips.length; i++) {
    if (packets.direction[i] !== way.direction || packets.length[i] === 0) continue;
    holes.add(i, seqOffset[i], endOffset[i]);
    const shown = packets.verdict[i] === VERDICT.RETRANSMISSION ? holes.shownBy(seqOffset[i]) : -1;
    if (shown < 0 || timeNs[i] - timeNs[shown] < SECOND_REPAIR_TRIPS * roundTripNs(timeNs[i])) continue;
    while (next < skips.length && (skips[next].packet <= shown || skips[next].missing === 0)) next++;
    if (next >= skips.length || skips[next].packet > i) continue;
    skips[next].missing--;
    late.push(i);
  }
  return late;
}

/**
 * Data at a direction's end that was lost before the capture point; null at the sender, where the capture lacks it.
 * @param {Pick<Context, 'packets' | 'vantages'>} context @param {number} direction
 */
export const lostBeforeHere = ({ packets, vantages }, direction) =>
  shownOfPlace(vantages, direction) === SHOWS.AT_SENDER ? null : neverCame(packets, direction);

/**
 * When a direction's sender waited for its RTO with data lost before the capture point; none at the sender.
 * @param {Pick<Context, 'packets' | 'vantages'>} context @param {number} direction
 */
export const timedBeforeHere = ({ packets, vantages }, direction) =>
  shownOfPlace(vantages, direction) === SHOWS.AT_SENDER ? [] : repairsOfUnseen(packets, direction);

/**
 * The latest round trip before a time.
 * @param {DirectionContext} way
 * @returns {(ns: number) => number} asked called with increasing times
 */
function roundTripsOf({ samples: { count, timeNs, rttNs }, rttMinNs }) {
  let k = 0;
  return (ns) => {
    while (k < count && timeNs[k] <= ns) k++;
    return k > 0 ? rttNs[k - 1] : rttMinNs;
  };
}
