/**
 * Column frames: typed arrays with a JSON header in one buffer, as `docs/protocol.md` describes them.
 * Used by the server to write and by the page to read, so this file is pure.
 */

/** @typedef {Float64Array|Int32Array|Uint32Array|Uint16Array|Uint8Array} Column */
/** @typedef {{ kind: string, rows: number, meta: Record<string, any>, columns: Record<string, Column> }} ColumnFrame */

const TYPES = { f64: Float64Array, i32: Int32Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array };

/** @param {Column} column @returns {keyof typeof TYPES} */
function typeOf(column) {
  for (const [name, type] of Object.entries(TYPES)) {
    if (column instanceof type) return /** @type {keyof typeof TYPES} */ (name);
  }
  throw new TypeError("a column must be one of the frame's array types");
}

const align8 = (/** @type {number} */ n) => (n + 7) & ~7;

/**
 * @param {ColumnFrame} frame
 * @returns {Uint8Array} each column on an 8-byte boundary, so that a reader can create views
 * @throws {TypeError} for a column of another type
 */
export function encodeColumnFrame({ kind, rows, meta, columns }) {
  let end = 0;
  const described = Object.entries(columns).map(([name, column]) => {
    const offset = end;
    end = align8(end + column.byteLength);
    return { name, type: typeOf(column), offset, length: column.length };
  });
  const header = new TextEncoder().encode(JSON.stringify({ kind, rows, meta, columns: described }));
  const start = align8(4 + header.length);
  const bytes = new Uint8Array(start + end);
  new DataView(bytes.buffer).setUint32(0, start - 4, true);
  bytes.fill(0x20, 4, start);
  bytes.set(header, 4);
  described.forEach(({ offset }, i) => {
    const column = Object.values(columns)[i];
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), start + offset);
  });
  return bytes;
}

/**
 * The columns are views into `buffer`, not copies.
 * @param {ArrayBuffer} buffer
 * @returns {ColumnFrame}
 * @throws {RangeError} when the buffer is not a whole frame
 */
export function decodeColumnFrame(buffer) {
  const headerLength = new DataView(buffer).getUint32(0, true);
  const start = 4 + headerLength;
  if (start > buffer.byteLength) throw new RangeError('the column frame ends within its header');
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, headerLength)));
  /** @type {Record<string, Column>} */
  const columns = {};
  for (const { name, type, offset, length } of header.columns) {
    columns[name] = new TYPES[/** @type {keyof typeof TYPES} */ (type)](buffer, start + offset, length);
  }
  return { kind: header.kind, rows: header.rows, meta: header.meta, columns };
}
