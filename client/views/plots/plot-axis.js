/** The axes of a plot, linear or logarithmic, with labels as the page writes figures. */
import { formatBytes, formatNumber, formatSeconds, threeFigures } from '../../base/format.js';
import { rateUnit } from '../../plot/value-scale.js';
import { scaleLinear, scaleLog } from '../../vendor/d3.js';

/** @typedef {import('../../../lib/shared/filter/plotted.js').PlottedFigure} PlottedFigure */
/**
 * @typedef {object} Axis
 * @property {(value: number) => number} px
 * @property {(px: number) => number} value
 * @property {boolean} isLog
 * @property {{ px: number, label: string }[]} ticks label "": a ground line alone
 */

/** Wanted distance of labels, px. */
const ACROSS_PX = 96;
const UP_PX = 56;
/** A logarithmic axis over more decades labels powers of ten alone. */
const FEW_DECADES = 3;
/** What ends a figure with nothing: "2.00 ms", "1.50 MB". */
const IDLE_ZEROS = /(\.\d*?)0+(?= |$)/;
/** A logarithmic axis reaches beyond its ends by this factor, and by more where there is little between them. */
const ROOM = 1.15;
const NARROW = 2;
/** A linear axis reaches beyond the largest value by this part. */
const BEYOND = 0.04;

/** @param {PlottedFigure['kind']} kind @param {number} value @returns {string} */
export function figureWords(kind, value) {
  if (!Number.isFinite(value)) return 'unknown';
  if (kind === 'time') return formatSeconds(value);
  if (kind === 'bytes') return formatBytes(value);
  if (kind === 'percent') return `${threeFigures(value)} %`;
  if (kind === 'count') return formatNumber(value);
  const { per, unit } = rateUnit(value);
  return value < 1000 ? `${formatNumber(value)} bit/s` : `${threeFigures(value / per)} ${unit}`;
}

/**
 * @param {readonly [number, number]} extent
 * @param {readonly [number, number]} pixels of its ends; from the bottom upwards where the second is the smaller
 * @param {{ isLog: boolean, isWhole?: boolean, words: (value: number) => string }} how `isWhole`: the largest value
 *   is the axis' end
 * @returns {Axis}
 */
export function plotAxis([low, high], pixels, { isLog, isWhole = false, words }) {
  const length = Math.abs(pixels[1] - pixels[0]);
  const tickCount = Math.max(2, Math.floor(length / (pixels[1] < pixels[0] ? UP_PX : ACROSS_PX)));
  if (!isLog) {
    const scale = scaleLinear([0, high > 0 ? high * (isWhole ? 1 : 1 + BEYOND) : 1], pixels);
    const ticks = scale.ticks(tickCount).map((value) => ({ px: scale(value), label: short(value) }));
    return { px: scale, value: scale.invert, isLog, ticks };
  }
  const room = high / low < NARROW ? NARROW : ROOM;
  const scale = scaleLog([low / room, high * room], pixels);
  const [from, to] = scale.domain();
  const decades = Math.log10(to / from);
  const every = Math.max(1, Math.ceil(decades / tickCount));
  const ticks = scale.ticks(decades * 10).map((value) => ({ px: scale(value), label: labelOf(value) }));
  return { px: scale, value: scale.invert, isLog, ticks };

  /** @param {number} value */
  function labelOf(value) {
    const power = Math.floor(Math.log10(value) + 1e-9);
    const digit = Math.round(value / 10 ** power);
    const isLabelled = decades <= FEW_DECADES ? [1, 2, 5].includes(digit) : digit === 1 && power % every === 0;
    return isLabelled ? short(value) : '';
  }

  /** @param {number} value */
  function short(value) {
    return words(value).replace(IDLE_ZEROS, (_, kept) => (kept === '.' ? '' : kept));
  }
}
