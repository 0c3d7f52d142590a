/** Bytes handed on last, of all connections, against which bytes sent again are compared. */
export const MAX_RECENT_BYTES = 512 * 2 ** 10;
/** Stretches that those bytes are in. */
export const MAX_RECENT_STRETCHES = 2048;

const FIRST_DIRECTIONS = 2048;
const WORD_BYTES = 8;
/** Of a longer stretch the rest is not kept. */
const MAX_STRETCH_BYTES = 2 ** 16;

/**
 * Told of each stretch [start, end) of which the first copy is still there: `bytes[from, from + end − start)`, brought by `frame`.
 * @typedef {(start: number, end: number, bytes: Uint8Array, from: number, frame: number) => void} OnRecent
 */

/**
 * A ring of the bytes handed on last. The stretches of a direction are linked, newest first:
 *
 * ```
 *  bytes    … ├─ #41 ─┤├─── #42 ───┤├ #43 ┤├── #44 ──┤ written
 *  before        ↑ ──────────── 43 of the same direction
 *  latest of the direction ─────────↑
 * ```
 */
export class RecentBytes {
  #bytes = new Uint8Array(MAX_RECENT_BYTES);
  /** Where the next stretch goes; grows for ever, its place in the ring is the remainder. */
  #written = 0;
  #count = 0;
  #direction = new Int32Array(MAX_RECENT_STRETCHES);
  #start = new Float64Array(MAX_RECENT_STRETCHES);
  #length = new Int32Array(MAX_RECENT_STRETCHES);
  #position = new Float64Array(MAX_RECENT_STRETCHES);
  #frame = new Int32Array(MAX_RECENT_STRETCHES);
  #before = new Float64Array(MAX_RECENT_STRETCHES);
  /** Number of the newest stretch by direction, from 1. */
  #latest = new Float64Array(FIRST_DIRECTIONS);

  /**
   * @param {number} direction flow × 2 + endpoint @param {number} start offset of the first byte
   * @param {Uint8Array} bytes @param {number} from @param {number} to in `bytes` @param {number} frame that brought them
   */
  add(direction, start, bytes, from, to, frame) {
    const length = Math.min(to - from, MAX_STRETCH_BYTES), place = this.#room(length, (bytes.byteOffset + from) % WORD_BYTES);
    this.#bytes.set(bytes.subarray(from, from + length), place);
    if (direction >= this.#latest.length) this.#grow(direction);
    const slot = this.#count % MAX_RECENT_STRETCHES;
    this.#direction[slot] = direction;
    this.#start[slot] = start;
    this.#length[slot] = length;
    this.#position[slot] = this.#written;
    this.#frame[slot] = frame;
    this.#before[slot] = this.#latest[direction];
    this.#latest[direction] = ++this.#count;
    this.#written += length;
  }

  /**
   * Memory that is shared with the core is copied word by word only between places that are equally aligned, else byte by byte.
   * @param {number} length @param {number} alignment of the source
   * @returns {number} place in the ring
   */
  #room(length, alignment) {
    this.#written += (alignment - this.#written) & (WORD_BYTES - 1);
    const place = this.#written % MAX_RECENT_BYTES;
    if (place + length <= MAX_RECENT_BYTES) return place;
    this.#written += MAX_RECENT_BYTES - place + alignment;
    return alignment;
  }

  /**
   * Finds what of [start, end) was handed on and is still here, highest first.
   * @param {number} direction @param {number} start @param {number} end @param {OnRecent} onRecent
   */
  find(direction, start, end, onRecent) {
    let number = direction < this.#latest.length ? this.#latest[direction] : 0;
    while (number > 0 && number > this.#count - MAX_RECENT_STRETCHES) {
      const slot = (number - 1) % MAX_RECENT_STRETCHES, first = this.#start[slot], last = first + this.#length[slot];
      if (last <= start || this.#written - this.#position[slot] > MAX_RECENT_BYTES) return;
      const from = Math.max(start, first), to = Math.min(end, last);
      if (from < to) onRecent(from, to, this.#bytes, (this.#position[slot] % MAX_RECENT_BYTES) + from - first, this.#frame[slot]);
      number = this.#before[slot];
    }
  }

  #grow(/** @type {number} */ direction) {
    const longer = new Float64Array(Math.max(direction + 1, this.#latest.length * 2));
    longer.set(this.#latest);
    this.#latest = longer;
  }
}
