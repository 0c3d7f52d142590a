import { TCP } from '../../packet/segment-batch.js';
import { VERDICT } from '../../tcpflow/verdict.js';
import { isOneWay } from './captured.js';
import { Shown, packetsWhere } from './evidence.js';
import { counted, finding, receiverName, senderName, timeText } from './finding.js';
import { hasVerdict } from './occurrences.js';

/** @typedef {import('./finding.js').Detector} Detector */

/** Sent that often without any answer, the other end is gone. */
const LEAST_UNANSWERED = 3;

/** The end of the capture shows one end alone, sending again and again. @type {Detector} */
export const halfOpen = ({ packets }) => {
  const last = packets.count - 1;
  let first = packets.count, unanswered = 0, keepAlives = 0;
  for (let i = last; i >= 0 && packets.direction[i] === packets.direction[last]; i--) {
    const verdict = packets.verdict[i], again = verdict === VERDICT.RETRANSMISSION || verdict === VERDICT.KEEP_ALIVE || verdict === VERDICT.WINDOW_PROBE;
    if (!again || packets.flags[i] & TCP.SYN) continue;
    unanswered++;
    if (verdict === VERDICT.KEEP_ALIVE) keepAlives++;
    first = i;
  }
  if (unanswered < LEAST_UNANSWERED || isOneWay(packets) >= 0) return [];
  const startNs = packets.timeNs[first], endNs = packets.timeNs[last], direction = packets.direction[first];
  const code = keepAlives === unanswered ? 'keep_alive_unanswered' : 'half_open';
  const shown = new Shown(packets);
  for (let i = first; i <= last; i++) shown.add(i);
  return [finding({ code, severity: 'error', direction, startNs, endNs, costNs: endNs - startNs,
    message: `The ${senderName(direction)} sent ${unanswered} times over ${timeText(endNs - startNs)} without any answer: the ${receiverName(direction)}, or the path, is gone.`,
    advice: 'Look for a host that went away without closing, a middlebox that dropped its state, or, where short segments were answered before, a path that drops large ones. TCP_USER_TIMEOUT gives up sooner.' }, { unanswered, frames: shown.frames })];
};

/** Probes over a pause that were answered: the pause was meant. @type {Detector} */
export const keepAlive = ({ packets, seen, keptAliveNs }) => {
  if (!hasVerdict(seen, 0, VERDICT.KEEP_ALIVE) && !hasVerdict(seen, 1, VERDICT.KEEP_ALIVE)) return [];
  const probes = packetsWhere(packets, (i) => packets.verdict[i] === VERDICT.KEEP_ALIVE);
  const costNs = keptAliveNs[probes.direction];
  return [finding({ code: 'keep_alive', severity: 'note', direction: probes.direction, startNs: probes.startNs, endNs: probes.endNs,
    costNs: costNs > 0 ? costNs : null,
    message: `The ${senderName(probes.direction)} kept the connection alive over ${costNs > 0 ? `a pause of ${timeText(costNs)}` : 'a pause'} with ${counted(probes.count, 'probe')}.`,
    advice: 'Harmless; it keeps middleboxes from forgetting the connection.' }, { probes: probes.count, frames: probes.frames })];
};
