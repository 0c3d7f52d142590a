/**
 * A stretch of a stream that came before its turn; `bytes` is null where nobody wants them, and shorter than the stretch where the snap length cut it.
 * @typedef {{ start: number, end: number, bytes: Uint8Array | null, frame: number, timeNs: number }} Piece
 */

/** Pieces of one direction that wait for a hole to be filled, in ascending order of their start. */
export class BufferedPieces {
  /** @type {Piece[]} */
  #pieces = [];
  #first = 0;

  /** @param {number} sinceNs when the first piece came */
  constructor(sinceNs) {
    /** Since when the lowest hole is known, ns since the capture's first packet. */
    this.sinceNs = sinceNs;
    /** Bytes held. */
    this.bytes = 0;
  }

  get count() { return this.#pieces.length - this.#first; }

  /** Offset at which the first piece starts. */
  get firstStart() { return this.#pieces[this.#first].start; }

  /**
   * Adds a piece; what repeats a piece already held in whole is dropped (the first copy wins).
   * @param {number} start @param {number} end @param {Uint8Array|null} bytes @param {number} frame @param {number} timeNs
   * @returns {number} bytes now held more
   */
  add(start, end, bytes, frame, timeNs) {
    const pieces = this.#pieces;
    let low = this.#first, high = pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pieces[middle].start <= start) low = middle + 1; else high = middle;
    }
    if (low > this.#first && pieces[low - 1].end >= end) return 0;
    const piece = { start, end, bytes, frame, timeNs };
    if (low === pieces.length) pieces.push(piece); else pieces.splice(low, 0, piece);
    const held = bytes?.length ?? 0;
    this.bytes += held;
    return held;
  }

  /** @returns {Piece} the first piece, taken out */
  shift() {
    const piece = this.#pieces[this.#first++];
    this.bytes -= piece.bytes?.length ?? 0;
    if (this.#first > 64 && this.#first * 2 > this.#pieces.length) {
      this.#pieces.splice(0, this.#first);
      this.#first = 0;
    }
    return piece;
  }
}
