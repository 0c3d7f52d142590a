/** @typedef {import('./sender-order.js').SenderOrder} SenderOrder */

/**
 * @typedef {object} FlightSeries
 * @property {number} count
 * @property {Int32Array} packet the segment or acknowledgement, an index of the connection's packets
 * @property {Float64Array} timeNs when it passed the sender, as in `SenderOrder`
 * @property {Float64Array} bytes in flight after it
 * @property {Float32Array} confidence 0 … 1, as in `SenderOrder`
 */

/**
 * The flight size (RFC 6675's pipe) of a direction's sender after each of its segments and each acknowledgement that it
 * got.
 * @param {import('./passes.js').SenderPasses} passes
 * @param {number} direction of the data
 * @param {SenderOrder} order
 * @param {boolean} sack both ends permit SACK
 * @returns {FlightSeries}
 */
export function flightSeries(passes, direction, order, sack) {
  const { count, room } = passes.table(
    order,
    (core) => core.flightSeries(direction, sack),
    (core) => core.flightCount(),
    { columns: 4, bytes: 24 },
  );
  return { count, packet: room.int32(), timeNs: room.float64(), bytes: room.float64(), confidence: room.float32() };
}
