import { CR, LF } from '../../shared/text/ascii.js';

/** Trailer sections of chunked bodies (RFC 9112 section 7.1.2) while their bytes come; the engine bounds them. */
const FIRST_BYTES = 256;

export class Trailers {
  /** Of each direction's current message. */
  #bytes = [new Uint8Array(0), new Uint8Array(0)];
  #lengths = [0, 0];

  /** @param {number} endpoint @param {Uint8Array} piece */
  add(endpoint, piece) {
    const length = this.#lengths[endpoint];
    const needed = length + piece.length;
    if (needed > this.#bytes[endpoint].length) {
      const longer = new Uint8Array(Math.max(FIRST_BYTES, needed * 2));
      longer.set(this.#bytes[endpoint].subarray(0, length));
      this.#bytes[endpoint] = longer;
    }
    this.#bytes[endpoint].set(piece, length);
    this.#lengths[endpoint] = needed;
  }

  /**
   * The message has ended.
   * @param {number} endpoint
   * @param {import('../model/message-table.js').MessageTable|null} table
   * @param {number} row −1: none
   */
  keep(endpoint, table, row) {
    const end = this.#lengths[endpoint];
    this.#lengths[endpoint] = 0;
    if (table === null || row < 0) return;
    const bytes = this.#bytes[endpoint];
    // Before its first field a section may have CRs, and the engine may report the first half of an empty line.
    let start = 0;
    while (start < end && bytes[start] === CR) start++;
    if (start === end || bytes[start] === LF) return;
    table.trailersAt[row] = table.heads.add(bytes, start, end - start);
    table.trailersBytes[row] = end - start;
  }
}
