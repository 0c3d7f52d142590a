/**
 * A longer copy of a column.
 * @template {Int32Array | Uint32Array | Float64Array | Uint8Array | Uint16Array} C
 * @param {C} column
 * @param {number} length at least that of the column
 * @returns {C}
 */
export function grown(column, length) {
  const Column = /** @type {new (length: number) => C} */ (column.constructor);
  const longer = new Column(length);
  longer.set(column);
  return longer;
}
