/**
 * HTTP/2 told by its frames (RFC 9113 section 4.1) where no connection preface is there: a connection captured from its
 * middle, or one whose first bytes are missing.
 */
import { FRAME, frameLengthAt, HEADER_BYTES, INITIAL_FRAME_BYTES } from '../http2/frame-shape.js';

/** What the bytes tell; `MORE`: they fit so far. */
export const FRAMES = Object.freeze({ NONE: 0, MORE: 1, FOUND: 2 });

/**
 * How much a header says by itself, by type: those whose length is fixed have five bytes that hardly stand there by
 * chance; DATA is little more than zeros.
 */
const WEIGHTS = new Map(
  /** @type {[number, number][]} */ ([
    [FRAME.DATA, 1],
    [FRAME.HEADERS, 2],
    [FRAME.PRIORITY, 2],
    [FRAME.RST_STREAM, 3],
    [FRAME.SETTINGS, 1],
    [FRAME.PUSH_PROMISE, 2],
    [FRAME.PING, 3],
    [FRAME.GOAWAY, 2],
    [FRAME.WINDOW_UPDATE, 3],
    [FRAME.CONTINUATION, 1],
  ]),
);
const ENOUGH = 3;
/** Frames that a search goes through: three of DATA are enough. */
const MOST_FRAMES = 8;

/**
 * Whether a direction's first bytes are whole frames, one behind the other, that are enough to tell.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 * @returns {number} of `FRAMES`
 */
export function framesAt(bytes, start, end) {
  let weight = 0;
  let at = start;
  for (let frames = 0; frames < MOST_FRAMES && at + HEADER_BYTES <= end; frames++) {
    const length = frameLengthAt(bytes, at, INITIAL_FRAME_BYTES);
    if (length < 0 || !isClients(bytes, at)) return FRAMES.NONE;
    weight += WEIGHTS.get(bytes[at + 3]) ?? 1;
    if (weight >= ENOUGH) return FRAMES.FOUND;
    at += HEADER_BYTES + length;
  }
  return end - start < HEADER_BYTES && !mayBegin(bytes, start, end) ? FRAMES.NONE : FRAMES.MORE;
}

/** Of a stream that a client opened, as nearly all are, or of none. @param {Uint8Array} bytes @param {number} at */
const isClients = (bytes, at) =>
  (bytes[at + 8] & 1) === 1 || (bytes[at + 5] | bytes[at + 6] | bytes[at + 7] | bytes[at + 8]) === 0;

/**
 * Whether fewer bytes than a header may begin one.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 */
function mayBegin(bytes, start, end) {
  if (end > start && bytes[start] !== 0) return false;
  return end - start <= 3 || bytes[start + 3] <= FRAME.CONTINUATION;
}
