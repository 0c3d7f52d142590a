import { TCP } from '../../../../transport/tcp/header.js';
import { VERDICT } from '../../../../transport/verdict.js';
import { defineKind } from '../../define-kind.js';
import { Shown } from '../../evidence/evidence.js';
import { finding, ofEachDirection, receiverName, senderName, timeText } from '../../finding.js';
import { MIN_COST_NS } from '../../times.js';

export const WINDOW_SCALING_LOST = defineKind(
  'window_scaling_lost',
  'Window scaling lost on the path',
  'receive_window',
  ['RFC 7323 section 2'],
  {
    explains: [
      'silly_window',
      'receive_window_limited',
      'window_scaling_missing',
      'application_limited',
      'small_writes',
      'push_storm',
      'nagle_held',
      'one_exchange_at_a_time',
    ],
  },
);

/** @typedef {import('../../context.js').Context} Context */
/** @typedef {{ before: number, after: number, from: number }} Fall */

const MAX_SHIFT = 14;
/** Shrunk by this factor from the SYN to the same end's next packet: no receiver shrinks its window so much. */
const MIN_FALL = 8;
/** Packets that exactly fill the small window, and their share of those that could have: the sender obeys it. */
const MIN_FILLED = 3;
const MIN_SHARE = 0.8;
/** Packets beyond it for each that fills it, at most; a little more, as shares are rounded. */
const MAX_BEYOND = 1 / MIN_SHARE - 1 + 1e-9;
const CONFIDENCE = Object.freeze({ OBEYED: 0.9, FALL_ALONE: 0.5 });

/**
 * Whether a direction's sender takes the other end's window unscaled.
 * @param {import('../../context.js').DirectionContext} way @param {Context} context
 */
export function obeysUnscaled({ direction, mss, partial }, { packets }) {
  const fall = fallOf(packets, 1 - direction);
  return fall !== null && isObeyed(obeyed(packets, direction, fall.from, { mss, most: partial * MAX_BEYOND }));
}

/** @param {ReturnType<typeof obeyed>} stops */
const isObeyed = ({ filled, beyond }) =>
  filled.count >= MIN_FILLED && filled.count >= (filled.count + beyond) * MIN_SHARE;

/**
 * A window that was large in the SYN, where it never is scaled (RFC 7323 section 2.2), and is tiny in the next packet:
 * its right edge moves back by far more than any data received. The receiver scales, and a box on the path has cleared
 * or removed the option, so that the sender reads the window unscaled:
 *
 * ```
 *   receiver:  SYN-ACK, window 65160          ACK, window 67 × 1024
 *   sender:    65160 bytes                    67 bytes
 * ```
 *
 * In a capture between that box and the receiver the option is there; the sender stops at the unscaled window all the
 * same. Refuted by a sender that goes beyond the window, or a window that falls as data comes in.
 */
export const windowScalingLost = ofEachDirection([WINDOW_SCALING_LOST], (way, context) => {
  const { direction, mss, partial } = way;
  const { packets, options, durationNs } = context;
  const fall = fallOf(packets, 1 - direction);
  if (fall === null) return null;
  const isSeen = options.windowScale[1 - direction] > 0;
  const stops = obeyed(packets, direction, fall.from, { mss, most: isSeen ? partial * MAX_BEYOND : partial });
  const { filled, beyond, costNs } = stops;
  const isKnown = isObeyed(stops);
  if (beyond > filled.count || (isSeen && !isKnown)) return null;
  const factor = 2 ** Math.min(MAX_SHIFT, Math.round(Math.log2(fall.before / fall.after)));
  return finding(
    {
      kind: WINDOW_SCALING_LOST,
      severity: costNs >= MIN_COST_NS ? 'warning' : 'note',
      direction,
      startNs: packets.timeNs[fall.from],
      endNs: isKnown ? filled.endNs : packets.timeNs[fall.from],
      costNs: costNs > 0 ? costNs : null,
      message: `Window scaling was lost on the path, probably: the ${receiverName(direction)}'s window was ${fall.before} bytes in its SYN and ${fall.after} in its next packet (a factor of ${factor} would fit)${
        isKnown
          ? `, and the ${senderName(direction)} stopped at that ${filled.count} times, for ${timeText(costNs)} of ${timeText(durationNs)}`
          : ''
      }.`,
      advice:
        'Look for a firewall, load balancer or proxy that clears or strips the window scale option in SYNs. Until then turn scaling off at the receiver (Linux: net.ipv4.tcp_window_scaling=0).',
    },
    {
      windowInSyn: fall.before,
      windowAfter: fall.after,
      factor,
      confidence: isKnown ? CONFIDENCE.OBEYED : CONFIDENCE.FALL_ALONE,
      filled: filled.count,
      beyond,
      frames: [packets.frame[fall.from], ...filled.frames].slice(0, 10),
    },
  );
});

/**
 * The window field of an end's SYN against that of its next packet, both unscaled.
 * @param {Context['packets']} packets @param {number} end
 * @returns {Fall | null} null: it did not fall by so much at once
 */
function fallOf({ count, direction, flags, window, ackOffset }, end) {
  let before = -1;
  for (let i = 0; i < count; i++) {
    if (direction[i] !== end) continue;
    if (flags[i] & (TCP.RST | TCP.FIN)) return null;
    if (flags[i] & TCP.SYN) {
      before = window[i];
      continue;
    }
    const isFall = before > 0 && window[i] > 0 && window[i] * MIN_FALL <= before;
    const received = Math.max(0, ackOffset[i] - 1);
    return isFall && window[i] + received <= before / 2 ? { before, after: window[i], from: i } : null;
  }
  return null;
}

/**
 * Data that began where the other end's latest acknowledgement ends, by whether it stopped at the unscaled window; and
 * how long such data had waited.
 * @param {Context['packets']} packets @param {number} direction @param {number} from
 * @param {{ mss: number, most: number }} limits most: once more went beyond, it is refuted
 */
function obeyed(packets, direction, from, { mss, most }) {
  const { count, direction: sender, seqOffset, endOffset, ackOffset, length, window, timeNs, verdict } = packets;
  const filled = new Shown(packets);
  let beyond = 0;
  let costNs = 0;
  let acked = -1;
  let edge = -1;
  let lastNs = timeNs[from];
  for (let i = from; i < count && !(beyond > most); i++) {
    if (sender[i] !== direction) {
      acked = Math.max(acked, ackOffset[i]);
      edge = ackOffset[i] + window[i];
      continue;
    }
    if (length[i] === 0 || verdict[i] !== VERDICT.ORIGINAL) continue;
    const isNext = seqOffset[i] === acked;
    if (endOffset[i] > edge && length[i] > 1) beyond++;
    else if (isNext && length[i] < mss && endOffset[i] === edge) {
      filled.add(i);
      costNs += timeNs[i] - lastNs;
    }
    lastNs = timeNs[i];
  }
  return { filled, beyond, costNs };
}
