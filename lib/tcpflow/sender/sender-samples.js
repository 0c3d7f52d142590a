/** RFC 6298 section 2: gains of the smoothed RTT and of its variation. */
const GAIN = 1 / 8;
/** As lib/engine/sender/sender-samples.ts lays them out. */
const LAYOUT = Object.freeze({ columns: 2, bytes: 16 });

/**
 * Round trips over the whole path, with their minimum, median and 95th percentile, 0 where there are none.
 * @typedef {{ count: number, timeNs: Float64Array, rttNs: Float64Array, leastNs: number, medianNs: number, highNs:
 *   number }} SenderSamples
 */

/**
 * The sender's own samples, over the whole path, taken as Linux does (tcp_clean_rtx_queue, tcp_ack_update_rtt): one per
 * acknowledgement, from the oldest segment that it newly acknowledges and that was sent once; none by sequence number
 * while anything among them was sent twice; then from the lowest segment newly reported by SACK; else, where something
 * was acknowledged, from the timestamp that it echoes, in whole ticks of the sender's clock.
 * @param {import('./passes.js').SenderPasses} passes
 * @param {number} direction of the data
 * @param {import('./sender-order.js').SenderOrder} order
 * @returns {SenderSamples}
 */
export function senderSamples(passes, direction, order) {
  let leastNs = 0;
  let medianNs = 0;
  let highNs = 0;
  const { count, room } = passes.table(
    order,
    (core) => {
      const at = core.senderSamples(direction);
      leastNs = core.leastSampleNs();
      medianNs = core.medianSampleNs();
      highNs = core.highSampleNs();
      return at;
    },
    (core) => core.senderSampleCount(),
    LAYOUT,
  );
  return { count, timeNs: room.float64(), rttNs: room.float64(), leastNs, medianNs, highNs };
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
