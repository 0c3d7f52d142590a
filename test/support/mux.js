/**
 * WebMUX messages as bytes, in both wire formats.
 *
 *   muxBytes('1996', { session: 3, syn: 80 })  // filler: true adds Jigsaw's zero word behind the SYN
 *   muxBytes('1998', { session: 2, syn: 80, long: true, payload: 'GET …', padTo: 8 })
 *   muxBytes('1998', { session: 4, credit: 4096 })
 *   muxBytes('1998', { code: 9, payload: 'whatever' })
 *
 * Nothing here uses the reader's code, so that both can be held against each other.
 */

/**
 * @typedef {object} Message  a data message, unless it has `code` or `credit`
 * @property {number} [session]
 * @property {number} [syn] protocol id
 * @property {boolean} [fin]
 * @property {boolean} [rst]
 * @property {boolean} [push]
 * @property {number} [code] of a control message
 * @property {number} [credit]
 * @property {number} [value] what a control message's low bits say
 * @property {string|Uint8Array} [payload]
 * @property {boolean} [long]
 * @property {number} [length] in place of the payload's
 * @property {number} [padTo] 4 by default, 8 behind a long header of the 1996 format
 * @property {number} [padByte] 0 by default
 * @property {boolean} [filler] the zero word that Jigsaw sends behind a short SYN
 */

const CREDIT_CODE = 3;

/** @param {string|Uint8Array} payload @returns {Uint8Array} */
export const payloadBytes = (payload) =>
  typeof payload === 'string' ? Uint8Array.from(payload, (character) => character.charCodeAt(0)) : payload;

/** @param {number} word @param {boolean} littleEndian @returns {number[]} */
function wordBytes(word, littleEndian) {
  const bytes = [(word >>> 24) & 255, (word >>> 16) & 255, (word >>> 8) & 255, word & 255];
  return littleEndian ? bytes.reverse() : bytes;
}

/** @param {Message} m @returns {number} S F R P */
const flagBits = (m) => (m.syn !== undefined ? 8 : 0) | (m.fin ? 4 : 0) | (m.rst ? 2 : 0) | (m.push ? 1 : 0);

/** @param {'1996'|'1998'} format @param {Message} message @returns {Uint8Array} */
export function muxBytes(format, message) {
  const m = { ...message, ...(message.credit !== undefined ? { code: CREDIT_CODE } : {}) };
  const payload = payloadBytes(m.payload ?? '');
  const length = m.length ?? payload.length;
  const { low, second } = format === '1996' ? sizes1996(m, length) : sizes1998(m, length);
  const isLong = second !== undefined;
  const isControl = m.code !== undefined;
  const bits = isControl ? Number(m.code) : flagBits(m);
  const session = m.session ?? 0;
  const first =
    format === '1996'
      ? (isLong ? 0x80000000 : 0) | (isControl ? 0x40000000 : 0) | (bits << 26) | (session << 18) | low
      : (session << 24) | (isControl ? 0x00800000 : 0) | (bits << 19) | (isLong ? 0x00040000 : 0) | low;
  const littleEndian = format === '1996';
  const padTo = m.padTo ?? (format === '1996' && isLong ? 8 : 4);
  const padding = (padTo - (payload.length % padTo)) % padTo;
  return Uint8Array.from([
    ...wordBytes(first, littleEndian),
    ...(isLong ? wordBytes(second, littleEndian) : []),
    ...(m.filler ? [0, 0, 0, 0] : []),
    ...payload,
    ...new Array(padding).fill(m.padByte ?? 0),
  ]);
}

/** @param {Message} m @param {number} length @returns {{ low: number, second?: number }} */
function sizes1996(m, length) {
  if (m.credit !== undefined) return { low: m.value ?? 0, second: m.credit };
  if (m.code !== undefined) return { low: m.value ?? 0, second: length };
  if (m.long) return { low: m.syn ?? 0, second: length };
  return { low: m.syn ?? length };
}

/** @param {Message} m @param {number} length @returns {{ low: number, second?: number }} */
function sizes1998(m, length) {
  const size = m.credit ?? m.value ?? m.syn ?? length;
  if (!m.long) return { low: size };
  return m.syn === undefined ? { low: 0, second: m.credit ?? m.value ?? length } : { low: m.syn, second: length };
}

/** @param {'1996'|'1998'} format @param {...Message} messages @returns {Uint8Array} */
export function muxStream(format, ...messages) {
  const pieces = messages.map((message) => muxBytes(format, message));
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
