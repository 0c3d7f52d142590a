// Selects the value of a rank without sorting all (introselect): mostly linear, and n log n for any input.
import { sortAscending } from '../base/sort';

/** Rounds of partitioning, as a multiple of the logarithm, after which the rest is sorted. */
const MAX_ROUNDS: i32 = 2;

/**
 * The quantile at that share; the values are reordered.
 * @returns 0 where there are none
 */
export function ranked(values: usize, n: i32, share: f64): f64 {
  return n == 0 ? 0 : valueOfRank(values, n, <i32>Math.min(n - 1, Math.floor(<f64>n * share)));
}

/** @param rank 0: the least @returns the value that sorting would put there */
function valueOfRank(values: usize, n: i32, rank: i32): f64 {
  let first = 0;
  let last = n - 1;
  for (let rounds = MAX_ROUNDS * (32 - clz(n)); first < last; rounds--) {
    if (rounds == 0) {
      sortAscending(values + ((<usize>first) << 3), last - first + 1);
      break;
    }
    const pivot = middleOf(at(values, first), at(values, (first + last) >> 1), at(values, last));
    let low = first;
    let high = last;
    while (low <= high) {
      while (at(values, low) < pivot) low++;
      while (at(values, high) > pivot) high--;
      if (low > high) break;
      const value = at(values, low);
      put(values, low++, at(values, high));
      put(values, high--, value);
    }
    //  first … high ≤ pivot, between them the pivot itself, low … last ≥ pivot
    if (rank <= high) last = high;
    else if (rank >= low) first = low;
    else break;
  }
  return at(values, rank);
}

function middleOf(a: f64, b: f64, c: f64): f64 {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

// @ts-ignore: decorator
@inline
function at(values: usize, i: i32): f64 {
  return load<f64>(values + ((<usize>i) << 3));
}

// @ts-ignore: decorator
@inline
function put(values: usize, i: i32, value: f64): void {
  store<f64>(values + ((<usize>i) << 3), value);
}
