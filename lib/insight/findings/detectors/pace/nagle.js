import { defineKind } from '../../define-kind.js';
import { BAND, continuesAtOnce, heldBack, heldByAckTimer, MIN_WAITS } from '../../evidence/held-back.js';
import { finding, ofEachDirection, receiverName, senderName, timeText, tripText } from '../../finding.js';
import { NOTICEABLE_SHARE } from '../../times.js';

export const NAGLE_DELAYED_ACK = defineKind('nagle_delayed_ack', 'Nagle and delayed ACK', 'nagle', [
  'RFC 896',
  'RFC 1122 section 4.2.3.2',
  'RFC 9293 section 3.7.4',
]);
export const NAGLE_HELD = defineKind('nagle_held', 'Nagle delay', 'nagle', ['RFC 896', 'RFC 9293 section 3.7.4']);
export const FIXED_ACK_TIMER = defineKind(
  'fixed_ack_timer',
  'Delayed ACKs',
  'application',
  ['RFC 1122 section 4.2.3.2', 'RFC 5681 section 4.2'],
  { yieldsTo: { nagle_delayed_ack: 0 } },
);

/** Share of coalesced segments that matters for a connection. */
const MIN_HELD = 10;
const HELD_SHARE = 0.3;

/**
 * Nagle and delayed ACK: a short segment waits for the acknowledgement of the previous one (RFC 896), which the
 * receiver delays (RFC 1122).
 */
export const nagleDelayedAck = ofEachDirection([NAGLE_DELAYED_ACK], (way, context) => {
  const { direction } = way;
  const {
    late: { waits, costNs, mostNs, frames },
  } = heldBack(way, context);
  if (waits < MIN_WAITS) return null;
  const meanNs = costNs / waits;
  const howOften = mostNs <= meanNs * (1 + BAND) ? 'each time' : `on average, ${timeText(mostNs)} at most`;
  return finding(
    {
      kind: NAGLE_DELAYED_ACK,
      severity: 'warning',
      direction,
      during: way,
      costNs,
      message: `${waits} times the ${senderName(direction)} held back a small segment until the ${receiverName(direction)} acknowledged the one before; the ${receiverName(direction)} delayed that ACK by ${timeText(meanNs)} ${howOften}, ${timeText(costNs)} of ${timeText(context.durationNs)} in all.`,
      advice: 'Write each request in one call (writev, a buffered stream), or set TCP_NODELAY at the sender.',
    },
    { waits, meanSeconds: meanNs / 1e9, frames },
  );
});

/**
 * Small writes are coalesced while one segment is in flight (RFC 896): as intended, but interactive data waits a round
 * trip.
 */
export const nagleHeld = ofEachDirection([NAGLE_HELD], (way, context) => {
  const { direction, activeNs } = way;
  const {
    all: { waits, costNs, frames },
    late,
  } = heldBack(way, context);
  if (late.waits >= MIN_WAITS || waits < MIN_HELD || costNs < activeNs * HELD_SHARE) return null;
  return finding(
    {
      kind: NAGLE_HELD,
      severity: 'note',
      direction,
      during: way,
      costNs,
      message: `For ${timeText(costNs)} of ${timeText(context.durationNs)} the ${senderName(direction)} held back small writes until the segment before was acknowledged, ${waits} times, a round trip each.`,
      advice: 'This saves packets. If the other end waits for each write, set TCP_NODELAY at the sender.',
    },
    { waits, frames },
  );
});

/**
 * Waits for acknowledgements on a plateau far above the round trip: a timer at the receiver, as in XUDP's figure 8.2 or
 * TCP's delayed acknowledgement.
 */
export const fixedAckTimer = ofEachDirection([FIXED_ACK_TIMER], (way, context) => {
  const held = heldByAckTimer(way, context);
  if (held === null) return null;
  const { timerNs, shown, count, costNs } = held;
  const { direction, rttMinNs } = way;
  const isNoticeable = costNs >= context.durationNs * NOTICEABLE_SHARE && continuesAtOnce(way);
  return finding(
    {
      kind: FIXED_ACK_TIMER,
      severity: isNoticeable ? 'warning' : 'note',
      direction,
      during: way,
      costNs,
      message: `${shown.count} of ${count} ACKs came about ${timeText(timerNs)} late, with an RTT of ${tripText(rttMinNs)}: a timer at the ${receiverName(direction)} delayed them${isNoticeable ? `, and the ${senderName(direction)} waited for them, ${timeText(costNs)} of ${timeText(context.durationNs)} in all` : ''}.`,
      advice:
        'Let the sender write each message in one call, or set TCP_QUICKACK at the receiver (Linux). A receiver that answers with data sends the ACK along at once.',
    },
    { held: shown.count, answers: count, timerSeconds: timerNs / 1e9, frames: shown.frames },
  );
});
