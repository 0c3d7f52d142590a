import { beganWithDamage } from '../evidence/damage.js';
import { classifyLosses, policerOf } from '../evidence/loss-cause.js';
import { lossPrice } from '../evidence/loss-price.js';
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
import { defineKind } from '../kind.js';
import { refusedDataNs } from './fast-open.js';

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
const FEW_LOSSES = 2;
/** Congestion losses are how TCP finds its rate; they matter from this share of the time on. */
const NOTICEABLE_SHARE = 0.1;

/**
 * Whether there are round trips over the whole path, which show how full its queue was.
 * @param {DirectionContext} way
 */
const isQueueKnown = ({ order, samples }) => order !== 'shifted' && samples.count > 0;

/** @param {DirectionContext} way @param {number} losses */
function adviceOnRandom(way, losses) {
  if (losses <= FEW_LOSSES) return 'So few losses say nothing of their cause: look whether more come.';
  return isQueueKnown(way)
    ? 'Look for a bad link, a radio, a wrong duplex or a policer on the path; congestion is not the cause.'
    : "How full the path's queue was is not observable here: capture at the sender, both directions.";
}

/** @param {number} bytesPerSecond */
const megabits = (bytesPerSecond) => Number(((bytesPerSecond * 8) / 1e6).toPrecision(2));

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
        message: `Something on the path to the ${receiverName(way.direction)} dropped what exceeded ${megabits(policed.rate)} Mbit/s instead of queueing it: ${counted(policed.losses, 'segment')} in ${counted(lost.length, 'loss episode')}${costWords(', which cost ', known.costNs, ` of ${timeText(context.durationNs)}`)}.`,
        advice:
          'Ask whoever runs the path for a shaper with a queue instead of the policer, or pace the sender below its rate.',
      },
      { ...evidence, bytesPerSecond: policed.rate },
    );
  }
  if (random <= full) {
    return finding(
      {
        ...known,
        kind: CONGESTION_LOSS,
        severity: (known.costNs ?? 0) > way.activeNs * NOTICEABLE_SHARE ? 'warning' : 'note',
        message: `The bottleneck's buffer towards the ${receiverName(way.direction)} overflowed ${timesText(full)}${costWords('; that cost ', known.costNs, ` of ${timeText(context.durationNs)}`)}.`,
        advice: 'That is how TCP finds its rate. Shorter queues with marks (AQM, ECN) find it without loss.',
      },
      evidence,
    );
  }
  return lost.length <= FEW_LOSSES ? few(lost, way, context, evidence) : atRandom(lost, way, context, evidence);
});

/**
 * @typedef {import('../../../tcpflow/verdicts/loss-episodes.js').LossEpisode} LossEpisode
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
  const message = `${counted(segments, 'segment')} to the ${receiverName(way.direction)} ${were} lost and retransmitted${costWords('; that cost ', known.costNs, ` of ${timeText(context.durationNs)}`)}.`;
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
      ? `${costWords('; that cost ', costNs, ` of ${of}`)}, and the window was cut each time`
      : `. That kept the window small${costWords(' for ', costNs, ` of ${of}`)}: with a loss in ${Math.round(price.segmentsALoss)} segments and a round trip of ${tripText(price.rttNs)} TCP gets about ${megabits(price.bytesPerSecond)} Mbit/s, and it got ${megabits(price.gotPerSecond)}`;
  return finding(
    {
      ...known,
      costNs,
      kind: RANDOM_LOSS,
      severity: share > RARE_LOSS && resent > FEW_LOSSES ? 'warning' : 'note',
      message: `Segments to the ${receiverName(way.direction)} were lost ${timesText(lost.length)}${isQueueKnown(way) ? " while the path's queue was short" : ''}, ${percent(share)} of all were retransmitted${effect}.`,
      advice: adviceOnRandom(way, lost.length),
    },
    price === null
      ? evidence
      : { ...evidence, bytesPerSecond: price.gotPerSecond, bytesPerSecondByModel: price.bytesPerSecond },
  );
}
