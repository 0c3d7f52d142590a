import { ColumnRoom } from '../../engine/columns.js';
import { ORDER_METHODS } from '../../engine/enums.js';

/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('../../transport/path.js').SenderOrder} SenderOrder */
/** @typedef {import('../../transport/path.js').Vantage} Vantage */

/** Confidence without evidence for the order. */
const AS_CAPTURED = 0.1;

/**
 * At the sender that is the capture's own order, except for packets that it swapped (lib/engine/sender/swapped.ts).
 * Elsewhere a segment may pass the capture point after an acknowledgement that the sender had not received when it sent
 * it, and has to be moved back. With timestamps a segment itself shows the latest acknowledgement received:
 *
 * ```
 *   sender                 capture point                receiver
 *      │                         ● ◀──── ACK 9, TSval 70 ── │
 *      │ ── data, TSecr 69 ────▶ ●                          │     left before ACK 9 came
 *      │ ◀───────────────────────●                          │
 *      │ ── data, TSecr 70 ────▶ ●                          │     left after it
 * ```
 *
 * (tcp-analysis: "TSecr flight".) Without timestamps acknowledgements are shifted by the shortest round trip between
 * the capture point and the sender.
 *
 * @param {import('./passes.js').SenderPasses} passes
 * @param {ConnectionPackets} packets
 * @param {number} direction of the data
 * @param {Vantage} vantage
 * @param {boolean} windowKnown whether the windows of its receiver are
 * @returns {SenderOrder}
 */
export function senderOrder(passes, packets, direction, vantage, windowKnown) {
  const { place, senderNs, confidence } = vantage;
  if (place === 'sender') {
    return (
      passes.order((core) => core.swappedOrder(direction, windowKnown, confidence), orderOf) ??
      capturedOrder(packets, confidence)
    );
  }
  if (senderNs === null) return capturedOrder(packets, AS_CAPTURED);
  const baseNs = wholeTripNs(vantage);
  return (
    passes.order((core) => core.order(direction, senderNs, baseNs, windowKnown), orderOf) ??
    capturedOrder(packets, AS_CAPTURED)
  );
}

/** Shortest round trip of the whole path, as far as known. @param {Vantage} vantage */
export const wholeTripNs = ({ senderNs, receiverNs }) => (senderNs ?? 0) + (receiverNs ?? 0);

/** @param {number} method @param {ColumnRoom} room @returns {SenderOrder} */
const orderOf = (method, room) => ({
  method: ORDER_METHODS[method],
  packet: room.int32(),
  timeNs: room.float64(),
  confidence: room.float32(),
});

/** @param {ConnectionPackets} packets @param {number} confidence @returns {SenderOrder} */
function capturedOrder({ count, timeNs }, confidence) {
  const order = orderOf(0, new ColumnRoom(count, 3, 16));
  const { packet } = order;
  for (let i = 0; i < count; i++) packet[i] = i;
  order.timeNs.set(timeNs);
  order.confidence.fill(confidence);
  return order;
}
