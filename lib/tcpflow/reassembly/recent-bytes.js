/** @typedef {import('../core/core.js').Core} Core */

/** Stretches that those bytes are in. */
export const MAX_RECENT_STRETCHES = 2048;

const FIRST_DIRECTIONS = 2048;
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
  #core;
  #bytes;
  /** Where the next stretch goes; grows for ever, its place in the ring is the remainder. */
  #written = 0;
  #count = 0;
  #start = new Float64Array(MAX_RECENT_STRETCHES);
  #length = new Int32Array(MAX_RECENT_STRETCHES);
  #position = new Float64Array(MAX_RECENT_STRETCHES);
  #frame = new Int32Array(MAX_RECENT_STRETCHES);
  #before = new Float64Array(MAX_RECENT_STRETCHES);
  /** Number of the newest stretch by direction, from 1. */
  #latest = new Float64Array(FIRST_DIRECTIONS);

  /** @param {Core} core in whose memory the ring is */
  constructor(core) {
    this.#core = core;
    this.#bytes = new Uint8Array(core.buffer, core.recentBytes.value, core.MAX_RECENT_BYTES.value);
  }

  /**
   * @param {number} direction flow × 2 + endpoint @param {number} start offset of the first byte
   * @param {Uint8Array} bytes @param {number} from @param {number} to in `bytes` @param {number} frame that brought them
   */
  add(direction, start, bytes, from, to, frame) {
    const length = Math.min(to - from, MAX_STRETCH_BYTES);
    this.#copy(bytes, from, length, this.#room(length));
    if (direction >= this.#latest.length) this.#grow(direction);
    const slot = this.#count % MAX_RECENT_STRETCHES;
    this.#start[slot] = start;
    this.#length[slot] = length;
    this.#position[slot] = this.#written;
    this.#frame[slot] = frame;
    this.#before[slot] = this.#latest[direction];
    this.#latest[direction] = ++this.#count;
    this.#written += length;
  }

  /** A place in the ring where that much fits in one piece. @param {number} length */
  #room(length) {
    const size = this.#bytes.length, place = this.#written % size;
    if (place + length <= size) return place;
    this.#written += size - place;
    return 0;
  }

  #copy(/** @type {Uint8Array} */ bytes, /** @type {number} */ from, /** @type {number} */ length, /** @type {number} */ place) {
    const ring = this.#bytes;
    if (bytes.buffer === ring.buffer) this.#core.copyBytes(ring.byteOffset + place, bytes.byteOffset + from, length);
    else ring.set(bytes.subarray(from, from + length), place);
  }

  /**
   * Finds what of [start, end) was handed on and is still here, highest first.
   * @param {number} direction @param {number} start @param {number} end @param {OnRecent} onRecent
   */
  find(direction, start, end, onRecent) {
    const size = this.#bytes.length;
    let number = direction < this.#latest.length ? this.#latest[direction] : 0;
    while (number > 0 && number > this.#count - MAX_RECENT_STRETCHES) {
      const slot = (number - 1) % MAX_RECENT_STRETCHES, first = this.#start[slot], last = first + this.#length[slot];
      if (last <= start || this.#written - this.#position[slot] > size) return;
      const from = Math.max(start, first), to = Math.min(end, last);
      if (from < to) onRecent(from, to, this.#bytes, (this.#position[slot] % size) + from - first, this.#frame[slot]);
      number = this.#before[slot];
    }
  }

  #grow(/** @type {number} */ direction) {
    const longer = new Float64Array(Math.max(direction + 1, this.#latest.length * 2));
    longer.set(this.#latest);
    this.#latest = longer;
  }
}
