/** Bytes that wait for a decision, with their places in the capture. */

/** @typedef {import('../stream-parser.js').Place} Place */

/** @typedef {{ bytes: Uint8Array, start: number, end: number, at: Place }} Piece */

const FIRST_BYTES = 64;

export class HeldBytes {
  bytes = new Uint8Array(FIRST_BYTES);
  length = 0;
  /** Start of each piece in `bytes`, and its place. @type {{ start: number, at: Place }[]} */
  #pieces = [];

  /** @param {number} streamOffset of the first byte to come */
  constructor(streamOffset) {
    this.streamOffset = streamOffset;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end @param {Place} at */
  add(bytes, start, end, at) {
    const needed = this.length + end - start;
    if (needed > this.bytes.length) this.#grow(needed);
    this.bytes.set(bytes.subarray(start, end), this.length);
    if (this.#pieces.at(-1)?.at.frame !== at.frame) this.#pieces.push({ start: this.length, at: { ...at } });
    this.length = needed;
  }

  /** Drops the first bytes. @param {number} count */
  drop(count) {
    this.bytes.copyWithin(0, count, this.length);
    this.length -= count;
    this.streamOffset += count;
    const first = this.#pieces.findLastIndex(({ start }) => start <= count);
    this.#pieces = this.#pieces
      .slice(Math.max(0, first))
      .map(({ start, at }) => ({ start: Math.max(0, start - count), at }));
  }

  /** @param {number} from @returns {Piece[]} the held bytes from there on, a piece for each frame */
  pieces(from) {
    const pieces = this.#pieces.map(({ start, at }, i) => ({
      bytes: this.bytes,
      start: Math.max(start, from),
      end: this.#pieces[i + 1]?.start ?? this.length,
      at,
    }));
    return pieces.filter(({ start, end }) => end > start);
  }

  /** @param {number} needed */
  #grow(needed) {
    const bytes = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    bytes.set(this.bytes.subarray(0, this.length));
    this.bytes = bytes;
  }
}
