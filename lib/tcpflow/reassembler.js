import { BufferedPieces } from './buffered-pieces.js';
import { DIR, DIR_BIT, DIR_F, FLOW_BLOCK_BITS, FLOW_BLOCK_MASK, FLOW_INTS, DIR_INTS, INTS_PER_FLOW, FLOATS_PER_FLOW, FLOW_FLOATS, DIR_FLOATS } from './flow-fields.js';

/** @typedef {import('./segment.js').Segment} Segment */
/** @typedef {import('./flow-table.js').FlowTable} FlowTable */
/** @typedef {import('./stream-sink.js').StreamSink} StreamSink */
/** @typedef {import('../packet/segment-batch.js').SegmentBatch} SegmentBatch */

const FIN = 1, RST = 4;

/** Out-of-order bytes held for one direction; beyond that its first hole is given up. */
export const MAX_BUFFERED_BYTES = 4 * 2 ** 20;
/** The same for all directions together. */
export const MAX_BUFFERED_BYTES_IN_ALL = 128 * 2 ** 20;
/** Pieces held for one direction. */
export const MAX_BUFFERED_PIECES = 8192;
/**
 * How long a hole that the receiver has acknowledged may still be filled by a packet that the capture saw late (several queues,
 * several processors); after that it is a gap of the capture.
 */
export const GAP_GRACE_NS = 20e6;

/**
 * Hands the bytes of every direction to the sink in stream order, as long as the sink wants any.
 *
 * ```
 *  offset  1          DELIVERED          first held piece
 *          ├───────────────┤   hole    ├──────┤ ├───┤
 *             handed on                 held back (copied)
 * ```
 *
 * The first copy of a byte wins. A hole is declared a gap when the receiver acknowledged it although the capture never showed it, when
 * too much waits behind it, or when the connection or the capture ends. Stream offset = sequence offset − 1.
 */
export class Reassembler {
  #flows;
  #sink;
  /** @type {Map<number, BufferedPieces>} */
  #held = new Map();
  #heldBytes = 0;
  /** @type {import('./stream-sink.js').Place} */
  #place = { frame: 0, timeNs: 0.5, deliveredFrame: 0, deliveredNs: 0.5 };

  /** @param {FlowTable} flows @param {StreamSink} sink */
  constructor(flows, sink) {
    this.#flows = flows;
    this.#sink = sink;
  }

  /**
   * A segment that the core named: with bytes that are wanted or out of order, or an end.
   * @param {Segment} s
   * @param {SegmentBatch} batch @param {number} i its place in the batch
   */
  take(s, batch, i) {
    const block = s.flow >> FLOW_BLOCK_BITS, ints = this.#flows.ints[block], floats = this.#flows.floats[block], place0 = s.flow & FLOW_BLOCK_MASK;
    const dirs = place0 * INTS_PER_FLOW + FLOW_INTS, dirsF = place0 * FLOATS_PER_FLOW + FLOW_FLOATS;
    const fwd = dirs + s.endpoint * DIR_INTS, rev = dirs + (1 - s.endpoint) * DIR_INTS;
    const fwdF = dirsF + s.endpoint * DIR_FLOATS, revF = dirsF + (1 - s.endpoint) * DIR_FLOATS;
    ints[fwd + DIR.BITS] &= ~DIR_BIT.NAMED;
    if (ints[rev + DIR.BITS] & DIR_BIT.HAS_BUFFERED) this.#acknowledged(s, ints, rev, floats, revF);
    if (s.length === 0 && (s.flags & (FIN | RST)) === 0) return;
    if (ints[fwd + DIR.BITS] & DIR_BIT.STREAM_ENDED) {
      if (s.flags & RST) this.#reset(s, ints, fwd, rev, floats, fwdF, revF);
      return;
    }
    const place = this.#place;
    place.frame = place.deliveredFrame = s.frame;
    place.timeNs = place.deliveredNs = s.timeNs;
    if (s.length > 0 && floats[fwdF + DIR_F.WANTED] !== Infinity) this.#data(s, batch, i, ints, fwd, floats, fwdF);
    if (s.flags & RST) this.#reset(s, ints, fwd, rev, floats, fwdF, revF);
    else {
      if (s.flags & FIN) floats[fwdF + DIR_F.FIN_OFFSET] = Math.min(floats[fwdF + DIR_F.FIN_OFFSET], s.dataOffset + s.length);
      if (floats[fwdF + DIR_F.FIN_OFFSET] !== Infinity) this.#finish(s.flow, s.endpoint, ints, fwd, floats, fwdF);
    }
  }

  #data(/** @type {Segment} */ s, /** @type {SegmentBatch} */ batch, /** @type {number} */ i, /** @type {Int32Array} */ ints, /** @type {number} */ fwd,
    /** @type {Float64Array} */ floats, /** @type {number} */ fwdF) {
    const start = s.dataOffset, end = start + s.length, delivered = floats[fwdF + DIR_F.DELIVERED];
    if (end <= delivered) return;
    const captured = batch.payloadCaptured[i], from = batch.payloadOffset[i];
    if (start > delivered) {
      this.#hold(s, start, end, batch.bytes, from, captured, ints, fwd, floats, fwdF);
      return;
    }
    this.#handOn(s.flow, s.endpoint, floats, fwdF, start, end, batch.bytes, from, captured);
    if (ints[fwd + DIR.BITS] & DIR_BIT.HAS_BUFFERED) this.#drain(s.flow, s.endpoint, ints, fwd, floats, fwdF);
  }

  /** Hands on [DELIVERED, end) of a piece that starts at or below DELIVERED. */
  #handOn(/** @type {number} */ flow, /** @type {number} */ endpoint, /** @type {Float64Array} */ floats, /** @type {number} */ fwdF,
    /** @type {number} */ start, /** @type {number} */ end, /** @type {Uint8Array} */ bytes, /** @type {number} */ from, /** @type {number} */ captured) {
    const delivered = floats[fwdF + DIR_F.DELIVERED], there = start + captured, side = /** @type {0|1} */ (endpoint);
    floats[fwdF + DIR_F.DELIVERED] = end;
    if (there > delivered && there > floats[fwdF + DIR_F.WANTED]) {
      const at = from + (delivered - start);
      floats[fwdF + DIR_F.WANTED] = 1 + this.#sink.onData(flow, side, delivered - 1, bytes, at, from + captured, this.#place);
    }
    const gapStart = Math.max(delivered, there);
    if (gapStart < end && end > floats[fwdF + DIR_F.WANTED]) this.#gap(flow, side, floats, fwdF, gapStart, end);
  }

  #gap(/** @type {number} */ flow, /** @type {0|1} */ endpoint, /** @type {Float64Array} */ floats, /** @type {number} */ fwdF, /** @type {number} */ start, /** @type {number} */ end) {
    floats[fwdF + DIR_F.WANTED] = 1 + this.#sink.onGap(flow, endpoint, start - 1, end - start, this.#place);
  }

  #hold(/** @type {Segment} */ s, /** @type {number} */ start, /** @type {number} */ end, /** @type {Uint8Array} */ bytes, /** @type {number} */ from, /** @type {number} */ captured,
    /** @type {Int32Array} */ ints, /** @type {number} */ fwd, /** @type {Float64Array} */ floats, /** @type {number} */ fwdF) {
    const key = s.flow * 2 + s.endpoint;
    let pieces = this.#held.get(key);
    if (pieces === undefined) {
      pieces = new BufferedPieces(s.timeNs);
      this.#held.set(key, pieces);
      ints[fwd + DIR.BITS] |= DIR_BIT.HAS_BUFFERED;
    }
    const wanted = end > floats[fwdF + DIR_F.WANTED];
    this.#heldBytes += pieces.add(start, end, wanted ? bytes.slice(from, from + captured) : null, s.frame, s.timeNs);
    while (pieces.bytes > MAX_BUFFERED_BYTES || pieces.count > MAX_BUFFERED_PIECES || this.#heldBytes > MAX_BUFFERED_BYTES_IN_ALL) {
      this.#giveUpHole(s.flow, s.endpoint, pieces, floats, fwdF);
      if (!this.#drain(s.flow, s.endpoint, ints, fwd, floats, fwdF)) return;
    }
  }

  /** Skips the hole below the first held piece. */
  #giveUpHole(/** @type {number} */ flow, /** @type {number} */ endpoint, /** @type {BufferedPieces} */ pieces, /** @type {Float64Array} */ floats, /** @type {number} */ fwdF) {
    const delivered = floats[fwdF + DIR_F.DELIVERED], next = pieces.firstStart;
    if (next <= delivered) return;
    floats[fwdF + DIR_F.DELIVERED] = next;
    if (next > floats[fwdF + DIR_F.WANTED]) this.#gap(flow, /** @type {0|1} */ (endpoint), floats, fwdF, delivered, next);
  }

  /** Hands on held pieces that now are in order. @returns {boolean} whether any are left */
  #drain(/** @type {number} */ flow, /** @type {number} */ endpoint, /** @type {Int32Array} */ ints, /** @type {number} */ fwd, /** @type {Float64Array} */ floats, /** @type {number} */ fwdF) {
    const key = flow * 2 + endpoint, pieces = this.#held.get(key);
    if (pieces === undefined) return false;
    const place = this.#place, frame = place.frame, timeNs = place.timeNs;
    while (pieces.count > 0 && pieces.firstStart <= floats[fwdF + DIR_F.DELIVERED]) {
      const piece = pieces.shift();
      this.#heldBytes -= piece.bytes?.length ?? 0;
      if (piece.end <= floats[fwdF + DIR_F.DELIVERED]) continue;
      place.frame = piece.frame;
      place.timeNs = piece.timeNs;
      if (piece.bytes) this.#handOn(flow, endpoint, floats, fwdF, piece.start, piece.end, piece.bytes, 0, piece.bytes.length);
      else floats[fwdF + DIR_F.DELIVERED] = piece.end;
    }
    place.frame = frame;
    place.timeNs = timeNs;
    pieces.sinceNs = place.deliveredNs;
    if (pieces.count > 0) return true;
    this.#held.delete(key);
    ints[fwd + DIR.BITS] &= ~DIR_BIT.HAS_BUFFERED;
    return false;
  }

  /** The receiver has what the capture lacks: after a while the hole is a gap. */
  #acknowledged(/** @type {Segment} */ s, /** @type {Int32Array} */ ints, /** @type {number} */ rev, /** @type {Float64Array} */ floats, /** @type {number} */ revF) {
    const endpoint = 1 - s.endpoint, pieces = this.#held.get(s.flow * 2 + endpoint);
    if (pieces === undefined || s.ackOffset < pieces.firstStart || s.timeNs - pieces.sinceNs < GAP_GRACE_NS) return;
    const place = this.#place;
    place.frame = place.deliveredFrame = s.frame;
    place.timeNs = place.deliveredNs = s.timeNs;
    this.#giveUpHole(s.flow, endpoint, pieces, floats, revF);
    this.#drain(s.flow, endpoint, ints, rev, floats, revF);
    this.#finish(s.flow, endpoint, ints, rev, floats, revF);
  }

  #finish(/** @type {number} */ flow, /** @type {number} */ endpoint, /** @type {Int32Array} */ ints, /** @type {number} */ dir, /** @type {Float64Array} */ floats, /** @type {number} */ dirF) {
    const complete = floats[dirF + DIR_F.DELIVERED] >= floats[dirF + DIR_F.FIN_OFFSET] || floats[dirF + DIR_F.WANTED] === Infinity;
    if (!complete || ints[dir + DIR.BITS] & DIR_BIT.STREAM_ENDED) return;
    this.#endStream(flow, endpoint, 'fin', ints, dir, floats, dirF);
  }

  #reset(/** @type {Segment} */ s, /** @type {Int32Array} */ ints, /** @type {number} */ fwd, /** @type {number} */ rev, /** @type {Float64Array} */ floats,
    /** @type {number} */ fwdF, /** @type {number} */ revF) {
    const place = this.#place;
    place.frame = place.deliveredFrame = s.frame;
    place.timeNs = place.deliveredNs = s.timeNs;
    this.#flushAndEnd(s.flow, s.endpoint, 'rst', ints, fwd, floats, fwdF);
    this.#flushAndEnd(s.flow, 1 - s.endpoint, 'rst', ints, rev, floats, revF);
  }

  #flushAndEnd(/** @type {number} */ flow, /** @type {number} */ endpoint, /** @type {'rst'|'capture_end'} */ how, /** @type {Int32Array} */ ints, /** @type {number} */ dir,
    /** @type {Float64Array} */ floats, /** @type {number} */ dirF) {
    if (ints[dir + DIR.BITS] & DIR_BIT.STREAM_ENDED) return;
    const pieces = this.#held.get(flow * 2 + endpoint);
    if (pieces) {
      do this.#giveUpHole(flow, endpoint, pieces, floats, dirF);
      while (this.#drain(flow, endpoint, ints, dir, floats, dirF));
    }
    this.#endStream(flow, endpoint, how, ints, dir, floats, dirF);
  }

  #endStream(/** @type {number} */ flow, /** @type {number} */ endpoint, /** @type {'fin'|'rst'|'capture_end'} */ how, /** @type {Int32Array} */ ints, /** @type {number} */ dir,
    /** @type {Float64Array} */ floats, /** @type {number} */ dirF) {
    ints[dir + DIR.BITS] |= DIR_BIT.STREAM_ENDED;
    this.#sink.onEnd(flow, /** @type {0|1} */ (endpoint), how, this.#place);
    floats[dirF + DIR_F.WANTED] = Infinity;
  }

  /** The capture ends: what is held is handed on with its gaps, every stream is ended. @param {number} frame @param {number} timeNs */
  end(frame, timeNs) {
    const place = this.#place;
    place.frame = place.deliveredFrame = frame;
    place.timeNs = place.deliveredNs = timeNs;
    for (let flow = 0; flow < this.#flows.count; flow++) {
      const ints = this.#flows.ints[flow >> FLOW_BLOCK_BITS], floats = this.#flows.floats[flow >> FLOW_BLOCK_BITS];
      for (let endpoint = 0; endpoint < 2; endpoint++) {
        const dir = (flow & FLOW_BLOCK_MASK) * INTS_PER_FLOW + FLOW_INTS + endpoint * DIR_INTS;
        const dirF = (flow & FLOW_BLOCK_MASK) * FLOATS_PER_FLOW + FLOW_FLOATS + endpoint * DIR_FLOATS;
        this.#flushAndEnd(flow, endpoint, 'capture_end', ints, dir, floats, dirF);
      }
    }
  }
}
