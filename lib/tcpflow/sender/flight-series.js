/** @typedef {import('../../transport/path.js').SenderOrder} SenderOrder */
/** @typedef {import('../../transport/path.js').FlightSeries} FlightSeries */

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
