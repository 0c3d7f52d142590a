/**
 * The vertical scale of a pane, with its ticks. It follows what is in view; the caller gives that extent.
 */
import { formatNumber } from '../base/format.js';
import { precisionFixed, scaleLinear, tickStep } from '../vendor/d3.js';

const TICK_PX = 34;

/**
 * @typedef {object} ValueScale
 * @property {(value: number) => number} y pixel of a value
 * @property {(px: number) => number} value
 * @property {[number, number]} domain bottom and top
 * @property {{ value: number, y: number, label: string }[]} ticks
 */

/**
 * @param {object} given
 * @param {[number, number]} given.extent smallest and largest value in view
 * @param {number} given.topPx
 * @param {number} given.bottomPx
 * @param {number} [given.per] values in a labelled unit: 1000 for kB
 * @param {number} [given.tickPx] wanted distance of ticks
 * @param {number} [given.origin] added to values before they are labelled
 * @param {(labelled: number, decimals: number) => string} [given.words] of a label
 * @returns {ValueScale}
 */
export function valueScale({ extent, topPx, bottomPx, per = 1, tickPx = TICK_PX, origin = 0, words = formatNumber }) {
  const [low, high] = extent;
  const domain = /** @type {[number, number]} */ (high > low ? [low, high] : [low - 0.5 * per, high + 0.5 * per]);
  const y = scaleLinear(domain, [bottomPx, topPx]);
  const count = Math.max(1, Math.floor((bottomPx - topPx) / tickPx));
  const labelled = y.copy().domain(domain.map((value) => (value + origin) / per));
  const decimals = precisionFixed(tickStep(labelled.domain()[0], labelled.domain()[1], count));
  const ticks = labelled.ticks(count).map((label) => {
    const value = label * per - origin;
    return { value, y: y(value), label: words(label, decimals) };
  });
  return { y, value: y.invert, domain, ticks };
}

/**
 * Figures of four digits reach into the pane's title: from here on, of a thousand, the next unit is taken. A scale
 * reaches somewhat beyond its data.
 */
const LONG = 900;

/**
 * Bytes are labelled in the unit that keeps the figures short; the pane's title states it.
 * @param {number} largestBytes
 * @returns {{ per: number, unit: string }}
 */
export function byteUnit(largestBytes) {
  if (largestBytes >= LONG * 1e6) return { per: 1e9, unit: 'GB' };
  if (largestBytes >= LONG * 1e3) return { per: 1e6, unit: 'MB' };
  return largestBytes >= LONG ? { per: 1e3, unit: 'kB' } : { per: 1, unit: 'B' };
}

/**
 * @param {number} largest bits a second
 * @returns {{ per: number, unit: string }}
 */
export function rateUnit(largest) {
  if (largest >= LONG * 1e6) return { per: 1e9, unit: 'Gbit/s' };
  return largest >= LONG * 1e3 ? { per: 1e6, unit: 'Mbit/s' } : { per: 1e3, unit: 'kbit/s' };
}

/**
 * @param {[number, number]} extent
 * @param {number} share of the span added at each end
 * @returns {[number, number]}
 */
export function padded([low, high], share) {
  const by = (high - low) * share;
  return [low - by, high + by];
}
