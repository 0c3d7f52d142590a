/**
 * Where the ladder lies:
 *
 *     axis │  a ─────── b ─────── c
 */
import { headsPx } from '../timeline/axis.js';

/** Head above the plot: names of the points. */
export const HEAD_HIGH = 34;
const AXIS_WIDE = { wide: 76, narrow: 58 };
/** Free above the first packet and below the last. */
const AIR = 6;
/** Beside the first column and the last, for half of a name. */
const BESIDE = { wide: 44, narrow: 26 };

/**
 * @typedef {object} PathLayout
 * @property {number} axisRight
 * @property {number} ladderRight
 * @property {number} top of the plot
 * @property {number} height of the plot
 * @property {number[]} columns x of each capture, in the order of files
 */

/**
 * @param {{ width: number, height: number }} size @param {readonly number[]} order place along the path of each capture
 * @returns {PathLayout}
 */
export function layoutOf({ width, height }, order) {
  const axisRight = headsPx(width, AXIS_WIDE);
  const beside = headsPx(width, BESIDE);
  const wide = width - axisRight - 2 * beside;
  return {
    axisRight,
    ladderRight: width,
    top: HEAD_HIGH + AIR,
    height: Math.max(40, height - HEAD_HIGH - 2 * AIR),
    columns: order.map((place) => axisRight + beside + (wide * place) / Math.max(1, order.length - 1)),
  };
}

/** @param {readonly number[]} order place along the path of each capture @returns {number[]} captures along the path */
export const alongOf = (order) => order.map((_, place) => order.indexOf(place));
