/** The format of an HTTP/2 frame's header (RFC 9113 sections 4.1 and 6), to find frames among other bytes. */
export const HEADER_BYTES = 9;
/** SETTINGS_MAX_FRAME_SIZE where an end has not set it. */
export const INITIAL_FRAME_BYTES = 16_384;
/** Longest frame accepted in a search where the setting is unknown: no known implementation raises it beyond. */
export const LIKELY_FRAME_BYTES = 1 << 20;

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

/**
 * By type: its flags, its payload's length (−1: variable) with the minimum, and whether it belongs to the connection
 * (stream 0), to a stream, or to either.
 * @type {ReadonlyMap<number, { flags: number, length: number, least: number, of: 'connection'|'stream'|'either' }>}
 */
const SHAPES = new Map([
  [FRAME.DATA, { flags: 0x09, length: -1, least: 0, of: 'stream' }],
  [FRAME.HEADERS, { flags: 0x2d, length: -1, least: 1, of: 'stream' }],
  [FRAME.PRIORITY, { flags: 0, length: 5, least: 5, of: 'stream' }],
  [FRAME.RST_STREAM, { flags: 0, length: 4, least: 4, of: 'stream' }],
  [FRAME.SETTINGS, { flags: 0x01, length: -1, least: 0, of: 'connection' }],
  [FRAME.PUSH_PROMISE, { flags: 0x0c, length: -1, least: 5, of: 'stream' }],
  [FRAME.PING, { flags: 0x01, length: 8, least: 8, of: 'connection' }],
  [FRAME.GOAWAY, { flags: 0, length: -1, least: 8, of: 'connection' }],
  [FRAME.WINDOW_UPDATE, { flags: 0, length: 4, least: 4, of: 'either' }],
  [FRAME.CONTINUATION, { flags: 0x04, length: -1, least: 0, of: 'stream' }],
  [FRAME.ALTSVC, { flags: 0, length: -1, least: 2, of: 'either' }],
  [FRAME.ORIGIN, { flags: 0, length: -1, least: 0, of: 'connection' }],
  [FRAME.PRIORITY_UPDATE, { flags: 0, length: -1, least: 4, of: 'connection' }],
]);

/**
 * @param {Uint8Array} bytes of which `HEADER_BYTES` from `at` on are there
 * @param {number} at
 * @param {number} mostBytes longest payload that the other end allows
 * @returns {number} length of the payload, −1: no frame starts here
 */
export function frameLengthAt(bytes, at, mostBytes) {
  const shape = SHAPES.get(bytes[at + 3]);
  const length = (bytes[at] << 16) | (bytes[at + 1] << 8) | bytes[at + 2];
  if (shape === undefined || (bytes[at + 4] & ~shape.flags) !== 0 || bytes[at + 5] & 0x80) return -1;
  if (length < shape.least || (shape.length >= 0 && length !== shape.length)) return -1;
  if (length > mostBytes) return -1;
  const isOfConnection = (bytes[at + 5] | bytes[at + 6] | bytes[at + 7] | bytes[at + 8]) === 0;
  if (shape.of !== 'either' && (shape.of === 'connection') !== isOfConnection) return -1;
  return bytes[at + 3] === FRAME.SETTINGS && !isSettings(length, bytes[at + 4]) ? -1 : length;
}

/** Settings are six bytes each; an acknowledgement has none. @param {number} length @param {number} flags */
const isSettings = (length, flags) => length % 6 === 0 && (flags === 0 || length === 0);
