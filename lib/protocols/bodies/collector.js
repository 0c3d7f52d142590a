/** Extracts the body of one message on a second reading of a capture. */
import { NOTE } from '../model/notes.js';
import { MAX_BODY_BYTES } from './limits.js';
import { DeflateContext } from './permessage-deflate.js';

/** @typedef {import('../model/message-table.js').MessageTable} MessageTable */

/** Identifies a message; its row may differ where keys came at another time. */
const MARKS = /** @type {const} */ ([
  'flow',
  'endpoint',
  'kind',
  'protocol',
  'carrier',
  'stream',
  'startOffset',
  'firstFrame',
]);

/** State shared by the messages of one direction of a WebSocket. */
const SHARED_MARKS = /** @type {const} */ (['flow', 'endpoint', 'protocol', 'carrier', 'stream']);

/** @typedef {Record<typeof MARKS[number], number>} MessageMarks */

/**
 * Receives some connections' content on a second reading of a capture.
 * @typedef {object} BodyTaker
 * @property {(flow: number) => boolean} wants
 * @property {(table: MessageTable, row: number, bytes: Uint8Array, start: number, end: number) => void} take bytes of
 *   a message's body
 * @property {(inner: import('../stream-parser.js').StreamParser|null) =>
 *   import('../stream-parser.js').StreamParser|null} [content] parser of a TLS connection's content, instead of
 *   `inner`
 * @property {import('../../transport/streams.js').StreamSink} [sink] gets the bytes of TCP instead of the
 *   messages
 */

/** @param {MessageTable} table @param {number} row @returns {MessageMarks} */
export function marksOf(table, row) {
  return /** @type {MessageMarks} */ (Object.fromEntries(MARKS.map((name) => [name, table[name][row]])));
}

/** The same as one string. @param {MessageTable} table @param {number} row @returns {string} */
export const keyOf = (table, row) => MARKS.map((name) => table[name][row]).join(' ');

export class BodyCollector {
  #marks;
  #limit;
  #row = -1;
  #bytes = new Uint8Array(0);
  #length = 0;
  #taken = 0;
  /** Whether the body has more bytes than were collected. */
  isCut = false;
  /** Earlier messages that a compressed WebSocket message may refer to. */
  context = new DeflateContext();

  /** @param {MessageMarks} marks of the message @param {number} [limit] bytes */
  constructor(marks, limit = MAX_BODY_BYTES) {
    this.#marks = marks;
    this.#limit = limit;
  }

  /** Whether the message is of that flow. @param {number} flow */
  wants(flow) {
    return flow === this.#marks.flow;
  }

  /** @returns {Uint8Array} its bytes since the last call */
  collected() {
    const bytes = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return bytes;
  }

  /**
   * Bytes of a body, without chunked framing or padding.
   * @param {MessageTable} table
   * @param {number} row of the message
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   */
  take(table, row, bytes, start, end) {
    if (row !== this.#row && (this.#row >= 0 || !this.#isMessage(table, row))) {
      if (this.#row < 0 && this.#isContext(table, row)) {
        this.#forgetWhatLacks(table, row);
        this.context.add(row, bytes.subarray(start, end));
      }
      return;
    }
    if (row !== this.#row) this.#forgetWhatLacks(table, row);
    this.#row = row;
    const length = Math.min(end - start, this.#limit - this.#taken);
    if (length < end - start) this.isCut = true;
    this.#makeRoom(length);
    this.#bytes.set(bytes.subarray(start, start + length), this.#length);
    this.#length += length;
    this.#taken += length;
  }

  /** Messages before missing bytes cannot be context of later ones. @param {MessageTable} table @param {number} row */
  #forgetWhatLacks({ notes }, row) {
    if ((notes[row] & NOTE.BYTES_MISSING_BEFORE) !== 0 && !this.context.has(row)) this.context = new DeflateContext();
  }

  /** @param {MessageTable} table @param {number} row */
  #isMessage(table, row) {
    return MARKS.every((name) => table[name][row] === this.#marks[name]);
  }

  /**
   * An earlier compressed message in the same direction of the WebSocket.
   * @param {MessageTable} table
   * @param {number} row
   */
  #isContext(table, row) {
    return isDeflated(table, row) && SHARED_MARKS.every((name) => table[name][row] === this.#marks[name]);
  }

  /** @param {number} length */
  #makeRoom(length) {
    const needed = this.#length + length;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.min(this.#limit, Math.max(needed, 2 * this.#bytes.length)));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/**
 * @param {MessageTable} table
 * @param {number} row
 * @returns {boolean} whether it is a compressed message of a WebSocket
 */
export const isDeflated = (table, row) => (table.notes[row] & NOTE.COMPRESSED) !== 0;
