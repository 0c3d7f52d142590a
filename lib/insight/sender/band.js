import { INITIAL_SEGMENTS } from '../../shared/tcp-numbers.js';
import { STATE } from '../../transport/bursts.js';
import { LIMIT } from './limits.js';

/** @typedef {import('../../transport/bursts.js').Bursts} Bursts */

/**
 * A window that is not filled does not grow beyond twice what was in flight (Linux, tcp_is_cwnd_limited in slow start;
 * BBR's gain), nor was it less than the initial window to begin with.
 */
const MAX_UNFILLED = 2;

/**
 * Lower and upper bounds of the window after each burst, in segments: at the estimate where it is visible, as far apart
 * as the order of packets is uncertain; elsewhere from the flight size to twice its largest value so far.
 * @param {Bursts} bursts @param {Float64Array} cwnd @param {Uint8Array} limits @param {Float32Array} confidence
 * @returns {{ low: Float64Array, high: Float64Array }}
 */
export function bandAfter(bursts, cwnd, limits, confidence) {
  const low = new Float64Array(bursts.count);
  const high = new Float64Array(bursts.count);
  let most = INITIAL_SEGMENTS / MAX_UNFILLED;
  for (let b = 0; b < bursts.count; b++) {
    most = Math.max(most, bursts.pipeAfter[b]);
    const unsure = cwnd[b] * (1 - bursts.confidence[b]);
    const shows = confidence[b] >= 0.5 && (limits[b] === LIMIT.CONGESTION_WINDOW || bursts.state[b] !== STATE.OPEN);
    low[b] = shows ? Math.max(1, cwnd[b] - unsure) : Math.max(1, bursts.pipeAfter[b]);
    high[b] = shows ? cwnd[b] + unsure : Math.max(cwnd[b], most * MAX_UNFILLED);
  }
  return { low, high };
}
