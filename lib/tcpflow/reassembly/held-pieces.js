import { Extents } from './extents.js';

/**
 * A range of a stream that is held back. `bytes` is null where the sink does not want them, and shorter than the range
 * where the snap length cut it. `orderedFrame` and `orderedNs` are when everything before it had arrived, if that was
 * before it was delivered; else frame 0.
 * @typedef {{ start: number, end: number, bytes: Uint8Array | null, frame: number, timeNs: number, orderedFrame:
 *   number, orderedNs: number, isDamaged?: boolean, hasFin?: boolean }} Piece isDamaged: its checksum is wrong, so it
 *   waits for another copy; hasFin: it ends the stream, if it is used
 *
 * A segment's bytes, offsets in the stream; `bytes[from, from + captured)` are those in the capture.
 * @typedef {{ start: number, end: number, bytes: Uint8Array, from: number, captured: number, isNeeded: boolean, frame:
 *   number, timeNs: number }} Arrival
 *
 * Called for each range [start, end) that two segments contain, with the one that is kept.
 * @typedef {(piece: Piece, arrival: Arrival, start: number, end: number, replaced: boolean) => void} OnOverlap
 */

/** Approximate memory of a piece besides its bytes: the objects around them. */
export const PIECE_COST_BYTES = 256;

/** @type {Piece} */
export const NO_PIECE = Object.freeze({
  start: 0,
  end: 0,
  bytes: null,
  frame: 0,
  timeNs: 0,
  orderedFrame: 0,
  orderedNs: 0,
});

/**
 * Out-of-order ranges of one direction: disjoint, in ascending order.
 *
 * ```
 *  pieces      ├── frame 9 ──┤   hole   ├─ frame 11 ─┤├─ frame 14 ─┤
 *  arrival                ├──────────────────┤
 *                         keep │  insert │ keep          policy first
 * ```
 */
export class HeldPieces {
  /** @type {Piece[]} */
  #pieces = [];
  #first = 0;
  #policy;
  #extents = new Extents();
  #orderedEnd = 0;

  /** @param {number} policy of `policyOf` @param {number} sinceNs when the first piece came */
  constructor(policy, sinceNs) {
    this.#policy = policy;
    /** Since when the lowest hole is known, ns since the capture's first packet. */
    this.sinceNs = sinceNs;
    /** Memory that the pieces take, in bytes. */
    this.cost = 0;
    /** Pieces below this offset may be delivered. */
    this.limit = Infinity;
    /** End of the data that came with a SYN, while it is not known whether the receiver accepted it; else 0. */
    this.synEnd = 0;
    /** The receiver acknowledged the SYN without its data. */
    this.synDataRefused = false;
    /** Pieces whose checksums are wrong. */
    this.damaged = 0;
  }

  get count() {
    return this.#pieces.length - this.#first;
  }

  /** Number of pieces or remembered segments: this is bounded. */
  get entries() {
    return Math.max(this.count, this.#extents.count);
  }

  /** Offset at which the first piece starts. */
  get firstStart() {
    return this.#pieces[this.#first].start;
  }

  /** End of the contiguous bytes after those delivered, as found by `markOrdered`. */
  get orderedEnd() {
    return this.#orderedEnd;
  }

  /**
   * Adds a segment's bytes from an offset on, by the policy.
   * @param {Arrival} arrival @param {number} floor bytes below were handed on @param {OnOverlap} onOverlap
   */
  add(arrival, floor, onOverlap) {
    if (this.#continuesSkipped(arrival)) return;
    const { start, end } = arrival;
    const policy = this.#policy;
    const kept = policy === 0 ? this.#covered(Math.max(start, floor), end) : this.#extents.kept(start, end, policy);
    let at = Math.max(start, floor);
    for (let k = 0; k < kept.length && kept[k] < end; k += 2) {
      if (kept[k] > at) this.#replace(arrival, at, kept[k], onOverlap);
      at = Math.max(at, kept[k]);
      if (kept[k + 1] > at) this.#overlaps(arrival, at, kept[k + 1], false, onOverlap);
      at = Math.max(at, kept[k + 1]);
    }
    if (at < end) this.#replace(arrival, at, end, onOverlap);
    if (policy !== 0) this.#extents.add(start, end);
  }

  /**
   * Adds a segment whose checksum is wrong, if none of its bytes are held already.
   * @param {Arrival} arrival @param {number} floor bytes below were handed on @param {boolean} hasFin
   * @returns {number} what it costs
   */
  addDamaged(arrival, floor, hasFin) {
    const { start, end } = arrival;
    if (start < floor || this.#covered(start, end).length > 0) return 0;
    const piece = { ...pieceOf({ ...arrival, isNeeded: true }, start, end, false), isDamaged: true, hasFin };
    this.#pieces.splice(this.#reaching(start), 0, piece);
    this.cost += costOf(piece);
    this.damaged++;
    return costOf(piece);
  }

  /** Takes out damaged pieces that share a byte with [start, end). @param {number} start @param {number} end */
  dropDamaged(start, end) {
    for (let i = this.#reaching(start); i < this.#pieces.length && this.#pieces[i].start < end; i++) {
      if (!this.#pieces[i].isDamaged) continue;
      this.cost -= costOf(this.#pieces[i]);
      this.#pieces.splice(i--, 1);
      this.damaged--;
    }
  }

  /**
   * The receiver has acknowledged the damaged pieces up to an offset, and no other copy was captured: they are used as
   * they are.
   * @param {number} end @returns {number} where the stream ends by them; Infinity: they do not say
   */
  acceptDamaged(end) {
    let fin = Infinity;
    for (let i = this.#first; this.damaged > 0 && i < this.#pieces.length && this.#pieces[i].end <= end; i++) {
      const piece = this.#pieces[i];
      if (!piece.isDamaged) continue;
      piece.isDamaged = false;
      this.damaged--;
      if (piece.hasFin) fin = Math.min(fin, piece.end);
    }
    return fin;
  }

  /** Whether the first piece waits for another copy. */
  get isFirstDamaged() {
    return this.#pieces[this.#first].isDamaged === true;
  }

  /** Appends unwanted bytes to the last piece, if that is unwanted too: the bulk of a body after a loss. */
  #continuesSkipped(/** @type {Arrival} */ arrival) {
    const last = this.#pieces.length - 1;
    if (arrival.isNeeded || last < this.#first || this.#policy !== 0) return false;
    const piece = this.#pieces[last];
    if (piece.bytes !== null || piece.end !== arrival.start) return false;
    piece.end = arrival.end;
    return true;
  }

  /**
   * The parts of [start, end) that are held, as `Extents.kept` returns them.
   * @param {number} start @param {number} end
   */
  #covered(start, end) {
    /** @type {number[]} */
    const covered = [];
    const pieces = this.#pieces;
    for (let i = this.#reaching(start); i < pieces.length && pieces[i].start < end; i++) {
      covered.push(Math.max(start, pieces[i].start), Math.min(end, pieces[i].end));
    }
    return covered;
  }

  #overlaps(
    /** @type {Arrival} */ arrival,
    /** @type {number} */ start,
    /** @type {number} */ end,
    /** @type {boolean} */ replaced,
    /** @type {OnOverlap} */ onOverlap,
  ) {
    const pieces = this.#pieces;
    for (let i = this.#reaching(start); i < pieces.length && pieces[i].start < end; i++) {
      onOverlap(pieces[i], arrival, Math.max(start, pieces[i].start), Math.min(end, pieces[i].end), replaced);
    }
  }

  /** Overwrites held bytes with the arrival's [start, end). */
  #replace(
    /** @type {Arrival} */ arrival,
    /** @type {number} */ start,
    /** @type {number} */ end,
    /** @type {OnOverlap} */ onOverlap,
  ) {
    const pieces = this.#pieces;
    const first = this.#reaching(start);
    this.#overlaps(arrival, start, end, true, onOverlap);
    let last = first;
    while (last < pieces.length && pieces[last].start < end) this.cost -= costOf(pieces[last++]);
    const parts = [pieceOf(arrival, start, end, start < this.#orderedEnd)];
    if (last > first) {
      if (pieces[first].start < start) parts.unshift(part(pieces[first], pieces[first].start, start));
      if (pieces[last - 1].end > end) parts.push(part(pieces[last - 1], end, pieces[last - 1].end));
    }
    for (const piece of parts) this.cost += costOf(piece);
    if (first === pieces.length) pieces.push(...parts);
    else pieces.splice(first, last - first, ...parts);
  }

  /**
   * Notes which pieces follow each other from an offset on without a hole.
   * @param {number} from
   * @param {number} frame
   * @param {number} timeNs
   */
  markOrdered(from, frame, timeNs) {
    const pieces = this.#pieces;
    let end = Math.max(from, this.#orderedEnd);
    for (let i = this.#reaching(end); i < pieces.length && pieces[i].start <= end; i++) {
      if (pieces[i].orderedFrame === 0) {
        pieces[i].orderedFrame = frame;
        pieces[i].orderedNs = timeNs;
      }
      end = pieces[i].end;
    }
    this.#orderedEnd = end;
  }

  /** @returns {Piece} the first piece, taken out as far as the limit allows */
  shift() {
    const piece = this.#pieces[this.#first];
    this.cost -= costOf(piece);
    if (piece.end > this.limit) {
      this.#pieces[this.#first] = part(piece, this.limit, piece.end);
      this.cost += costOf(this.#pieces[this.#first]);
      return part(piece, piece.start, this.limit);
    }
    this.#pieces[this.#first++] = NO_PIECE;
    if (this.#first > 64 && this.#first * 2 > this.#pieces.length) {
      this.#pieces.splice(0, this.#first);
      this.#first = 0;
    }
    return piece;
  }

  /** Forgets the bounds of segments below an offset. @param {number} offset */
  passed(offset) {
    this.#extents.dropBelow(offset);
  }

  /** The first piece that ends above an offset. @param {number} offset */
  #reaching(offset) {
    const pieces = this.#pieces;
    let low = this.#first;
    let high = pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pieces[middle].end <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** @param {Piece} piece */
const costOf = ({ bytes }) => PIECE_COST_BYTES + (bytes === null ? 0 : bytes.length);

/**
 * @param {Arrival} arrival
 * @param {number} start
 * @param {number} end
 * @param {boolean} ordered there is no hole below
 * @returns {Piece} with a copy of the bytes
 */
function pieceOf({ start: from, bytes, from: at, captured, isNeeded, frame, timeNs }, start, end, ordered) {
  const there = Math.min(end - from, captured);
  const skipped = Math.min(start - from, there);
  return {
    start,
    end,
    bytes: isNeeded ? bytes.slice(at + skipped, at + there) : null,
    frame,
    timeNs,
    orderedFrame: ordered ? frame : 0,
    orderedNs: timeNs,
  };
}

/**
 * @param {Piece} piece
 * @param {number} start
 * @param {number} end
 * @returns {Piece} that part of it, with copied bytes so that the rest can be freed
 */
function part(piece, start, end) {
  const bytes = piece.bytes === null ? null : piece.bytes.slice(start - piece.start, end - piece.start);
  return { ...piece, start, end, bytes };
}
