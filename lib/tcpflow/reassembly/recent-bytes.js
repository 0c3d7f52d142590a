/** @typedef {import('../../engine/engine.js').Core} Core */

/** Words of a stretch, of 64 and of 32 bits (lib/engine/base/overlap-window.ts). */
const STRETCH_F = Object.freeze({ START: 0, POSITION: 1 });
const STRETCH = Object.freeze({ LENGTH: 4, FRAME: 5, DIRECTION: 6, BEFORE: 7 });
const STRETCH_FLOATS = 4;
/** After the ring's write position: its place, and the number of entries. */
const WRITTEN_COUNT = 3;

/**
 * Called for each range [start, end) whose first copy is still there: `bytes[from, from + end − start)`, from `frame`.
 * @typedef {(start: number, end: number, bytes: Uint8Array, from: number, frame: number) => void} OnRecent
 */

/**
 * A ring of the bytes delivered last, in the core's memory, as the core adds to it, too. The entries of a direction are
 * linked, newest first, together with those of directions with the same lowest bits:
 *
 * ```
 *  bytes    … ├─ #41 ─┤├─── #42 ───┤├ #43 ┤├── #44 ──┤ written
 *  before        ↑ ──────────── 43 of the same direction
 *  bucket of the direction ─────────↑
 * ```
 */
export class RecentBytes {
  #core;
  #bytes;
  #floats;
  #ints;
  #buckets;
  #written;
  #writtenInts;

  /** @param {Core} core in whose memory the ring is */
  constructor(core) {
    const { buffer } = core;
    const stretches = core.recentStretches.value;
    const count = core.MAX_RECENT_STRETCHES.value;
    this.#core = core;
    this.#bytes = new Uint8Array(buffer, core.recentBytes.value, core.MAX_RECENT_BYTES.value);
    this.#floats = new Float64Array(buffer, stretches, count * STRETCH_FLOATS);
    this.#ints = new Int32Array(buffer, stretches, count * STRETCH_FLOATS * 2);
    this.#buckets = new Int32Array(buffer, core.recentBuckets.value, core.RECENT_BUCKETS.value);
    this.#written = new Float64Array(buffer, core.recentWritten.value, 1);
    this.#writtenInts = new Int32Array(buffer, core.recentWritten.value, WRITTEN_COUNT + 1);
  }

  /**
   * @param {number} direction flow × 2 + endpoint @param {number} start offset of the first byte
   * @param {Uint8Array} bytes
   * @param {number} from
   * @param {number} to in `bytes`
   * @param {number} frame that brought them
   */
  add(direction, start, bytes, from, to, frame) {
    const ring = this.#bytes;
    const core = this.#core;
    const length = to - from;
    if (bytes.buffer === ring.buffer) {
      core.keepRecent(direction, start, bytes.byteOffset + from, length, frame);
      return;
    }
    const place = core.roomForRecent(direction, start, length, frame) - ring.byteOffset;
    ring.set(bytes.subarray(from, from + this.#lengthOf(this.#writtenInts[WRITTEN_COUNT])), place);
  }

  /** Bytes of an entry that are still kept. @param {number} number */
  #lengthOf(number) {
    return this.#ints[
      ((number - 1) % (this.#ints.length / (STRETCH_FLOATS * 2))) * STRETCH_FLOATS * 2 + STRETCH.LENGTH
    ];
  }

  /**
   * Finds the parts of [start, end) that were delivered and are still here, highest first.
   * @param {number} direction @param {number} start @param {number} end @param {OnRecent} onRecent
   */
  find(direction, start, end, onRecent) {
    const size = this.#bytes.length;
    const most = this.#floats.length / STRETCH_FLOATS;
    const written = this.#written[0];
    const count = this.#writtenInts[WRITTEN_COUNT];
    for (let number = this.#buckets[direction % this.#buckets.length]; number > 0 && number > count - most;) {
      const slot = (number - 1) % most;
      const floats = slot * STRETCH_FLOATS;
      const ints = floats * 2;
      const position = this.#floats[floats + STRETCH_F.POSITION];
      if (written - position > size) return;
      number = this.#ints[ints + STRETCH.BEFORE];
      if (this.#ints[ints + STRETCH.DIRECTION] !== direction) continue;
      const first = this.#floats[floats + STRETCH_F.START];
      const last = first + this.#ints[ints + STRETCH.LENGTH];
      if (last <= start) return;
      const from = Math.max(start, first);
      const to = Math.min(end, last);
      if (from < to) {
        onRecent(from, to, this.#bytes, (position % size) + from - first, this.#ints[ints + STRETCH.FRAME]);
      }
    }
  }
}
