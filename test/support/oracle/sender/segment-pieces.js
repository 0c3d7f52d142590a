import { SequencePieces } from './sequence-pieces.js';

/**
 * A direction's sequence space measured in segments: a scoreboard over it counts in flight what the congestion window
 * counts, whole segments however short. Segments longer than a full one (offload) are cut as the network card does; a
 * bare SYN is none.
 */
export class SegmentPieces extends SequencePieces {
  #upTo;

  /**
   * @param {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} packets
   * @param {number} direction
   * @param {number} mss
   * @param {boolean} byBytes
   */
  constructor(packets, direction, mss, byBytes) {
    super(packets, direction, mss);
    this.#upTo = new Float64Array(this.count + 1);
    for (let k = 0; k < this.count; k++) {
      const isSyn = this.bounds[k] === 0 && this.bounds[k + 1] === 1;
      const segments = (this.bounds[k + 1] - this.bounds[k]) / mss;
      this.#upTo[k + 1] = this.#upTo[k] + (isSyn ? 0 : byBytes ? segments : Math.ceil(segments));
    }
  }

  /** Segments of a piece. @param {number} piece @override */
  bytes(piece) {
    return this.#upTo[piece + 1] - this.#upTo[piece];
  }

  /** Segments of the pieces from … to − 1. @param {number} from @param {number} to @override */
  span(from, to) {
    return this.#upTo[to] - this.#upTo[from];
  }
}
