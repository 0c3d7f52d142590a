/**
 * HTTP/2 detected from the connection preface of either end (RFC 9113 section 3.4), or from its frames (section 4.1)
 * without one: a connection captured from its middle, or one whose first bytes are missing.
 */
import { fitOf } from '../detect/first-bytes.js';
import { FIT } from '../protocol.js';
import { FRAME, frameLengthAt, HEADER_BYTES, INITIAL_FRAME_BYTES } from './frame-shape.js';

/**
 * Weight of a header as evidence, by type: those of fixed length have five bytes that are unlikely by chance; DATA is
 * little more than zeros.
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
/** Most frames examined: three of DATA are enough. */
const MAX_FRAMES = 8;

/**
 * Whether a direction's first bytes are consecutive complete frames, and enough of them.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 * @returns {number} of `FIT`
 */
export function framesAt(bytes, start, end) {
  let weight = 0;
  let at = start;
  for (let frames = 0; frames < MAX_FRAMES && at + HEADER_BYTES <= end; frames++) {
    const length = frameLengthAt(bytes, at, INITIAL_FRAME_BYTES);
    if (length < 0 || !isClients(bytes, at)) return FIT.NONE;
    weight += WEIGHTS.get(bytes[at + 3]) ?? 1;
    if (weight >= ENOUGH) return FIT.FOUND;
    at += HEADER_BYTES + length;
  }
  return end - start < HEADER_BYTES && !mayBegin(bytes, start, end) ? FIT.NONE : FIT.MORE;
}

/**
 * Whether the stream was opened by a client, as nearly all are, or is 0.
 * @param {Uint8Array} bytes @param {number} at
 */
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

/** The client's connection preface. */
export const HTTP2_PREFACE = Uint8Array.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', (character) =>
  character.charCodeAt(0),
);

/** A server's first frame: SETTINGS of some six bytes each, on stream 0. */
const SETTINGS_HEADER_BYTES = 9;
const SETTING_BYTES = 6;
const MAX_SETTINGS_BYTES = 20 * SETTING_BYTES;

/** Whether a byte is possible at an index of that frame's header. @param {number} place @param {number} byte */
function fitsSettings(place, byte) {
  if (place === 2) return byte % SETTING_BYTES === 0 && byte <= MAX_SETTINGS_BYTES;
  return byte === (place === 3 ? FRAME.SETTINGS : 0);
}

/** @param {number} place @param {number} byte */
const fitsPreface = (place, byte) => byte === HTTP2_PREFACE[place];

/** @type {NonNullable<import('../protocol.js').Protocol['detect']>} */
export function http2At(bytes, start, end, isMidConnection) {
  const fits = [
    isMidConnection ? framesAt(bytes, start, end) : FIT.NONE,
    fitOf(bytes, start, end, SETTINGS_HEADER_BYTES, fitsSettings),
    fitOf(bytes, start, end, HTTP2_PREFACE.length, fitsPreface),
  ];
  return Math.max(...fits);
}
