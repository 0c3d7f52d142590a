/** HTTP/2 frames and HPACK header blocks, byte by byte: what no library sends. */
import { HTTP2_PREFACE } from '../../lib/protocols/http2/signature.js';
import { concatBytes } from './packets/frames.js';

export const HEADERS = 1;
export const SETTINGS = 4;
export const END_STREAM = 1;
export const END_HEADERS = 4;

/** `:method: GET`, `:scheme: http`, `:path: /`. */
export const GET = [0x82, 0x86, 0x84];
/** The dynamic table's newest entry. */
export const NEWEST = 0xbe;

/**
 * @param {number} type
 * @param {number} flags
 * @param {number} stream
 * @param {ArrayLike<number>} [payload]
 * @returns {Uint8Array}
 */
export function http2Frame(type, flags, stream, payload = []) {
  const frame = new Uint8Array(9 + payload.length);
  const view = new DataView(frame.buffer);
  view.setUint32(0, (payload.length << 8) | type);
  view.setUint8(4, flags);
  view.setUint32(5, stream);
  frame.set(payload, 9);
  return frame;
}

/** What a client sends first. */
export const PREFACE = concatBytes(Uint8Array.from(HTTP2_PREFACE), http2Frame(SETTINGS, 0, 0));

/**
 * A field that is added to the dynamic table.
 * @param {string} name shorter than 127
 * @param {string} value longer than that
 * @returns {Uint8Array}
 */
export function literal(name, value) {
  const length = [];
  for (let rest = value.length - 127; ; rest = Math.floor(rest / 128)) {
    length.push((rest % 128) + (rest < 128 ? 0 : 128));
    if (rest < 128) break;
  }
  const text = (/** @type {string} */ characters) =>
    Uint8Array.from(characters, (character) => character.charCodeAt(0));
  return concatBytes(Uint8Array.of(0x40, name.length), text(name), Uint8Array.of(127, ...length), text(value));
}

/**
 * A request's head.
 * @param {number} stream
 * @param {...ArrayLike<number>} parts of its header block
 * @returns {Uint8Array}
 */
export const request = (stream, ...parts) =>
  http2Frame(HEADERS, END_HEADERS | END_STREAM, stream, concatBytes(...parts.map((part) => Uint8Array.from(part))));
