/** Decodes HPACK header blocks (RFC 7541) of one direction. */
import { bytesOf, FieldList, UNKNOWN } from '../http-fields/field-list.js';
import { BadBlock, PrefixedReader } from '../http-fields/prefixed.js';
import { MAX_HPACK_TABLE_BYTES } from './limits.js';
import { STATIC_TABLE } from './static-table.js';

const DEFAULT_TABLE_BYTES = 4096;
/**
 * Table size where a change of it may be missing: entries kept too long do no harm, since indexes count from the
 * newest.
 */
const DEGRADED_TABLE_BYTES = 65_536;

/** @typedef {import('../http-fields/field-list.js').Field} Field */

export class HpackDecoder {
  /** Dynamic table, the newest entry last, after evicted ones. @type {Field[]} */
  #entries = [];
  #evicted = 0;
  #bytes = 0;
  #maxBytes = DEFAULT_TABLE_BYTES;
  #reader = new PrefixedReader();
  /** Whether entries may be missing at the old end: the capture began in mid-connection, or a block was lost. */
  isDegraded = false;

  /** A header block was lost, or the connection's start: the dynamic table is unknown. */
  forget() {
    this.#entries = [];
    this.#evicted = this.#bytes = 0;
    this.#maxBytes = Math.max(this.#maxBytes, DEGRADED_TABLE_BYTES);
    this.isDegraded = true;
  }

  /**
   * @param {Uint8Array} block whole
   * @returns {{ fields: Field[], isWhole: boolean }} isWhole: false where something could not be read, is unknown, or
   *   exceeds a limit
   */
  decode(block) {
    this.#reader.begin(block);
    const list = new FieldList();
    try {
      while (!this.#reader.isAtEnd) {
        const field = this.#readField();
        if (field !== null) list.add(field);
      }
    } catch (error) {
      if (!(error instanceof BadBlock)) throw error;
      this.forget();
      list.isWhole = false;
    }
    return list;
  }

  /** @returns {Field|null} null: a change of the table's size */
  #readField() {
    const first = this.#reader.next;
    if (first & 0x80) return this.#entry(this.#reader.integer(7));
    if (first & 0x40) return this.#add(this.#literal(6));
    if ((first & 0xe0) !== 0x20) return this.#literal(4);
    this.#maxBytes = Math.min(this.#reader.integer(5), MAX_HPACK_TABLE_BYTES);
    this.#evict();
    return null;
  }

  /** @param {number} prefixBits of the name's index @returns {Field} */
  #literal(prefixBits) {
    const index = this.#reader.integer(prefixBits);
    const name = index === 0 ? this.#reader.string() : this.#entry(index)[0];
    return [name, this.#reader.string()];
  }

  /** @param {number} index @returns {Field} */
  #entry(index) {
    if (index === 0) throw new BadBlock();
    if (index <= STATIC_TABLE.length) return STATIC_TABLE[index - 1];
    const at = this.#entries.length - (index - STATIC_TABLE.length);
    if (at >= this.#evicted) return this.#entries[at];
    if (!this.isDegraded) throw new BadBlock();
    return [UNKNOWN, UNKNOWN];
  }

  /** @param {Field} field */
  #add(field) {
    this.#entries.push(field);
    this.#bytes += bytesOf(field);
    this.#evict();
    return field;
  }

  #evict() {
    const entries = this.#entries;
    while (this.#bytes > this.#maxBytes && this.#evicted < entries.length) {
      this.#bytes -= bytesOf(entries[this.#evicted++]);
    }
    if (this.#evicted * 2 < entries.length || this.#evicted === 0) return;
    entries.splice(0, this.#evicted);
    this.#evicted = 0;
  }
}
