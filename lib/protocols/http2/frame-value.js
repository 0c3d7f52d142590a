/** Numbers in the payloads of frames. */
import { FRAME } from './frame-shape.js';
import { FRAME_FLAG } from './frames.js';

/** @param {Uint8Array} bytes @param {number} at */
export const number31 = (bytes, at) =>
  ((bytes[at] & 0x7f) << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];

/** @param {Uint8Array} bytes @param {number} at */
export const number32 = (bytes, at) =>
  bytes[at] * 2 ** 24 + ((bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]);

/**
 * Types whose payload begins with a stream: the parent, the promised one, the last processed, the one whose priority
 * changes.
 * @type {ReadonlySet<number>}
 */
const NAMES_STREAM = new Set([FRAME.PRIORITY, FRAME.GOAWAY, FRAME.PRIORITY_UPDATE]);

/**
 * The main number in a frame.
 * @param {import('./frames.js').FrameHeader} header @param {Uint8Array} payload whole
 * @returns {number} WINDOW_UPDATE: the increment; RST_STREAM: the error; PUSH_PROMISE: the promised stream; PRIORITY,
 *   GOAWAY, PRIORITY_UPDATE: the stream
 *   that their payload begins with; −1 for others, and where the payload is too short
 */
export function valueOf({ type, flags }, payload) {
  const start = type === FRAME.PUSH_PROMISE && flags & FRAME_FLAG.PADDED ? 1 : 0;
  if (payload.length < start + 4) return -1;
  if (type === FRAME.RST_STREAM) return number32(payload, 0);
  return type === FRAME.WINDOW_UPDATE || type === FRAME.PUSH_PROMISE || NAMES_STREAM.has(type)
    ? number31(payload, start)
    : -1;
}
