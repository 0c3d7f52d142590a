/** The heads of messages as consecutive bytes in blocks: strings are created on demand. */

/** Bytes of heads that a capture's table keeps; messages beyond that have no header fields. */
export const MAX_KEPT_HEAD_BYTES = 512 * 1024 * 1024;
const BLOCK_BYTES = 1024 * 1024;

export class HeadStore {
  /** @type {Uint8Array[]} */
  #blocks = [];
  #used = 0;

  /** Memory in use. @returns {number} bytes, in whole blocks */
  get heldBytes() {
    return this.#blocks.length * BLOCK_BYTES;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} length
   * @returns {number} a handle for `read`, or −1 when the store is full, or they exceed a block
   */
  add(bytes, start, length) {
    if (length > BLOCK_BYTES) return -1;
    const free = BLOCK_BYTES - (this.#used % BLOCK_BYTES);
    const at = length <= free ? this.#used : this.#used + free;
    const block = Math.floor(at / BLOCK_BYTES);
    if (at + length > MAX_KEPT_HEAD_BYTES) return -1;
    if (block === this.#blocks.length) this.#blocks.push(new Uint8Array(BLOCK_BYTES));
    this.#blocks[block].set(bytes.subarray(start, start + length), at % BLOCK_BYTES);
    this.#used = at + length;
    return at;
  }

  /**
   * @param {Uint8Array} heads one behind the other
   * @returns {number} the first one's handle, the others' at the same distances; or −1
   */
  addAll(heads) {
    return heads.length === 0 ? -1 : this.add(heads, 0, heads.length);
  }

  /** All of it, for a report. */
  get kept() {
    const bytes = new Uint8Array(this.#used);
    this.#blocks.forEach((block, i) => {
      bytes.set(block.subarray(0, Math.max(0, this.#used - i * BLOCK_BYTES)), i * BLOCK_BYTES);
    });
    return bytes;
  }

  /** @param {Uint8Array} kept */
  restore(kept) {
    this.#used = kept.length;
    this.#blocks = [];
    for (let at = 0; at < kept.length; at += BLOCK_BYTES) {
      const block = new Uint8Array(BLOCK_BYTES);
      block.set(kept.subarray(at, at + BLOCK_BYTES));
      this.#blocks.push(block);
    }
  }

  /**
   * @param {number} at handle
   * @param {number} length
   * @returns {Uint8Array} a view, not a copy
   */
  read(at, length) {
    const start = at % BLOCK_BYTES;
    return this.#blocks[Math.floor(at / BLOCK_BYTES)].subarray(start, start + length);
  }
}
