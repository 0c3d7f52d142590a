/** A list of header fields as header compression makes it, HPACK's or QPACK's. */
import { MAX_HEADER_LIST_BYTES, MAX_HTTP2_FIELDS } from '../http2/limits.js';

/**
 * Names and values as characters 0 to 255; the same array for the same table entry. head-block.js caches its offset in
 * it.
 * @typedef {[name: string, value: string] & { reference?: number }} Field
 */

/** Name or value from an unknown part of the dynamic table. */
export const UNKNOWN = '?';

/** Of a field in a table. */
export const ENTRY_OVERHEAD = 32;

/** Size of a field in a table or list (RFC 7541 section 4.1, RFC 9113 section 6.5.2). @param {Field} field */
export const bytesOf = ([name, value]) => name.length + value.length + ENTRY_OVERHEAD;

export class FieldList {
  /** @type {Field[]} */
  fields = [];
  /** False where something could not be read, is unknown, or exceeds a limit. */
  isWhole = true;
  #bytes = 0;

  /** @param {Field} field */
  add(field) {
    this.#bytes += bytesOf(field);
    if (field[0] === UNKNOWN || field[1] === UNKNOWN) this.isWhole = false;
    if (this.#bytes <= MAX_HEADER_LIST_BYTES && this.fields.length < MAX_HTTP2_FIELDS) this.fields.push(field);
    else this.isWhole = false;
  }
}
