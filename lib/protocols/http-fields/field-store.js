/**
 * Header fields of HTTP/2 and HTTP/3 in the store of heads: each is stored once, however many heads refer to it, and
 * its string is cached.
 */
import { MAX_DECODED_CHARACTERS } from '../http2/limits.js';
import { STATIC_TABLE } from '../http2/static-table.js';
import { QPACK_STATIC_TABLE } from '../http3/qpack/static-table.js';
import { latin1 } from '../model/latin1.js';
import { Scratch } from './scratch.js';

/** @typedef {import('./field-list.js').Field} Field */

/** References from here on are to the static tables, which have nothing private. The store of heads ends before. */
export const STATIC_REFERENCES = 2 ** 31;
const LENGTHS_BYTES = 8;

/** HPACK's and QPACK's. */
const STATIC_FIELDS = [...STATIC_TABLE, ...QPACK_STATIC_TABLE];
STATIC_FIELDS.forEach((field, i) => {
  field.reference = STATIC_REFERENCES + i;
});

const scratch = new Scratch();

/**
 * A field in the store: name's length (4) | value's length (4) | name | value. Lengths before texts, so that no
 * character needs escaping.
 */
export class FieldStore {
  #heads;
  /** By reference. @type {Map<number, Field>} */
  #decoded = new Map();
  #decodedCharacters = 0;
  /** Characters converted to strings so far. */
  charactersMade = 0;

  /** @param {import('../model/head-store.js').HeadStore} heads */
  constructor(heads) {
    this.#heads = heads;
  }

  /** @param {Field} field @returns {number} a reference for `read`, or −1 when the store of heads has no room for it */
  add(field) {
    const [name, value] = field;
    scratch.begin(LENGTHS_BYTES + name.length + value.length);
    scratch.putUint32(name.length);
    scratch.putUint32(value.length);
    scratch.putText(name);
    scratch.putText(value);
    return this.#heads.add(scratch.bytes, 0, scratch.length);
  }

  /** @param {number} reference @returns {Field} the same one each time, not to be changed */
  read(reference) {
    if (reference >= STATIC_REFERENCES) return STATIC_FIELDS[reference - STATIC_REFERENCES];
    return this.#decoded.get(reference) ?? this.#decode(reference);
  }

  /** @param {number} reference @returns {Field} */
  #decode(reference) {
    const lengths = this.#heads.read(reference, LENGTHS_BYTES);
    const view = new DataView(lengths.buffer, lengths.byteOffset, LENGTHS_BYTES);
    const name = view.getUint32(0);
    const value = view.getUint32(4);
    const bytes = this.#heads.read(reference, LENGTHS_BYTES + name + value);
    const field = /** @type {Field} */ ([
      latin1(bytes, LENGTHS_BYTES, LENGTHS_BYTES + name),
      latin1(bytes, LENGTHS_BYTES + name),
    ]);
    if (this.#decodedCharacters + name + value > MAX_DECODED_CHARACTERS) {
      this.#decoded.clear();
      this.#decodedCharacters = 0;
    }
    this.#decoded.set(reference, field);
    this.#decodedCharacters += name + value;
    this.charactersMade += name + value;
    return field;
  }
}
