import { CARRIERS } from '../../simulator/applications/proxy/carriers.js';
import { PRESENTED_HEADER_BYTES } from '../nz-us/parameters.js';
import { timesOf } from './plan.js';

/** @typedef {import('./plan.js').Parameters} Parameters */
/** @typedef {import('./plan.js').Given} Given */
/** @typedef {import('../nz-us/run.js').Measures} Measures */
/**
 * A run's parameters and measurements.
 * @typedef {Parameters & Measures & { presentedMbps: number, toClientsMbps: number, backMbps: number }} Point
 */

/**
 * @param {{ run: { parameters: Parameters }, values: Measures }[]} results
 * @param {Given} given
 * @returns {Point[]} in the order of the plan, so by load for each configuration
 */
export function pointsOf(results, given) {
  return results.map(({ run: { parameters }, values }) => {
    const { seconds, warmUpSeconds } = timesOf(parameters.side, given);
    const presentedBits = 8 * (values.presentedBytes + PRESENTED_HEADER_BYTES * values.presentedPackets);
    return {
      ...parameters,
      ...values,
      presentedMbps: presentedBits / (seconds - warmUpSeconds) / 1e6,
      toClientsMbps: values.toNzBps / 1e6,
      backMbps: values.toUsBps / 1e6,
    };
  });
}

/** @param {Point} point @returns {boolean} whether all requests were answered */
export const isAnswered = ({ unfinished, latencySeconds }) => unfinished === 0 && latencySeconds !== null;

/** @param {Point[]} points @param {Pick<Point, 'side'|'carrier'|'connections'>} of @returns {Point[]} by load */
export const curveOf = (points, { side, carrier, connections }) =>
  points.filter((point) => point.side === side && point.carrier === carrier && point.connections === connections);

/**
 * Of each protocol the fewest connections that are about as fast as its best, at one's own load.
 * @param {Point[]} points @returns {Point[]}
 */
export function bestOfProtocols(points) {
  const own = ownPoints(points).filter(({ carrier }) => carrier !== null);
  const carriers = [...new Set(own.map(({ carrier }) => carrier))];
  return carriers.map((carrier) => fewestOf(own.filter((point) => point.carrier === carrier)));
}

/** Of two that are alike, more load can be put on the other. @param {Point} point */
const isSerial = ({ carrier }) => carrier !== null && CARRIERS[carrier].isSerial;

/** A run at most so much slower than the best counts as equally good. */
const ALIKE = 1.02;

/** @param {Point[]} points one at least @returns {Point} with the fewest connections of the fastest, about */
export function fewestOf(points) {
  const taken = (/** @type {Point} */ point) => (isAnswered(point) ? Number(point.latencySeconds) : Infinity);
  const best = Math.min(...points.map(taken));
  const good = best === Infinity ? points : points.filter((point) => taken(point) <= ALIKE * best);
  return good.toSorted((a, b) => a.connections - b.connections || Number(isSerial(a)) - Number(isSerial(b)))[0];
}

/** @param {Point[]} points @returns {Point[]} of one's own load, once */
export const ownPoints = (points) => points.filter(({ side, copies }) => side === 'own' && copies === 1);
