/**
 * The shared time axis: nanoseconds to pixels. The start is subtracted first, so that a range of a few nanoseconds late
 * in a long capture keeps its precision (`d3.scaleTime` stops at milliseconds).
 */

import { scaleLinear } from '../vendor/d3.js';

/** The closest zoom: this many nanoseconds across the plot. */
export const NARROWEST_NS = 20;

/** @typedef {{ startNs: number, endNs: number }} TimeRange */
/**
 * @typedef {{ range: TimeRange, leftPx: number, widthPx: number, x: (timeNs: number) => number, time: (px: number) =>
 *   number }} TimeScale
 */

/**
 * @param {TimeRange} range
 * @param {number} leftPx
 * @param {number} widthPx
 * @returns {TimeScale}
 */
export function timeScale(range, leftPx, widthPx) {
  const { startNs } = range;
  const scale = scaleLinear([0, Math.max(range.endNs - startNs, 1e-9)], [leftPx, leftPx + widthPx]);
  return { range, leftPx, widthPx, x: (timeNs) => scale(timeNs - startNs), time: (px) => startNs + scale.invert(px) };
}

/**
 * Keeps a range within the limits, its span first: a range pushed over an end is moved back, not cut.
 * @param {TimeRange} range
 * @param {TimeRange} limits
 * @returns {TimeRange}
 */
export function constrain(range, limits) {
  const whole = limits.endNs - limits.startNs;
  const span = Math.min(Math.max(range.endNs - range.startNs, NARROWEST_NS), Math.max(whole, NARROWEST_NS));
  const middle = (range.startNs + range.endNs) / 2;
  const startNs = Math.min(Math.max(middle - span / 2, limits.startNs), Math.max(limits.startNs, limits.endNs - span));
  return { startNs, endNs: startNs + span };
}

/**
 * @param {TimeRange} range
 * @param {number} factor above 1 shows more time, below 1 less
 * @param {number} aboutNs the time that stays where it is
 * @param {TimeRange} limits
 * @returns {TimeRange}
 */
export function zoomAbout(range, factor, aboutNs, limits) {
  const span = range.endNs - range.startNs;
  const zoomedSpan = Math.min(Math.max(span * factor, NARROWEST_NS), limits.endNs - limits.startNs);
  const scale = span > 0 ? zoomedSpan / span : 1;
  return constrain(
    { startNs: aboutNs - (aboutNs - range.startNs) * scale, endNs: aboutNs + (range.endNs - aboutNs) * scale },
    limits,
  );
}

/**
 * @param {TimeRange} range
 * @param {number} byNs
 * @param {TimeRange} limits
 * @returns {TimeRange}
 */
export function pan(range, byNs, limits) {
  return constrain({ startNs: range.startNs + byNs, endNs: range.endNs + byNs }, limits);
}
