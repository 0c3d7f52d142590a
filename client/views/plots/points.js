/** Connections as points: their figures as received, and functions over all of them. */
import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { extent } from '../../vendor/d3.js';

/**
 * @typedef {object} Points
 * @property {number} total connections of the capture
 * @property {(string|null)[]} kinds what they are told apart by; null: others
 * @property {Uint32Array} flow
 * @property {Float64Array} x NaN: not known
 * @property {Float64Array} y
 * @property {Uint8Array} kind
 */

/** @param {ArrayBuffer} buffer of a column frame `connection-points` @returns {Points} */
export function pointsOf(buffer) {
  const { meta, columns } = decodeColumnFrame(buffer);
  const { flow, x, y, kind } = /** @type {Pick<Points, 'flow'|'x'|'y'|'kind'>} */ (columns);
  return { total: meta.total, kinds: meta.kinds, flow, x, y, kind };
}

/**
 * @param {Float64Array} values
 * @param {boolean} isLog whether they are on a logarithmic axis, which has no 0
 * @returns {[number, number]|null} null: there are none
 */
export function extentOf(values, isLog) {
  const [low, high] = extent(values, (value) => (isShown(value, isLog) ? value : NaN));
  return low === undefined ? null : [low, high];
}

/** @param {number} value @param {boolean} isLog */
export const isShown = (value, isLog) => (isLog ? value > 0 : value >= 0);

/** @param {Float64Array} values @param {boolean} isLog @returns {Float64Array} those that are shown, ascending */
export const sortedOf = (values, isLog) => values.filter((value) => isShown(value, isLog)).sort();

/**
 * @param {Float64Array} sorted
 * @param {number} share
 * @returns {number} the smallest value that has this share at or below it; NaN of none
 */
export const quantileOf = (sorted, share) =>
  sorted.length === 0 ? NaN : sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];

/**
 * @param {Points} points
 * @param {{ x: readonly [number, number]|null, y: readonly [number, number]|null }} selection null: all
 * @returns {number} of them that lie within
 */
export function countWithin({ x, y }, selection) {
  const isWithin = (/** @type {number} */ value, /** @type {readonly [number, number]|null} */ range) =>
    range === null || (value >= range[0] && value <= range[1]);
  let count = 0;
  for (let i = 0; i < x.length; i++) if (isWithin(x[i], selection.x) && isWithin(y[i], selection.y)) count++;
  return count;
}
