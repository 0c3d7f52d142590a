// Copies columns unchanged (copied-columns.ts).
import { placeIn } from '../base/batch';
import { blockOf, placeOf } from '../base/rows';

/** Entries of a batch's column from `i` on to a block's column from index `at` on. */
// @ts-ignore: decorator
@inline
export function copyStretch<T>(column: usize, i: i32, count: i32, to: usize, at: usize): void {
  memory.copy(to + at * sizeof<T>(), placeIn(column, <usize>i * sizeof<T>()), <usize>count * sizeof<T>());
}

/** For a column that is 0 in most packets: nothing is written where all are 0, so its pages take no memory. */
// @ts-ignore: decorator
@inline
export function copySparse<T>(column: usize, i: i32, count: i32, to: usize, at: usize): void {
  if (isAnySet(placeIn(column, <usize>i * sizeof<T>()), <usize>count * sizeof<T>())) {
    copyStretch<T>(column, i, count, to, at);
  }
}

function isAnySet(from: usize, bytes: usize): bool {
  const end = from + bytes;
  for (; from + 8 <= end; from += 8) if (load<u64>(from) != 0) return true;
  for (; from < end; from++) if (load<u8>(from) != 0) return true;
  return false;
}

/** @param list row numbers, whose entries in a column of the table become consecutive */
// @ts-ignore: decorator
@inline
export function copyListed<T>(list: usize, count: i32, column: usize, to: usize): void {
  for (let i = 0; i < count; i++) {
    const row = load<i32>(list + ((<usize>i) << 2));
    store<T>(to + <usize>i * sizeof<T>(), load<T>(blockOf(row) + column + placeOf(row) * sizeof<T>()));
  }
}
