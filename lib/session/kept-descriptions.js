/**
 * Descriptions of long connections, encoded in advance: describing one walks over all of its packets. Only the latest
 * few.
 */
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

  /** Drops a connection's description, which is out of date. @param {number} index */
  forget(index) {
    this.#kept.delete(index);
  }

  /**
   * @param {number} index
   * @param {number} version
   * @returns {Uint8Array|null} a copy, which may be transferred; null where none of this version is kept
   */
  copyOf(index, version) {
    const known = this.#kept.get(index);
    return known?.version === version ? known.bytes.slice() : null;
  }
}
