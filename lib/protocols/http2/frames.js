/** One direction's HTTP/2 frames out of a byte stream (RFC 9113 section 4.1). */
import { HTTP2_PREFACE } from '../detect/detect.js';
import { MAX_FRAME_PAYLOAD_BYTES } from './limits.js';

/** @typedef {import('../stream-parser.js').Place} Place */

export const FRAME = Object.freeze({
  DATA: 0,
  HEADERS: 1,
  PRIORITY: 2,
  RST_STREAM: 3,
  SETTINGS: 4,
  PUSH_PROMISE: 5,
  PING: 6,
  GOAWAY: 7,
  WINDOW_UPDATE: 8,
  CONTINUATION: 9,
  ALTSVC: 10,
  ORIGIN: 12,
  PRIORITY_UPDATE: 16,
});

export const FRAME_FLAG = Object.freeze({ END_STREAM: 1, ACK: 1, END_HEADERS: 4, PADDED: 8, PRIORITY: 32 });

const HEADER_BYTES = 9;
/** Longest frame that a search believes in: nobody is known to raise SETTINGS_MAX_FRAME_SIZE beyond. */
const LIKELY_FRAME_BYTES = 1 << 20;

/**
 * A frame's header and where it came.
 * @typedef {object} FrameHeader
 * @property {number} type
 * @property {number} flags
 * @property {number} stream
 * @property {number} length of the payload
 * @property {number} offset of its first byte in the byte stream
 * @property {number} firstFrame capture frame of its first byte
 * @property {number} startNs
 */

/**
 * @typedef {object} FrameSink The header object is refilled for each frame.
 * @property {(header: FrameHeader, length: number, at: Place, bytes: Uint8Array, start: number, end: number) => void}
 *   onData so many more bytes of a DATA
 *   frame's payload, padding included; `bytes[start, end)` is what of it is content
 * @property {(header: FrameHeader, padding: number, at: Place) => void} onDataEnd a DATA frame is there; `padding`:
 *   bytes of its payload that are no content
 * @property {(header: FrameHeader, payload: Uint8Array, at: Place) => void} onFrame any other frame, whole
 * @property {(header: FrameHeader, at: Place) => void} onBroken bytes of the frame's payload are missing, or it is too
 *   long to be kept
 * @property {(at: Place) => void} onLost frames are missing, nobody knows which
 */

export class FrameReader {
  #sink;
  #header = new Uint8Array(HEADER_BYTES);
  #headerBytes = 0;
  /** @type {FrameHeader} */
  #frame = { type: 0, flags: 0, stream: 0, length: 0, offset: 0, firstFrame: 0, startNs: 0 };
  #inPayload = false;
  #payload = new Uint8Array(0);
  #payloadBytes = 0;
  #isBroken = false;
  #padding = 0;
  /** Bytes of the connection preface that have come; −1 where none is due. */
  #prefaceBytes = 0;
  #isLost = false;
  #position = 0;

  /** @param {FrameSink} sink */
  constructor(sink) {
    this.#sink = sink;
  }

  /** Stream offset behind the bytes of the current frame that have come. */
  get reached() {
    return this.#frame.offset + HEADER_BYTES + this.#payloadBytes;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end @param {Place} at */
  push(bytes, start, end, at) {
    for (let i = start; i < end;) {
      const next = this.#step(bytes, i, end, at);
      this.#position += next - i;
      i = next;
    }
  }

  /** @param {number} length @param {Place} at */
  gap(length, at) {
    const { length: whole } = this.#frame;
    const inside = this.#inPayload ? Math.min(length, whole - this.#payloadBytes) : 0;
    this.#position += length;
    if (inside > 0) this.#loseInside(inside, at);
    if (inside === length || this.#isLost) return;
    this.#lose(at);
  }

  /** @param {number} length @param {Place} at */
  #loseInside(length, at) {
    this.#payloadBytes += length;
    this.#isBroken = true;
    if (this.#payloadBytes === this.#frame.length) this.#endFrame(this.#payload.subarray(0, 0), at);
  }

  /** @param {Place} at */
  #lose(at) {
    if (this.#inPayload) this.#sink.onBroken(this.#frame, at);
    this.#inPayload = false;
    this.#headerBytes = 0;
    this.#prefaceBytes = -1;
    this.#isLost = true;
    this.#sink.onLost(at);
  }

  /** @param {Uint8Array} bytes @param {number} i @param {number} end @param {Place} at */
  #step(bytes, i, end, at) {
    if (this.#isLost) return this.#search(bytes, i, end);
    if (this.#inPayload) return this.#readPayload(bytes, i, end, at);
    if (this.#prefaceBytes >= 0 && this.#readPreface(bytes[i])) return i + 1;
    return this.#readHeader(bytes, i, at);
  }

  /** @param {number} byte @returns {boolean} whether it belongs to the preface */
  #readPreface(byte) {
    if (byte !== HTTP2_PREFACE[this.#prefaceBytes]) {
      this.#prefaceBytes = -1;
      return false;
    }
    this.#prefaceBytes = this.#prefaceBytes + 1 === HTTP2_PREFACE.length ? -1 : this.#prefaceBytes + 1;
    return true;
  }

  /** @param {Uint8Array} bytes @param {number} i @param {Place} at */
  #readHeader(bytes, i, at) {
    const frame = this.#frame;
    const header = this.#header;
    if (this.#headerBytes === 0) {
      frame.offset = this.#position;
      frame.firstFrame = at.frame;
      frame.startNs = at.timeNs;
    }
    header[this.#headerBytes++] = bytes[i];
    if (this.#headerBytes < HEADER_BYTES) return i + 1;
    this.#headerBytes = 0;
    frame.length = (header[0] << 16) | (header[1] << 8) | header[2];
    frame.type = header[3];
    frame.flags = header[4];
    frame.stream = ((header[5] & 0x7f) << 24) | (header[6] << 16) | (header[7] << 8) | header[8];
    this.#payloadBytes = 0;
    this.#padding = 0;
    this.#isBroken = false;
    this.#inPayload = true;
    if (frame.length === 0) this.#endFrame(this.#payload.subarray(0, 0), at);
    return i + 1;
  }

  /** @param {Uint8Array} bytes @param {number} i @param {number} end @param {Place} at */
  #readPayload(bytes, i, end, at) {
    const frame = this.#frame;
    const taken = Math.min(end - i, frame.length - this.#payloadBytes);
    const before = this.#payloadBytes;
    this.#payloadBytes += taken;
    if (frame.type === FRAME.DATA) {
      if (before === 0 && frame.flags & FRAME_FLAG.PADDED) this.#padding = Math.min(bytes[i] + 1, frame.length);
      const ahead = Number(this.#padding > 0);
      const contentEnd = frame.length - this.#padding + ahead;
      const start = i + Math.max(0, ahead - before);
      this.#sink.onData(frame, taken, at, bytes, start, Math.max(start, Math.min(i + taken, i + contentEnd - before)));
    } else if (frame.length > MAX_FRAME_PAYLOAD_BYTES) {
      this.#isBroken = true;
    } else if (taken === frame.length) {
      this.#endFrame(bytes.subarray(i, i + taken), at);
      return i + taken;
    } else {
      this.#keep(bytes, i, taken, before);
    }
    if (this.#payloadBytes === frame.length) this.#endFrame(this.#payload.subarray(0, frame.length), at);
    return i + taken;
  }

  /** @param {Uint8Array} bytes @param {number} i @param {number} length @param {number} to */
  #keep(bytes, i, length, to) {
    if (this.#payload.length < this.#frame.length) {
      const larger = new Uint8Array(this.#frame.length);
      larger.set(this.#payload.subarray(0, to));
      this.#payload = larger;
    }
    this.#payload.set(bytes.subarray(i, i + length), to);
  }

  /** @param {Uint8Array} payload @param {Place} at */
  #endFrame(payload, at) {
    this.#inPayload = false;
    if (this.#isBroken) this.#sink.onBroken(this.#frame, at);
    if (this.#frame.type === FRAME.DATA) this.#sink.onDataEnd(this.#frame, this.#padding, at);
    else if (!this.#isBroken) this.#sink.onFrame(this.#frame, payload, at);
  }

  /**
   * The next place where a frame may start, which is believed when another follows it, or the bytes at hand end in it.
   */
  #search(/** @type {Uint8Array} */ bytes, /** @type {number} */ i, /** @type {number} */ end) {
    for (let next = i; next + HEADER_BYTES <= end; next++) {
      const length = likelyFrame(bytes, next);
      if (length < 0) continue;
      const following = next + HEADER_BYTES + length;
      if (following + HEADER_BYTES <= end && likelyFrame(bytes, following) < 0) continue;
      this.#isLost = false;
      return next;
    }
    return end;
  }
}

/** Payload length that each type of frame has, −1 where it varies. */
const FIXED_LENGTHS = [-1, -1, 5, 4, -1, -1, 8, -1, 4, -1];
/** Types of stream 0 only. @type {ReadonlySet<number>} */
const OF_CONNECTION = new Set([FRAME.SETTINGS, FRAME.PING, FRAME.GOAWAY, FRAME.PRIORITY_UPDATE]);

/** @param {Uint8Array} bytes @param {number} at @returns {number} length of the payload, −1: no frame starts here */
function likelyFrame(bytes, at) {
  const length = (bytes[at] << 16) | (bytes[at + 1] << 8) | bytes[at + 2];
  const type = bytes[at + 3];
  const stream = bytes[at + 5] | bytes[at + 6] | bytes[at + 7] | bytes[at + 8];
  if (
    (type > FRAME.CONTINUATION && type !== FRAME.PRIORITY_UPDATE) ||
    length > LIKELY_FRAME_BYTES ||
    bytes[at + 5] & 0x80
  ) {
    return -1;
  }
  if (FIXED_LENGTHS[type] >= 0 && FIXED_LENGTHS[type] !== length) return -1;
  if (OF_CONNECTION.has(type) !== (stream === 0) && type !== FRAME.WINDOW_UPDATE) return -1;
  return length;
}
