import { megabits } from '../../../shared/text/quantities.js';
import { defineKind } from '../define-kind.js';
import { classifyLosses, policerOf } from '../evidence/loss-cause.js';
import { lossPrice } from '../evidence/loss-price.js';
import { refusedDataNs } from '../evidence/opening.js';
import { beganWithDamage } from '../evidence/refused.js';
import { about, costWords, repairFrames } from '../evidence/repairs.js';
import {
  counted,
  finding,
  ofEachDirection,
  percent,
  receiverName,
  shareOf,
  timesText,
  timeText,
  tripText,
} from '../finding.js';
import { NOTICEABLE_SHARE } from '../times.js';

export const POLICED = defineKind('policed', 'Policed', 'network', ['Flach et al., SIGCOMM 2016']);
export const CONGESTION_LOSS = defineKind('congestion_loss', 'Congestion loss', 'recovery', [
  'RFC 5681',
  'RFC 9438',
  'RFC 7567',
]);
export const RANDOM_LOSS = defineKind('random_loss', 'Random loss', 'recovery', ['RFC 3155', 'RFC 5681']);

/** @typedef {import('../context.js').DirectionContext} DirectionContext */

/** Random losses as rare as this, or as few, have little effect. */
const RARE_LOSS = 0.001;
export const FEW_LOSSES = 2;

/**
 * Whether there are round trips over the whole path, which show how full its queue was.
 * @param {DirectionContext} way
 */
const isQueueKnown = ({ order, samples }) => order !== 'shifted' && samples.count > 0;

/** @param {DirectionContext} way @param {number} losses */
function adviceOnRandom(way, losses) {
  if (losses <= FEW_LOSSES) {
    return 'So few losses do not show their cause: capture for longer, and see whether more follow.';
  }
  return isQueueKnown(way)
    ? 'Congestion is probably not the cause: check the path for interface errors (bad cable or port), radio links, a duplex mismatch and policers.'
    : 'Whether a queue was full is not observable here: capture both directions at the sender.';
}

/** Congestion losses against random ones: by the round trip when the lost segment was sent. */
export const losses = ofEachDirection([POLICED, CONGESTION_LOSS, RANDOM_LOSS], (way, context) => {
  const refusedNs = refusedDataNs(context);
  const isOfDamage = beganWithDamage(context, way.direction);
  const lost = way.episodes.filter(
    (episode) =>
      episode.cause === 'loss' && episode.trigger === 'fast' && episode.repairNs !== refusedNs && !isOfDamage(episode),
  );
  if (lost.length === 0) return null;
  const { full, random } = classifyLosses(way, lost, context);
  const known = about(lost, way);
  const resent = lost.reduce((sum, { packetsResent }) => sum + packetsResent, 0);
  const evidence = {
    episodes: lost.length,
    withFullQueue: full,
    shareOfPacketsSentAgain: shareOf(resent / way.dataPackets),
    frames: repairFrames(context, way, lost),
  };
  const policed = policerOf(way, lost, context);
  if (policed !== null) {
    return finding(
      {
        ...known,
        kind: POLICED,
        severity: 'warning',
        message: `A policer on the path to the ${receiverName(way.direction)}, probably, dropped what exceeded ${megabits(policed.rate)} Mbit/s instead of queueing it: ${counted(policed.losses, 'segment')} in ${counted(lost.length, 'loss episode')}${costWords(', which cost ', known.costNs, ` of ${timeText(context.durationNs)}`)}.`,
        advice:
          'Ask the operator of the path for a shaper or a larger burst size instead, or pace the sender below that rate (Linux: SO_MAX_PACING_RATE, tc fq maxrate).',
      },
      { ...evidence, bytesPerSecond: policed.rate },
    );
  }
  if (random <= full) {
    return finding(
      {
        ...known,
        kind: CONGESTION_LOSS,
        // congestion losses are how TCP finds its rate
        severity: (known.costNs ?? 0) > way.activeNs * NOTICEABLE_SHARE ? 'warning' : 'note',
        message: `The bottleneck's buffer on the path to the ${receiverName(way.direction)} overflowed ${timesText(full)}${costWords(', which cost ', known.costNs, ` of ${timeText(context.durationNs)}`)}.`,
        advice:
          'This is how loss-based TCP finds its rate. To avoid the loss, enable AQM with ECN at the bottleneck (FQ-CoDel, CAKE) and ECN at both ends (Linux: net.ipv4.tcp_ecn=1).',
      },
      evidence,
    );
  }
  return lost.length <= FEW_LOSSES ? few(lost, way, context, evidence) : atRandom(lost, way, context, evidence);
});

/**
 * @typedef {import('../../../transport/losses.js').LossEpisode} LossEpisode
 * @typedef {import('../finding.js').Finding['evidence']} Evidence
 */

/**
 * Too few to infer what dropped them.
 * @param {LossEpisode[]} lost @param {DirectionContext} way @param {import('../context.js').Context} context
 * @param {Evidence} evidence
 */
function few(lost, way, context, evidence) {
  const known = about(lost, way);
  const segments = lost.reduce((sum, { packetsResent }) => sum + packetsResent, 0);
  const isRare = segments <= FEW_LOSSES || segments <= way.dataPackets * RARE_LOSS;
  const were = segments === 1 ? 'was' : 'were';
  const title = `${counted(segments, 'segment')} lost`;
  const message = `${counted(segments, 'segment')} to the ${receiverName(way.direction)} ${were} lost and retransmitted${costWords(', which cost ', known.costNs, ` of ${timeText(context.durationNs)}`)}.`;
  const severity = isRare ? 'note' : 'warning';
  const advice = adviceOnRandom(way, lost.length);
  return { ...finding({ ...known, kind: RANDOM_LOSS, severity, message, advice }, evidence), title };
}

/**
 * Where they kept the window small, that is their cost, and not their repair alone.
 * @param {LossEpisode[]} lost @param {DirectionContext} way @param {import('../context.js').Context} context
 * @param {Evidence} evidence
 */
function atRandom(lost, way, context, evidence) {
  const known = about(lost, way);
  const price = lossPrice(way, lost);
  const costNs = price === null ? known.costNs : Math.max(price.costNs, known.costNs ?? 0);
  const resent = lost.reduce((sum, { packetsResent }) => sum + packetsResent, 0);
  const share = resent / way.dataPackets;
  const of = timeText(context.durationNs);
  const effect =
    price === null
      ? `${costWords(', which cost ', costNs, ` of ${of}`)}; each loss cut the congestion window`
      : `. That kept the congestion window small${costWords(' for ', costNs, ` of ${of}`)}: with one loss in ${Math.round(price.segmentsALoss)} segments and an RTT of ${tripText(price.rttNs)} TCP reaches about ${megabits(price.bytesPerSecond)} Mbit/s; this sender reached ${megabits(price.gotPerSecond)}`;
  return finding(
    {
      ...known,
      costNs,
      kind: RANDOM_LOSS,
      severity: share > RARE_LOSS && resent > FEW_LOSSES ? 'warning' : 'note',
      message: `Segments to the ${receiverName(way.direction)} were lost ${timesText(lost.length)}${isQueueKnown(way) ? " while the path's queue was short" : ''}, ${percent(share)} retransmitted${effect}.`,
      advice: adviceOnRandom(way, lost.length),
    },
    price === null
      ? evidence
      : { ...evidence, bytesPerSecond: price.gotPerSecond, bytesPerSecondByModel: price.bytesPerSecond },
  );
}
