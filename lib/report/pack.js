/** Values as a column frame: typed arrays are its columns, the rest its JSON. */
import { decodeColumnFrame, encodeColumnFrame } from '../shared/columns/column-frame.js';

/** @typedef {import('../shared/columns/column-frame.js').Column} Column */

/** Marks values that JSON lacks. */
const MARK = '$';

/**
 * @param {unknown} value of numbers, texts, typed arrays, and arrays, objects, maps, sets of these
 * @returns {Uint8Array}
 */
export function pack(value) {
  /** @type {Record<string, Column>} */
  const columns = {};
  let count = 0;
  /** @type {(one: any) => any} */
  const inJson = (one) => {
    if (typeof one === 'bigint') return { [MARK]: 'bigint', text: String(one) };
    if (typeof one === 'number') return Number.isFinite(one) ? one : { [MARK]: 'number', text: String(one) };
    if (typeof one !== 'object' || one === null) return one;
    if (ArrayBuffer.isView(one)) {
      columns[count] = /** @type {Column} */ (one);
      return { [MARK]: 'column', text: String(count++) };
    }
    if (Array.isArray(one)) return one.map(inJson);
    if (one instanceof Map) return { [MARK]: 'map', entries: [...one].map(inJson) };
    if (one instanceof Set) return { [MARK]: 'set', entries: [...one].map(inJson) };
    return Object.fromEntries(Object.entries(one).map(([name, part]) => [name, inJson(part)]));
  };
  const meta = { value: inJson(value) };
  return encodeColumnFrame({ kind: 'report', rows: 0, meta, columns });
}

/** @param {ArrayBuffer} buffer @returns {any} @throws {Error} it is damaged */
export function unpack(buffer) {
  const { meta, columns } = decodeColumnFrame(buffer);
  // Columns do not overlap, and each is in one place; else few bytes could become very many.
  let bytesLeft = buffer.byteLength;
  /** @type {(one: any) => any} */
  const made = (one) => {
    if (typeof one !== 'object' || one === null) return one;
    if (Array.isArray(one)) return one.map(made);
    switch (one[MARK]) {
      case 'bigint':
        return BigInt(one.text);
      case 'number':
        return Number(one.text);
      case 'column':
        bytesLeft -= columns[one.text].byteLength;
        if (bytesLeft < 0) throw new RangeError('columns take more bytes than there are');
        return columns[one.text].slice();
      case 'map':
        return new Map(one.entries.map(made));
      case 'set':
        return new Set(one.entries.map(made));
      default:
        return Object.fromEntries(Object.entries(one).map(([name, part]) => [name, made(part)]));
    }
  };
  return made(meta.value);
}
