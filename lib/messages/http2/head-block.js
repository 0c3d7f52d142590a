/** A decoded header list in the store of heads: references to its fields. */
import { MAX_HEADER_CHARACTERS, MAX_HEADER_CHARACTERS_PER_CONNECTION } from './limits.js';

/** @typedef {import('./hpack.js').Field} Field */

const WIRE_BYTES = 4;
const REFERENCE_BYTES = 4;

/** Shared by all connections of a capture: characters of the header lists that are kept, each field as often as it stands in one. */
export class HeaderBudget {
  characters = 0;
}

/** Keeps the header lists of a connection. */
export class HeadPacker {
  #table;
  #budget;
  #characters = 0;
  /** Of fields that HPACK's tables gave, which come again. @type {WeakMap<Field, number>} */
  #references = new WeakMap();
  /** Whether a header list was over a limit. */
  isOverLimit = false;

  /** @param {import('../message-table.js').MessageTable} table @param {HeaderBudget} budget */
  constructor(table, budget) {
    this.#table = table;
    this.#budget = budget;
  }

  /**
   * Writes a message's columns `headAt`, −1 where there is no room, and `headBytes`.
   *
   * ```
   *  header block's bytes on the wire (4) | then each field: its reference (4)
   * ```
   * @param {number} row @param {Field[]} fields @param {number} wireBytes
   */
  keep(row, fields, wireBytes) {
    const table = this.#table, packed = new Uint8Array(WIRE_BYTES + REFERENCE_BYTES * fields.length);
    table.headBytes[row] = packed.length;
    table.headAt[row] = this.#mayKeep(fields) && this.#pack(packed, fields, wireBytes) ? table.heads.add(packed, 0, packed.length) : -1;
  }

  /** @param {Field[]} fields */
  #mayKeep(fields) {
    let characters = 0;
    for (const [name, value] of fields) characters += name.length + value.length;
    const ofConnection = this.#characters + characters, ofCapture = this.#budget.characters + characters;
    this.isOverLimit ||= ofConnection > MAX_HEADER_CHARACTERS_PER_CONNECTION || ofCapture > MAX_HEADER_CHARACTERS;
    if (this.isOverLimit) return false;
    this.#characters = ofConnection;
    this.#budget.characters = ofCapture;
    return true;
  }

  /** @param {Uint8Array} packed with room for them @param {Field[]} fields @param {number} wireBytes @returns {boolean} false: there is no room for a field */
  #pack(packed, fields, wireBytes) {
    const view = new DataView(packed.buffer);
    view.setUint32(0, wireBytes);
    for (let i = 0; i < fields.length; i++) {
      const reference = this.#referenceOf(fields[i]);
      if (reference < 0) return false;
      view.setUint32(WIRE_BYTES + REFERENCE_BYTES * i, reference);
    }
    return true;
  }

  /** @param {Field} field @returns {number} −1: there is no room for it */
  #referenceOf(field) {
    const known = this.#references.get(field);
    if (known !== undefined) return known;
    const reference = this.#table.fields.add(field);
    if (reference >= 0) this.#references.set(field, reference);
    return reference;
  }
}

/**
 * @param {import('../message-table.js').MessageTable} table @param {number} row of an HTTP/2 message whose head is kept
 * @returns {{ fields: Field[], wireBytes: number }}
 */
export function unpackHead(table, row) {
  const bytes = table.heads.read(table.headAt[row], table.headBytes[row]), view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const fields = /** @type {Field[]} */ ([]);
  for (let at = WIRE_BYTES; at < bytes.length; at += REFERENCE_BYTES) fields.push(table.fields.read(view.getUint32(at)));
  return { fields, wireBytes: view.getUint32(0) };
}
