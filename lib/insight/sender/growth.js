import { STATE } from './bursts.js';
import { LIMIT } from './limits.js';
import { PHASE } from './phases.js';

/** @typedef {import('./bursts.js').Bursts} Bursts */

/** Rounds of a stretch of congestion avoidance, with the window as the limit, needed to measure growth. */
const MIN_ROUNDS = 6;
const HELD_SHARE = 0.8;

/**
 * How a window grew between back-offs: segments for each window acknowledged, which is a round trip whatever the path
 * does meanwhile (RFC 5681 section 3.1: Reno one, or half of one where every other segment is acknowledged and counted
 * once).
 * @typedef {object} Growth
 * @property {number} early over the first half of its rounds
 * @property {number} late over the second half, when recovery has no effect any more
 * @property {number} rounds
 * @property {number} seconds
 * @property {number} from window at its beginning, segments
 * @property {number} to at its end
 */

/**
 * Growth in each measurable stretch of congestion avoidance: nothing lost, and the window the limit.
 * @param {Bursts} bursts
 * @param {Float64Array} cwnd
 * @param {Uint8Array} limits
 * @param {Uint8Array} phases
 * @returns {Growth[]} in the order of time
 */
export function growthsOf(bursts, cwnd, limits, phases) {
  const { count, state } = bursts;
  const list = [];
  for (let from = 0; from < count; from++) {
    if (state[from] !== STATE.OPEN || phases[from] !== PHASE.CONGESTION_AVOIDANCE) continue;
    let to = from;
    while (to + 1 < count && state[to + 1] === STATE.OPEN && phases[to + 1] !== PHASE.SLOW_START) to++;
    const growth = growthIn(bursts, cwnd, limits, { from, to });
    if (growth !== null) list.push(growth);
    from = to;
  }
  return list;
}

/**
 * @param {Bursts} bursts @param {Float64Array} cwnd @param {Uint8Array} limits
 * @param {{ from: number, to: number }} stretch bursts from … to
 * @returns {Growth | null}
 */
function growthIn({ delivered, sentNew, startNs }, cwnd, limits, { from, to }) {
  let rounds = 0;
  let sending = 0;
  let held = 0;
  for (let b = from + 1; b <= to; b++) {
    rounds += delivered[b] / Math.max(1, cwnd[b]);
    sending += Number(sentNew[b] > 0);
    held += Number(sentNew[b] > 0 && limits[b] === LIMIT.CONGESTION_WINDOW);
  }
  if (rounds < MIN_ROUNDS || held < sending * HELD_SHARE) return null;
  let middle = from;
  for (let passed = 0; passed < rounds / 2;) passed += delivered[++middle] / Math.max(1, cwnd[middle]);
  return {
    early: (cwnd[middle] - cwnd[from]) / (rounds / 2),
    late: (cwnd[to] - cwnd[middle]) / (rounds / 2),
    rounds,
    seconds: (startNs[to] - startNs[from]) / 1e9,
    from: cwnd[from],
    to: cwnd[to],
  };
}
