/** Tokens of a response of SQL Server (MS-TDS 2.2.7): errors, prepared statements, and how it ends. */
import { littleUint16, littleUint32 } from '../fields.js';
import { utf16Text } from './text.js';

/** @typedef {import('../../connection.js').Outcome} Outcome */

const TOKEN = Object.freeze({
  RETURN_STATUS: 0x79, ERROR: 0xaa, RETURN_VALUE: 0xac, LOGIN_ACK: 0xad, SESSION_STATE: 0xe4,
  DONE: 0xfd, DONE_PROC: 0xfe, DONE_IN_PROC: 0xff,
}); // prettier-ignore
/** Tokens with two bytes of length. */
const COUNTED = new Set([0xa4, 0xa5, 0xa9, 0xaa, 0xab, 0xad, 0xe3, 0xed]);
/** Of DONE, since version 7.2. */
export const DONE_BYTES = 13;
/** A handle of a prepared statement without a name, as it stands before DONE. */
const HANDLE_BYTES = 18;
/** The end of a response that is read. */
export const TAIL_BYTES = HANDLE_BYTES + DONE_BYTES;
const INTN = 0x26;
const DONE = Object.freeze({ ERROR: 0x2, COUNT: 0x10, ATTENTION: 0x20, SERVER_ERROR: 0x100 });
/** From this severity on it is no message. */
const FIRST_ERROR_CLASS = 11;

/**
 * Whether a response may begin with that.
 * @param {number} token
 */
export const beginsResponse = (token) =>
  COUNTED.has(token) || token === 0x81 || token === 0xee || Object.values(TOKEN).some((one) => one === token);

/**
 * Walks over the tokens at the beginning, up to the first row.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 * @returns {{ error: Outcome|null, isLogin: boolean }} the first error
 */
export function tokensIn(bytes, start, end) {
  let at = start;
  /** @type {Outcome|null} */
  let error = null;
  let isLogin = false;
  while (at < end) {
    const token = bytes[at];
    if (token === TOKEN.ERROR) error ??= errorAt(bytes, at, end);
    isLogin ||= token === TOKEN.LOGIN_ACK;
    const length = lengthAt(bytes, at, end);
    if (length === 0) break;
    at += length;
  }
  return { error, isLogin };
}

/** @param {Uint8Array} bytes @param {number} at @param {number} end @returns {number} 0: not known */
function lengthAt(bytes, at, end) {
  const token = bytes[at];
  if (COUNTED.has(token)) return at + 3 > end ? 0 : 3 + littleUint16(bytes, at + 1);
  if (token === TOKEN.SESSION_STATE) return at + 5 > end ? 0 : 5 + littleUint32(bytes, at + 1);
  if (token === TOKEN.RETURN_STATUS) return 5;
  return token >= TOKEN.DONE ? DONE_BYTES : 0;
}

/** @param {Uint8Array} bytes @param {number} at @param {number} end @returns {Outcome|null} null: a mere message */
function errorAt(bytes, at, end) {
  const number = littleUint32(bytes, at + 3);
  if (at + 11 > end || bytes[at + 8] < FIRST_ERROR_CLASS) return null;
  const textAt = at + 11;
  const text = utf16Text(bytes, textAt, Math.min(end, textAt + 2 * littleUint16(bytes, at + 9)));
  return { status: number < 65536 ? number : 0, outcome: `error ${number}`, text, isFailed: true };
}

/**
 * How a response ends.
 * @param {Uint8Array} bytes @param {number} end of it
 * @returns {{ isError: boolean, isCancelled: boolean, rows: number|null }|null} null: it does not end so
 */
export function endOf(bytes, end) {
  const at = end - DONE_BYTES;
  if (at < 0 || bytes[at] < TOKEN.DONE) return null;
  const status = littleUint16(bytes, at + 1);
  return {
    isError: (status & (DONE.ERROR | DONE.SERVER_ERROR)) !== 0,
    isCancelled: (status & DONE.ATTENTION) !== 0,
    rows: (status & DONE.COUNT) === 0 ? null : littleUint32(bytes, at + 5),
  };
}

/**
 * The handle of the statement that a request has prepared.
 * @param {Uint8Array} bytes @param {number} end of the response
 * @returns {number|null} null: there is none
 */
export function handleIn(bytes, end) {
  const at = end - TAIL_BYTES;
  const isHandle = at >= 0 && bytes[at] === TOKEN.RETURN_VALUE && bytes[at + 3] === 0 && bytes[at + 11] === INTN;
  return isHandle && bytes[at + 13] === 4 ? littleUint32(bytes, at + 14) : null;
}
