/** One direction's WebSocket frames out of a byte stream (RFC 6455 section 5.2). */

/** @typedef {import('../stream-parser.js').Place} Place */

export const OPCODE = Object.freeze({ CONTINUATION: 0, TEXT: 1, BINARY: 2, CLOSE: 8, PING: 9, PONG: 10 });

/** Longest frame header: two bytes, a 64-bit length, a mask. */
const MAX_HEADER = 14;
/** Bytes of a control frame's payload (section 5.5). */
const MAX_CONTROL_BYTES = 125;
const LONGEST_PAYLOAD = Number.MAX_SAFE_INTEGER;

/** @typedef {Pick<Place, 'deliveredFrame' | 'deliveredNs'>} Delivered the frame that brought some bytes, and when */

/**
 * @typedef {object} FrameHeader
 * @property {number} opcode of `OPCODE`
 * @property {boolean} isFinal the message's last frame
 * @property {boolean} isCompressed RSV1: permessage-deflate (RFC 7692) on a message's first frame
 * @property {number} length of the payload
 * @property {number} headerBytes
 * @property {number} offset of its first byte in the stream
 * @property {number} firstFrame capture frame of its first byte
 * @property {number} startNs
 */

/**
 * @typedef {object} FrameSink
 * @property {(header: FrameHeader, control: Uint8Array, isMissing: boolean, at: Place) => void} onFrame a whole frame;
 *   `control`: a control frame's
 *   payload, unmasked. isMissing: the capture lacks bytes of it
 * @property {((bytes: Uint8Array) => void)|null} onContent the next bytes of a data frame's payload, unmasked, before
 *   its `onFrame`; null: not wanted
 * @property {(header: FrameHeader, isMissing: boolean, at: Delivered) => void} onCut a truncated data frame; its
 *   `length` is the part received. isMissing: the capture lacks bytes of it
 * @property {(isGap: boolean) => void} onLost a header is missing (isGap): reading resumes when a push consists of
 *   whole frames; or this is not a frame, and reading ends
 */

export class FrameReader {
  #sink;
  #header = new Uint8Array(MAX_HEADER);
  #headerBytes = 0;
  /** @type {FrameHeader} */
  #frame = {
    opcode: 0,
    isFinal: true,
    isCompressed: false,
    length: 0,
    headerBytes: 0,
    offset: 0,
    firstFrame: 0,
    startNs: 0,
  };
  #mask = new Uint8Array(4);
  #control = new Uint8Array(MAX_CONTROL_BYTES);
  #inPayload = false;
  #remaining = 0;
  #isMissing = false;
  #position = 0;
  /** Of the latest bytes of a payload, or of its header. @type {Delivered} */
  #latest = { deliveredFrame: 0, deliveredNs: 0 };
  /** Whether reading is suspended, and whether for good. */
  isLost = false;
  isOver = false;
  #isMasked;

  /** @param {FrameSink} sink @param {boolean} isMasked whether this end is the client (RFC 6455 section 5.1) */
  constructor(sink, isMasked) {
    this.#sink = sink;
    this.#isMasked = isMasked;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end @param {Place} at */
  push(bytes, start, end, at) {
    if (this.isLost && !this.isOver && this.#areFrames(bytes, start, end)) this.isLost = false;
    if (this.isLost) this.#position += end - start;
    for (let i = start; i < end && !this.isLost;) {
      const next = this.#inPayload ? this.#readPayload(bytes, i, end, at) : this.#readHeader(bytes, i, at);
      this.#position += next - i;
      i = next;
    }
  }

  /** @param {number} length @param {Place} at @param {boolean} [isKnown] false: it may be any other length */
  gap(length, at, isKnown = true) {
    this.#position += length;
    if (this.isLost) return;
    if (!isKnown || !this.#inPayload || length > this.#remaining) {
      this.#isMissing = true;
      this.end();
      this.#headerBytes = 0;
      this.#lose(true);
      return;
    }
    this.#isMissing = true;
    this.#remaining -= length;
    if (this.#remaining === 0) this.#endFrame(at);
  }

  /** End of input. */
  end() {
    const frame = this.#frame;
    if (!this.#inPayload) return;
    this.#inPayload = false;
    frame.length -= this.#remaining;
    if (frame.opcode < OPCODE.CLOSE) this.#sink.onCut(frame, this.#isMissing, this.#latest);
  }

  /** @param {boolean} isGap */
  #lose(isGap) {
    this.isLost = true;
    this.isOver = !isGap;
    this.#sink.onLost(isGap);
  }

  /**
   * Whether bytes consist of whole frames, as data sent at one time usually does.
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  #areFrames(bytes, start, end) {
    let at = start;
    while (end - at >= 2) {
      const header = bytes.subarray(at, Math.min(end, at + MAX_HEADER));
      const headerBytes = headerLength(header);
      const isMasked = (header[1] & 0x80) !== 0;
      if (header.length < headerBytes || isMasked !== this.#isMasked || !canBeFrame(header)) return false;
      at += headerBytes + payloadLength(header, header[1] & 0x7f);
    }
    return at === end && end > start;
  }

  /** @param {Place} at */
  #note({ deliveredFrame, deliveredNs }) {
    this.#latest.deliveredFrame = deliveredFrame;
    this.#latest.deliveredNs = deliveredNs;
  }

  /** @param {Uint8Array} bytes @param {number} i @param {Place} at */
  #readHeader(bytes, i, at) {
    const header = this.#header;
    const frame = this.#frame;
    if (this.#headerBytes === 0) {
      frame.offset = this.#position;
      frame.firstFrame = at.frame;
      frame.startNs = at.timeNs;
    }
    header[this.#headerBytes++] = bytes[i];
    if (this.#headerBytes < 2 || this.#headerBytes < headerLength(header)) return i + 1;
    frame.headerBytes = this.#headerBytes;
    this.#headerBytes = 0;
    this.#note(at);
    if (!this.#readFields()) this.#lose(false);
    else if (this.#remaining === 0) this.#endFrame(at);
    return i + 1;
  }

  /** @returns {boolean} whether these can begin a frame */
  #readFields() {
    const header = this.#header;
    const frame = this.#frame;
    const short = header[1] & 0x7f;
    frame.opcode = header[0] & 0x0f;
    frame.isFinal = (header[0] & 0x80) !== 0;
    frame.isCompressed = (header[0] & 0x40) !== 0;
    frame.length = payloadLength(header, short);
    if (!canBeFrame(header) || frame.length > LONGEST_PAYLOAD) return false;
    this.#mask.fill(0);
    if (header[1] & 0x80) this.#mask.set(header.subarray(frame.headerBytes - 4, frame.headerBytes));
    this.#remaining = frame.length;
    this.#inPayload = frame.length > 0;
    this.#isMissing = false;
    return true;
  }

  /** @param {Uint8Array} bytes @param {number} i @param {number} end @param {Place} at */
  #readPayload(bytes, i, end, at) {
    const taken = Math.min(end - i, this.#remaining);
    const done = this.#frame.length - this.#remaining;
    if (this.#frame.opcode >= OPCODE.CLOSE) {
      for (let k = 0; k < taken; k++) this.#control[done + k] = bytes[i + k] ^ this.#mask[(done + k) & 3];
    } else this.#sink.onContent?.(bytes.slice(i, i + taken).map((byte, k) => byte ^ this.#mask[(done + k) & 3]));
    this.#remaining -= taken;
    this.#note(at);
    if (this.#remaining === 0) this.#endFrame(at);
    return i + taken;
  }

  /** @param {Place} at */
  #endFrame(at) {
    this.#inPayload = false;
    const isControl = this.#frame.opcode >= OPCODE.CLOSE;
    this.#sink.onFrame(
      this.#frame,
      this.#control.subarray(0, isControl && !this.#isMissing ? this.#frame.length : 0),
      this.#isMissing,
      at,
    );
  }
}

/** Whether two bytes can begin a frame. @param {Uint8Array} header */
function canBeFrame(header) {
  const opcode = header[0] & 0x0f;
  const isControl = opcode >= OPCODE.CLOSE;
  const isKnown = opcode <= OPCODE.BINARY || (isControl && opcode <= OPCODE.PONG);
  const isWhole = !isControl || ((header[0] & 0x80) !== 0 && (header[1] & 0x7f) <= MAX_CONTROL_BYTES);
  return isKnown && isWhole && (header[0] & 0x30) === 0;
}

/** @param {Uint8Array} header at least its first two bytes */
function headerLength(header) {
  const short = header[1] & 0x7f;
  const mask = header[1] & 0x80 ? 4 : 0;
  if (short < 126) return 2 + mask;
  return (short === 126 ? 4 : 10) + mask;
}

/** @param {Uint8Array} header @param {number} short length in the second byte */
function payloadLength(header, short) {
  if (short < 126) return short;
  const size = short === 126 ? 2 : 8;
  let length = 0;
  for (let i = 0; i < size; i++) length = length * 256 + header[2 + i];
  return length;
}
