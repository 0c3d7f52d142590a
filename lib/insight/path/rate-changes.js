import { inferred, notObservable } from '../sender/inferred-value.js';
import { quantile } from '../sender/pacing.js';

/** @typedef {import('../sender/rates.js').Rates} Rates */

/** Least round trips with a queue on either side of a change, and least change of the rate. */
const MIN_SIDE = 5;
const MIN_RATIO = 1.5;
/** Each side keeps its rate: middle half within this share of its median. */
const STEADY = 0.3;
const CONFIDENCE = 0.8;
const NO_CHANGE_CONFIDENCE = 0.7;

/**
 * The bottleneck's rate, in bytes of payload a second, before and behind a change.
 * @typedef {{ timeNs: number, before: number, after: number }} RateChange
 */

/**
 * Whether the bottleneck changed its rate for good while a queue stood in front of it: the split of the round trips
 * with a queue between whose halves the rate differs most.
 * @param {Rates} rates @param {Uint8Array} queued by row
 * @returns {import('../sender/inferred-value.js').Inferred<RateChange | 'none'>}
 */
export function rateChange(rates, queued) {
  const rows = Int32Array.from({ length: rates.count }, (_, row) => row).filter((row) => queued[row] === 1);
  if (rows.length < 2 * MIN_SIDE) return notObservable('a queue stood for too few round trips');
  const logs = Float64Array.from(rows, (row) => Math.log(rates.delivery[row]));
  const at = bestSplit(logs);
  const before = Float64Array.from(rows.subarray(0, at), (row) => rates.delivery[row]);
  const after = Float64Array.from(rows.subarray(at), (row) => rates.delivery[row]);
  const [from, to] = [quantile(before, 0.5), quantile(after, 0.5)];
  if (Math.max(from / to, to / from) < MIN_RATIO || spread(before) > STEADY || spread(after) > STEADY) {
    return inferred('none', NO_CHANGE_CONFIDENCE);
  }
  return inferred(
    { timeNs: rates.timeNs[rows[at]] - rates.spanNs[rows[at]], before: Math.round(from), after: Math.round(to) },
    CONFIDENCE,
  );
}

/** Where the sums of squares on both sides are least. @param {Float64Array} values */
function bestSplit(values) {
  const { length } = values;
  const total = values.reduce((sum, value) => sum + value, 0);
  let best = MIN_SIDE;
  let most = -Infinity;
  let left = 0;
  for (let at = 1; at <= length - MIN_SIDE; at++) {
    left += values[at - 1];
    if (at < MIN_SIDE) continue;
    const between = (left * left) / at + ((total - left) * (total - left)) / (length - at);
    if (between > most) [best, most] = [at, between];
  }
  return best;
}

/** @param {Float64Array} values */
const spread = (values) => (quantile(values, 0.75) - quantile(values, 0.25)) / quantile(values, 0.5);
