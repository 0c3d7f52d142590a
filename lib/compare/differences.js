/** How much more the same conversation costs in one capture than in another. */

/** @typedef {import('./capture-summary.js').CaptureSummary} CaptureSummary */
/** @typedef {import('./capture-summary.js').DirectionSummary} DirectionSummary */

/** @typedef {Record<keyof DirectionSummary, number|null>} DirectionDifference */

/**
 * @typedef {object} Difference each figure minus that of the first capture; null where one of them is missing
 * @property {number|null} seconds
 * @property {number|null} roundTrips
 * @property {number|null} bandwidthLost share of the first capture's goodput that this one does not reach, in the
 *   direction of their data; 0 where it is as fast or faster; null, too, where the data goes the other way
 * @property {DirectionDifference} clientToServer
 * @property {DirectionDifference} serverToClient
 */

/**
 * The other's figures minus the first's.
 * @param {CaptureSummary} first
 * @param {CaptureSummary} other
 * @returns {Difference}
 */
export function differenceOf(first, other) {
  const main = mainOf(first);
  const before = first[main].goodput;
  const after = mainOf(other) === main ? other[main].goodput : null;
  return {
    seconds: less(other.seconds, first.seconds),
    roundTrips: less(other.roundTrips, first.roundTrips),
    bandwidthLost: before === null || after === null || before === 0 ? null : Math.max(0, 1 - after / before),
    clientToServer: directionDifference(first.clientToServer, other.clientToServer),
    serverToClient: directionDifference(first.serverToClient, other.serverToClient),
  };
}

/** Direction of most of the data. @param {CaptureSummary} summary */
const mainOf = ({ clientToServer, serverToClient }) =>
  serverToClient.uniqueBytes >= clientToServer.uniqueBytes ? 'serverToClient' : 'clientToServer';

/** @param {DirectionSummary} first @param {DirectionSummary} other @returns {DirectionDifference} */
function directionDifference(first, other) {
  const names = /** @type {(keyof DirectionSummary)[]} */ (Object.keys(first));
  return /** @type {DirectionDifference} */ (
    Object.fromEntries(names.map((name) => [name, less(other[name], first[name])]))
  );
}

/** Rounded to the nanosecond, as the figures are. @param {number|null} a @param {number|null} b */
const less = (a, b) => (a === null || b === null ? null : Math.round((a - b) * 1e9) / 1e9);
