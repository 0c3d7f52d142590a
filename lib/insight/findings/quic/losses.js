import { defineKind } from '../define-kind.js';
import { counted, finding, MAX_EVIDENCE_FRAMES, percent, senderName, timeText } from '../finding.js';
import { MIN_COST_NS, NOTICEABLE_SHARE } from '../times.js';
import { OF_DATA, quicDetector } from './context.js';

export const QUIC_PERSISTENT_CONGESTION = defineKind(
  'quic_persistent_congestion',
  'QUIC persistent congestion',
  'network',
  ['RFC 9002 section 7.6'],
  OF_DATA,
);
export const QUIC_PROBE_TIMEOUT = defineKind(
  'quic_probe_timeout',
  'QUIC probe timeout',
  'retransmission_timeout',
  ['RFC 9002 section 6.2'],
  OF_DATA,
);
export const QUIC_LOSS = defineKind('quic_loss', 'QUIC packets lost', 'recovery', ['RFC 9002 section 6.1'], OF_DATA);
export const QUIC_SPURIOUS_LOSS = defineKind(
  'quic_spurious_loss',
  'QUIC spurious losses',
  'recovery',
  ['RFC 9002 section 6.1.1'],
  OF_DATA,
);

/** So many losses, and this share of what was declared, needlessly: reordering that the sender does not tolerate. */
const MIN_SPURIOUS = 3;
const SPURIOUS_SHARE = 0.3;
/** A loss rate from which on a path is called lossy. */
const LOSSY_SHARE = 0.005;

/** What a sender declared lost, and what it waited for. */
export const quicLosses = quicDetector(
  [QUIC_PERSISTENT_CONGESTION, QUIC_PROBE_TIMEOUT, QUIC_LOSS, QUIC_SPURIOUS_LOSS],
  (context) =>
    context.sent.flatMap((sent) => [...persistent(context, sent), ...timeouts(context, sent), ...lost(sent)]),
);

/** @typedef {import('./context.js').QuicContext} QuicContext */
/** @typedef {import('./context.js').QuicSent} QuicSent */

/** @param {QuicContext} context @param {QuicSent} sent */
function persistent({ durationNs }, { direction, persistent: spans }) {
  if (spans.length === 0) return [];
  const costNs = spans.reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0);
  return [
    finding(
      {
        kind: QUIC_PERSISTENT_CONGESTION,
        severity: 'warning',
        direction,
        startNs: spans[0].startNs,
        endNs: spans[spans.length - 1].endNs,
        costNs,
        message: `Nothing that the ${senderName(direction)} sent for ${timeText(costNs)} (${percent(costNs / durationNs)}) arrived: persistent congestion, after which its window is two packets.`,
        advice: 'Look for an outage of the path, or a queue or filter that drops all packets of this connection.',
      },
      { times: spans.length },
    ),
  ];
}

/** @param {QuicContext} context @param {QuicSent} sent */
function timeouts({ durationNs, limits }, sent) {
  const { direction } = sent;
  if (limits[direction].length === 0) return [];
  const probes = sent.probes();
  const costNs = probes.reduce((sum, { waitedNs }) => sum + waitedNs, 0);
  if (probes.length === 0 || costNs < MIN_COST_NS) return [];
  return [
    finding(
      {
        kind: QUIC_PROBE_TIMEOUT,
        severity: costNs >= durationNs * NOTICEABLE_SHARE ? 'warning' : 'note',
        direction,
        startNs: probes[0].timeNs - probes[0].waitedNs,
        endNs: probes[probes.length - 1].timeNs,
        costNs,
        message: `The ${senderName(direction)} waited ${timeText(costNs)} for acknowledgements until its timer made it send a probe, ${counted(probes.length, 'time')}.`,
        advice:
          'The last packets of a flight, or their acknowledgements, were lost or late: look for loss on the path, and for a peer that acknowledges late.',
      },
      { probes: probes.length, frames: probes.slice(0, MAX_EVIDENCE_FRAMES).map(({ frame }) => frame) },
    ),
  ];
}

/** @param {QuicSent} sent */
function lost(sent) {
  const { direction, packetsSent } = sent;
  const all = sent.losses().filter(({ isEliciting }) => isEliciting);
  const needless = all.filter(({ spurious }) => spurious === true);
  const really = all.filter(({ spurious }) => spurious === false);
  const needed = really.length;
  const frames = (/** @type {typeof all} */ list) =>
    list.flatMap(({ frame }) => (frame === null ? [] : [frame])).slice(0, MAX_EVIDENCE_FRAMES);
  const found = [];
  if (needless.length >= MIN_SPURIOUS && needless.length >= all.length * SPURIOUS_SHARE) {
    found.push(
      finding(
        {
          kind: QUIC_SPURIOUS_LOSS,
          severity: 'warning',
          direction,
          ...during(needless),
          message: `The ${senderName(direction)} declared ${counted(needless.length, 'packet')} lost that had arrived: their acknowledgements came later.`,
          advice:
            'The path reorders packets, or delays them at times. A sender that adapts its thresholds (RFC 9002 section 6.1) would not lower its window for it.',
        },
        { packets: needless.length, frames: frames(needless) },
      ),
    );
  }
  if (needed > 0 && needed >= packetsSent * LOSSY_SHARE) {
    found.push(
      finding(
        {
          kind: QUIC_LOSS,
          severity: 'warning',
          direction,
          ...during(really),
          message: `${counted(needed, 'packet')} of ${packetsSent} that the ${senderName(direction)} sent to be acknowledged ${needed === 1 ? 'was' : 'were'} lost (${percent(needed / packetsSent)}).`,
          advice: 'Look for a queue that overflows, a policer or a lossy link on the path.',
        },
        { packets: needed, sent: packetsSent, frames: frames(really) },
      ),
    );
  }
  return found;
}

/** @param {{ timeNs: number }[]} losses */
const during = (losses) => ({
  startNs: losses.reduce((first, { timeNs }) => Math.min(first, timeNs), Infinity),
  endNs: losses.reduce((last, { timeNs }) => Math.max(last, timeNs), 0),
});
