/**
 * What one side of a connection sends, as stretches of text and stretches of a common pool of random bytes, so that
 * gigabytes need no memory and a retransmission has the same bytes again.
 */
import { Random } from './random.js';

const POOL_BYTES = 1 << 20;
const LONGEST_SEGMENT = 1 << 16;

/** Pseudo-random bytes; the start is there once more at the end, so that any segment can be taken in one piece. */
const pool = new Uint8Array(POOL_BYTES + LONGEST_SEGMENT);
const poolRandom = new Random(4);
for (let at = 0; at < POOL_BYTES; at += 4) new DataView(pool.buffer).setUint32(at, poolRandom.bits());
pool.copyWithin(POOL_BYTES, 0, LONGEST_SEGMENT);

const encoder = new TextEncoder();

export class ByteStream {
  length = 0;
  /** Start of each stretch in the stream, and its text; null: pool bytes. @type {number[]} */
  #starts = [];
  /** @type {(Uint8Array|null)[]} */
  #texts = [];
  #last = 0;

  /** @param {string} text */
  addText(text) {
    const bytes = encoder.encode(text);
    this.#add(bytes, bytes.length);
  }

  /** @param {number} length of pool bytes */
  addFiller(length) {
    if (length > 0) this.#add(null, length);
  }

  /** @param {number} offset @param {number} length at most 65536 @param {Uint8Array} target @param {number} at */
  copy(offset, length, target, at) {
    let index = this.#find(offset);
    const end = offset + length;
    while (offset < end) {
      const stretchEnd = index + 1 < this.#starts.length ? this.#starts[index + 1] : this.length;
      const part = Math.min(end, stretchEnd) - offset;
      const text = this.#texts[index];
      const from = text ? offset - this.#starts[index] : offset % POOL_BYTES;
      target.set((text ?? pool).subarray(from, from + part), at);
      at += part;
      offset += part;
      index++;
    }
  }

  /** @param {Uint8Array|null} text @param {number} length */
  #add(text, length) {
    this.#starts.push(this.length);
    this.#texts.push(text);
    this.length += length;
  }

  /** The stretch with that offset; the last one found is the likeliest. @param {number} offset @returns {number} */
  #find(offset) {
    const starts = this.#starts;
    let index = offset >= starts[this.#last] ? this.#last : 0;
    let beyond = starts.length;
    if (index + 1 < beyond && offset < starts[index + 1]) beyond = index + 1;
    while (beyond - index > 1) {
      const middle = (index + beyond) >>> 1;
      if (starts[middle] <= offset) index = middle;
      else beyond = middle;
    }
    this.#last = index;
    return index;
  }
}
