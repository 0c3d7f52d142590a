/** Descriptions of long connections, encoded ahead: describing one walks over all of its packets. The latest few. */
export class KeptDescriptions {
  #most;
  /** @type {Map<number, { version: number, bytes: Uint8Array }>} */
  #kept = new Map();

  /** @param {number} most that are kept */
  constructor(most) {
    this.#most = most;
  }

  /**
   * @param {number} index of the connection
   * @param {number} version of the tables
   * @param {() => Uint8Array} describe called where none is kept
   */
  keep(index, version, describe) {
    if (this.#kept.get(index)?.version === version) return;
    this.#kept.delete(index);
    this.#kept.set(index, { version, bytes: describe() });
    for (const [oldest] of this.#kept) if (this.#kept.size > this.#most) this.#kept.delete(oldest);
  }

  /** What is kept of a connection is not what would be said now. @param {number} index */
  forget(index) {
    this.#kept.delete(index);
  }

  /**
   * @param {number} index
   * @param {number} version
   * @returns {Uint8Array|null} a copy, which may be transferred; null where none is kept of this version
   */
  copyOf(index, version) {
    const known = this.#kept.get(index);
    return known?.version === version ? known.bytes.slice() : null;
  }
}
