import { TCP } from '../../packet/segment-batch.js';
import { VERDICT } from '../../tcpflow/verdict.js';
import { MAX_EVIDENCE_FRAMES, finding, inSeconds, senderName } from './finding.js';

/** @typedef {import('./finding.js').Detector} Detector */
/** @typedef {import('./context.js').Context} Context */

/** Sent that often without any answer, the other end is gone. */
const LEAST_UNANSWERED = 3;

/** Packets for which `wanted` holds: how many, the first and last, and some frames. @param {Context} context @param {(i: number) => boolean} wanted */
export function packetsOf({ packets }, wanted) {
  /** @type {number[]} */
  const frames = [];
  let count = 0, first = -1, last = -1;
  for (let i = 0; i < packets.count; i++) {
    if (!wanted(i)) continue;
    if (count++ === 0) first = i;
    last = i;
    if (frames.length < MAX_EVIDENCE_FRAMES) frames.push(packets.frame[i]);
  }
  return { count, frames, startNs: first < 0 ? 0 : packets.timeNs[first], endNs: last < 0 ? 0 : packets.timeNs[last], direction: first < 0 ? 0 : packets.direction[first] };
}

/** SYNs or SYN-ACKs that had to be sent again, or were never answered: each costs a second and more (RFC 6298 section 2). @type {Detector} */
export const handshakeLoss = (context) => {
  const { flags, ackOffset } = context.packets, syns = packetsOf(context, (i) => (flags[i] & (TCP.SYN | TCP.RST)) === TCP.SYN);
  const answered = packetsOf(context, (i) => (flags[i] & TCP.SYN) === 0 && (flags[i] & TCP.RST) === 0 && ackOffset[i] >= 0).count > 0;
  const opening = packetsOf(context, (i) => (flags[i] & (TCP.SYN | TCP.ACK)) === TCP.SYN), reply = packetsOf(context, (i) => (flags[i] & (TCP.SYN | TCP.ACK)) === (TCP.SYN | TCP.ACK));
  if (opening.count > 0 && reply.count === 0 && !answered && packetsOf(context, (i) => (flags[i] & TCP.RST) !== 0).count === 0) {
    return [finding({ code: 'syn_unanswered', severity: 'error', direction: null, startNs: opening.startNs, endNs: opening.endNs, costNs: opening.endNs - opening.startNs,
      message: `${opening.count} SYNs got no answer in this capture.`, advice: 'Look for a filter on the way, a wrong address, or a server that is down.' }, { syns: opening.count, frames: opening.frames })];
  }
  if (opening.count < 2 && reply.count < 2) return [];
  const costNs = Math.max(opening.endNs - opening.startNs, reply.endNs - reply.startNs);
  return [finding({ code: 'syn_loss', severity: 'warning', direction: null, startNs: syns.startNs, endNs: syns.endNs, costNs,
    message: `The handshake took ${inSeconds(costNs)} s longer: ${opening.count} SYNs and ${reply.count} SYN-ACKs were sent.`,
    advice: 'Look for loss on the path, or a server whose queue of new connections is full.' }, { syns: opening.count, synAcks: reply.count, frames: syns.frames })];
};

/** Resets, by what they ended. @type {Detector} */
export const reset = (context) => {
  const { packets } = context, { flags } = packets, resets = packetsOf(context, (i) => (flags[i] & TCP.RST) !== 0);
  if (resets.count === 0) return [];
  const data = context.ways.length > 0, by = senderName(resets.direction);
  const finished = packetsOf(context, (i) => (flags[i] & TCP.FIN) !== 0), ended = finished.count > 0 && finished.startNs <= resets.startNs;
  const syns = packetsOf(context, (i) => (flags[i] & TCP.SYN) !== 0), replies = packetsOf(context, (i) => (flags[i] & TCP.SYN) !== 0 && packets.direction[i] === resets.direction);
  const answersSyn = syns.count > 0 && replies.count === 0 && !data;
  const known = { direction: null, startNs: resets.startNs, endNs: resets.endNs, costNs: null }, evidence = { resets: resets.count, frames: resets.frames };
  if (answersSyn) {
    return [finding({ ...known, code: 'connection_refused', severity: 'error', message: `The ${by} refused the connection.`, advice: 'Nothing listens there, or a filter rejects it.' }, evidence)];
  }
  return [finding({ ...known, code: 'reset', severity: ended ? 'note' : 'warning', message: `The ${by} reset the connection${ended ? ' after it had been closed' : ''}.`,
    advice: ended ? 'Mostly harmless: it was closed with data unread, or without waiting.' : `Look for an error or a time-out of the application at the ${by}, or a middlebox that forgot the connection.` }, evidence)];
};

/** The end of the capture shows one end alone, sending again and again. @type {Detector} */
export const halfOpen = (context) => {
  const { packets } = context;
  let unanswered = 0, first = packets.count;
  for (let i = packets.count - 1; i >= 0 && packets.direction[i] === packets.direction[packets.count - 1]; i--) {
    const again = packets.verdict[i] === VERDICT.RETRANSMISSION || packets.verdict[i] === VERDICT.KEEP_ALIVE || packets.verdict[i] === VERDICT.WINDOW_PROBE;
    if (again && (packets.flags[i] & TCP.SYN) === 0) {
      unanswered++;
      first = i;
    }
  }
  if (unanswered < LEAST_UNANSWERED) return [];
  const startNs = packets.timeNs[first], endNs = packets.timeNs[packets.count - 1], direction = packets.direction[first];
  return [finding({ code: 'half_open', severity: 'error', direction, startNs, endNs, costNs: endNs - startNs,
    message: `The ${senderName(direction)} sent ${unanswered} times without any answer: the other end, or the path, is gone.`,
    advice: 'Look for a host that went away without closing, or a middlebox that dropped its state. TCP_USER_TIMEOUT gives up sooner.' }, { unanswered, frames: [packets.frame[first]] })];
};

/** @type {Detector} */
export const keepAlive = (context) => {
  const probes = packetsOf(context, (i) => context.packets.verdict[i] === VERDICT.KEEP_ALIVE);
  if (probes.count === 0) return [];
  return [finding({ code: 'keep_alive', severity: 'note', direction: probes.direction, startNs: probes.startNs, endNs: probes.endNs, costNs: null,
    message: `The ${senderName(probes.direction)} kept the connection alive over a pause with ${probes.count} probes.`, advice: 'Harmless; it keeps middleboxes from forgetting the connection.' }, { probes: probes.count, frames: probes.frames })];
};
