/**
 * A capture's clock against the first capture's: what to take off its times. `ownFrom` is the row behind a step.
 * @typedef {{ fromRow: number, offsetNs: number }} Piece
 */

/** How a clock was found. @typedef {'same' | 'both_ways' | 'one_way' | 'given' | 'none'} Method */

/** Times of a capture on the first capture's clock, ns since that one's first packet. */
export class Clock {
  /**
   * @param {object} found
   * @param {readonly Piece[]} found.pieces in the order of rows; the offset is that at the first clock's 0
   * @param {number} [found.drift] per ns
   * @param {number} [found.uncertaintyNs]
   * @param {Method} found.method
   * @param {number} [found.roundTripNs] the shortest between both points; NaN: not known
   * @param {boolean} [found.isBefore] whether packets to the server come here before they come to the other point
   */
  constructor({ pieces, drift = 0, uncertaintyNs = 0, method, roundTripNs = NaN, isBefore = false }) {
    this.pieces = pieces;
    this.drift = drift;
    this.uncertaintyNs = uncertaintyNs;
    this.method = method;
    this.roundTripNs = roundTripNs;
    this.isBefore = isBefore;
  }

  /** @param {number} row of the capture @param {number} timeNs of it, on its own clock */
  toFirst(row, timeNs) {
    const { pieces } = this;
    let at = pieces.length - 1;
    while (at > 0 && row < pieces[at].fromRow) at--;
    return (timeNs - pieces[at].offsetNs) / (1 + this.drift);
  }

  /** The offset at the first capture's first packet, ns. */
  get offsetNs() {
    return this.pieces[0].offsetNs;
  }
}

export const SAME_CLOCK = new Clock({ pieces: [{ fromRow: 0, offsetNs: 0 }], method: 'same', uncertaintyNs: 0 });
