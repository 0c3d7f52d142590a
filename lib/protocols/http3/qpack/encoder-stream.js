/** The instructions with which an encoder fills its dynamic table (RFC 9204 section 4.3). */
import { UNKNOWN } from '../../http-fields/field-list.js';
import { BadBlock, CutBlock, PrefixedReader } from '../../http-fields/prefixed.js';
import { MAX_QPACK_INSTRUCTION_BYTES } from '../limits.js';
import { Pending } from '../pending.js';
import { QPACK_STATIC_TABLE } from './static-table.js';

/** @typedef {import('../../http-fields/field-list.js').Field} Field */

export class EncoderStream {
  #table;
  #reader = new PrefixedReader();
  #pending = new Pending(MAX_QPACK_INSTRUCTION_BYTES);
  /** Bytes of instructions. */
  bytes = 0;

  /** @param {import('./dynamic-table.js').DynamicTable} table */
  constructor(table) {
    this.#table = table;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end the next ones of the stream */
  push(bytes, start, end) {
    this.bytes += end - start;
    if (this.#table.isCut) return;
    const whole = this.#pending.join(bytes, start, end);
    if (whole === null) {
      this.cut();
      return;
    }
    const read = this.#readAll(whole.bytes, whole.start, whole.end);
    this.#pending.keep(whole.bytes, read, whole.end);
  }

  /** Bytes are missing, or no instructions: where the next one begins is unknown. */
  cut() {
    this.#table.isCut = true;
    this.#pending.clear();
  }

  /**
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   * @returns {number} where the instruction begins that is not whole
   */
  #readAll(bytes, start, end) {
    for (let at = start; at < end;) {
      this.#reader.begin(bytes, at, end);
      try {
        this.#skip();
        const next = this.#reader.at;
        this.#reader.begin(bytes, at, next);
        this.#read();
        at = next;
      } catch (error) {
        if (error instanceof CutBlock) return at;
        if (!(error instanceof BadBlock)) throw error;
        this.cut();
        return end;
      }
    }
    return end;
  }

  /** Finds the end of an instruction without decoding it: its bytes may come one by one. */
  #skip() {
    const reader = this.#reader;
    const first = reader.next;
    if (first & 0x80) {
      reader.integer(6);
      reader.skipString();
    } else if (first & 0x40) {
      reader.skipString(5);
      reader.skipString();
    } else reader.integer(5);
  }

  #read() {
    const reader = this.#reader;
    const first = reader.next;
    const table = this.#table;
    if (first & 0x80) {
      const name = this.#nameOf((first & 0x40) !== 0, reader.integer(6));
      table.insert([name, reader.string()]);
    } else if (first & 0x40) table.insert([reader.string(5), reader.string()]);
    else if (first & 0x20) table.capacity = reader.integer(5);
    else table.insert(table.at(table.insertCount - 1 - reader.integer(5)) ?? [UNKNOWN, UNKNOWN]);
  }

  /** @param {boolean} isStatic @param {number} index relative to the newest entry, if it is not static */
  #nameOf(isStatic, index) {
    if (!isStatic) return this.#table.at(this.#table.insertCount - 1 - index)?.[0] ?? UNKNOWN;
    if (index >= QPACK_STATIC_TABLE.length) throw new BadBlock();
    return QPACK_STATIC_TABLE[index][0];
  }
}
