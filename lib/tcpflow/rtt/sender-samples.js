/** RFC 6298 section 2: gains of the smoothed RTT and of its variation. */
const GAIN = 1 / 8;
/** As core/sender-samples.ts lays them. */
const LAYOUT = Object.freeze({ columns: 2, bytes: 16 });

/**
 * The samples that the sender itself took, over the whole path, as Linux does (tcp_clean_rtx_queue, tcp_ack_update_rtt): of each
 * acknowledgement one, from the oldest segment that it newly acknowledges and that was sent once; none by sequence number while
 * anything among them was sent twice; then from the lowest segment newly reported by SACK; else, where something was acknowledged, from the
 * timestamp that it echoes, in whole ticks of the sender's clock.
 * @param {import('../flight/walks.js').Walks} walks @param {number} direction of the data @param {import('../flight/sender-order.js').SenderOrder} order
 * @returns {{ count: number, timeNs: Float64Array, rttNs: Float64Array }}
 */
export function senderSamples(walks, direction, order) {
  const { count, room } = walks.table(order, (core) => core.senderSamples(direction), (core) => core.senderSampleCount(), LAYOUT);
  return { count, timeNs: room.float64(), rttNs: room.float64() };
}

/**
 * The smoothed RTT (RFC 6298 section 2.3).
 * @param {Float64Array} rttNs @param {number} count @returns {Float64Array}
 */
export function smoothed(rttNs, count) {
  const srttNs = new Float64Array(count);
  for (let k = 0; k < count; k++) srttNs[k] = k === 0 ? rttNs[k] : srttNs[k - 1] + GAIN * (rttNs[k] - srttNs[k - 1]);
  return srttNs;
}
