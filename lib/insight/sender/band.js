import { INITIAL_SEGMENTS } from '../../shared/tcp-numbers.js';
import { STATE } from '../../transport/bursts.js';
import { LIMIT } from './limits.js';
import { wasPaced } from './pacing.js';

/** @typedef {import('../../transport/bursts.js').Bursts} Bursts */

/** Confidence in the window by what limited the sender: it is visible where the window did. */
const CONFIDENCE = Object.freeze({ LEAST: 0.5, SPAN: 0.45, HIDDEN: 0.3, UNORDERED: 0.4 });
/** With less confidence in the order of packets the window is not inferred. */
const MIN_ORDER = 0.3;

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
    const shows = windowShows({ bursts, limits, confidence }, b);
    low[b] = shows ? Math.max(1, cwnd[b] - unsure) : Math.max(1, bursts.pipeAfter[b]);
    high[b] = shows ? cwnd[b] + unsure : Math.max(cwnd[b], most * MAX_UNFILLED);
  }
  return { low, high };
}

/**
 * Whether the packets show the window: it was the limit, or a loss is repaired, when it follows what is in flight.
 * @param {{ bursts: Pick<Bursts, 'state'>, limits: Uint8Array, confidence: Float32Array }} inferred
 * @param {number} b burst
 */
export const windowShows = ({ bursts, limits, confidence }, b) =>
  confidence[b] >= 0.5 && (limits[b] === LIMIT.CONGESTION_WINDOW || bursts.state[b] !== STATE.OPEN);

/**
 * @param {Bursts} bursts
 * @param {Uint8Array} limits
 * @param {Uint8Array} starved
 * @param {import('./pacing.js').Pacing} pacing
 */
export function confidenceAfter(bursts, limits, starved, pacing) {
  const confidence = new Float32Array(bursts.count);
  for (let b = 0; b < bursts.count; b++) {
    const shows =
      (bursts.state[b] !== STATE.OPEN && !starved[b]) ||
      (limits[b] === LIMIT.CONGESTION_WINDOW && (pacing === 'none' || !wasPaced(bursts, b)));
    const order = bursts.confidence[b];
    if (!shows) confidence[b] = CONFIDENCE.HIDDEN * order;
    else confidence[b] = order < MIN_ORDER ? CONFIDENCE.UNORDERED : CONFIDENCE.LEAST + CONFIDENCE.SPAN * order;
  }
  return confidence;
}

/**
 * The same where acknowledgements were shifted by the shortest round trip: segments in a queue before the capture point
 * are then missing from the flight size.
 * @param {Bursts} bursts @param {Uint8Array} limits @param {Uint8Array} starved @param {Uint8Array} hidden
 */
export function confidenceMoved({ count, state, confidence: order }, limits, starved, hidden) {
  const confidence = new Float32Array(count);
  for (let b = 0; b < count; b++) {
    const shows = !hidden[b] && ((state[b] !== STATE.OPEN && !starved[b]) || limits[b] === LIMIT.CONGESTION_WINDOW);
    confidence[b] = shows ? CONFIDENCE.LEAST + CONFIDENCE.SPAN * order[b] : CONFIDENCE.HIDDEN * order[b];
  }
  return confidence;
}
