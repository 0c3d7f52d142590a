import { MAX_ID_BYTES } from '../../packet/transport/quic-sieve.js';
import { UNKNOWN_TYPE } from '../tables/frame-table.js';
import { FRAME, frameForm, isAckEliciting, isStream, STREAM_BIT } from './frame-types.js';
import { Reader } from './reader.js';
import { RESET_TOKEN_BYTES } from './transport-parameters.js';

/** @typedef {import('../tables/frame-table.js').FrameTable} FrameTable */

/** Frames of a packet that are kept, runs of PADDING counting as one. */
export const MAX_FRAMES_PER_PACKET = 512;
/** Ranges of an ACK frame that are kept, from the highest on. */
export const MAX_ACK_RANGES = 512;

/** Reads the frames of decrypted packets into the table. */
export class FrameReader {
  #reader = new Reader();
  #table;
  #ids;
  #texts;
  /** Rows of the packet read last. */
  first = 0;
  count = 0;
  isAckEliciting = false;
  hasPadding = false;
  /** Whether all of the packet's bytes were frames that are known. */
  isWhole = true;
  /** By frame of the packet: where its bytes of CRYPTO, STREAM or text start, or a stateless reset's token. */
  dataAt = new Int32Array(MAX_FRAMES_PER_PACKET);

  /**
   * @param {FrameTable} table
   * @param {import('../tables/id-table.js').IdTable} ids
   * @param {import('../tables/text-table.js').TextTable} texts
   */
  constructor(table, ids, texts) {
    this.#table = table;
    this.#ids = ids;
    this.#texts = texts;
  }

  /** @param {Uint8Array} bytes of the payload @param {number} at @param {number} end */
  read(bytes, at, end) {
    const reader = this.#reader;
    const table = this.#table;
    reader.enter(bytes, at, end);
    this.first = table.count;
    this.count = 0;
    this.isAckEliciting = this.hasPadding = false;
    this.isWhole = true;
    while (reader.at < end) {
      if (this.count === MAX_FRAMES_PER_PACKET) {
        this.isWhole = false;
        return;
      }
      const [rows, ranges] = [table.count, table.ranges.count];
      const goesOn = this.#readFrame(reader);
      if (reader.failed) table.cutTo(rows, ranges);
      else this.count++;
      if (reader.failed || !goesOn) {
        this.isWhole = false;
        return;
      }
    }
  }

  /** @param {Reader} reader @returns {boolean} whether another may follow */
  #readFrame(reader) {
    const type = reader.varint();
    if (type === FRAME.PADDING) return this.#readPadding(reader);
    const form = frameForm(type);
    const row = this.#table.add(form === null ? UNKNOWN_TYPE : type);
    if (isAckEliciting(type)) this.isAckEliciting = true;
    if (form === null) {
      this.#table.a[row] = type;
      return false;
    }
    if (isStream(type)) this.#readStream(reader, row, type);
    else if (type === FRAME.ACK || type === FRAME.ACK_ECN) this.#readAck(reader, row, type);
    else if (type === FRAME.NEW_CONNECTION_ID) this.#readNewId(reader, row);
    else this.#readFields(reader, row, form.fields);
    if (type === FRAME.CONNECTION_CLOSE || type === FRAME.APPLICATION_CLOSE) this.#keepReason(reader, row);
    return true;
  }

  /** A run of zeros. @param {Reader} reader */
  #readPadding(reader) {
    const { bytes, end } = reader;
    const start = reader.at - 1;
    let { at } = reader;
    while (at < end && bytes[at] === 0) at++;
    reader.at = at;
    this.#table.c[this.#table.add(FRAME.PADDING)] = at - start;
    this.hasPadding = true;
    return true;
  }

  /** @param {Reader} reader @param {number} row @param {string} fields */
  #readFields(reader, row, fields) {
    const { a, b, c } = this.#table;
    for (let i = 0; i < fields.length; i++) {
      switch (fields[i]) {
        case 'a':
          a[row] = reader.varint();
          break;
        case 'b':
          b[row] = reader.varint();
          break;
        case 'c':
          c[row] = reader.varint();
          break;
        case 'd':
          this.dataAt[this.count] = reader.skip(c[row]);
          break;
        case 'r':
          c[row] = reader.end - reader.at;
          this.dataAt[this.count] = reader.skip(c[row]);
          break;
        case '8':
          a[row] = reader.uint32();
          b[row] = reader.uint32();
          break;
        default:
          reader.varint();
      }
    }
  }

  /** @param {Reader} reader @param {number} row @param {number} type */
  #readStream(reader, row, type) {
    const table = this.#table;
    table.a[row] = reader.varint();
    if ((type & STREAM_BIT.OFFSET) !== 0) table.b[row] = reader.varint();
    table.c[row] = (type & STREAM_BIT.LENGTH) !== 0 ? reader.varint() : reader.end - reader.at;
    this.dataAt[this.count] = reader.skip(table.c[row]);
  }

  /** @param {Reader} reader @param {number} row @param {number} type */
  #readAck(reader, row, type) {
    const table = this.#table;
    let high = reader.varint();
    table.a[row] = table.ranges.count;
    table.c[row] = reader.varint();
    const more = reader.varint();
    let low = high - reader.varint();
    if (low < 0) reader.failed = true;
    table.addRange(low, high);
    let kept = 1;
    for (let i = 0; i < more && !reader.failed; i++) {
      high = low - reader.varint() - 2;
      low = high - reader.varint();
      if (low < 0) reader.failed = true;
      if (kept === MAX_ACK_RANGES) continue;
      table.addRange(low, high);
      kept++;
    }
    table.b[row] = kept;
    if (type !== FRAME.ACK_ECN) return;
    const [ect0, ect1, ce] = [reader.varint(), reader.varint(), reader.varint()];
    table.addRange(ect0, ect1);
    table.addRange(ce, 0);
  }

  /** @param {Reader} reader @param {number} row */
  #readNewId(reader, row) {
    const table = this.#table;
    table.a[row] = reader.varint();
    table.b[row] = reader.varint();
    const length = reader.uint8();
    const at = reader.skip(length);
    this.dataAt[this.count] = reader.skip(RESET_TOKEN_BYTES);
    if (length > MAX_ID_BYTES || length === 0) reader.failed = true;
    if (!reader.failed) table.c[row] = this.#ids.intern(reader.bytes, at, length);
  }

  /** @param {Reader} reader @param {number} row */
  #keepReason(reader, row) {
    const table = this.#table;
    const at = this.dataAt[this.count];
    if (!reader.failed) table.c[row] = this.#texts.add(reader.bytes.subarray(at, at + table.c[row]));
  }
}
