/** Decodes HPACK header blocks (RFC 7541) of one direction. */
import { latin1 } from '../model/latin1.js';
import { decodeHuffman } from './huffman.js';
import { MAX_HEADER_LIST_BYTES, MAX_HPACK_TABLE_BYTES, MAX_HTTP2_FIELDS } from './limits.js';
import { STATIC_TABLE } from './static-table.js';

const DEFAULT_TABLE_BYTES = 4096;
const ENTRY_OVERHEAD = 32;
/**
 * Table size where a change of it may be missing: entries kept too long do no harm, since indexes count from the
 * newest.
 */
const DEGRADED_TABLE_BYTES = 65_536;
/** Most bits of a plausible integer. */
const MAX_INTEGER_BITS = 28;

/**
 * Names and values as characters 0 to 255; the same array for the same table entry. head-block.js caches its offset in
 * it.
 * @typedef {[name: string, value: string] & { reference?: number }} Field
 */

/** Name or value from an unknown part of the dynamic table. */
const UNKNOWN = '?';

/** Thrown within this file only. */
class BadBlock extends Error {}

export class HpackDecoder {
  /** Dynamic table, the newest entry last, after evicted ones. @type {Field[]} */
  #entries = [];
  #evicted = 0;
  #bytes = 0;
  #maxBytes = DEFAULT_TABLE_BYTES;
  /** @type {Uint8Array} */
  #block = new Uint8Array(0);
  #at = 0;
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
    this.#block = block;
    this.#at = 0;
    /** @type {Field[]} */
    const fields = [];
    let bytes = 0;
    let isWhole = true;
    try {
      while (this.#at < block.length) {
        const field = this.#readField();
        if (field === null) continue;
        bytes += bytesOf(field);
        if (field[0] === UNKNOWN || field[1] === UNKNOWN) isWhole = false;
        if (bytes <= MAX_HEADER_LIST_BYTES && fields.length < MAX_HTTP2_FIELDS) fields.push(field);
        else isWhole = false;
      }
    } catch (error) {
      if (!(error instanceof BadBlock)) throw error;
      this.forget();
      isWhole = false;
    }
    return { fields, isWhole };
  }

  /** @returns {Field|null} null: a change of the table's size */
  #readField() {
    const first = this.#block[this.#at];
    if (first & 0x80) return this.#entry(this.#integer(7));
    if (first & 0x40) return this.#add(this.#literal(6));
    if ((first & 0xe0) !== 0x20) return this.#literal(4);
    this.#maxBytes = Math.min(this.#integer(5), MAX_HPACK_TABLE_BYTES);
    this.#evict();
    return null;
  }

  /** @param {number} prefixBits of the name's index @returns {Field} */
  #literal(prefixBits) {
    const index = this.#integer(prefixBits);
    const name = index === 0 ? this.#string() : this.#entry(index)[0];
    return [name, this.#string()];
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

  /** RFC 7541 section 5.1. @param {number} prefixBits */
  #integer(prefixBits) {
    const mask = (1 << prefixBits) - 1;
    let value = this.#byte() & mask;
    if (value < mask) return value;
    for (let shift = 0; ; shift += 7) {
      if (shift > MAX_INTEGER_BITS - 7) throw new BadBlock();
      const byte = this.#byte();
      value += (byte & 0x7f) << shift;
      if ((byte & 0x80) === 0) return value;
    }
  }

  /** RFC 7541 section 5.2. */
  #string() {
    const isHuffman = (this.#block[this.#at] & 0x80) !== 0;
    const length = this.#integer(7);
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.#block.length) throw new BadBlock();
    const text = isHuffman ? decodeHuffman(this.#block, start, this.#at) : latin1(this.#block, start, this.#at);
    if (text === null) throw new BadBlock();
    return text;
  }

  #byte() {
    if (this.#at >= this.#block.length) throw new BadBlock();
    return this.#block[this.#at++];
  }
}

/** Size of a field in a table or list (RFC 7541 section 4.1, RFC 9113 section 6.5.2). @param {Field} field */
const bytesOf = ([name, value]) => name.length + value.length + ENTRY_OVERHEAD;
