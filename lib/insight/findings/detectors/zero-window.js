import { FIRST_BYTE } from '../../../shared/tcp-numbers.js';
import { hasVerdict } from '../../../transport/packets.js';
import { TCP } from '../../../transport/tcp/header.js';
import { VERDICT } from '../../../transport/verdict.js';
import { defineKind } from '../define-kind.js';
import { controlsOf, Shown } from '../evidence/evidence.js';
import { MIN_UNPROBED_NS, ShutTimes } from '../evidence/zero-window-times.js';
import { finding, ofEachDirection, receiverName, senderName, timesText, timeText } from '../finding.js';
import { MIN_COST_NS } from '../times.js';

export const ZERO_WINDOW = defineKind('zero_window', 'Zero window', 'zero_window', ['RFC 9293 section 3.8.6.1']);
export const WINDOW_UPDATE_LOST = defineKind('window_update_lost', 'Window update lost', 'zero_window', [
  'RFC 9293 section 3.8.6.1',
]);

/**
 * An answer to a probe comes within this many round trips, and this much for the host: 0.02 to 6 ms, and a tick of
 * 10 ms where the stack has a coarse clock (BSD, Solaris).
 */
const ANSWER_ROUND_TRIPS = 1.5;
const ANSWER_NS = 20e6;

/**
 * Where a direction's FIN ends: nothing after it could wait.
 * @param {import('../context.js').Context['packets']} packets @param {number} direction
 */
function finEnd(packets, direction) {
  let end = Infinity;
  for (const i of controlsOf(packets)) {
    if (packets.direction[i] === direction && packets.flags[i] & TCP.FIN) end = packets.endOffset[i];
  }
  return end;
}

/**
 * Whether an end's SYN has a window of 0: no program has left data unread (`syn_proxy`).
 * @param {import('../context.js').Context['packets']} packets @param {number} end
 */
const isShutFromTheStart = (packets, end) =>
  controlsOf(packets).some(
    (i) => packets.direction[i] === end && (packets.flags[i] & TCP.SYN) !== 0 && packets.window[i] === 0,
  );

/**
 * The receiver closed its window: until it opens again nothing may be sent (RFC 9293 section 3.8.6.1). Counted while
 * there is data to send.
 */
export const zeroWindow = ofEachDirection([ZERO_WINDOW], ({ direction, rttMinNs }, { packets, seen, durationNs }) => {
  if (seen.shut[1 - direction] === 0) return null;
  const allEnd = finEnd(packets, direction);
  const openedBehind = isShutFromTheStart(packets, 1 - direction) ? FIRST_BYTE : -1;
  const times = new ShutTimes(packets, ANSWER_ROUND_TRIPS * rttMinNs + ANSWER_NS);
  let endNs = 0;
  let sentEnd = 0;
  let acked = 0;
  for (let i = 0; i < packets.count && acked < allEnd; i++) {
    if (packets.direction[i] === direction) {
      if (packets.verdict[i] === VERDICT.WINDOW_PROBE) times.probe();
      else if (packets.endOffset[i] > sentEnd && (packets.flags[i] & TCP.RST) === 0) times.goOn(packets.timeNs[i]);
      sentEnd = Math.max(sentEnd, packets.endOffset[i]);
    } else if ((packets.flags[i] & TCP.RST) === 0 && packets.flags[i] & TCP.ACK) {
      endNs = packets.timeNs[i];
      acked = packets.ackOffset[i];
      if (acked < allEnd && acked > openedBehind) times.update(i);
    }
  }
  times.end(endNs, acked < sentEnd || acked >= allEnd);
  const { shown, probes, costNs } = times;
  if (shown.count === 0) return null;
  return finding(
    {
      kind: ZERO_WINDOW,
      severity: costNs >= MIN_COST_NS ? 'warning' : 'note',
      direction,
      startNs: shown.startNs,
      endNs,
      costNs,
      message: `The ${receiverName(direction)} closed its receive window ${timesText(shown.count)}, for ${timeText(costNs)} of ${timeText(durationNs)}.`,
      advice: `The application at the ${receiverName(direction)} reads too slowly; the network is not the cause. Check what it waits for (CPU, disk, locks) and its receive buffer.`,
    },
    { stalls: shown.count, probes, frames: shown.frames },
  );
});

/**
 * The window opened only with the answer to a probe: the window update was lost, or never sent. The wait is counted
 * from the last answer with a zero window.
 */
export const windowUpdateLost = ofEachDirection([WINDOW_UPDATE_LOST], ({ direction, rttMinNs }, { packets, seen }) => {
  const isProbed = [VERDICT.WINDOW_PROBE, VERDICT.KEEP_ALIVE].some((verdict) => hasVerdict(seen, direction, verdict));
  if (seen.shut[1 - direction] === 0 || !isProbed) return null;
  const shown = new Shown(packets);
  const costNs = openedByProbe(packets, direction, rttMinNs, shown) + passedInVain(packets, direction, rttMinNs, shown);
  if (shown.count === 0) return null;
  return finding(
    {
      kind: WINDOW_UPDATE_LOST,
      severity: 'warning',
      direction,
      during: shown,
      costNs,
      message: `${shown.count === 1 ? 'Once' : `${shown.count} times`} the ${senderName(direction)} learnt only from a window probe that the window had opened: the ${receiverName(direction)}'s window update was lost or never sent, which cost up to ${timeText(costNs)}.`,
      advice: `Look for loss on the path from the ${receiverName(direction)} to the ${senderName(direction)}. A larger receive buffer or a faster reader at the ${receiverName(direction)} keeps the window open.`,
    },
    { updates: shown.count, frames: shown.frames },
  );
});

/**
 * Updates that passed the capture point, and did not reach the sender: it went on probing the window for longer than a
 * round trip, and sent new data only after the answer.
 * @param {import('../context.js').Context['packets']} packets @param {number} direction @param {number} rttMinNs
 * @param {Shown} shown
 */
function passedInVain(packets, direction, rttMinNs, shown) {
  const { count, direction: sender, timeNs, windowBytes, verdict, endOffset, flags } = packets;
  let isShut = false;
  let passedNs = Infinity;
  let isProbed = false;
  let sentEnd = 0;
  let costNs = 0;
  for (let i = 0; i < count; i++) {
    if (sender[i] !== direction) {
      if (flags[i] & (TCP.RST | TCP.SYN)) continue;
      if (windowBytes[i] > 0 && isShut) passedNs = timeNs[i];
      if (windowBytes[i] === 0) [passedNs, isProbed] = [Infinity, false];
      isShut = windowBytes[i] === 0;
    } else if (endOffset[i] > sentEnd) {
      if (isProbed) {
        shown.add(i);
        costNs += timeNs[i] - passedNs;
      }
      sentEnd = endOffset[i];
      [passedNs, isProbed] = [Infinity, false];
    } else if (verdict[i] === VERDICT.WINDOW_PROBE || verdict[i] === VERDICT.KEEP_ALIVE) {
      isProbed ||= timeNs[i] - passedNs > rttMinNs + ANSWER_NS && timeNs[i] - passedNs < MIN_UNPROBED_NS;
    }
  }
  return costNs;
}

/**
 * @param {import('../context.js').Context['packets']} packets @param {number} direction @param {number} rttMinNs
 * @param {Shown} shown
 * @returns {number} ns since the last answer with a zero window
 */
function openedByProbe(packets, direction, rttMinNs, shown) {
  const answerNs = ANSWER_ROUND_TRIPS * rttMinNs + ANSWER_NS;
  let shutNs = -1;
  let zeroNs = 0;
  let probeNs = -1;
  let costNs = 0;
  for (let i = 0; i < packets.count; i++) {
    const timeNs = packets.timeNs[i];
    if (packets.direction[i] === direction) {
      if (shutNs >= 0 && packets.verdict[i] === VERDICT.WINDOW_PROBE) probeNs = timeNs;
      continue;
    }
    if (packets.flags[i] & (TCP.RST | TCP.SYN)) continue;
    if (packets.windowBytes[i] === 0) {
      if (shutNs < 0) {
        shutNs = timeNs;
        probeNs = -1;
      }
      zeroNs = timeNs;
    } else if (shutNs >= 0) {
      if (probeNs > zeroNs && timeNs - probeNs <= answerNs) {
        shown.add(i);
        costNs += timeNs - zeroNs;
      }
      shutNs = -1;
    }
  }
  return costNs;
}
