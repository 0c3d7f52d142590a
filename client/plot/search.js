/** Binary search in sorted columns with a guess of the answer, which D3's bisectors do not take. */

/**
 * As D3's `bisectLeft` or `bisectRight`, from a place where the answer is thought to be: near it a search takes a few
 * steps, in memory that is at hand.
 * @param {ArrayLike<number>} values ascending
 * @param {number} value
 * @param {{ from: number, to: number, guess: number, above?: boolean }} where the answer lies within `from` and `to`;
 *   `above`: the first
 *   value greater than `value`
 * @returns {number}
 */
export function boundNear(values, value, { from, to, guess, above = false }) {
  const isBefore = (/** @type {number} */ i) => values[i] < value || (above && values[i] === value);
  let low = Math.min(Math.max(guess, from), to);
  let high = low;
  let step = 4;
  if (low < to && isBefore(low)) {
    for (low++; low + step < to && isBefore(low + step); step *= 2) low += step + 1;
    high = Math.min(to, low + step);
  } else {
    for (; high - step >= from && !isBefore(high - step); step *= 2) high -= step;
    low = Math.max(from, high - step);
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * `bisectRight` for values that are asked in ascending order, each as far from the last as that was from the one
 * before, about.
 * @param {ArrayLike<number>} values ascending
 * @param {number} count
 * @returns {(wanted: number) => number}
 */
export function seeker(values, count) {
  let at = 0;
  let stride = 0;
  return (value) => {
    const found = boundNear(values, value, { from: at, to: count, guess: at + stride, above: true });
    stride = found - at;
    at = found;
    return found;
  };
}
