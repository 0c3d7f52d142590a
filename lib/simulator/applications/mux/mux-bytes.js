/**
 * Headers and control messages of W3C MUX, in both formats: the little-endian one of 1996, which W3C's programs wrote,
 * and the big-endian one of draft-gettys-webmux-00 (1998).
 */

/** @typedef {'1996'|'1998'} MuxFormat */

/** Largest fragment, credit or protocol id that a short header holds. */
export const LARGEST_MUX_VALUE = 0x3ffff;
const HTTP_PROTOCOL_ID = 80;
const SEND_CREDIT = 3;
const FRAGMENT_LIMIT = 2;
const SET_DEFAULT_CREDIT = 4;

/** Where each format has its fields, as shifts of the 32-bit word. */
const LAYOUT = {
  1996: { isLittleEndian: true, session: 18, long: 31, control: 30, syn: 29, fin: 28, code: 26 },
  1998: { isLittleEndian: false, session: 24, long: 18, control: 23, syn: 22, fin: 21, code: 19 },
};

/** @param {MuxFormat} format @param {number[]} words @returns {Uint8Array} */
function bytesOf(format, words) {
  const bytes = new Uint8Array(4 * words.length);
  const view = new DataView(bytes.buffer);
  words.forEach((word, index) => view.setUint32(4 * index, word, LAYOUT[format].isLittleEndian));
  return bytes;
}

/** @param {number} bit */
const flag = (bit) => 2 ** bit;

/**
 * Opens a session to HTTP. In the 1996 format it has a second word, of length 0, as Jigsaw's reader requires.
 * @param {MuxFormat} format @param {number} session
 */
export function synMessage(format, session) {
  const { syn, long, session: at } = LAYOUT[format];
  const word = flag(syn) + session * flag(at) + HTTP_PROTOCOL_ID;
  return bytesOf(format, format === '1996' ? [word + flag(long), 0] : [word]);
}

/** @param {MuxFormat} format @param {number} session @param {number} length of the payload @param {boolean} hasFin */
export function fragmentHeader(format, session, length, hasFin) {
  const { fin, session: at } = LAYOUT[format];
  return bytesOf(format, [session * flag(at) + (hasFin ? flag(fin) : 0) + length]);
}

/**
 * Lets the other end send so much more on a session.
 * @param {MuxFormat} format
 * @param {number} session
 * @param {number} credit
 */
export function creditMessage(format, session, credit) {
  const { control, code, long, session: at } = LAYOUT[format];
  const word = flag(control) + SEND_CREDIT * flag(code) + session * flag(at);
  return bytesOf(format, format === '1996' ? [word + flag(long), credit] : [word + credit]);
}

/**
 * The largest fragment that the other end may send: on a session (1996, MuxControl), on all (1998, SetMSS).
 * @param {MuxFormat} format
 * @param {number} session
 * @param {number} bytes
 */
export function fragmentLimitMessage(format, session, bytes) {
  const { control, code, long, session: at } = LAYOUT[format];
  const word = flag(control) + FRAGMENT_LIMIT * flag(code) + bytes;
  return bytesOf(format, format === '1996' ? [word + flag(long) + session * flag(at), 0] : [word]);
}

/** What sessions opened from now on may send at first; the 1996 format has no such message. @param {number} credit */
export function defaultCreditMessage(credit) {
  const { control, code } = LAYOUT[1998];
  return bytesOf('1998', [flag(control) + SET_DEFAULT_CREDIT * flag(code) + credit]);
}

/** @param {number} length of a payload behind a short header @returns {number} bytes to a multiple of 4 */
export const paddingOf = (length) => (4 - (length % 4)) % 4;
