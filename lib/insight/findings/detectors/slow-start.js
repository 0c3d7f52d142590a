import { LIMIT } from '../../sender/limits.js';
import { PHASE } from '../../sender/phases.js';
import { defineKind } from '../define-kind.js';
import { framesOfBursts } from '../evidence/evidence.js';
import { finding, inSeconds, ofEachDirection, senderName, timeText } from '../finding.js';
import { ANSWERED_WITHIN_NS, MIN_COST_NS } from '../times.js';

export const SLOW_START_DOMINATES = defineKind('slow_start_dominates', 'Slow start', 'congestion_window', [
  'RFC 5681 section 3.1',
  'RFC 6928',
]);

const MIN_SHARE = 0.5;
const MIN_ROUND_TRIPS = 2;
/** The window doubles in each: more would fill any path, so what was measured was no round trip. */
const MAX_ROUND_TRIPS = 20;
/**
 * Round trips longer than this: a queue stands before the slowest link, which then sets the pace rather than the
 * window. Hosts add to each by answering late.
 */
const QUEUE = 1.25;
/** What a larger initial window is compared with: RFC 6928 allows ten segments, content networks use up to this. */
const LARGE_WINDOW = 30;

/**
 * Most of the time went by while the window grew from its initial value: the round trip and that value determine the
 * duration of short transfers.
 */
export const slowStartDominates = ofEachDirection([SLOW_START_DOMINATES], (way, { packets, durationNs }) => {
  const { direction, insight, samples, limitNs, rttMinNs } = way;
  if (rttMinNs <= 0 || isLittle(limitNs[LIMIT.CONGESTION_WINDOW], way)) return null;
  const { bursts, limits, phases, initialWindow } = insight;
  let costNs = 0;
  let sample = 0;
  for (let b = 0; b + 1 < bursts.count; b++) {
    while (sample + 1 < samples.count && samples.timeNs[sample + 1] <= bursts.startNs[b]) sample++;
    const isQueue = samples.count > 0 && samples.rttNs[sample] > rttMinNs * QUEUE + ANSWERED_WITHIN_NS;
    if (limits[b] === LIMIT.CONGESTION_WINDOW && phases[b] === PHASE.SLOW_START && !isQueue) {
      costNs += bursts.startNs[b + 1] - bursts.startNs[b];
    }
  }
  if (isLittle(costNs, way) || costNs > MAX_ROUND_TRIPS * insight.rttNs) return null;
  const saved =
    initialWindow === null || initialWindow >= LARGE_WINDOW
      ? null
      : Math.min(Math.log2(LARGE_WINDOW / initialWindow), costNs / rttMinNs) * rttMinNs;
  return finding(
    {
      kind: SLOW_START_DOMINATES,
      severity: 'note',
      direction,
      during: way,
      costNs,
      message: `For ${timeText(costNs)} of ${timeText(durationNs)}, ${Math.round(costNs / rttMinNs)} round trips, the ${senderName(direction)}'s congestion window was still growing in slow start${initialWindow === null ? '' : `, from ${initialWindow} segment${initialWindow === 1 ? '' : 's'}`}.`,
      advice:
        'Keep connections open and reuse them, serve from nearer, or, if the path can take it, raise the initial window at the sender (Linux: ip route … initcwnd).',
    },
    {
      initialWindowSegments: initialWindow,
      roundTrips: Math.round(costNs / rttMinNs),
      rttSeconds: inSeconds(rttMinNs),
      savedWith30Segments: saved === null ? null : inSeconds(saved),
      frames: framesOfBursts(way, packets, (b) => bursts.sentNew[b] > 0 && phases[b] === PHASE.SLOW_START),
    },
  );
});

/** @param {number} ns @param {import('../context.js').DirectionContext} way */
const isLittle = (ns, { activeNs, rttMinNs }) =>
  ns < MIN_COST_NS || ns < activeNs * MIN_SHARE || ns < MIN_ROUND_TRIPS * rttMinNs;
