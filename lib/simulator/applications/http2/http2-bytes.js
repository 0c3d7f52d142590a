/**
 * Frames of HTTP/2 (RFC 9113) and header blocks of literals (RFC 7541, section 6.2.2: without indexing, no Huffman
 * code).
 */

export const FRAME = { DATA: 0, HEADERS: 1, SETTINGS: 4, GOAWAY: 7, WINDOW_UPDATE: 8, CONTINUATION: 9 };
export const END_STREAM = 1;
export const ACK = 1;
export const END_HEADERS = 4;
export const SETTING = { ENABLE_PUSH: 2, MAX_CONCURRENT_STREAMS: 3, INITIAL_WINDOW_SIZE: 4 };
export const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
export const FRAME_HEADER_BYTES = 9;
/** Default SETTINGS_MAX_FRAME_SIZE of a receiver. */
export const LARGEST_FRAME_BYTES = 16_384;
export const DEFAULT_WINDOW_BYTES = 65_535;

/** Names of the static table (RFC 7541, appendix A) that are used here. */
const STATIC_NAME = new Map([
  [':authority', 1],
  [':path', 4],
  ['content-length', 28],
  ['content-type', 31],
]);
/** Whole fields of it. */
export const STATIC_FIELD = { GET: 2, SCHEME_HTTP: 6, STATUS_200: 8 };

/**
 * @param {number} type
 * @param {number} flags
 * @param {number} stream
 * @param {number} length of the payload
 * @returns {Uint8Array}
 */
export function frameHeader(type, flags, stream, length) {
  const bytes = new Uint8Array(FRAME_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, length * 256 + type);
  view.setUint8(4, flags);
  view.setUint32(5, stream);
  return bytes;
}

/**
 * @param {number} type
 * @param {number} flags
 * @param {number} stream
 * @param {Uint8Array|number[]} payload
 * @returns {Uint8Array}
 */
export function frame(type, flags, stream, payload) {
  const bytes = new Uint8Array(FRAME_HEADER_BYTES + payload.length);
  bytes.set(frameHeader(type, flags, stream, payload.length));
  bytes.set(payload, FRAME_HEADER_BYTES);
  return bytes;
}

/** @param {[id: number, value: number][]} settings @returns {Uint8Array} */
export function settingsFrame(settings) {
  const payload = new Uint8Array(6 * settings.length);
  const view = new DataView(payload.buffer);
  settings.forEach(([id, value], index) => {
    view.setUint16(6 * index, id);
    view.setUint32(6 * index + 2, value);
  });
  return frame(FRAME.SETTINGS, 0, 0, payload);
}

/** @param {number} stream 0: the connection's @param {number} bytes @returns {Uint8Array} */
export function windowUpdateFrame(stream, bytes) {
  const payload = new Uint8Array(4);
  new DataView(payload.buffer).setUint32(0, bytes);
  return frame(FRAME.WINDOW_UPDATE, 0, stream, payload);
}

/** The end closes in peace, and has seen no stream of the other's. @returns {Uint8Array} */
export const goawayFrame = () => frame(FRAME.GOAWAY, 0, 0, new Uint8Array(8));

/**
 * A header block in as many frames as it needs.
 * @param {number} stream
 * @param {Uint8Array} block
 * @param {boolean} endsStream
 * @returns {Uint8Array[]}
 */
export function headersFrames(stream, block, endsStream) {
  const frames = [];
  for (let at = 0; at === 0 || at < block.length; at += LARGEST_FRAME_BYTES) {
    const isFirst = at === 0;
    const isLast = at + LARGEST_FRAME_BYTES >= block.length;
    const flags = (isFirst && endsStream ? END_STREAM : 0) | (isLast ? END_HEADERS : 0);
    frames.push(
      frame(isFirst ? FRAME.HEADERS : FRAME.CONTINUATION, flags, stream, block.subarray(at, at + LARGEST_FRAME_BYTES)),
    );
  }
  return frames;
}

/**
 * RFC 7541, section 5.1.
 * @param {number} value
 * @param {number} prefixBits
 * @param {number} first bits above the prefix
 * @returns {number[]}
 */
function integer(value, prefixBits, first) {
  const most = 2 ** prefixBits - 1;
  if (value < most) return [first | value];
  const bytes = [first | most];
  let rest = value - most;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(128 + (rest % 128));
  return [...bytes, rest];
}

/** @param {string} text of ASCII @returns {number[]} not Huffman-coded */
const string = (text) => [...integer(text.length, 7, 0), ...new TextEncoder().encode(text)];

/** @param {number} index of a whole field in the static table @returns {number[]} */
const indexed = (index) => integer(index, 7, 0x80);

/** @param {string} name @param {string} value @returns {number[]} */
function literal(name, value) {
  const index = STATIC_NAME.get(name);
  return index === undefined ? [0, ...string(name), ...string(value)] : [...integer(index, 4, 0), ...string(value)];
}

/**
 * @param {(number|[name: string, value: string])[]} fields numbers are whole fields of the static table
 * @returns {Uint8Array}
 */
export function headerBlock(fields) {
  return Uint8Array.from(fields.flatMap((field) => (typeof field === 'number' ? indexed(field) : literal(...field))));
}
