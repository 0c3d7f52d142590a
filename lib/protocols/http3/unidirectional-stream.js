/** A stream of one direction: its first number says what it carries (RFC 9114 section 6.2). */
import { STREAM } from './frame-types.js';
import { MAX_VARINT_BYTES, Varints } from './varint.js';

/** @typedef {import('../stream-parser.js').Place} Place */

/** Before its type has come; and for one whose content is not read. */
const UNTYPED = -1;
const UNREAD = -2;

const varints = new Varints();

export class UnidirectionalStream {
  #connection;
  #side;
  #type = UNTYPED;
  #head = new Uint8Array(MAX_VARINT_BYTES);
  /** @type {import('./frames.js').FrameReader|null} */
  #frames = null;
  /** Bytes of the stream that have come, or are known to be missing. */
  position = 0;
  isEarly = false;
  #headBytes = 0;

  /** @param {import('./connection.js').Http3Connection} connection @param {import('./side.js').Side} side that sends */
  constructor(connection, side) {
    this.#connection = connection;
    this.#side = side;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end the next ones @param {Place} at */
  push(bytes, start, end, at) {
    let from = start;
    while (this.#type === UNTYPED && from < end) this.#readType(bytes[from++]);
    if (from === end || this.#type === UNREAD) return;
    if (this.#frames !== null) this.#frames.push(bytes, from, end, at);
    else if (this.#type === STREAM.QPACK_DECODER) this.#pushDecoder(bytes, from, end);
    else this.#pushEncoder(bytes, from, end, at);
  }

  /** @param {number} length @param {Place} at */
  gap(length, at) {
    if (this.#frames !== null) this.#frames.gap(length, at);
    else if (this.#type === STREAM.QPACK_DECODER) this.#side.decoder.cut();
    else if (this.#type === STREAM.QPACK_ENCODER || this.#type === UNTYPED) {
      this.#side.encoder.cut(); // of an untyped one it may have been this
      this.#connection.resume(at, false);
    }
    if (this.#type === UNTYPED) this.#side.onLost(at);
    if (this.#type === UNTYPED) this.#type = UNREAD;
    else this.#connection.noteGap();
  }

  /** It ends; what it told stays. */
  end() {
    this.#type = UNREAD;
  }

  /** @param {number} byte */
  #readType(byte) {
    this.#head[this.#headBytes++] = byte;
    varints.begin(this.#head, 0, this.#headBytes);
    if (!varints.read()) return;
    this.#type = this.#begin(varints.value, varints.isReserved);
  }

  /** @param {number} type @param {boolean} isReserved @returns {number} `UNREAD`: its content is not read */
  #begin(type, isReserved) {
    const { facts } = this.#side;
    if (type === STREAM.CONTROL) this.#frames = this.#side.controlFrames(this.#headBytes);
    else if (type === STREAM.QPACK_ENCODER) this.#side.beginEncoder();
    else if (type !== STREAM.QPACK_DECODER) {
      if (isReserved) facts.reserved++;
      else if (type === STREAM.WEBTRANSPORT) facts.webTransportStreams++;
      else if (type !== STREAM.PUSH) facts.unknown++;
      return UNREAD;
    }
    return type;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end @param {Place} at */
  #pushEncoder(bytes, start, end, at) {
    const { encoder, facts, table } = this.#side;
    encoder.push(bytes, start, end);
    facts.encoderBytes = encoder.bytes;
    facts.tableCapacity = table.capacity;
    facts.inserted = table.insertCount;
    this.#connection.resume(at, false);
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  #pushDecoder(bytes, start, end) {
    const { decoder, facts } = this.#side;
    decoder.push(bytes, start, end);
    facts.acknowledged = decoder.acknowledged;
    facts.cancelled = decoder.cancelled;
  }
}
