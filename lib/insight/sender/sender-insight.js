import { STATE } from '../../transport/bursts.js';
import { algorithmOf } from './algorithm.js';
import { queueHidden } from './hidden-queue.js';
import { LIMIT } from './limits.js';
import { quantile, wasPaced } from './pacing.js';
import { ratesOf } from './rates.js';
import { SenderLimits } from './sender-limits.js';

/** @typedef {import('../../transport/bursts.js').Bursts} Bursts */

/** Confidence in the window by what limited the sender: it is visible where the window did. */
const CONFIDENCE = Object.freeze({ LEAST: 0.5, SPAN: 0.45, HIDDEN: 0.3, UNORDERED: 0.4 });
/** With less confidence in the order of packets the window is not inferred. */
const MIN_ORDER = 0.3;

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
  const { bursts, cwnd, limits, starved, samples, rttNs, paced } = known;
  const rates = ratesOf(bursts, mss, rttNs);
  const { phases, threshold, exit } = known.phased;
  const { pacing, gapNs, late, answers } = paced;
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
    confidence:
      known.order === 'shifted'
        ? confidenceMoved(bursts, limits, starved, queueHidden(bursts, cwnd, rates, { rttNs, gapNs }))
        : confidenceAfter(bursts, limits, starved, pacing),
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

/**
 * @param {Bursts} bursts
 * @param {Uint8Array} limits
 * @param {Uint8Array} starved
 * @param {import('./pacing.js').Pacing} pacing
 */
function confidenceAfter(bursts, limits, starved, pacing) {
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
function confidenceMoved({ count, state, confidence: order }, limits, starved, hidden) {
  const confidence = new Float32Array(count);
  for (let b = 0; b < count; b++) {
    const shows = !hidden[b] && ((state[b] !== STATE.OPEN && !starved[b]) || limits[b] === LIMIT.CONGESTION_WINDOW);
    confidence[b] = shows ? CONFIDENCE.LEAST + CONFIDENCE.SPAN * order[b] : CONFIDENCE.HIDDEN * order[b];
  }
  return confidence;
}
