import { OPTION, TCP } from '../../packet/segment-batch.js';

/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('./send-order.js').SendOrder} SendOrder */

/**
 * Least delays around the point of capture, for one direction's data, in ns; NaN where nothing tells them.
 *
 * ```
 *   sender ◀──────── near ────────▶ capture ◀──── far ────▶ receiver
 *          acknowledgement goes by,          data goes by,
 *          until what the sender             until its acknowledgement
 *          sends with knowledge of it        goes by
 * ```
 * @typedef {object} PathDelay
 * @property {number} nearNs
 * @property {number} farNs
 * @property {number} roundTripNs their sum, or the part that is known
 */

/**
 * @param {ConnectionPackets} packets @param {0|1} direction of the data
 * @param {[SendOrder, SendOrder]} orders of both directions
 * @returns {PathDelay}
 */
export function pathDelay(packets, direction, orders) {
  const other = /** @type {0|1} */ (1 - direction);
  const nearNs = least(leastAcknowledged(packets, other, orders[other]), leastEcho(packets, other));
  const farNs = least(leastAcknowledged(packets, direction, orders[direction]), leastEcho(packets, direction));
  return { nearNs, farNs, roundTripNs: (Number.isNaN(nearNs) ? 0 : nearNs) + (Number.isNaN(farNs) ? 0 : farNs) };
}

/**
 * Shortest time from a segment to the acknowledgement of its last byte, while nothing up to there was sent again (Karn) or came late.
 * @param {ConnectionPackets} packets @param {0|1} direction of the segments @param {SendOrder} order
 */
function leastAcknowledged(packets, direction, order) {
  const { count, seqOffset, endOffset, ackOffset, flags, timeNs } = packets;
  /** Segments not acknowledged yet that each went on where the last one ended. */
  const waiting = new Int32Array(count);
  let first = 0, last = 0, top = -Infinity, acked = -Infinity, disturbed = -Infinity, latest = -1, shortest = NaN;
  for (let i = 0; i < count; i++) {
    if (packets.direction[i] !== direction) {
      if ((flags[i] & TCP.ACK) === 0 || ackOffset[i] <= acked) continue;
      acked = ackOffset[i];
      while (first < last && endOffset[waiting[first]] < acked) first++;
      if (first < last && endOffset[waiting[first]] === acked && acked > disturbed) shortest = least(shortest, timeNs[i] - timeNs[waiting[first]]);
    } else if (endOffset[i] > seqOffset[i]) {
      if (latest >= 0 && order.isCopy(i, latest, 0)) continue;
      latest = i;
      if (seqOffset[i] < top) disturbed = Math.max(top, endOffset[i]);
      else waiting[last++] = i;
      top = Math.max(top, endOffset[i]);
    }
  }
  return shortest;
}

/** @param {number} a @param {number} b */
function least(a, b) {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : Math.min(a, b);
}

/**
 * Shortest time from the first packet that bears a timestamp to the first that echoes it (as pping does). What is echoed late, since
 * the other side had nothing to send, is longer and does not count.
 * @param {ConnectionPackets} packets @param {number} direction of the timestamps
 */
function leastEcho(packets, direction) {
  const { count, options, tsValue, tsEcho, timeNs } = packets;
  /** Timestamps not echoed yet, in order, as indexes of packets. */
  const waiting = new Int32Array(count);
  let first = 0, last = 0, latest = 0, shortest = NaN;
  for (let i = 0; i < count; i++) {
    if ((options[i] & OPTION.TIMESTAMPS) === 0) continue;
    if (packets.direction[i] === direction) {
      if (last > 0 && ((tsValue[i] - latest) | 0) <= 0) continue;
      latest = tsValue[i];
      waiting[last++] = i;
      continue;
    }
    while (first < last && ((tsValue[waiting[first]] - tsEcho[i]) | 0) < 0) first++;
    if (first === last || tsValue[waiting[first]] !== tsEcho[i]) continue;
    shortest = least(shortest, timeNs[i] - timeNs[waiting[first++]]);
  }
  return shortest;
}
