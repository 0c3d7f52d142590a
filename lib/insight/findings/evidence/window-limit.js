import { LIMIT } from '../../sender/limits.js';
import { LEAST_COST_NS } from '../times.js';

/** @typedef {import('../context.js').DirectionContext} DirectionContext */

/** The largest window without scaling. */
export const LARGEST_UNSCALED = 65535;
const NEAR = 0.75;
/** Share of the time, and round trips, for which a receive window must have been the limit. */
const LEAST_SHARE = 0.1;
const LEAST_ROUND_TRIPS = 3;

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
  ns >= LEAST_COST_NS && ns >= activeNs * LEAST_SHARE && ns >= LEAST_ROUND_TRIPS * rttMinNs;

/**
 * Whether a window of unknown scale, which is never taken as the limit, may have been it.
 * @param {DirectionContext} way
 */
export function mayHaveLimited({ limitNs, activeNs }) {
  const heldNs = limitNs[LIMIT.CONGESTION_WINDOW] + limitNs[LIMIT.SEND_BUFFER];
  return heldNs > 0 && heldNs >= activeNs * LEAST_SHARE;
}
