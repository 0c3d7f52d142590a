/**
 * Parts of a column, one behind the other.
 * @template {Float64Array | Uint32Array | Int32Array | Uint8Array} T
 * @param {new (length: number) => T} Column
 * @param {readonly ArrayLike<number>[]} parts
 * @returns {T}
 */
export function joined(Column, parts) {
  const column = new Column(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    column.set(part, at);
    at += part.length;
  }
  return column;
}

/**
 * The same of what each thing has of it.
 * @template {Float64Array | Uint32Array | Int32Array | Uint8Array} T
 * @template P
 * @param {new (length: number) => T} Column
 * @param {readonly P[]} things
 * @param {(thing: P) => ArrayLike<number>} partOf
 */
export const joinedOf = (Column, things, partOf) => joined(Column, things.map(partOf));
