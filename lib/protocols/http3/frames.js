/** The frames of one stream's direction (RFC 9114 section 7.1). */
import { FRAME } from './frame-types.js';
import { MAX_HTTP3_FRAME_BYTES } from './limits.js';
import { MAX_VARINT_BYTES, Varints } from './varint.js';

/** @typedef {import('../stream-parser.js').Place} Place */

/** Types that are kept whole and handed on. @type {ReadonlySet<number>} */
const KEPT = new Set(Object.values(FRAME).filter((type) => type !== FRAME.DATA && type !== FRAME.WEBTRANSPORT_STREAM));

/**
 * A frame's header and its place; refilled for each frame.
 * @typedef {object} FrameHeader
 * @property {number} type
 * @property {boolean} isReserved whether the type means nothing
 * @property {number} length of the payload
 * @property {number} offset of its first byte in the stream
 * @property {number} firstFrame capture frame of its first byte
 * @property {number} startNs
 */

/**
 * @typedef {object} FrameSink
 * @property {(header: FrameHeader, payload: Uint8Array, at: Place) => boolean} onFrame a frame of a known type, whole.
 *   Returns whether the reader may go on: else `push` ends here
 * @property {(bytes: Uint8Array, start: number, end: number, at: Place) => void} onData the next bytes of DATA
 * @property {(at: Place) => void} onMissing bytes of DATA are missing
 * @property {(header: FrameHeader, at: Place) => void} onBroken a known frame's bytes are missing, or are too many
 * @property {(header: FrameHeader) => void} onOther a frame of another type begins
 * @property {(at: Place) => void} onLost where the next frame begins is unknown: nothing more is read
 */

const MAX_HEADER_BYTES = 2 * MAX_VARINT_BYTES;
const varints = new Varints();

export class FrameReader {
  #sink;
  #head = new Uint8Array(MAX_HEADER_BYTES);
  #headBytes = 0;
  /** @type {FrameHeader} */
  #frame = { type: 0, isReserved: false, length: 0, offset: 0, firstFrame: 0, startNs: 0 };
  #inPayload = false;
  /** @type {Uint8Array} */
  #payload = new Uint8Array(0);
  #payloadBytes = 0;
  #isBroken = false;
  /** Whether the rest of the stream is no frames. */
  #isOver = false;
  #position = 0;

  /** @param {FrameSink} sink @param {number} [offset] of its first frame in the stream */
  constructor(sink, offset = 0) {
    this.#sink = sink;
    this.#position = offset;
  }

  /** Stream offset after what was read. */
  get reached() {
    return this.#position;
  }

  /** Whether a frame has begun that is not whole. */
  get isInside() {
    return this.#inPayload || this.#headBytes > 0;
  }

  /**
   * @param {Uint8Array} bytes @param {number} start @param {number} end @param {Place} at
   * @returns {number} where it stopped, since the sink asked for it; `end` else
   */
  push(bytes, start, end, at) {
    let i = start;
    let mayGoOn = true;
    while (i < end && mayGoOn && !this.#isOver) {
      const from = i;
      if (!this.#inPayload) {
        this.#readHeader(bytes[i++], at);
        this.#position++;
        mayGoOn = !this.#inPayload || this.#frame.length > 0 || this.#endFrame(at);
        continue;
      }
      i = Math.min(end, i + this.#frame.length - this.#payloadBytes);
      this.#position += i - from;
      mayGoOn = this.#readPayload(bytes, from, i, at);
    }
    return this.#isOver ? end : i;
  }

  /** @param {number} length @param {Place} at */
  gap(length, at) {
    if (this.#isOver) return;
    const inside = this.#inPayload ? Math.min(length, this.#frame.length - this.#payloadBytes) : 0;
    this.#position += length;
    if (inside > 0) this.#loseInside(inside, at);
    if (inside < length) this.lose(at);
  }

  /** Where the next frame begins is unknown. @param {Place} at */
  lose(at) {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#sink.onLost(at);
  }

  /** @param {number} length @param {Place} at */
  #loseInside(length, at) {
    this.#payloadBytes += length;
    this.#isBroken = true;
    if (this.#frame.type === FRAME.DATA) this.#sink.onMissing(at);
    if (this.#payloadBytes === this.#frame.length) this.#endFrame(at);
  }

  /** @param {number} byte @param {Place} at */
  #readHeader(byte, at) {
    const frame = this.#frame;
    if (this.#headBytes === 0) {
      frame.offset = this.#position;
      frame.firstFrame = at.frame;
      frame.startNs = at.timeNs;
    }
    this.#head[this.#headBytes++] = byte;
    varints.begin(this.#head, 0, this.#headBytes);
    if (!varints.read()) return;
    frame.type = varints.value;
    frame.isReserved = varints.isReserved;
    if (!varints.read()) return;
    frame.length = varints.value;
    this.#headBytes = 0;
    this.#payloadBytes = 0;
    this.#isBroken = false;
    this.#inPayload = true;
    if (frame.type !== FRAME.DATA && !KEPT.has(frame.type)) this.#sink.onOther(frame);
    if (frame.type === FRAME.WEBTRANSPORT_STREAM) this.#isOver = true; // its "length" is a session
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end all of this frame @param {Place} at */
  #readPayload(bytes, start, end, at) {
    const frame = this.#frame;
    const before = this.#payloadBytes;
    this.#payloadBytes += end - start;
    const isWhole = this.#payloadBytes === frame.length;
    if (frame.type === FRAME.DATA) this.#sink.onData(bytes, start, end, at);
    else if (frame.length > MAX_HTTP3_FRAME_BYTES) this.#isBroken = true;
    else if (KEPT.has(frame.type)) this.#keep(bytes, start, end, before);
    return !isWhole || this.#endFrame(at);
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end @param {number} to */
  #keep(bytes, start, end, to) {
    if (to === 0 && end - start === this.#frame.length) {
      this.#payload = bytes.subarray(start, end);
      return;
    }
    if (to === 0) this.#payload = new Uint8Array(Math.min(this.#frame.length, 2 * (end - start)));
    if (to + end - start > this.#payload.length) {
      const larger = new Uint8Array(Math.min(this.#frame.length, 2 * (to + end - start)));
      larger.set(this.#payload);
      this.#payload = larger;
    }
    this.#payload.set(bytes.subarray(start, end), to);
  }

  /** @param {Place} at @returns {boolean} whether to go on */
  #endFrame(at) {
    const frame = this.#frame;
    this.#inPayload = false;
    if (!KEPT.has(frame.type)) return true;
    const payload = this.#payload.subarray(0, frame.length);
    this.#payload = new Uint8Array(0);
    if (!this.#isBroken) return this.#sink.onFrame(frame, payload, at);
    this.#sink.onBroken(frame, at);
    return true;
  }
}
