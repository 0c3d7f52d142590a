/** The dynamic table that one end's encoder builds (RFC 9204 section 3.2), by absolute index. */
import { bytesOf } from '../../http-fields/field-list.js';
import { MAX_QPACK_TABLE_BYTES } from '../limits.js';

/** @typedef {import('../../http-fields/field-list.js').Field} Field */

export class DynamicTable {
  /** The oldest kept entry first, after evicted ones. @type {Field[]} */
  #entries = [];
  #evicted = 0;
  #bytes = 0;
  #capacity = 0;
  /** Entries inserted so far, evicted ones too: the absolute index of the next one. */
  insertCount = 0;
  /** Whether instructions of the encoder are missing: later entries stay unknown. */
  isCut = false;
  /** The most entries that a field section has needed. */
  #needed = 0;

  /** Entries that the encoder has inserted, as far as seen: more than were, where instructions are missing. */
  get expectedCount() {
    return Math.max(this.insertCount, this.#needed);
  }

  /** @param {number} required Required Insert Count of a field section that was read */
  learn(required) {
    this.#needed = Math.max(this.#needed, required);
  }

  /** @param {number} bytes announced; no more than the limit are kept */
  set capacity(bytes) {
    this.#capacity = Math.min(bytes, MAX_QPACK_TABLE_BYTES);
    this.#evict();
  }

  get capacity() {
    return this.#capacity;
  }

  /** @param {Field} field */
  insert(field) {
    this.#entries.push(field);
    this.#bytes += bytesOf(field);
    this.insertCount++;
    this.#evict();
  }

  /** @param {number} index absolute @returns {Field|null} null: unknown, or no longer kept */
  at(index) {
    const place = this.#entries.length - (this.insertCount - index);
    return place < this.#evicted ? null : (this.#entries[place] ?? null);
  }

  #evict() {
    const entries = this.#entries;
    while (this.#bytes > this.#capacity && this.#evicted < entries.length) {
      this.#bytes -= bytesOf(entries[this.#evicted++]);
    }
    if (this.#evicted * 2 < entries.length || this.#evicted === 0) return;
    entries.splice(0, this.#evicted);
    this.#evicted = 0;
  }
}
