import { quantile } from './pacing.js';

/** @typedef {import('./rates.js').Rates} Rates */

/**
 * The flight size of a sender that probes for bandwidth rises by a quarter for one minimum round trip, and falls back
 * in the next (BBR's ProbeBW, gains 5/4 and 3/4: draft-cardwell-iccrg-bbr-congestion-control section 4.3.3): the least
 * and largest rise above its level in between, and how constant that level is.
 */
const RISE = 1.12;
const FLAT = 1.06;
const MAX_RISE = 1.6;
const MIN_RISE_SEGMENTS = 3;
const MIN_FLAT = 0.8;
/** Meanwhile the delivery rate stays the same within this: a rise because the path slows down is no probe. */
const STEADY = 0.25;
/** A rise lasts at most so many round trips. */
const LONGEST_RISE = 4;
/**
 * Eight phases make a cycle, each as long as the shortest round trip; the first waits until in flight has risen, the
 * second ends as soon as it has fallen: 7.3 to 10 round trips between rises with Linux and ns-3.
 */
const CYCLE_PHASES = 8;
const SHORTEST_CYCLE = 5.5;
const LONGEST_CYCLE = 11;
/** In flight between rises: this quantile over three quarters of a cycle to either side, so many rows at least. */
const BETWEEN = 0.3;
const BETWEEN_ROWS = 4;

/**
 * Drain: having found the rate, the sender empties its queue by sending at 1/2.89 of it (0.35; measured over round
 * trips 0.33 to 0.38), until the flight size is the path's bandwidth-delay product, while the delivery rate stays the
 * same. Reno's and CUBIC's windows never fall below a half.
 */
const DRAIN_SENDING = 0.43;
const DRAINED = 0.48;
const LONGEST_DRAIN = 5;
const KEPT_DELIVERY = 0.85;
const MIN_PEAK = 16;
const MAX_KEPT = 0.6;
const MIN_KEPT = 0.25;

/**
 * Signs of a sender that uses a model of the path rather than a window.
 * @typedef {object} Probing
 * @property {number} rises of the flight size by a quarter
 * @property {number} cycles rises that came a cycle behind the one before
 * @property {boolean} drained the flight size fell to the bandwidth-delay product while the path stayed full
 */

/**
 * @param {Rates} rates
 * @param {{ rttNs: number, baseRttNs: number }} known usual and shortest round trip
 * @returns {Probing}
 */
export function probingOf(rates, { rttNs, baseRttNs }) {
  const half = Math.max(BETWEEN_ROWS, Math.round((CYCLE_PHASES * 0.75 * baseRttNs) / rttNs));
  let rises = 0;
  let cycles = 0;
  let lastNs = -Infinity;
  for (let k = 1; k + 1 < rates.count; k++) {
    if (!isRise(rates, k, half)) continue;
    const phases = (rates.timeNs[k] - lastNs) / baseRttNs;
    if (phases >= SHORTEST_CYCLE && phases <= LONGEST_CYCLE) cycles++;
    lastNs = rates.timeNs[k];
    rises++;
  }
  return { rises, cycles, drained: hasDrained(rates) };
}

/**
 * Whether the flight size rises briefly at row k, from and back to its level around it.
 * @param {Rates} rates @param {number} k @param {number} half rows examined to either side
 */
function isRise({ count, inFlight, delivery }, k, half) {
  const all = /** @type {const} */ ([Math.max(0, k - half), Math.min(count, k + half + 1)]);
  const between = quantile(inFlight.subarray(...all), BETWEEN);
  const high = between * RISE;
  if (inFlight[k] < high || inFlight[k - 1] >= high || inFlight[k] - between < MIN_RISE_SEGMENTS) return false;
  const isFlat = (/** @type {number} */ row) =>
    inFlight[row] <= between * FLAT && inFlight[row] >= between * MIN_FLAT;
  const before = k > 1 && inFlight[k - 1] > between * FLAT ? k - 2 : k - 1;
  let after = k;
  while (after < count && inFlight[after] > between * FLAT && after - k < LONGEST_RISE) {
    if (inFlight[after++] > between * MAX_RISE) return false;
  }
  if (after >= count || !isFlat(before) || !isFlat(after)) return false;
  const usual = quantile(delivery.subarray(...all), 0.5);
  for (let row = before; row <= after; row++) {
    if (Math.abs(delivery[row] - usual) > usual * STEADY) return false;
  }
  return true;
}

/** @param {Rates} rates */
function hasDrained(rates) {
  const { count, inFlight, sending, delivery } = rates;
  for (let k = 2; k + 2 < count; k++) {
    const peak = inFlight[k - 1];
    if (peak < MIN_PEAK || inFlight[k] >= peak) continue;
    const full =
      quantile(delivery.subarray(Math.max(0, k - 4), Math.min(count, k + LONGEST_DRAIN)), 0.5) * KEPT_DELIVERY;
    let least = sending[k - 1] / delivery[k - 1];
    let end = k;
    while (end < k + LONGEST_DRAIN && end + 1 < count && delivery[end] >= full && inFlight[end] > peak * DRAINED) {
      least = Math.min(least, sending[end] / delivery[end]);
      end++;
    }
    if (inFlight[end] <= peak * DRAINED && least <= DRAIN_SENDING && goesOn(rates, end, peak, full)) {
      return true;
    }
  }
  return false;
}

/**
 * The flight size after a drain stays constant, and fills the path.
 * @param {Rates} rates @param {number} end the drain's last row @param {number} peak before it @param {number} full
 */
function goesOn({ count, inFlight, delivery }, end, peak, full) {
  for (let row = end; row < Math.min(end + 3, count); row++) {
    if (inFlight[row] > peak * MAX_KEPT || inFlight[row] < peak * MIN_KEPT || delivery[row] < full) return false;
  }
  return true;
}
