import { offers, OPTION } from '../../../transport/tcp/header.js';
import { LIMIT } from '../../sender/limits.js';
import { defineKind, SHOWS } from '../define-kind.js';
import { framesOfBursts } from '../evidence/evidence.js';
import { isMuch, isNearUnscaled, mayHaveLimited } from '../evidence/window-limit.js';
import { finding, inSeconds, ofEachDirection, receiverName, senderName, timeText } from '../finding.js';
import { MIN_COST_NS } from '../times.js';

export const RECEIVE_WINDOW_LIMITED = defineKind(
  'receive_window_limited',
  'Receive window limited',
  'receive_window',
  ['RFC 9293 section 3.8.6', 'RFC 7323 section 2'],
  {
    needs: SHOWS.SCALE,
    mayOccur: (_, way) => way !== null && mayHaveLimited(way),
    yieldsTo: { window_scaling_missing: 1 / 2 },
  },
);

/**
 * The receiver's window holds the sender back. Zero windows are a finding of their own; and while a segment is missing
 * a receiver cannot deliver what follows it, so its window fills up: that time counts for the loss. The window that
 * would fill the path is at least what was delivered in a round trip without the limit. A window that was mostly the
 * largest without scaling is `window_scaling_missing` instead, if that warns of the direction; to a smaller one scaling
 * adds nothing.
 */
export const receiveWindowLimited = ofEachDirection([RECEIVE_WINDOW_LIMITED], (way, context) => {
  const { options, packets, durationNs } = context;
  const {
    direction,
    insight: { bursts, limits },
    limitNs,
    rttMinNs,
  } = way;
  if (limitNs[LIMIT.RECEIVE_WINDOW] < MIN_COST_NS) return null;
  const repairs = way.episodes.filter(({ cause }) => cause === 'loss');
  let windowBytes = 0;
  let costNs = 0;
  let nearNs = 0;
  let episode = 0;
  for (let b = 0; b + 1 < bursts.count; b++) {
    while (episode < repairs.length && (repairs[episode].endNs ?? Infinity) <= bursts.startNs[b]) episode++;
    const isRepairing = episode < repairs.length && repairs[episode].startNs <= bursts.startNs[b];
    if (limits[b] !== LIMIT.RECEIVE_WINDOW || bursts.windowBytes[b] === 0 || isRepairing) continue;
    windowBytes = Math.max(windowBytes, bursts.windowBytes[b]);
    costNs += bursts.startNs[b + 1] - bursts.startNs[b];
    if (isNearUnscaled(bursts.windowBytes[b])) nearNs += bursts.startNs[b + 1] - bursts.startNs[b];
  }
  if (!isMuch(costNs, way)) return null;
  const isNear = nearNs * 2 >= costNs;
  const unscaled = options.windowScale[1 - direction] === -2;
  const rate = rttMinNs > 0 ? Math.round(windowBytes / (rttMinNs / 1e9)) : null;
  const isInferred = !unscaled && offers(options.synOptions[1 - direction], OPTION.WINDOW_SCALE) === null;
  return finding(
    {
      kind: RECEIVE_WINDOW_LIMITED,
      severity: 'warning',
      direction,
      during: way,
      costNs,
      message: `For ${timeText(costNs)} of ${timeText(durationNs)} the ${receiverName(direction)}'s receive window of at most ${windowBytes} bytes limited the ${senderName(direction)}${isInferred ? '; the window scale is inferred from the data sent' : ''}.`,
      advice:
        unscaled && isNear
          ? 'Enable window scaling at both ends (RFC 7323).'
          : `Raise the ${receiverName(direction)}'s receive buffer, or leave it to autotuning (Linux: no SO_RCVBUF, raise net.ipv4.tcp_rmem); check that its application reads fast enough.`,
    },
    {
      windowBytes,
      rttSeconds: inSeconds(rttMinNs),
      bytesPerSecondAtMost: rate,
      frames: framesOfBursts(way, packets, (b) => limits[b] === LIMIT.RECEIVE_WINDOW && bursts.windowBytes[b] > 0),
    },
  );
});
