import { grown } from '../../shared/columns/grown.js';
import { hashOfBytes } from '../../shared/secret-hash.js';

const INITIAL_IDS = 64;
const SLOT_BYTES = 20;
/** Of an ID that belongs to no connection. */
export const NO_CONNECTION = -1;
/** Different connection IDs of a capture that are kept. */
export const MAX_QUIC_IDS = 2 ** 20;

/**
 * Connection IDs of a capture, each once, and whose they are: an ID is found by its bytes, without an object for the
 * question. Row 0 is the empty ID.
 */
export class IdTable {
  #bytes = new Uint8Array(INITIAL_IDS * SLOT_BYTES);
  #lengths = new Uint8Array(INITIAL_IDS);
  #next = new Int32Array(INITIAL_IDS);
  /** First row by hash. @type {Map<number, number>} */
  #rows = new Map();
  /** Whose it is: a connection, or `NO_CONNECTION`. */
  connection = new Int32Array(INITIAL_IDS).fill(NO_CONNECTION);
  /** The end that chose it: 0 the client, 1 the server. */
  end = new Uint8Array(INITIAL_IDS);
  count = 1;

  /** @param {Uint8Array} bytes @param {number} at @param {number} length @returns {number} its row, −1: not there */
  find(bytes, at, length) {
    if (length === 0) return 0;
    for (let row = this.#rows.get(hashOfBytes(bytes, at, length)) ?? 0; row > 0; row = this.#next[row]) {
      if (this.matches(row, bytes, at, length)) return row;
    }
    return -1;
  }

  /** @param {Uint8Array} bytes @param {number} at @param {number} length @returns {number} its row; 0 where full */
  intern(bytes, at, length) {
    const known = this.find(bytes, at, length);
    if (known >= 0) return known;
    if (this.count === MAX_QUIC_IDS || length > SLOT_BYTES) return 0;
    if (this.count === this.#lengths.length) this.#grow();
    const row = this.count++;
    const hash = hashOfBytes(bytes, at, length);
    this.#bytes.set(bytes.subarray(at, at + length), row * SLOT_BYTES);
    this.#lengths[row] = length;
    this.#next[row] = this.#rows.get(hash) ?? 0;
    this.#rows.set(hash, row);
    return row;
  }

  #grow() {
    const rows = this.#lengths.length * 2;
    this.#bytes = grown(this.#bytes, rows * SLOT_BYTES);
    this.#lengths = grown(this.#lengths, rows);
    this.#next = grown(this.#next, rows);
    this.end = grown(this.end, rows);
    this.connection = grown(this.connection, rows).fill(NO_CONNECTION, this.count);
  }

  /** @param {number} row @param {Uint8Array} bytes @param {number} at @param {number} length */
  matches(row, bytes, at, length) {
    if (this.#lengths[row] !== length) return false;
    return this.isPrefix(row, bytes, at, at + length);
  }

  /**
   * Whether bytes begin with an ID.
   * @param {number} row @param {Uint8Array} bytes @param {number} at @param {number} end
   */
  isPrefix(row, bytes, at, end) {
    const length = this.#lengths[row];
    if (at + length > end) return false;
    const from = row * SLOT_BYTES;
    for (let i = 0; i < length; i++) if (this.#bytes[from + i] !== bytes[at + i]) return false;
    return true;
  }

  /** @param {number} row */
  length(row) {
    return this.#lengths[row];
  }

  /** @param {number} row @returns {Uint8Array} valid until another is added */
  bytesOf(row) {
    return this.#bytes.subarray(row * SLOT_BYTES, row * SLOT_BYTES + this.#lengths[row]);
  }

  /** @param {number} row @returns {string} hexadecimal */
  hex(row) {
    return Array.from(this.bytesOf(row), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  /** The IDs, for a report. */
  get kept() {
    const { count } = this;
    return { count, bytes: this.#bytes.slice(0, count * SLOT_BYTES), lengths: this.#lengths.slice(0, count) };
  }

  /** Only to be read by row. @param {IdTable['kept']} kept @throws {RangeError} it is not as `kept` gives it */
  restore({ count, bytes, lengths }) {
    const isSound = bytes instanceof Uint8Array && lengths instanceof Uint8Array && bytes.length === count * SLOT_BYTES;
    if (!isSound || lengths.length !== count || lengths.some((length) => length > SLOT_BYTES)) {
      throw new RangeError('the connection IDs of the report are damaged');
    }
    [this.#bytes, this.#lengths, this.count] = [bytes, lengths, count];
  }

  get bytes() {
    return this.#lengths.length * (SLOT_BYTES + 10) + this.#rows.size * 32;
  }
}
