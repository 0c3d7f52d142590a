import { scrambled } from '../../shared/scrambled.js';
import { OrderedBytes } from './ordered-bytes.js';

/** @typedef {import('../../transport/streams.js').StreamSink} StreamSink */
/** @typedef {import('../../transport/streams.js').Place} Place */

/** Streams of a connection that are told apart, each direction by itself. */
export const MAX_STREAMS_OF_CONNECTION = 65_536;
/** Bytes of one stream that wait for what is before them; beyond, its lowest hole is given up. */
export const MAX_STREAM_HELD_BYTES = 4 * 2 ** 20;
/** The same of all streams together. */
export const MAX_STREAM_HELD_BYTES_IN_ALL = 128 * 2 ** 20;

/**
 * Gives what reads a stream, when its first bytes come; null: nobody wants them. Its calls have the connection's index
 * as `flow`, and the endpoint that sends: 0 the client.
 * @typedef {(connection: number, stream: number) => StreamSink|null} OpenStream
 */

/** Bytes held by all streams of a capture. */
export class HeldBudget {
  bytes = 0;
}

/** One direction of a stream. */
export class StreamDirection {
  /** Of all its STREAM frames, so that what was sent twice counts twice. */
  sentBytes = 0;
  ordered = new OrderedBytes();
  /** −1: not known. */
  finalSize = -1;
  hasEnded = false;
  /** Code of a RESET_STREAM; −1: none. */
  resetCode = -1;
  /** Of the other end's STOP_SENDING; −1: none. */
  stopCode = -1;
  startNs = 0;
  endNs = 0;
  /** Offset of the next byte that the sink wants. */
  wanted = 0;
}

/** @typedef {{ id: number, sides: [StreamDirection|null, StreamDirection|null], sink: StreamSink|null }} QuicStream */

/** The streams of a connection: what was sent on each, in order to whoever reads it. */
export class QuicStreams {
  /** By `scrambled` ID, in the order in which they came. @type {Map<number, QuicStream>} */
  all = new Map();
  connection;
  #open;
  #budget;
  /** @type {Place} */
  #place = { frame: 0, timeNs: 0.5, deliveredFrame: 0, deliveredNs: 0.5, isEarly: false };

  /** @param {number} connection index @param {OpenStream} open @param {HeldBudget} budget */
  constructor(connection, open, budget) {
    this.connection = connection;
    this.#open = open;
    this.#budget = budget;
  }

  /** @param {number} id @param {number} direction @param {number} timeNs @returns {StreamDirection|null} */
  side(id, direction, timeNs) {
    const stream = this.all.get(scrambled(id)) ?? this.#begin(id);
    if (stream === null) return null;
    const known = stream.sides[direction];
    if (known !== null) {
      known.endNs = timeNs;
      return known;
    }
    const side = new StreamDirection();
    side.startNs = side.endNs = timeNs;
    stream.sides[direction] = side;
    return side;
  }

  /** @param {number} id @returns {QuicStream|null} */
  #begin(id) {
    if (this.all.size === MAX_STREAMS_OF_CONNECTION) return null;
    /** @type {QuicStream} */
    const stream = { id, sides: [null, null], sink: this.#open(this.connection, id) };
    this.all.set(scrambled(id), stream);
    return stream;
  }

  /**
   * A STREAM frame.
   * @param {number} id @param {number} direction @param {number} offset
   * @param {Uint8Array} bytes @param {number} from @param {number} length @param {boolean} isLast @param {Place} at
   */
  push(id, direction, offset, bytes, from, length, isLast, at) {
    const side = this.side(id, direction, at.timeNs);
    const stream = this.all.get(scrambled(id));
    if (side === null || stream === undefined) return;
    const end = offset + length;
    side.sentBytes += length;
    if (isLast && side.finalSize < 0) side.finalSize = end;
    const { ordered } = side;
    const isWanted = stream.sink !== null && !side.hasEnded && end > side.wanted;
    const known = ordered.pass(offset, end);
    if (known >= 0) {
      const fresh = isWanted ? bytes.subarray(from + known, from + length) : null;
      this.#hand(
        stream,
        direction,
        side,
        { start: offset + known, end, bytes: fresh, frame: at.frame, timeNs: at.timeNs },
        at,
      );
      this.#endWhere(stream, direction, side, at);
      return;
    }
    const before = ordered.heldBytes;
    const isHeld = ordered.add(offset, end, isWanted ? bytes : null, from, at.frame, at.timeNs);
    this.#budget.bytes += ordered.heldBytes - before;
    this.#deliver(stream, direction, side, at);
    if (!isHeld || this.#isTooMuch(ordered)) this.#skipHole(stream, direction, side, at);
  }

  /** @param {OrderedBytes} ordered */
  #isTooMuch = ({ heldBytes }) =>
    heldBytes > MAX_STREAM_HELD_BYTES || (heldBytes > 0 && this.#budget.bytes > MAX_STREAM_HELD_BYTES_IN_ALL);

  /** @param {QuicStream} stream @param {number} direction @param {StreamDirection} side @param {Place} at */
  #deliver(stream, direction, side, at) {
    const { ordered } = side;
    for (;;) {
      const before = ordered.heldBytes;
      const range = ordered.take();
      if (range === null) break;
      this.#budget.bytes += ordered.heldBytes - before;
      this.#hand(stream, direction, side, range, at);
    }
    this.#endWhere(stream, direction, side, at);
  }

  /**
   * @param {QuicStream} stream @param {number} direction @param {StreamDirection} side
   * @param {import('./ordered-bytes.js').HeldRange} range the next in order @param {Place} at
   */
  #hand({ sink }, direction, side, range, at) {
    const { start, end, bytes } = range;
    if (sink === null || side.hasEnded || end <= side.wanted) return;
    const place = this.#placeOf(range, at);
    side.wanted =
      bytes === null
        ? sink.onGap(this.connection, endpointOf(direction), start, end - start, place)
        : this.#handOn(sink, direction, side, bytes, start, place);
  }

  /**
   * A stream is over where all of it was delivered.
   * @param {QuicStream} stream @param {number} direction @param {StreamDirection} side @param {Place} at
   */
  #endWhere({ sink }, direction, side, at) {
    if (side.finalSize < 0 || side.ordered.delivered < side.finalSize) return;
    this.#end(sink, direction, side, 'fin', at);
  }

  /**
   * @param {StreamSink} sink @param {number} direction @param {StreamDirection} side
   * @param {Uint8Array} bytes @param {number} offset @param {Place} place
   */
  #handOn(sink, direction, side, bytes, offset, place) {
    const skipped = Math.max(0, side.wanted - offset);
    return sink.onData(this.connection, endpointOf(direction), offset + skipped, bytes, skipped, bytes.length, place);
  }

  /** @param {import('./ordered-bytes.js').HeldRange} range @param {Place} at */
  #placeOf(range, at) {
    const place = this.#place;
    place.frame = range.frame;
    place.timeNs = range.timeNs;
    place.deliveredFrame = at.frame;
    place.deliveredNs = at.timeNs;
    place.isEarly = at.isEarly === true && range.frame === at.frame;
    return place;
  }

  /** @param {QuicStream} stream @param {number} direction @param {StreamDirection} side @param {Place} at */
  #skipHole(stream, direction, side, at) {
    const { ordered } = side;
    const end = ordered.holeEnd;
    if (end < 0) return;
    const start = ordered.delivered;
    ordered.skipTo(end);
    if (stream.sink !== null && !side.hasEnded && end > side.wanted) {
      side.wanted = stream.sink.onGap(this.connection, endpointOf(direction), start, end - start, at);
    }
    this.#deliver(stream, direction, side, at);
  }

  /**
   * @param {StreamSink|null} sink @param {number} direction @param {StreamDirection} side
   * @param {'fin'|'rst'|'capture_end'} how @param {Place} at
   */
  #end(sink, direction, side, how, at) {
    if (side.hasEnded) return;
    side.hasEnded = true;
    sink?.onEnd(this.connection, endpointOf(direction), how, at, side.resetCode);
  }

  /**
   * RESET_STREAM.
   * @param {number} id @param {number} direction @param {number} code @param {number} size @param {Place} at
   */
  reset(id, direction, code, size, at) {
    const side = this.side(id, direction, at.timeNs);
    const stream = this.all.get(scrambled(id));
    if (side === null || stream === undefined || side.resetCode >= 0) return;
    side.resetCode = code;
    if (side.finalSize < 0) side.finalSize = size;
    this.#flush(stream, direction, side, at);
    this.#end(stream.sink, direction, side, 'rst', at);
  }

  /**
   * STOP_SENDING of the other end.
   * @param {number} id @param {number} direction of the data @param {number} code @param {Place} at
   */
  stop(id, direction, code, at) {
    const side = this.side(id, direction, at.timeNs);
    if (side === null || side.stopCode >= 0) return;
    side.stopCode = code;
    this.all.get(scrambled(id))?.sink?.onStop?.(this.connection, endpointOf(1 - direction), code, at);
  }

  /** @param {QuicStream} stream @param {number} direction @param {StreamDirection} side @param {Place} at */
  #flush(stream, direction, side, at) {
    while (side.ordered.holeEnd >= 0) this.#skipHole(stream, direction, side, at);
  }

  /** No more packets will come. @param {Place} at */
  end(at) {
    for (const stream of this.all.values()) {
      stream.sides.forEach((side, direction) => {
        if (side === null) return;
        this.#flush(stream, direction, side, at);
        this.#end(stream.sink, direction, side, 'capture_end', at);
      });
    }
  }
}

/** @param {number} direction @returns {0|1} */
const endpointOf = (direction) => (direction === 0 ? 0 : 1);
