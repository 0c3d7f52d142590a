import { FLOW, SURVEY } from '../../engine/flow-fields.js';
import { TCP } from '../../engine/segment-batch.js';
import { meansDamage } from '../verdicts/checksums.js';
import { Conflicts } from './conflicts.js';
import { HeldPieces, NO_PIECE } from './held-pieces.js';
import { policyOf } from './policy.js';
import { RecentBytes } from './recent-bytes.js';
import { NOTE, StreamNotes } from './stream-notes.js';
import { StreamState } from './stream-state.js';

/** @typedef {import('./segment.js').Segment} Segment */
/** @typedef {import('../../transport/streams.js').StreamSink} StreamSink */
/** @typedef {import('../tables/flow-table.js').FlowTable} FlowTable */
/** @typedef {import('../../engine/segment-batch.js').SegmentBatch} SegmentBatch */

const { FIN, SYN, RST } = TCP;

/** Memory for bytes held back of one direction; beyond that its first hole is given up. */
export const MAX_BUFFERED_BYTES = 4 * 2 ** 20;
/** The same for all directions together. */
export const MAX_BUFFERED_BYTES_IN_ALL = 128 * 2 ** 20;
/** Pieces held for one direction. */
export const MAX_BUFFERED_PIECES = 8192;
/**
 * How long a hole that the receiver has acknowledged may still be filled by a packet captured late (several queues or
 * processors); after that it is a gap of the capture.
 */
export const GAP_GRACE_NS = 20e6;

/** A wanted offset above this pauses a stream (streams.js): data that arrives meanwhile may still be wanted. */
const PAUSED_FROM = 2 ** 50;

/**
 * One byte just below the next one is a keep-alive: it may hold anything (RFC 9293, section 3.8.4), so it is not
 * compared.
 * @param {number} end of a segment with one byte @param {number} delivered @param {HeldPieces|undefined} held
 */
const isKeepAlive = (end, delivered, held) => end === Math.max(delivered, held?.orderedEnd ?? 0);

/**
 * Delivers the bytes of every direction to the sink in stream order, as long as the sink wants any.
 *
 * ```
 *  offset  1          delivered          first held piece
 *          ├───────────────┤   hole    ├──────┤ ├───┤
 *             handed on                 held back (copied)
 * ```
 *
 * Where segments overlap, the policy says which copy counts. If that can only be the first one, bytes are delivered as
 * soon as they are in order; else, as in Suricata, when the receiver acknowledges them, and until then a later copy may
 * replace them. Delivered bytes never change.
 *
 * A hole is declared a gap when the receiver acknowledged it although the capture never showed it, when too much waits
 * behind it, or when the connection or the capture ends. Stream offset = sequence offset − 1.
 */
export class Reassembler {
  #flows;
  #sink;
  #policy;
  /** By number of the direction. @type {Map<number, HeldPieces>} */
  #held = new Map();
  /** Total memory of all directions. */
  #heldCost = 0;
  #recent;
  #fwd = new StreamState();
  #rev = new StreamState();
  /** @type {import('../../transport/streams.js').Place} */
  #place = { frame: 0, timeNs: 0.5, deliveredFrame: 0, deliveredNs: 0.5 };
  /** @type {import('./held-pieces.js').Arrival} */
  #arrival = {
    start: 0.5,
    end: 0.5,
    bytes: new Uint8Array(0),
    from: 0,
    captured: 0,
    isNeeded: false,
    frame: 0,
    timeNs: 0.5,
  };

  /**
   * @param {import('../../engine/engine.js').Core} core
   * @param {FlowTable} flows
   * @param {StreamSink} sink
   * @param {import('./policy.js').PolicyName} [policy]
   */
  constructor(core, flows, sink, policy = 'first') {
    this.#recent = new RecentBytes(core);
    this.#flows = flows;
    this.#sink = sink;
    this.#policy = policyOf(policy);
    this.conflicts = new Conflicts();
    this.notes = new StreamNotes();
  }

  /**
   * A segment selected by the core: with wanted, out-of-order or duplicate bytes, an end, or an acknowledgement of held
   * bytes.
   * @param {Segment} s
   * @param {SegmentBatch} batch @param {number} i its place in the batch
   */
  take(s, batch, i) {
    const fwd = this.#fwd;
    fwd.point(this.#flows, s.flow, s.endpoint);
    const isBare = s.length === 0 && (s.flags & (FIN | RST)) === 0;
    if (isBare && !fwd.otherHasHeld) return;
    this.#setPlace(s.frame, s.timeNs);
    if (fwd.otherHasHeld && s.ackOffset >= 0) this.#acknowledged(this.#otherOf(s), s);
    if (isBare) return;
    if (s.isResetIgnored) {
      this.notes.add(s.flow, NOTE.RESET_IGNORED);
      return;
    }
    if (s.isRefused) {
      if (s.length > 0 && !fwd.hasEnded) this.#setAside(fwd, s, batch, i);
      return;
    }
    if (s.length > 0) {
      if (fwd.hasEnded) this.#noteDataAfterEnd(fwd, s);
      else this.#data(fwd, s, batch, i);
    }
    if (s.flags & RST) {
      this.#flushAndEnd(fwd, 'rst');
      this.#flushAndEnd(this.#otherOf(s), 'rst');
    } else if (!fwd.hasEnded) this.#fin(fwd, s);
  }

  /**
   * A refused segment: the receiver drops it, and its sender retransmits it. It is kept until the retransmission
   * arrives or the receiver acknowledges these bytes: then it was taken after all.
   */
  #setAside(
    /** @type {StreamState} */ stream,
    /** @type {Segment} */ s,
    /** @type {SegmentBatch} */ batch,
    /** @type {number} */ i,
  ) {
    const held = stream.hasHeld ? this.#held.get(stream.direction) : undefined;
    const end = s.dataOffset + s.length;
    if (stream.nextNeeded === Infinity || s.flags & (SYN | RST) || end > stream.finOffset || held?.synEnd) return;
    const arrival = this.#arrivalOf(s, end, batch, i);
    const pieces = this.#piecesFor(stream, held, 0);
    this.#heldCost += pieces.addDamaged(arrival, stream.delivered, (s.flags & FIN) !== 0);
    if (pieces.count === 0) this.#forget(stream, pieces);
    else this.#relieveAll(stream, pieces, true);
  }

  /**
   * End of input: damaged pieces are not data where checksums are meaningful.
   * @returns {boolean} whether any pieces are left
   */
  #settleDamaged(/** @type {StreamState} */ stream, /** @type {HeldPieces} */ pieces) {
    const before = pieces.cost;
    if (!meansDamage(this.#flows, stream.flow, stream.endpoint)) stream.endBy(pieces.acceptDamaged(Infinity));
    else if (pieces.damaged > 0) pieces.dropDamaged(0, Infinity);
    this.#heldCost += pieces.cost - before;
    if (pieces.count === 0) this.#forget(stream, pieces);
    return pieces.count > 0;
  }

  #otherOf(/** @type {Segment} */ s) {
    this.#rev.point(this.#flows, s.flow, 1 - s.endpoint);
    return this.#rev;
  }

  #setPlace(/** @type {number} */ frame, /** @type {number} */ timeNs) {
    const place = this.#place;
    place.frame = place.deliveredFrame = frame;
    place.timeNs = place.deliveredNs = timeNs;
  }

  #data(
    /** @type {StreamState} */ stream,
    /** @type {Segment} */ s,
    /** @type {SegmentBatch} */ batch,
    /** @type {number} */ i,
  ) {
    const start = s.dataOffset;
    const delivered = stream.delivered;
    const held = stream.hasHeld ? this.#held.get(stream.direction) : undefined;
    const end = this.#endOfData(stream, s);
    if (s.length === 1 && isKeepAlive(end, delivered, held)) return;
    if (start < delivered && stream.hasRecent) this.#compareWithRecent(stream, this.#arrivalOf(s, end, batch, i));
    if (end <= delivered || stream.nextNeeded === Infinity) return;
    if (this.#mustWait(s, delivered, end, held)) {
      this.#arrivalOf(s, end, batch, i);
      this.#hold(stream, held, s.flags & SYN);
      return;
    }
    this.#handOn(stream, start, end, batch.bytes, batch.payloadOffset[i], batch.payloadCaptured[i]);
    if (held) this.#drain(stream, held);
  }

  #arrivalOf(
    /** @type {Segment} */ s,
    /** @type {number} */ end,
    /** @type {SegmentBatch} */ batch,
    /** @type {number} */ i,
  ) {
    const arrival = this.#arrival;
    arrival.start = s.dataOffset;
    arrival.end = end;
    arrival.bytes = batch.bytes;
    arrival.from = batch.payloadOffset[i];
    arrival.captured = batch.payloadCaptured[i];
    arrival.frame = s.frame;
    arrival.timeNs = s.timeNs;
    return arrival;
  }

  /** Where the segment's data ends, not beyond the stream's end. */
  #endOfData(/** @type {StreamState} */ stream, /** @type {Segment} */ s) {
    const end = s.dataOffset + s.length;
    const fin = stream.finOffset;
    if (end <= fin) return end;
    if (s.length > 1) this.notes.add(s.flow, NOTE.DATA_AFTER_FIN);
    return fin;
  }

  #noteDataAfterEnd(/** @type {StreamState} */ stream, /** @type {Segment} */ s) {
    if (stream.finOffset !== Infinity) this.#endOfData(stream, s);
    else if (stream.hasReset && !(s.flags & RST)) this.notes.add(s.flow, NOTE.DATA_AFTER_RESET);
  }

  /** Whether the segment's bytes cannot be delivered at once, independently of others. */
  #mustWait(
    /** @type {Segment} */ s,
    /** @type {number} */ delivered,
    /** @type {number} */ end,
    /** @type {HeldPieces|undefined} */ held,
  ) {
    if (s.dataOffset > delivered || this.#policy !== 0 || s.flags & SYN) return true;
    return held !== undefined && (held.synEnd > 0 || end > held.firstStart);
  }

  #compareWithRecent(/** @type {StreamState} */ stream, /** @type {import('./held-pieces.js').Arrival} */ arrival) {
    const { flow, endpoint } = stream;
    const { start, bytes, frame } = arrival;
    const end = Math.min(arrival.end, stream.delivered, start + arrival.captured);
    this.#recent.find(stream.direction, start, end, (from, to, first, at, firstFrame) => {
      const second = { bytes, from: arrival.from + from - start, frame };
      this.conflicts.compare(
        flow,
        endpoint,
        from - 1,
        to - from,
        { bytes: first, from: at, frame: firstFrame },
        second,
        'first',
        true,
      );
    });
  }

  /** @type {import('./held-pieces.js').OnOverlap} */
  #compareHeld = (piece, arrival, start, end, replaced) => {
    if (piece.bytes === null || !arrival.isNeeded) return;
    const length = Math.min(end, piece.start + piece.bytes.length, arrival.start + arrival.captured) - start;
    const first = { bytes: piece.bytes, from: start - piece.start, frame: piece.frame };
    const second = { bytes: arrival.bytes, from: arrival.from + start - arrival.start, frame: arrival.frame };
    this.conflicts.compare(
      this.#fwd.flow,
      this.#fwd.endpoint,
      start - 1,
      length,
      first,
      second,
      replaced ? 'second' : 'first',
      false,
    );
  };

  /** Delivers [delivered, end) of a piece that starts at or below `delivered`. */
  #handOn(
    /** @type {StreamState} */ stream,
    /** @type {number} */ start,
    /** @type {number} */ end,
    /** @type {Uint8Array} */ bytes,
    /** @type {number} */ from,
    /** @type {number} */ captured,
  ) {
    const delivered = stream.delivered;
    const there = Math.min(end, start + captured);
    if (there > delivered) stream.deliver(end, this.#place.deliveredFrame);
    else stream.delivered = end;
    if (there > delivered && there > stream.nextNeeded) {
      const at = from + (delivered - start);
      const to = from + (there - start);
      this.#recent.add(stream.direction, delivered, bytes, at, to, this.#place.frame);
      stream.markRecent();
      const { flow, endpoint } = stream;
      stream.nextNeeded = 1 + this.#sink.onData(flow, endpoint, delivered - 1, bytes, at, to, this.#place);
    }
    const gapStart = Math.max(delivered, there);
    if (gapStart < end) this.#gap(stream, gapStart, end);
  }

  #gap(/** @type {StreamState} */ stream, /** @type {number} */ start, /** @type {number} */ end) {
    if (stream.nextNeeded === Infinity || (end <= stream.nextNeeded && !stream.gapsReported)) return;
    stream.nextNeeded = 1 + this.#sink.onGap(stream.flow, stream.endpoint, start - 1, end - start, this.#place);
  }

  /** Holds the arrival back, and delivers what then is in order and may go. */
  #hold(/** @type {StreamState} */ stream, /** @type {HeldPieces|undefined} */ held, /** @type {number} */ syn) {
    const arrival = this.#arrival;
    const pieces = this.#piecesFor(stream, held, syn);
    const before = pieces.cost;
    const isCut = arrival.captured < arrival.end - arrival.start;
    const { nextNeeded } = stream;
    arrival.isNeeded = arrival.end > nextNeeded || nextNeeded > PAUSED_FROM || (isCut && stream.gapsReported);
    if (pieces.damaged > 0) pieces.dropDamaged(arrival.start, arrival.end);
    pieces.add(arrival, stream.delivered, this.#compareHeld);
    this.#heldCost += pieces.cost - before;
    // a retransmitted SYN, whose data was delivered long ago
    if (pieces.count === 0) return this.#forget(stream, pieces);
    if (pieces.limit !== Infinity) pieces.markOrdered(stream.delivered, arrival.frame, arrival.timeNs);
    this.#relieveAll(stream, pieces, pieces.firstStart > stream.delivered || this.#drain(stream, pieces));
  }

  /** Delivers what exceeds the limits. @param {boolean} anyLeft whether any is held */
  #relieveAll(/** @type {StreamState} */ stream, /** @type {HeldPieces} */ pieces, anyLeft) {
    let left = anyLeft;
    while (
      left &&
      (pieces.cost > MAX_BUFFERED_BYTES ||
        pieces.entries > MAX_BUFFERED_PIECES ||
        this.#heldCost > MAX_BUFFERED_BYTES_IN_ALL)
    ) {
      left = this.#relieve(stream, pieces);
    }
  }

  /** The stream's held pieces, created if there are none. */
  #piecesFor(/** @type {StreamState} */ stream, /** @type {HeldPieces|undefined} */ held, /** @type {number} */ syn) {
    let pieces = held;
    if (pieces && pieces.synEnd > 0 && !syn) pieces = this.#afterSynData(stream, pieces);
    if (pieces === undefined) {
      pieces = new HeldPieces(this.#policy, this.#arrival.timeNs);
      pieces.limit = this.#policy === 0 ? Infinity : 0;
      this.#held.set(stream.direction, pieces);
      stream.hasHeld = true;
    }
    if (syn) {
      pieces.synEnd = Math.max(pieces.synEnd, this.#arrival.end);
      pieces.limit = 0;
    }
    return pieces;
  }

  /**
   * The sender continues after a SYN with data: after that data if the receiver accepted it, else from its start (RFC
   * 7413, section 4.2.1).
   */
  #afterSynData(/** @type {StreamState} */ stream, /** @type {HeldPieces} */ pieces) {
    if (pieces.synDataRefused && this.#arrival.start < pieces.synEnd) {
      this.#refuseSynData(stream, pieces);
      return undefined;
    }
    this.#acceptSynData(pieces);
    return pieces;
  }

  #acceptSynData(/** @type {HeldPieces} */ pieces) {
    pieces.synEnd = 0;
    if (this.#policy === 0) pieces.limit = Infinity;
  }

  #refuseSynData(/** @type {StreamState} */ stream, /** @type {HeldPieces} */ pieces) {
    this.notes.add(stream.flow, NOTE.SYN_DATA_REFUSED);
    this.#forget(stream, pieces);
  }

  #forget(/** @type {StreamState} */ stream, /** @type {HeldPieces} */ pieces) {
    this.#heldCost -= pieces.cost;
    this.#held.delete(stream.direction);
    stream.hasHeld = false;
  }

  /**
   * Too much is held: bytes in order are delivered, or else the first hole is given up.
   * @returns {boolean} whether any are left
   */
  #relieve(/** @type {StreamState} */ stream, /** @type {HeldPieces} */ pieces) {
    const { limit } = pieces;
    if (!this.#settleDamaged(stream, pieces)) return false;
    const hole = pieces.firstStart - stream.delivered;
    pieces.limit = Infinity;
    if (hole > 0) {
      this.notes.giveUp(stream.flow, hole);
      this.#giveUpHole(stream, pieces);
    }
    const left = this.#drain(stream, pieces);
    pieces.limit = limit;
    return left;
  }

  /** Skips the hole below the first held piece. */
  #giveUpHole(/** @type {StreamState} */ stream, /** @type {HeldPieces} */ pieces) {
    const { delivered } = stream;
    const next = pieces.firstStart;
    if (next <= delivered) return;
    stream.delivered = next;
    this.#gap(stream, delivered, next);
  }

  /**
   * Delivers held pieces that are in order and below the limit. After a hole of the capture alone they count as in
   * order since they arrived, and not only now.
   * @returns {boolean} whether any are left
   */
  #drain(/** @type {StreamState} */ stream, /** @type {HeldPieces} */ pieces, isBehindHole = false) {
    const place = this.#place;
    const { frame, timeNs, deliveredFrame, deliveredNs } = place;
    let latest = NO_PIECE;
    while (pieces.count > 0 && pieces.firstStart <= stream.delivered && stream.delivered < pieces.limit) {
      if (pieces.isFirstDamaged) break;
      const cost = pieces.cost;
      const piece = pieces.shift();
      this.#heldCost += pieces.cost - cost;
      place.frame = piece.frame;
      place.timeNs = piece.timeNs;
      if (isBehindHole && piece.frame > latest.frame) latest = piece;
      place.deliveredFrame = piece.orderedFrame || latest.frame || deliveredFrame;
      const orderedNs = latest.frame ? latest.timeNs : deliveredNs;
      place.deliveredNs = piece.orderedFrame ? piece.orderedNs : orderedNs;
      if (piece.bytes) this.#handOn(stream, piece.start, piece.end, piece.bytes, 0, piece.bytes.length);
      else stream.deliver(piece.end, place.deliveredFrame);
    }
    place.frame = frame;
    place.timeNs = timeNs;
    place.deliveredFrame = deliveredFrame;
    place.deliveredNs = deliveredNs;
    pieces.sinceNs = deliveredNs;
    pieces.passed(stream.delivered);
    if (pieces.count > 0 && stream.nextNeeded !== Infinity) return true;
    this.#forget(stream, pieces);
    return false;
  }

  /** The receiver has acknowledged held bytes, and so also those missing before them: after a while that is a gap. */
  #acknowledged(/** @type {StreamState} */ stream, /** @type {Segment} */ s) {
    const pieces = this.#held.get(stream.direction);
    if (pieces === undefined) return;
    if (pieces.synEnd > 0) {
      if (s.ackOffset > 1) this.#acceptSynData(pieces);
      else {
        pieces.synDataRefused ||= (s.flags & SYN) !== 0;
        return;
      }
    }
    if (s.ackOffset > pieces.limit) pieces.limit = s.ackOffset;
    stream.endBy(pieces.acceptDamaged(s.ackOffset));
    const isHole = pieces.firstStart > stream.delivered;
    if (isHole) {
      if (s.ackOffset < pieces.firstStart || s.timeNs - pieces.sinceNs < GAP_GRACE_NS) return;
      this.#giveUpHole(stream, pieces);
    }
    this.#drain(stream, pieces, isHole);
    this.#finish(stream);
  }

  /** A FIN below the delivered bytes is no end: the receiver drops it. */
  #fin(/** @type {StreamState} */ stream, /** @type {Segment} */ s) {
    const offset = s.dataOffset + s.length;
    if (s.flags & FIN && offset >= stream.delivered) stream.endBy(offset);
    if (stream.finOffset !== Infinity) this.#finish(stream);
  }

  #finish(/** @type {StreamState} */ stream) {
    const complete = stream.delivered >= stream.finOffset || stream.nextNeeded === Infinity;
    if (complete && !stream.hasEnded) this.#endStream(stream, 'fin');
  }

  #flushAndEnd(/** @type {StreamState} */ stream, /** @type {'rst'|'capture_end'} */ how) {
    if (stream.hasEnded) return;
    const pieces = stream.hasHeld ? this.#held.get(stream.direction) : undefined;
    if (pieces) this.#flush(stream, pieces);
    this.#skipToFin(stream);
    this.#endStream(stream, how === 'capture_end' && stream.delivered >= stream.finOffset ? 'fin' : how);
  }

  /** What is missing before the FIN, with nothing held behind it. */
  #skipToFin(/** @type {StreamState} */ stream) {
    const { delivered, finOffset } = stream;
    if (finOffset === Infinity || finOffset <= delivered || stream.nextNeeded === Infinity) return;
    stream.delivered = finOffset;
    this.#gap(stream, delivered, finOffset);
  }

  #flush(/** @type {StreamState} */ stream, /** @type {HeldPieces} */ pieces) {
    if (pieces.synEnd > 0 && pieces.synDataRefused) {
      this.#refuseSynData(stream, pieces);
      return;
    }
    pieces.limit = Infinity;
    if (!this.#settleDamaged(stream, pieces)) return;
    do this.#giveUpHole(stream, pieces);
    while (this.#drain(stream, pieces, true));
  }

  #endStream(/** @type {StreamState} */ stream, /** @type {'fin'|'rst'|'capture_end'} */ how) {
    stream.markEnded();
    this.#sink.onEnd(stream.flow, stream.endpoint, how, this.#place);
    stream.nextNeeded = Infinity;
  }

  /**
   * The capture ends: held bytes are delivered with their gaps and every stream is ended, at the time of its
   * connection's last packet.
   * @param {Pick<import('../tables/packet-table.js').PacketTable, 'frame'|'timeNs'>} packets
   */
  end(packets) {
    const nextOpen = (/** @type {number} */ from) => this.#flows.next(from, SURVEY.UNENDED);
    for (let flow = nextOpen(0); flow < this.#flows.count; flow = nextOpen(flow + 1)) {
      const last = this.#flows.int(flow, FLOW.LAST_ROW);
      for (let endpoint = 0; endpoint < 2; endpoint++) {
        this.#fwd.point(this.#flows, flow, endpoint);
        if (this.#fwd.hasEnded) continue;
        this.#setPlace(packets.frame(last), packets.timeNs(last));
        this.#flushAndEnd(this.#fwd, 'capture_end');
      }
    }
  }
}
