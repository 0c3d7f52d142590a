import { algorithmOf } from './algorithm.js';
import { quantile } from './pacing.js';
import { SenderLimits } from './sender-limits.js';

/** @typedef {import('../../transport/bursts.js').Bursts} Bursts */

/**
 * What a direction's sender did and what limited it, after each of its bursts.
 * @typedef {object} SenderInsight
 * @property {Bursts} bursts
 * @property {Float64Array} cwnd segments
 * @property {Float32Array} confidence in `cwnd`, 0 … 1
 * @property {Uint8Array} limits values of `LIMIT`
 * @property {boolean} isFixed what `limits` calls the send buffer may as well be the stack's own limit
 * @property {Uint8Array} phases values of `PHASE`
 * @property {import('./restarts.js').Restart[]} restarts
 * @property {import('./rates.js').Rates} rates
 * @property {Float64Array} threshold slow start threshold, segments; Infinity until it is set
 * @property {import('./phases.js').SlowStartExit | null} exit how slow start ended
 * @property {import('./pacing.js').Pacing} pacing
 * @property {number} answers segments triggered by an acknowledgement
 * @property {number} late those of them that left too late
 * @property {ReturnType<typeof algorithmOf>} algorithm
 * @property {number | null} initialWindow segments
 * @property {{ count: number, timeNs: Float64Array, rttNs: Float64Array }} samples round trips of the whole path
 * @property {number} rttNs median round trip
 */

/**
 * @param {number} direction 0: the client's data
 * @param {import('../../transport/path.js').SenderPath} path
 * @param {{ mss: number, year: number | null }} known bytes; of the capture, as `yearOf` gives
 * @returns {SenderInsight}
 */
export function senderInsight(direction, path, { mss, year }) {
  const known = new SenderLimits(direction, path, mss);
  const { bursts, cwnd, limits, samples, rates, rttNs, paced } = known;
  const { phases, threshold, exit } = known.phased;
  const { pacing, late, answers } = paced;
  return {
    bursts,
    cwnd,
    limits,
    isFixed: known.isFixed,
    restarts: known.restarts,
    rates,
    phases,
    threshold,
    exit,
    pacing,
    late,
    answers,
    rttNs,
    samples,
    confidence: known.confidence,
    algorithm: algorithmOf(
      bursts,
      { cwnd, limits, phases, shares: known.shares, rates, samples, rttNs, baseRttNs: least(samples) || rttNs, paced },
      year,
    ),
    initialWindow: known.initialWindow,
  };
}

/** Shortest of the round trips; 0 where there are none. @param {SenderInsight['samples']} samples */
const least = ({ count, rttNs }) => quantile(rttNs.subarray(0, count), 0);
