// Heapsort: in place, and n log n for any input.

/** Sorts n values at a place. */
export function sortAscending(values: usize, n: i32): void {
  for (let root = (n >> 1) - 1; root >= 0; root--) sink(values, root, n);
  for (let end = n - 1; end > 0; end--) {
    const most = valueOf(values, 0);
    setValue(values, 0, valueOf(values, end));
    setValue(values, end, most);
    sink(values, 0, end);
  }
}

function sink(values: usize, root: i32, n: i32): void {
  const value = valueOf(values, root);
  for (let child = 2 * root + 1; child < n; child = 2 * root + 1) {
    if (child + 1 < n && valueOf(values, child + 1) > valueOf(values, child)) child++;
    if (valueOf(values, child) <= value) break;
    setValue(values, root, valueOf(values, child));
    root = child;
  }
  setValue(values, root, value);
}

// @ts-ignore: decorator
@inline
function valueOf(values: usize, i: i32): f64 {
  return load<f64>(values + ((<usize>i) << 3));
}

// @ts-ignore: decorator
@inline
function setValue(values: usize, i: i32, value: f64): void {
  store<f64>(values + ((<usize>i) << 3), value);
}
