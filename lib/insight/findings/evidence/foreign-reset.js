import { TCP } from '../../../engine/segment-batch.js';
import { timeText, tripText } from '../finding.js';
import { controlsOf } from './evidence.js';
import { silenceBefore } from './silence.js';

/** @typedef {import('../context.js').Context} Context */

/** Packets of an end by which its TTL is known. */
const MIN_OTHERS = 3;
/** Nothing is said of an end that is nearer: hosts reset after 0.02 (Linux) to 6 ms, and round trips vary. */
const MIN_FAR_NS = 10e6;
/** Of the handshake's round trip to an end: what it answers sooner did not come from there. */
const SOONER = 0.5;

/**
 * What shows that a reset is not of the end whose address it bears.
 * @param {Context} context
 * @param {import('./evidence.js').Shown} resets
 * @returns {string | null} "nearer than …"; null: nothing does
 */
export function foreignText(context, { direction: end, frames: [frame] }) {
  if (isForeign(context, end)) {
    return "nearer or farther than it: the reset's TTL is not that of its other packets";
  }
  const sooner = soonerThan(context, end, context.packets.frame.indexOf(frame));
  return sooner === null
    ? null
    : `nearer than it: the reset came ${timeText(sooner.answeredNs)} after what it answers, and the ${end === 0 ? 'client' : 'server'} is ${tripText(sooner.farNs)} away, there and back`;
}

/**
 * Whether a reset came sooner behind what it answers than that end can. What it answers shows by its acknowledgement of
 * something that end had not acknowledged before, or by a silence that was over only then: other resets may have been
 * under way already.
 * @param {Context} context @param {number} end that reset @param {number} at
 */
function soonerThan({ packets }, end, at) {
  const { direction, timeNs, endOffset, ackOffset } = packets;
  const farNs = farOf(packets, end);
  if (farNs < MIN_FAR_NS || at < 1 || direction[at - 1] === end) return null;
  let ackedBefore = 0;
  let asked = silenceBefore(packets, at - 1)?.first ?? -1;
  for (let i = 0; i < at; i++) if (direction[i] === end) ackedBefore = Math.max(ackedBefore, ackOffset[i]);
  for (let i = at - 1; i >= 0 && ackOffset[at] > ackedBefore; i--) {
    if (direction[i] !== end && endOffset[i] >= ackOffset[at]) asked = i;
  }
  const answeredNs = asked < 0 ? Infinity : timeNs[at] - timeNs[asked];
  return answeredNs < farNs * SOONER ? { answeredNs, farNs } : null;
}

/**
 * How long the handshake took to an end and back: a later acknowledgement may be the reset's own.
 * @param {Context['packets']} packets @param {number} end
 * @returns {number} 0: it was not captured once and whole
 */
function farOf(packets, end) {
  const { count, direction, flags, timeNs } = packets;
  const [syn, synAck, more] = controlsOf(packets).filter((i) => flags[i] & TCP.SYN);
  if (synAck === undefined || more !== undefined || direction[syn] !== 0 || direction[synAck] !== 1) return 0;
  if (end === 1) return timeNs[synAck] - timeNs[syn];
  for (let i = synAck + 1; i < count; i++) if (direction[i] === 0) return timeNs[i] - timeNs[synAck];
  return 0;
}

/**
 * Whether no other packet of that end had the reset's TTL: all of a host's come by the same route, mostly.
 * @param {Context} context
 * @param {number} end
 */
function isForeign({ packets: { count, direction, flags, ttl } }, end) {
  let others = 0;
  let low = 255;
  let high = 0;
  let resetTtl = -1;
  for (let i = 0; i < count; i++) {
    if (direction[i] !== end) continue;
    if (flags[i] & TCP.RST) {
      if (resetTtl < 0) resetTtl = ttl[i];
      continue;
    }
    others++;
    low = Math.min(low, ttl[i]);
    high = Math.max(high, ttl[i]);
  }
  return others >= MIN_OTHERS && low === high && !isSameHost(resetTtl, low);
}

/**
 * A host may send resets with another initial TTL than its connections' packets (64, 128 and 255 are usual): the
 * distance is then the same.
 * @param {number} a
 * @param {number} b
 */
function isSameHost(a, b) {
  const distance = (/** @type {number} */ ttl) =>
    [64, 128, 255].map((initial) => initial - ttl).find((hops) => hops >= 0);
  return distance(a) === distance(b);
}
