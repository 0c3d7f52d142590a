import { STATE } from './bursts.js';
import { LIMIT } from './limits.js';
import { quantile } from './pacing.js';
import { PHASE } from './phases.js';

/** @typedef {import('./bursts.js').Bursts} Bursts */

/**
 * What is left of the window behind a loss: half of it with Reno (RFC 5681), seven tenths with CUBIC (RFC 9438).
 * Between them the line; outside it was something else.
 */
const LEAST_LEFT = 0.4;
const RENO_OR_CUBIC = 0.6;
const MOST_LEFT = 0.85;
const CUBIC_SHARE = 0.7;
/** Below this many segments rounding blurs the share. */
const LEAST_WINDOW = 8;
/**
 * Agreement among back-offs that is wanted. A second loss can make CUBIC's look like Reno's, but nothing makes Reno
 * keep more than half. Confidence by their number: one alone says little.
 */
const RENO_AGREEMENT = 0.8;
const CUBIC_AGREEMENT = 0.4;
const FIRST_CONFIDENCE = 0.5;
const MORE_CONFIDENCE = 0.1;
const MOST_CONFIDENCE = 0.95;
const PACED_CONFIDENCE = 0.85;
/** Whatever the name, where pacing is only guessed. */
const UNSURE_CONFIDENCE = 0.45;
/**
 * Only CUBIC (HyStart, RFC 9406) leaves slow start without a loss; but a window held by something else looks like it.
 */
const EXIT_CONFIDENCE = 0.55;

/**
 * The congestion control by what it does: BBR paces by a rate of its own, Reno and CUBIC tell by their back-offs.
 * @param {Bursts} bursts @param {number[]} shares as `sharesLeft` gives @param {Uint8Array} phases
 * @param {{ pacing: import('./pacing.js').Pacing, isSure: boolean }} paced
 * @returns {{ name: 'reno' | 'cubic' | 'bbr', confidence: number } | null} null: not told
 */
export function algorithmOf(bursts, shares, phases, { pacing, isSure }) {
  const told =
    pacing === 'bbr'
      ? { name: /** @type {const} */ ('bbr'), confidence: PACED_CONFIDENCE }
      : byBackOffs(bursts, shares, phases, pacing);
  return told === null || isSure ? told : { ...told, confidence: Math.min(told.confidence, UNSURE_CONFIDENCE) };
}

/**
 * @param {Bursts} bursts
 * @param {number[]} shares
 * @param {Uint8Array} phases
 * @param {import('./pacing.js').Pacing} pacing
 * @returns {{ name: 'reno' | 'cubic', confidence: number } | null}
 */
function byBackOffs(bursts, shares, phases, pacing) {
  if (pacing === 'fixed' || pacing === 'unknown') return null;
  const all = shares.length;
  const reno = shares.filter((share) => share < RENO_OR_CUBIC).length;
  const cubic = all - reno;
  if (all === 0) return leavesUnprompted(bursts, phases) ? { name: 'cubic', confidence: EXIT_CONFIDENCE } : null;
  const isReno = reno >= all * RENO_AGREEMENT;
  const votes = isReno ? reno : cubic;
  if (!isReno && cubic < all * CUBIC_AGREEMENT) return null;
  return {
    name: isReno ? 'reno' : 'cubic',
    confidence: Math.min(MOST_CONFIDENCE, FIRST_CONFIDENCE + MORE_CONFIDENCE * (votes - 1)),
  };
}

/**
 * What is mostly left of the window behind a loss, as a share; CUBIC's where nothing tells.
 * @param {number[]} shares as `sharesLeft` gives
 */
export const shareLeft = (shares) =>
  shares.length === 0 ? CUBIC_SHARE : quantile(Float64Array.from(shares), 0.5) || CUBIC_SHARE;

/**
 * What each back-off that shows left of the window: one that held the sender back before and behind it.
 * @param {Bursts} bursts
 * @param {Float64Array} cwnd
 * @param {Uint8Array} limits
 */
export function sharesLeft({ count, state, undone, sentNew }, cwnd, limits) {
  const shares = [];
  let before = 0;
  let from = -1;
  let timedOut = false;
  for (let b = 1; b < count; b++) {
    if (state[b] !== STATE.OPEN && state[b - 1] === STATE.OPEN) {
      before = limits[b - 1] === LIMIT.CONGESTION_WINDOW ? cwnd[b - 1] : 0;
      from = b;
      timedOut = false;
    }
    timedOut ||= state[b] === STATE.LOSS;
    if (from < 0 || state[b] !== STATE.OPEN || sentNew[b] === 0) continue;
    const left = cwnd[b] / before;
    const isClear = !timedOut && undone[b] === undone[from] && before >= LEAST_WINDOW;
    from = -1;
    if (isClear && left >= LEAST_LEFT && left <= MOST_LEFT) shares.push(left);
  }
  return shares;
}

/**
 * Congestion avoidance while nothing was lost or marked, but for what the sender took back.
 * @param {Bursts} bursts
 * @param {Uint8Array} phases
 */
function leavesUnprompted({ count, state, undone }, phases) {
  let taken = 0;
  for (let b = 0; b < count; b++) {
    if (state[b] !== STATE.OPEN) continue;
    if (b > 0 && state[b - 1] !== STATE.OPEN && undone[b] === taken) return false;
    taken = undone[b];
    if (phases[b] === PHASE.CONGESTION_AVOIDANCE) return true;
  }
  return false;
}
