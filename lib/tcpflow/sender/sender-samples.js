/** As lib/engine/sender/sender-samples.ts lays them out. */
const LAYOUT = Object.freeze({ columns: 2, bytes: 16 });

/** @typedef {import('../../transport/round-trips.js').SenderSamples} SenderSamples */

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
