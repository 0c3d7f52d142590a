/** Layout of a command's names, or its outcome's words, in the heads of the message table. */
import { LF } from '../../shared/text/ascii.js';
import { latin1 } from '../model/latin1.js';
import { MAX_COMMAND_CHARACTERS } from './limits.js';

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });
const LAST_ASCII = 0x7f;
const NOT_ASCII = /[\x80-\xff]/;
/** More than any two displayed texts. */
const scratch = new Uint8Array(8192);

/**
 * @param {string} name of a command, or its outcome in a word
 * @param {string} text its first argument, or the outcome's text; neither has line feeds
 * @returns {Uint8Array} valid until the next call
 */
export function packNames(name, text) {
  const short = name.length > MAX_COMMAND_CHARACTERS ? name.slice(0, MAX_COMMAND_CHARACTERS) : name;
  let written = short.length + 1 + text.length;
  scratch[short.length] = LF;
  const isPlain = write(short, 0) && write(text, short.length + 1);
  if (!isPlain) ({ written } = ENCODER.encodeInto(`${short}\n${text}`, scratch));
  return scratch.subarray(0, written);
}

/**
 * Text in ASCII, in less time than `TextEncoder`.
 * @param {string} text @param {number} at
 * @returns {boolean} whether it is
 */
function write(text, at) {
  if (at + text.length > scratch.length) return false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > LAST_ASCII) return false;
    scratch[at + i] = code;
  }
  return true;
}

/**
 * @param {import('../model/message-table.js').MessageTable} table
 * @param {number} row
 * @returns {{ name: string, text: string }|null} null: not kept, or no outcome yet
 */
export function namesOf(table, row) {
  if (table.headAt[row] < 0) return null;
  const bytes = table.heads.read(table.headAt[row], table.headBytes[row]);
  const text = latin1(bytes);
  const packed = NOT_ASCII.test(text) ? DECODER.decode(bytes) : text;
  const end = packed.indexOf('\n');
  return { name: packed.slice(0, end), text: packed.slice(end + 1) };
}
