import { Bursts, TRIGGER } from '../../transport/bursts.js';
import { EVENT } from './walk-log.js';

/** A packet that is short by less than this share is full: frame headers and padding vary. */
const NEARLY_FULL = 0.95;

/**
 * What an end did as bursts: a packet of the other end with what it set off, or packets that left without one. A
 * "segment" is a full QUIC packet, offsets count the bytes of all streams together, as MAX_DATA does.
 * @param {import('./recover.js').DirectionRecovery} sent
 * @param {import('../../transport/bursts.js').Habits} habits
 * @returns {Bursts}
 */
export function burstsOf({ walk: { log }, sends, carried, packets, orderConfidence }, { mss, clockedNs }) {
  const count = countOf(log, clockedNs);
  const lastNs = packets.count === 0 ? 0 : packets.timeNs[packets.count - 1];
  const bursts = new Bursts(count, { count, clockedNs, lastNs });
  let b = -1;
  let isShort = 0;
  let isPushed = 0;
  for (let e = 0; e < log.count; e++) {
    const isSent = log.kind[e] === EVENT.SENT;
    const atNs = log.timeNs[e];
    const send = log.lastSend[e];
    if (begins(log, e, clockedNs)) {
      open(bursts, ++b, atNs, log.packet[e]);
      bursts.trigger[b] = triggerOf(log.kind[e]);
      bursts.pipeBefore[b] = (isSent ? log.inFlight[e] - sends.bytes[send] : log.inFlight[e]) / mss;
      bursts.delivered[b] = log.delivered[e] / mss;
      bursts.confidence[b] = orderConfidence;
    }
    if (isSent && sends.inFlight[send]) {
      if (carried.fresh[send] > 0) {
        isShort = Number(sends.bytes[send] < mss * NEARLY_FULL);
        isPushed = Number(isShort === 1 || carried.open[send] === 0);
      }
      addSend(bursts, b, atNs, { send, sends, carried });
    }
    bursts.endNs[b] = atNs;
    bursts.state[b] = log.state[e];
    bursts.pipeAfter[b] = log.inFlight[e] / mss;
    bursts.waiting[b] = log.waiting[e] / mss;
    bursts.sacked[b] = log.gaps[e];
    bursts.short[b] = isShort;
    bursts.pushed[b] = isPushed;
    bursts.sentEnd[b] = send < 0 ? 0 : carried.total[send];
    bursts.edge[b] = log.credit[e];
    bursts.windowBytes[b] = log.credit[e] - bursts.sentEnd[b];
    bursts.outstanding[b] = log.inFlight[e] / mss;
    bursts.closed[b] = Number(send >= 0 && carried.total[send] > 0 && carried.open[send] === 0);
    bursts.undone[b] = log.undone[e];
  }
  return bursts;
}

/** @param {import('./walk-log.js').WalkLog} log @param {number} e @param {number} clockedNs */
function begins({ kind, timeNs }, e, clockedNs) {
  return kind[e] !== EVENT.SENT || e === 0 || timeNs[e] - timeNs[e - 1] > clockedNs;
}

/** @param {import('./walk-log.js').WalkLog} log @param {number} clockedNs */
function countOf(log, clockedNs) {
  let bursts = 0;
  for (let e = 0; e < log.count; e++) if (begins(log, e, clockedNs)) bursts++;
  return bursts;
}

/** @param {number} kind of `EVENT` */
function triggerOf(kind) {
  if (kind === EVENT.SENT) return TRIGGER.NOTHING;
  return kind === EVENT.DATA ? TRIGGER.DATA : TRIGGER.ACK;
}

/** @param {Bursts} bursts @param {number} b @param {number} atNs @param {number} packet */
function open(bursts, b, atNs, packet) {
  bursts.startNs[b] = bursts.sendNs[b] = atNs;
  bursts.packet[b] = packet;
}

/**
 * @param {Bursts} bursts @param {number} b @param {number} atNs
 * @param {{ send: number, sends: import('./sends.js').Sends, carried: import('./carried.js').Carried }} what
 */
function addSend(bursts, b, atNs, { send, sends, carried }) {
  if (bursts.sent[b]++ === 0) bursts.sendNs[b] = atNs;
  if (carried.fresh[send] === 0) return;
  if (bursts.sentNew[b]++ > 0) return;
  bursts.firstOffset[b] = carried.total[send] - carried.fresh[send];
  bursts.firstNew[b] = sends.bytes[send];
}
