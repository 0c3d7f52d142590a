import { LIMIT } from '../../sender/limits.js';
import { NS_PER_SECOND } from '../../sender/units.js';

/** @typedef {import('../context.js').DirectionContext} DirectionContext */

/** Fewer losses give no reliable loss rate. */
const MIN_LOSSES = 3;
/** Share of the sending time in which the window was the limit. */
const MIN_SHARE = 1 / 4;
/** Goodput against the model's: outside this something else was the limit, as with BBR. */
const MIN_RATIO = 0.5;
const MAX_RATIO = 1.6;
/** A retransmission timeout as RFC 5348 section 4.3 has it, in round trips. */
const TIMEOUT_TRIPS = 4;
/** CUBIC's factor by RFC 9438 section 5.1, with C = 0.4 and β = 0.7. */
const CUBIC = 1.054;

/**
 * TCP's throughput at a random loss rate: RFC 5348 section 3.1 (Padhye et al., SIGCOMM 1998), or CUBIC's growth, which
 * gives more over long round trips.
 * @param {number} p losses a segment @param {number} rttSeconds
 * @returns {number} segments a second
 */
export function rateAtLoss(p, rttSeconds) {
  const timeouts = TIMEOUT_TRIPS * 3 * Math.sqrt((3 * p) / 8) * p * (1 + 32 * p * p);
  const reno = 1 / (rttSeconds * (Math.sqrt((2 * p) / 3) + timeouts));
  return Math.max(reno, (CUBIC * (rttSeconds / p) ** (3 / 4)) / rttSeconds);
}

/**
 * Effect of random losses on the window: how long it was the limit since the first of them, where the goodput matches
 * the model at that loss rate and round trip.
 * @param {DirectionContext} way @param {{ startNs: number }[]} lost by time
 * @returns {{ costNs: number, rttNs: number, segmentsALoss: number, bytesPerSecond: number, gotPerSecond: number }
 *   | null} bytesPerSecond: by the model; null: too few losses, or something else was the limit
 */
export function lossPrice({ insight, activeNs, mss }, lost) {
  const { bursts, limits, rttNs } = insight;
  if (lost.length < MIN_LOSSES || bursts.count === 0 || activeNs <= 0) return null;
  const bytes = bursts.sentEnd[bursts.count - 1];
  const segmentsALoss = bytes / mss / lost.length;
  if (!(segmentsALoss > 1)) return null;
  const bytesPerSecond = rateAtLoss(1 / segmentsALoss, rttNs / NS_PER_SECOND) * mss;
  const gotPerSecond = (bytes / activeNs) * NS_PER_SECOND;
  const ratio = gotPerSecond / bytesPerSecond;
  if (ratio < MIN_RATIO || ratio > MAX_RATIO) return null;
  let costNs = 0;
  for (let b = 0; b + 1 < bursts.count; b++) {
    if (limits[b] !== LIMIT.CONGESTION_WINDOW || bursts.startNs[b] < lost[0].startNs) continue;
    costNs += bursts.startNs[b + 1] - bursts.startNs[b];
  }
  if (costNs < activeNs * MIN_SHARE) return null;
  return {
    costNs,
    rttNs,
    segmentsALoss,
    bytesPerSecond: Math.round(bytesPerSecond),
    gotPerSecond: Math.round(gotPerSecond),
  };
}
