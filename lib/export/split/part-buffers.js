/** Bytes gathered for each part before they are written. */
const BUFFER_BYTES = 256 * 1024;

/** Every part's. */
export const ALL_PARTS = -1;

/** Output for the parts, in order; undecided bytes block everything after them. */
export class PartBuffers {
  #write;
  /** @type {{ bytes: Uint8Array, used: number }[]} */
  #buffers;

  /** @param {number} parts @param {(part: number, bytes: Uint8Array) => void} write takes them before it returns */
  constructor(parts, write) {
    this.#write = write;
    this.#buffers = Array.from({ length: parts }, () => ({ bytes: new Uint8Array(BUFFER_BYTES), used: 0 }));
  }

  /** @param {number} place a part, or `ALL_PARTS` @param {Uint8Array} bytes @param {number} from @param {number} to */
  put(place, bytes, from, to) {
    if (place !== ALL_PARTS) this.#put(place, bytes, from, to);
    else for (let part = 0; part < this.#buffers.length; part++) this.#put(part, bytes, from, to);
  }

  /** @param {number} part @param {Uint8Array} bytes @param {number} from @param {number} to */
  #put(part, bytes, from, to) {
    const buffer = this.#buffers[part];
    const length = to - from;
    if (length > buffer.bytes.length - buffer.used) this.#flush(part);
    const piece = bytes.subarray(from, to);
    if (length > buffer.bytes.length) {
      this.#write(part, piece);
      return;
    }
    buffer.bytes.set(piece, buffer.used);
    buffer.used += length;
  }

  /** @param {number} part */
  #flush(part) {
    const buffer = this.#buffers[part];
    if (buffer.used > 0) this.#write(part, buffer.bytes.subarray(0, buffer.used));
    buffer.used = 0;
  }

  /** Writes what is left. */
  end() {
    for (let part = 0; part < this.#buffers.length; part++) this.#flush(part);
  }
}
