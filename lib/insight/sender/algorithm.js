import { counted } from '../../shared/text/quantities.js';
import { STATE } from '../../transport/bursts.js';
import { onlySince } from '../../transport/in-use.js';
import { growthsOf } from './growth.js';
import { LIMIT } from './limits.js';
import { quantile } from './pacing.js';
import { probingOf } from './probing.js';
import { steadyWindow } from './steady-window.js';

/** @typedef {import('../../transport/bursts.js').Bursts} Bursts */
/** @typedef {import('./growth.js').Growth} Growth */

/**
 * Share of the window kept after a loss: half of it with Reno (RFC 5681), seven tenths with CUBIC (RFC 9438; eight in
 * its first implementations, Linux before 2.6.27 and FreeBSD). The limit between them is halfway; outside it was
 * something else.
 */
const MIN_LEFT = 0.4;
const RENO_OR_CUBIC = 0.6;
const MAX_LEFT = 0.85;
const CUBIC_SHARE = 0.7;
/** No other algorithm is known to be this close to 0.7. */
const NEAR = 0.04;
/** Below this many segments rounding makes the share unreliable. */
const MIN_WINDOW = 8;
/**
 * Required agreement among back-offs. A second loss can make CUBIC's look like Reno's, but nothing makes Reno keep more
 * than half. Confidence by their number: one alone says little.
 */
const RENO_AGREEMENT = 0.8;
const CUBIC_AGREEMENT = 0.4;
const FIRST_CONFIDENCE = 0.5;
const MORE_CONFIDENCE = 0.1;
const MAX_CONFIDENCE = 0.95;
/** Confidence in any name where pacing is only guessed. */
const UNSURE_CONFIDENCE = 0.45;

/**
 * Growth for each window acknowledged. Reno's is one segment, 0.85 to 1.15 as measured with Linux, FreeBSD and smoltcp;
 * half of one where acknowledgements of two segments count once (ns-3, lwIP). CUBIC's is 0.53 while it follows Reno
 * (RFC 9438 section 4.3), otherwise it slows down towards the window of the last loss and accelerates beyond it.
 */
const RENO_GROWTH = Object.freeze({ least: 0.7, most: 1.4 });
const FOLLOWED_GROWTH = Object.freeze({ least: 0.35, most: 0.65 });
const MIN_RENO_GROWTH = 0.3;
const MAX_RENO_GROWTH = 1.6;
/** No congestion avoidance adds more than this share of the window in a round trip: CUBIC 0.02 to 0.07 as measured. */
const MAX_GROWN = 0.1;
/** Growth is a curve where it changes by this factor between the halves of a stretch. */
const CURVED = 1.5;
/**
 * H-TCP grows like Reno for a second behind a loss, then by ten segments more for each further one
 * (draft-leith-tcp-htcp-06): three a round trip in the second half of a stretch of two seconds at the least.
 */
const HTCP_SECONDS = 2;
const HTCP_GROWTH = 3;
const GUESS_CONFIDENCE = 0.5;
/** Cycles of probing, alone and with the drain before them. */
const PROBING_CYCLES = 2;
const PROBING_CONFIDENCE = 0.85;
const DRAIN_CONFIDENCE = 0.6;

/** Display names. */
export const ALGORITHM_WORDS = Object.freeze({
  reno: 'Reno',
  cubic: 'CUBIC',
  htcp: 'H-TCP',
  vegas: 'Vegas',
  ledbat: 'LEDBAT',
  bbr: 'BBR',
});

/**
 * @typedef {object} Algorithm
 * @property {keyof typeof ALGORITHM_WORDS | null} name the algorithm; null where several match, or none
 * @property {number} confidence 0 … 1
 * @property {string} reason what was seen
 */

/**
 * @typedef {object} Known
 * @property {Float64Array} cwnd segments
 * @property {Uint8Array} limits values of `LIMIT`
 * @property {Uint8Array} phases values of `PHASE`
 * @property {number[]} shares as `sharesLeft` gives
 * @property {import('./rates.js').Rates} rates
 * @property {{ count: number, timeNs: Float64Array, rttNs: Float64Array }} samples round trips of the whole path
 * @property {number} rttNs usual round trip
 * @property {number} baseRttNs shortest one
 * @property {import('./pacing.js').Paced} paced
 */

/**
 * The congestion control by its behaviour: BBR probes for bandwidth in cycles; Reno, CUBIC and H-TCP differ in the
 * share of the window kept after a loss and in its growth. One kind of evidence alone is not enough, and an algorithm
 * younger than the capture is never named.
 * @param {Bursts} bursts
 * @param {Known} known
 * @param {number | null} year of the capture, as `yearOf` gives
 * @returns {Algorithm}
 */
export function algorithmOf(bursts, known, year) {
  const found = byBehaviour(bursts, known);
  const since = found.name === null ? null : onlySince(found.name, year);
  if (found.name === null || since === null) return found;
  return unnamed(
    `${found.reason}, as ${ALGORITHM_WORDS[found.name]} does, but that dates from ${since}, the capture from ${year}`,
  );
}

/** @param {Bursts} bursts @param {Known} known @returns {Algorithm} */
function byBehaviour(bursts, known) {
  const { cwnd, limits, phases, shares, rates, samples, rttNs, baseRttNs, paced } = known;
  const probing = byProbing(probingOf(rates, { rttNs, baseRttNs }), paced);
  if (probing !== null && probing.confidence > DRAIN_CONFIDENCE) return probing;
  if (paced.pacing === 'fixed' || paced.pacing === 'unknown') {
    return unnamed(
      paced.pacing === 'fixed'
        ? 'it paces at a set rate'
        : 'a bottleneck before the capture point spaces the segments, and they have no timestamps',
    );
  }
  const steady = shares.length === 0 ? steadyWindow(bursts, cwnd, phases, samples, known) : null;
  if (steady !== null) return bySteadyWindow(steady);
  const named = byWindow(shares, growthsOf(bursts, cwnd, limits, phases));
  if (probing !== null && named.confidence <= DRAIN_CONFIDENCE) return probing;
  return paced.isSure ? named : { ...named, confidence: Math.min(named.confidence, UNSURE_CONFIDENCE) };
}

/** @param {string} reason @returns {Algorithm} */
const unnamed = (reason) => ({ name: null, confidence: 0, reason });

/**
 * @param {import('./probing.js').Probing} probing
 * @param {import('./pacing.js').Paced} paced
 * @returns {Algorithm | null}
 */
function byProbing({ rises, cycles, drained }, { pacing }) {
  const isPaced = pacing === 'bbr';
  const times = rises === 1 ? 'once' : `${rises} times`;
  const seen = `bytes in flight rose by a quarter and fell back ${times}`;
  if (cycles >= PROBING_CYCLES || (cycles > 0 && (drained || isPaced))) {
    return { name: 'bbr', confidence: PROBING_CONFIDENCE, reason: `${seen}, eight minimum RTTs apart` };
  }
  if (!isPaced || (rises === 0 && !drained)) return null;
  return {
    name: 'bbr',
    confidence: DRAIN_CONFIDENCE,
    reason: drained
      ? 'after start-up it drained the queue by sending at a third of the rate that it had measured'
      : seen,
  };
}

/**
 * @param {NonNullable<ReturnType<typeof steadyWindow>>} steady
 * @returns {Algorithm}
 */
function bySteadyWindow({ segments, queued, delayNs, keeps }) {
  const isDelay = keeps === 'delay';
  const waited = isDelay ? `${Math.round(delayNs / 1e6)} ms` : Math.max(1, Math.round(queued));
  return {
    name: isDelay ? 'ledbat' : 'vegas',
    confidence: GUESS_CONFIDENCE,
    reason: `its window grew by single segments until ${waited} were queued, and stayed at ${segments}`,
  };
}

/**
 * @param {number[]} shares @param {Growth[]} growths
 * @returns {Algorithm}
 */
function byWindow(shares, growths) {
  const late = growths.map((growth) => growth.late);
  const usual = late.length === 0 ? NaN : quantile(Float64Array.from(late), 0.5);
  const isCurve = growths.some((growth) => isCurved(growth) || isFast(growth));
  const grew = late.length === 0 ? '' : `, and it grew by ${usual.toFixed(1)} segments per RTT`;
  if (shares.length === 0) {
    return growths.some(isFast)
      ? {
          name: 'cubic',
          confidence: FIRST_CONFIDENCE + MORE_CONFIDENCE,
          reason: `it left slow start without a loss, and its window grew faster than Reno's${grew}`,
        }
      : unnamed(`no loss shows its back-off${grew}`);
  }
  const left = quantile(Float64Array.from(shares), 0.5);
  const seen = `${counted(shares.length, 'back-off')} left ${left.toFixed(2)} of the window${grew}`;
  const reno = shares.filter((share) => share < RENO_OR_CUBIC).length;
  const isHalf = reno >= shares.length * RENO_AGREEMENT;
  const votes = isHalf ? reno : shares.length - reno;
  const confidence = Math.min(MAX_CONFIDENCE, FIRST_CONFIDENCE + MORE_CONFIDENCE * (votes - 1));
  if (isHalf) return halved(growths, usual, { seen, confidence, isAlone: shares.length === 1 });
  if (votes < shares.length * CUBIC_AGREEMENT) return unnamed(seen);
  const isRenos = growths.length > 0 && !isCurve && within(usual, RENO_GROWTH) && Math.abs(left - CUBIC_SHARE) > NEAR;
  const shows = isCurve || within(usual, FOLLOWED_GROWTH);
  return isRenos || (shares.length === 1 && !shows) ? unnamed(seen) : { name: 'cubic', confidence, reason: seen };
}

/**
 * Half is kept: Reno where it grows like it.
 * @param {Growth[]} growths @param {number} usual
 * @param {{ seen: string, confidence: number, isAlone: boolean }} known
 * @returns {Algorithm}
 */
function halved(growths, usual, { seen, confidence, isAlone }) {
  if (
    growths.some(({ seconds, early, late }) => seconds >= HTCP_SECONDS && late >= HTCP_GROWTH && late > early * CURVED)
  ) {
    return { name: 'htcp', confidence: Math.min(confidence, GUESS_CONFIDENCE), reason: `${seen}, faster each second` };
  }
  const isOther = usual < MIN_RENO_GROWTH || usual > MAX_RENO_GROWTH;
  return isOther || (isAlone && !within(usual, RENO_GROWTH))
    ? unnamed(seen)
    : { name: 'reno', confidence, reason: seen };
}

/** @param {number} value @param {{ least: number, most: number }} range */
const within = (value, { least, most }) => value >= least && value <= most;

/** Whether growth is not linear: it slows down a lot, or accelerates. @param {Growth} growth */
const isCurved = ({ early, late }) =>
  (early > MAX_RENO_GROWTH && late < early / CURVED) || (late > MAX_RENO_GROWTH && late > early * CURVED);

/**
 * Usual share of the window kept after a loss; CUBIC's where unknown.
 * @param {number[]} shares as `sharesLeft` gives
 */
export const shareLeft = (shares) =>
  shares.length === 0 ? CUBIC_SHARE : quantile(Float64Array.from(shares), 0.5) || CUBIC_SHARE;

/**
 * The share of the window kept at each back-off where it can be seen: the window was the limit before and after.
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
    const isClear = !timedOut && undone[b] === undone[from] && before >= MIN_WINDOW;
    from = -1;
    if (isClear && left >= MIN_LEFT && left <= MAX_LEFT) shares.push(left);
  }
  return shares;
}

/**
 * Whether it grows faster than Reno's, but not exponentially as in slow start.
 * @param {Growth} growth
 */
const isFast = ({ early, late, to }) =>
  Math.min(early, late) > RENO_GROWTH.most && Math.max(early, late) < to * MAX_GROWN;
