/** @typedef {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

const RST = 4;

/** Pieces of a segment that are looked at; 64 KiB in segments of 536 bytes are 123. */
export const MAX_PIECES_PER_SEGMENT = 256;
/** Cuts within long segments (offload) of a connection; where there would be more, none is made. */
export const MAX_CUTS = 2 ** 21;

/**
 * A direction's sequence space, cut wherever a captured segment of it begins or ends: piece k is [bounds[k], bounds[k +
 * 1]). So every segment is a whole number of pieces, mostly one, and what is known of bytes is known by piece, in
 * columns:
 *
 * ```
 *  segments   ├──── 1 ────┤├──── 2 ────┤├──── 3 ────┤
 *  later            ├──── 1b ────┤
 *  pieces     ├──0──┼──1──┼──2───┼──3──┼──── 4 ─────┤
 * ```
 */
export class SequencePieces {
  /**
   * @param {ConnectionPackets} packets
   * @param {number} direction
   * @param {number} [mss] longer segments are cut into pieces of that many bytes
   */
  constructor(packets, direction, mss = Infinity) {
    this.direction = direction;
    this.bounds = boundsOf(packets, direction, mss);
    this.count = Math.max(0, this.bounds.length - 1);
  }

  #near = 0;

  /** The first piece that begins at or above an offset; `count` when there is none. @param {number} offset */
  at(offset) {
    const { bounds } = this;
    const near = this.#near;
    if (bounds[near] === offset) return near;
    if (bounds[near + 1] === offset) return (this.#near = near + 1);
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (bounds[middle] < offset) low = middle + 1;
      else high = middle;
    }
    return (this.#near = low);
  }

  /** The piece behind the last that ends at or below an offset. @param {number} offset */
  endAt(offset) {
    const at = this.at(offset);
    return at > 0 && this.bounds[at] > offset ? at - 1 : at;
  }

  /**
   * Behind the last piece that is looked at of a segment.
   * @param {number} from its first piece
   * @param {number} endOffset
   */
  endFrom(from, endOffset) {
    return Math.min(this.at(endOffset), from + MAX_PIECES_PER_SEGMENT);
  }

  /** @param {number} piece */
  bytes(piece) {
    return this.bounds[piece + 1] - this.bounds[piece];
  }

  /** Bytes of the pieces from … to − 1. @param {number} from @param {number} to */
  span(from, to) {
    return this.bounds[to] - this.bounds[from];
  }
}

/** Whether a packet takes sequence space that counts. @param {ConnectionPackets} packets @param {number} i */
export const takesSequenceSpace = (packets, i) =>
  packets.endOffset[i] > packets.seqOffset[i] && (packets.flags[i] & RST) === 0;

/**
 * Begins and ends of all segments, each once, rising.
 * @param {ConnectionPackets} packets
 * @param {number} direction
 * @param {number} mss
 */
function boundsOf(packets, direction, mss) {
  const cuts = countCuts(packets, direction, mss);
  const all = new Float64Array(packets.count * 2 + (cuts > MAX_CUTS ? 0 : cuts));
  let count = 0;
  let sorted = true;
  const add = (/** @type {number} */ bound) => {
    if (count > 0 && bound === all[count - 1]) return;
    sorted &&= count === 0 || bound > all[count - 1];
    all[count++] = bound;
  };
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] !== direction || !takesSequenceSpace(packets, i)) continue;
    add(packets.seqOffset[i]);
    for (let cut = cuts > MAX_CUTS ? 0 : cutsOf(packets, i, mss), k = 1; k <= cut; k++) {
      add(packets.seqOffset[i] + k * mss);
    }
    add(packets.endOffset[i]);
  }
  const bounds = all.slice(0, count);
  return sorted ? bounds : unique(bounds.sort());
}

/**
 * Cuts within a segment that is longer than one.
 * @param {ConnectionPackets} packets
 * @param {number} i
 * @param {number} mss
 */
const cutsOf = (packets, i, mss) =>
  Math.max(0, Math.min(MAX_PIECES_PER_SEGMENT, Math.ceil(packets.length[i] / mss)) - 1);

/** @param {ConnectionPackets} packets @param {number} direction @param {number} mss */
function countCuts(packets, direction, mss) {
  let cuts = 0;
  for (let i = 0; i < packets.count; i++) if (packets.direction[i] === direction) cuts += cutsOf(packets, i, mss);
  return cuts;
}

/** @param {Float64Array} rising */
function unique(rising) {
  let count = 0;
  for (let i = 0; i < rising.length; i++) {
    if (i === 0 || rising[i] !== rising[count - 1]) rising[count++] = rising[i];
  }
  return rising.slice(0, count);
}
