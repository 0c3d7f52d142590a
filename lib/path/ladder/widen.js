/**
 * Takes a value into the bounds of an interval, NaN as long as it has none.
 * @param {Float64Array} lows @param {Float64Array} highs @param {number} bin @param {number} value
 */
export function widen(lows, highs, bin, value) {
  // Nothing is less or greater than NaN.
  if (!(lows[bin] <= value)) lows[bin] = value;
  if (!(highs[bin] >= value)) highs[bin] = value;
}
