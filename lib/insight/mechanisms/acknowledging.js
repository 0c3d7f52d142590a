import { TCP } from '../../engine/segment-batch.js';
import { quantile } from '../sender/pacing.js';
import { notObservable, notSeen, seen } from './mechanism.js';

/** @typedef {import('../../tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

const MIN_ACKS = 5;
/**
 * Waits longer than this above the shortest are due to a timer: Linux 40 ms, macOS and FreeBSD 100, Windows 200, lwIP
 * 250, RFC 1122 (section 4.2.3.2) 500 at the most.
 */
const MIN_TIMER_NS = 25e6;
const MIN_TIMED = 3;
const SURE = 0.9;
const LIKELY = 0.7;
/** Acknowledgements for this many segments on average are thinned out on the way, or by receive offload. */
const THINNED = 4;

/**
 * How the receiver of a direction's data acknowledges: every how many segments, and after which delay when no second
 * one comes.
 * @param {ConnectionPackets} packets @param {number} direction of the data
 * @returns {import('./mechanism.js').Mechanism}
 */
export function delayedAcknowledgement(packets, direction) {
  const { covered, waitsNs } = acknowledgements(packets, direction);
  if (covered.length < MIN_ACKS) return notObservable('delayed_ack', 'too few ACKs without data');
  const every = quantile(covered, 0.5);
  const shortestNs = quantile(waitsNs, 0);
  const timed = waitsNs.filter((waitNs) => waitNs - shortestNs > MIN_TIMER_NS);
  const timerMs = timed.length >= MIN_TIMED ? Math.round((quantile(timed, 0.5) - shortestNs) / 1e6) : null;
  const detail = { every, timerMs, acknowledgements: covered.length };
  if (every >= THINNED) {
    return seen('delayed_ack', LIKELY, 'ACKs are thinned, by receive offload or on the path', detail);
  }
  if (every >= 2) return seen('delayed_ack', SURE, 'most ACKs cover two segments', detail);
  if (timerMs !== null) return seen('delayed_ack', LIKELY, 'single segments are acknowledged after a timer', detail);
  return notSeen('delayed_ack', LIKELY, 'each segment was acknowledged at once', detail);
}

/**
 * Every receiver acknowledges out-of-order data at once (RFC 5681, section 4.2): where much is lost, most
 * acknowledgements may be for one segment although it delays. One that does not delay covers two only by chance.
 * @param {ConnectionPackets} packets @param {number} direction of the data
 * @returns {number} share of two among acknowledgements for one or two segments; 0 of none
 */
export function pairsShare(packets, direction) {
  let ones = 0;
  let twos = 0;
  for (const segments of acknowledgements(packets, direction).covered) {
    if (segments === 1) ones++;
    else if (segments === 2) twos++;
  }
  return twos === 0 ? 0 : twos / (ones + twos);
}

/**
 * Segments that each pure acknowledgement covers, and for those of one segment alone how long it came behind it.
 * @param {ConnectionPackets} packets
 * @param {number} direction
 */
function acknowledgements(packets, direction) {
  const { count } = packets;
  const ends = new Float64Array(count);
  const times = new Float64Array(count);
  const covered = new Float64Array(count);
  const waitsNs = new Float64Array(count);
  let sent = 0;
  let una = 0;
  let acks = 0;
  let waits = 0;
  let top = 0;
  for (let i = 0; i < count; i++) {
    if (packets.direction[i] === direction) {
      if (packets.length[i] === 0 || packets.endOffset[i] <= top) continue;
      top = packets.endOffset[i];
      ends[sent] = top;
      times[sent++] = packets.timeNs[i];
      continue;
    }
    const from = una;
    while (una < sent && ends[una] <= packets.ackOffset[i]) una++;
    if (una === from || packets.length[i] > 0 || packets.flags[i] & (TCP.SYN | TCP.FIN | TCP.RST)) continue;
    covered[acks++] = una - from;
    if (una - from === 1 && una === sent) waitsNs[waits++] = packets.timeNs[i] - times[una - 1];
  }
  return { covered: covered.subarray(0, acks), waitsNs: waitsNs.subarray(0, waits) };
}
