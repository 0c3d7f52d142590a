import { STATE } from '../../transport/bursts.js';
import { quantile } from './pacing.js';

/** @typedef {import('../../transport/bursts.js').Bursts} Bursts */

/**
 * Where segments pause for this share of a round trip, and so many of the usual gaps, no queue stands: the sender has
 * run out of window.
 */
const PAUSE_SHARE = 1 / 8;
const PAUSE_GAPS = 4;
/** … which holds until the next pause is due. */
const PAUSE_TRIPS = 1.25;
/**
 * Nor where less than this share of the highest usual rate was delivered in the last round trip: the path was not full.
 */
const FULL_SHARE = 0.95;
const USUAL = 0.9;
/** So much more than the known flight size is tolerated. */
const HARMLESS = 0.15;

/**
 * Bursts with more in flight than is visible, in a queue before the capture point. Without timestamps its delay is not
 * known: a round trip seems as short as the shortest, and the flight size seems that of the path without a queue. But
 * while a queue stands, segments arrive continuously, at the highest rate; and it is no longer than the window's growth
 * since that began: all that is acknowledged before the first loss, a segment a round trip after it.
 *
 * ```
 *   ■ ■ ■ ■          ■ ■ ■ ■ ■      none stood: all of the window came within a round trip
 *   ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■         it may have grown
 * ```
 *
 * @param {Bursts} bursts
 * @param {Float64Array} cwnd
 * @param {import('./rates.js').Rates} rates
 * @param {{ rttNs: number, gapNs: number }} known rttNs: shortest; gapNs: usual one between bursts
 * @returns {Uint8Array} 1 or 0
 */
export function queueHidden({ count, startNs, endNs, sent, state, delivered }, cwnd, rates, { rttNs, gapNs }) {
  const hidden = new Uint8Array(count);
  const pauseNs = Math.max(rttNs * PAUSE_SHARE, gapNs * PAUSE_GAPS);
  const full = quantile(rates.delivery.subarray(0, rates.count), USUAL) * FULL_SHARE;
  let lastNs = -Infinity;
  let pausedNs = -Infinity;
  let most = 0;
  let hasLost = false;
  let row = 0;
  for (let b = 0; b < count; b++) {
    if (sent[b] > 0) {
      if (startNs[b] - lastNs >= pauseNs) pausedNs = startNs[b];
      lastNs = endNs[b];
    }
    while (row < rates.count && rates.timeNs[row] < startNs[b]) row++;
    hasLost ||= state[b] !== STATE.OPEN;
    if (
      state[b] === STATE.LOSS ||
      startNs[b] - pausedNs <= rttNs * PAUSE_TRIPS ||
      (row < rates.count && rates.delivery[row] < full)
    ) {
      most = 0;
    } else if (state[b] === STATE.OPEN) most += hasLost ? delivered[b] / (cwnd[b] + most) : delivered[b];
    hidden[b] = most > cwnd[b] * HARMLESS ? 1 : 0;
  }
  return hidden;
}
