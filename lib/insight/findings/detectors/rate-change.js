import { megabits } from '../../../shared/text/quantities.js';
import { LIMIT } from '../../sender/limits.js';
import { defineKind } from '../define-kind.js';
import { framesAt } from '../evidence/evidence.js';
import { finding, ofEachDirection, receiverName } from '../finding.js';

export const RATE_CHANGE = defineKind('rate_change', 'Bottleneck rate fell', 'network', ['RFC 5166']);

/** Spans that the time of a transfer is cut into. */
const SPANS = 16;
/** A path whose rate fell to a half or less, for a quarter of the time. */
const FALL = 0.5;
const MIN_AFTER = 4;
const MIN_BEFORE = 3;
const MIN_SAMPLES = 50;
/** … and round trips longer by as much. */
const GROWTH = 1.25;
/** Rates of neighbouring spans agree within this. */
const STEADY = 1.35;
/** A sender that mostly waits for its application does not show the path's rate. */
const MAX_WITHOUT_DATA = 0.5;

/**
 * The delivery rate fell to a half or less and stayed there, though as much was in flight and round trips grew in step:
 * the path became slower. (A sender that sends less has shorter round trips, not longer ones.)
 */
export const rateChange = ofEachDirection(
  [RATE_CHANGE],
  ({ direction, insight: { bursts }, samples, mss, limitNs, startNs, endNs, activeNs }, { packets }) => {
    if (samples.count < MIN_SAMPLES || activeNs <= 0 || limitNs[LIMIT.APPLICATION] > MAX_WITHOUT_DATA * activeNs) {
      return null;
    }
    const delivered = new Float64Array(SPANS);
    const delays = new Float64Array(SPANS);
    const counts = new Float64Array(SPANS);
    const span = (/** @type {number} */ ns) =>
      Math.min(SPANS - 1, Math.max(0, Math.floor(((ns - startNs) / activeNs) * SPANS)));
    for (let b = 0; b < bursts.count; b++) delivered[span(bursts.startNs[b])] += bursts.delivered[b];
    for (let k = 0; k < samples.count; k++) {
      const at = span(samples.timeNs[k]);
      delays[at] += samples.rttNs[k];
      counts[at]++;
    }
    for (let cut = MIN_BEFORE; cut <= SPANS - MIN_AFTER; cut++) {
      if (mean(delays, counts, cut + 1, SPANS) < GROWTH * mean(delays, counts, 1, cut)) continue;
      const before = usual(delivered, 1, cut);
      const after = usual(delivered, cut, SPANS - 1);
      if (
        after <= 0 ||
        after > before * FALL ||
        !isSteady(delivered, 1, cut, before) ||
        !isSteady(delivered, cut + 1, SPANS - 1, after)
      ) {
        continue;
      }
      const rate = (/** @type {number} */ segments) => Math.round((segments * mss) / (activeNs / SPANS / 1e9));
      const atNs = startNs + (activeNs * cut) / SPANS;
      return finding(
        {
          kind: RATE_CHANGE,
          severity: 'warning',
          direction,
          startNs: atNs,
          endNs,
          message: `From ${Math.round((atNs / 1e9) * 10) / 10} s on, the path to the ${receiverName(direction)} carried ${megabits(rate(after))} Mbit/s instead of ${megabits(rate(before))}, while the RTT grew.`,
          advice:
            'Look for competing traffic on the bottleneck link, a radio that fell back to a lower rate, or a shaper whose burst was used up.',
        },
        {
          bytesPerSecondBefore: rate(before),
          bytesPerSecondAfter: rate(after),
          frames: framesAt(packets, [atNs], direction),
        },
      );
    }
    return null;
  },
);

/** The median. @param {Float64Array} values @param {number} from @param {number} to */
function usual(values, from, to) {
  const sorted = values.slice(from, to).sort();
  return sorted[sorted.length >> 1] ?? 0;
}

/**
 * Whether most of some spans are like the usual one.
 * @param {Float64Array} values
 * @param {number} from
 * @param {number} to
 * @param {number} middle
 */
function isSteady(values, from, to, middle) {
  let like = 0;
  for (let k = from; k < to; k++) if (values[k] <= middle * STEADY && values[k] >= middle / STEADY) like++;
  return like >= (to - from) * 0.6;
}

/** @param {Float64Array} sums @param {Float64Array} counts @param {number} from @param {number} to */
function mean(sums, counts, from, to) {
  let sum = 0;
  let count = 0;
  for (let k = from; k < to; k++) {
    sum += sums[k];
    count += counts[k];
  }
  return count > 0 ? sum / count : 0;
}
