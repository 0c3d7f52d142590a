import { LIMIT } from '../../sender/limits.js';
import { MIN_COST_NS } from '../times.js';

/** @typedef {import('../context.js').DirectionContext} DirectionContext */

/** The largest window without scaling. */
export const LARGEST_UNSCALED = 65535;
const NEAR = 0.75;
/** Share of the time, and round trips, for which a receive window must have been the limit. */
const MIN_SHARE = 0.1;
const MIN_ROUND_TRIPS = 3;

/**
 * Whether a window is the largest without scaling, rather than smaller for another reason.
 * @param {number} windowBytes
 */
export const isNearUnscaled = (windowBytes) => windowBytes > LARGEST_UNSCALED * NEAR;

/**
 * Whether a window that held a direction back for so long is worth a warning.
 * @param {number} ns
 * @param {DirectionContext} way
 */
export const isMuch = (ns, { activeNs, rttMinNs }) =>
  ns >= MIN_COST_NS && ns >= activeNs * MIN_SHARE && ns >= MIN_ROUND_TRIPS * rttMinNs;

/**
 * Whether a window of unknown scale, which is never taken as the limit, may have been it.
 * @param {DirectionContext} way
 */
export function mayHaveLimited({ limitNs, activeNs }) {
  const heldNs = limitNs[LIMIT.CONGESTION_WINDOW] + limitNs[LIMIT.SEND_BUFFER];
  return heldNs > 0 && heldNs >= activeNs * MIN_SHARE;
}
