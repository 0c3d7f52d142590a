/**
 * Binary search in sorted columns. Both functions look at `values[0 … count)` only, since growing columns are longer than filled.
 */

/**
 * @param {ArrayLike<number>} values ascending
 * @param {number} wanted
 * @param {number} [count]
 * @returns {number} the first index whose value is at least `wanted`; `count` when there is none
 */
export function lowerBound(values, wanted, count = values.length) {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * @param {ArrayLike<number>} values ascending
 * @param {number} wanted
 * @param {number} [count]
 * @returns {number} the first index whose value is greater than `wanted`; `count` when there is none
 */
export function upperBound(values, wanted, count = values.length) {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * @param {ArrayLike<number>} values ascending
 * @param {number} wanted
 * @param {number} [count]
 * @returns {number} index of the value closest to `wanted`; −1 without values
 */
export function nearestIndex(values, wanted, count = values.length) {
  if (count === 0) return -1;
  const after = lowerBound(values, wanted, count);
  if (after === count) return count - 1;
  if (after === 0) return 0;
  return values[after] - wanted < wanted - values[after - 1] ? after : after - 1;
}
