/** One direction's HTTP/2 frames out of a byte stream (RFC 9113 section 4.1). */
import { FRAME, frameLengthAt, HEADER_BYTES } from './frame-shape.js';
import { MAX_FRAME_PAYLOAD_BYTES } from './limits.js';
import { HTTP2_PREFACE } from './signature.js';

/** @typedef {import('../stream-parser.js').Place} Place */

export const FRAME_FLAG = Object.freeze({ END_STREAM: 1, ACK: 1, END_HEADERS: 4, PADDED: 8, PRIORITY: 32 });

/** Headers that must look like frames after a search's result, otherwise it continues. */
const DOUBTED_FRAMES = 4;

/**
 * A frame's header and its place.
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
 *   onData the next bytes of a DATA frame's payload, padding included; `bytes[start, end)` is the content among them
 * @property {(header: FrameHeader, padding: number, at: Place) => void} onDataEnd a DATA frame is complete; `padding`:
 *   its bytes that are not content
 * @property {(header: FrameHeader, payload: Uint8Array, at: Place) => void} onFrame any other complete frame
 * @property {(header: FrameHeader, at: Place) => void} onBroken bytes of the frame's payload are missing, or it is too
 *   long to be kept
 * @property {(at: Place) => void} onLost unknown frames are missing
 * @property {number} mostFrameBytes longest payload that the other end allows
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
  #isLost;
  /** The last searched bytes, fewer than a header: one may begin there. */
  #tail = new Uint8Array(HEADER_BYTES - 1);
  #tailBytes = 0;
  /** Headers not confirmed yet. */
  #doubted = 0;
  #position = 0;

  /**
   * @param {FrameSink} sink
   * @param {boolean} isInside whether its first bytes may be anywhere in a frame
   */
  constructor(sink, isInside) {
    this.#sink = sink;
    this.#isLost = isInside;
    if (isInside) this.#doubted = DOUBTED_FRAMES;
  }

  /** Stream offset after the received bytes of the current frame. */
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
    this.#tailBytes = 0;
    if (inside < length && !this.#isLost) this.#lose(at);
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
    this.#doubted = DOUBTED_FRAMES;
    this.#sink.onLost(at);
  }

  /** @param {Uint8Array} bytes @param {number} i @param {number} end @param {Place} at */
  #step(bytes, i, end, at) {
    if (this.#isLost) return this.#search(bytes, i, end, at);
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
    if (this.#doubted > 0 && !this.#isBelieved(at)) return i + 1;
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

  /** @param {Place} at @returns {boolean} whether the header looks like one; else the search continues after it */
  #isBelieved(at) {
    this.#doubted--;
    if (frameLengthAt(this.#header, 0, this.#sink.mostFrameBytes) >= 0) return true;
    this.#lose(at);
    return false;
  }

  /**
   * The next place where a frame may start, confirmed when another follows it, or the available bytes end in it.
   * @param {Uint8Array} bytes @param {number} i @param {number} end @param {Place} at
   */
  #search(bytes, i, end, at) {
    if (this.#tailBytes > 0 && this.#searchTail(bytes, i, end)) return this.#isLost ? end : i;
    const most = this.#sink.mostFrameBytes;
    let next = i;
    for (; next + HEADER_BYTES <= end; next++) {
      const length = frameLengthAt(bytes, next, most);
      if (length < 0) continue;
      const following = next + HEADER_BYTES + length;
      if (following + HEADER_BYTES <= end && frameLengthAt(bytes, following, most) < 0) continue;
      this.#isLost = false;
      return next;
    }
    this.#tail.set(bytes.subarray(next, end));
    this.#tailBytes = end - next;
    this.#frame.firstFrame = at.frame;
    this.#frame.startNs = at.timeNs;
    return end;
  }

  /**
   * Looks for a header that begins in the bytes searched earlier.
   * @param {Uint8Array} bytes @param {number} i @param {number} end
   * @returns {boolean} whether one begins there, or there are too few bytes to decide
   */
  #searchTail(bytes, i, end) {
    const before = this.#tailBytes;
    const window = new Uint8Array(Math.min(before + end - i, before + HEADER_BYTES - 1));
    window.set(this.#tail.subarray(0, before));
    window.set(bytes.subarray(i, i + window.length - before), before);
    let first = 0;
    while (first < before && first + HEADER_BYTES <= window.length) {
      if (frameLengthAt(window, first, this.#sink.mostFrameBytes) >= 0) {
        this.#header.set(window.subarray(first, before));
        this.#headerBytes = before - first;
        this.#frame.offset = this.#position - this.#headerBytes;
        this.#isLost = false;
        break;
      }
      first++;
    }
    const isShort = this.#isLost && first < before;
    this.#tailBytes = isShort ? window.length - first : 0;
    if (isShort) this.#tail.set(window.subarray(first));
    return isShort || !this.#isLost;
  }
}
