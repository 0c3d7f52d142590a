import { SPACE } from '../wire/versions.js';
import { isAck, NUMBER_SPACES } from './packets.js';

/** @typedef {import('./packets.js').QuicPackets} QuicPackets */
/** @typedef {import('../../transport/path.js').Vantage} Vantage */

/** A capture point is beside an end where its half of the round trip is at most this share, or so short. */
const BESIDE_SHARE = 0.1;
const BESIDE_NS = 2e6;
/** … and never where its half is more than this share. */
const MAX_BESIDE_SHARE = 0.35;
const CONFIDENCE = 0.9;

/** Round trips between the capture point and an end: when the answer passed, and how long it took. */
export class Halves {
  /** @type {number[]} */
  timeNs = [];
  /** @type {number[]} */
  ns = [];
  leastNs = Infinity;
}

/**
 * From each packet of an end until the capture point sees it acknowledged, without what the peer says it waited: the
 * half of the path to the other end.
 * @param {QuicPackets} packets @param {number} direction of what is acknowledged
 */
export function halvesOf(packets, direction) {
  const { count, direction: directions, space, pn, timeNs, frameStart, frameCount, frames, delayNs } = packets;
  /** @type {Map<number, number>[]} */
  const sent = Array.from({ length: NUMBER_SPACES }, () => new Map());
  const halves = new Halves();
  for (let row = 0; row < count; row++) {
    if (space[row] === SPACE.NONE || pn[row] < 0) continue;
    if (directions[row] === direction) {
      if (packets.ackEliciting[row]) sent[space[row]].set(pn[row], timeNs[row]);
      continue;
    }
    for (let f = frameStart[row]; f < frameStart[row] + frameCount[row]; f++) {
      if (!isAck(frames.type[f])) continue;
      const largest = frames.ranges.high[frames.a[f]];
      const sentNs = sent[space[row]].get(largest);
      if (sentNs === undefined) continue;
      sent[space[row]].delete(largest);
      const waited = space[row] === SPACE.APP ? frames.c[f] * delayNs[1 - direction] : 0;
      const ns = timeNs[row] - sentNs - waited;
      if (ns <= 0) continue;
      halves.timeNs.push(timeNs[row]);
      halves.ns.push(ns);
      halves.leastNs = Math.min(halves.leastNs, ns);
    }
  }
  return halves;
}

/**
 * Where the capture was taken, by direction of the data.
 * @param {readonly Halves[]} halves by direction of what is acknowledged
 * @returns {[Vantage, Vantage]}
 */
export function vantagesOf(halves) {
  const [toServer, toClient] = halves.map(({ leastNs }) => (Number.isFinite(leastNs) ? leastNs : null));
  return [vantageOf(toClient, toServer), vantageOf(toServer, toClient)];
}

/** @param {number | null} senderNs @param {number | null} receiverNs @returns {Vantage} */
function vantageOf(senderNs, receiverNs) {
  const hops = { senderHops: null, receiverHops: null };
  if (senderNs === null || receiverNs === null || senderNs + receiverNs === 0) {
    return { place: 'unknown', confidence: 0, senderNs, receiverNs, fraction: null, ...hops, evidence: [] };
  }
  const fraction = senderNs / (senderNs + receiverNs);
  const isBeside = (/** @type {number} */ ns, /** @type {number} */ share) =>
    share <= BESIDE_SHARE || (ns <= BESIDE_NS && share <= MAX_BESIDE_SHARE);
  /** @type {Vantage['place']} */
  let place = 'middle';
  if (isBeside(senderNs, fraction)) place = 'sender';
  else if (isBeside(receiverNs, 1 - fraction)) place = 'receiver';
  return { place, confidence: CONFIDENCE, senderNs, receiverNs, fraction, ...hops, evidence: ['round_trip_halves'] };
}
