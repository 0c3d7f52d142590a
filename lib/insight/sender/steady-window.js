import { STATE } from './bursts.js';
import { quantile } from './pacing.js';
import { PHASE } from './phases.js';

/** @typedef {import('./bursts.js').Bursts} Bursts */

/** A window is steady if it stays within this many segments to the end, for so many windows acknowledged. */
const SAME_SEGMENTS = 1;
const MIN_ROUNDS = 20;
/**
 * It was reached by steps of one segment, at least this many, each a round trip after the previous one, or later where
 * growth slows down.
 */
const MIN_STEPS = 3;
const SHORTEST_STEP = 0.6;
const LONGEST_STEP = 20;
/**
 * Segments waiting in the queue: Vegas keeps 2 to 4 there (Brakmo and Peterson 1995), of which delayed ACKs hide some.
 */
const MIN_QUEUED = 0.5;
const MAX_QUEUED = 6;
/**
 * LEDBAT keeps the queue as long as a target: 100 ms at the most (RFC 6817 section 2.4.2, as uTP has it), 60 ms with
 * LEDBAT++ (draft-irtf-iccrg-ledbat-plus-plus section 4.2).
 */
const TARGETS_NS = Object.freeze([60e6, 100e6]);
const AT_TARGET = 0.05;

/**
 * A window that grows by single segments until a few of them stand in the queue, or until the queueing delay reaches
 * its target, and then stays constant without loss. A send buffer or a receive window ends growth too, but
 * independently of the queue.
 * @param {Bursts} bursts
 * @param {Float64Array} cwnd
 * @param {Uint8Array} phases
 * @param {{ count: number, timeNs: Float64Array, rttNs: Float64Array }} samples
 * @param {{ rttNs: number, baseRttNs: number }} known usual and shortest round trip
 * @returns {{ segments: number, queued: number, delayNs: number, keeps: 'segments' | 'delay' } | null} queued: segments
 *   that waited, for `delayNs`; keeps: which of the two such a congestion control keeps constant
 */
export function steadyWindow(bursts, cwnd, phases, samples, { rttNs, baseRttNs }) {
  const { count, state, delivered, startNs } = bursts;
  let from = count - 1;
  let rounds = 0;
  while (from > 0 && state[from] === STATE.OPEN && Math.abs(cwnd[from - 1] - cwnd[count - 2]) <= SAME_SEGMENTS) {
    rounds += delivered[from] / Math.max(1, cwnd[from]);
    from--;
  }
  if (rounds < MIN_ROUNDS || stepsBefore(bursts, cwnd, phases, { from, rttNs }) < MIN_STEPS) return null;
  let first = 0;
  while (first < samples.count && samples.timeNs[first] < startNs[from]) first++;
  const usualNs = quantile(samples.rttNs.subarray(first, samples.count), 0.5);
  const delayNs = usualNs - baseRttNs;
  const steady = { segments: cwnd[count - 2], queued: (cwnd[from] * delayNs) / usualNs, delayNs };
  const isAtTarget = TARGETS_NS.some((target) => Math.abs(delayNs - target) <= target * AT_TARGET);
  if (isAtTarget) return { ...steady, keeps: 'delay' };
  return steady.queued >= MIN_QUEUED && steady.queued <= MAX_QUEUED ? { ...steady, keeps: 'segments' } : null;
}

/**
 * Steps of one segment, a round trip apart, by which the window had grown in congestion avoidance before it became
 * steady.
 * @param {Bursts} bursts @param {Float64Array} cwnd @param {Uint8Array} phases
 * @param {{ from: number, rttNs: number }} known
 */
function stepsBefore({ state, startNs }, cwnd, phases, { from, rttNs }) {
  let steps = 0;
  let nextNs = NaN;
  for (let b = from; b > 0 && state[b] === STATE.OPEN && phases[b] !== PHASE.SLOW_START; b--) {
    const step = cwnd[b] - cwnd[b - 1];
    if (step === 0) continue;
    const trips = (nextNs - startNs[b]) / rttNs;
    if (step !== 1 || trips < SHORTEST_STEP || trips > LONGEST_STEP) break;
    nextNs = startNs[b];
    steps++;
  }
  return steps;
}
