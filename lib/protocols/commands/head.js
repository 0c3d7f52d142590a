/** Layout of a command's names, or its outcome's words, in the heads of the message table. */
import { MAX_COMMAND_CHARACTERS } from './limits.js';

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });
/** More than any two displayed texts. */
const scratch = new Uint8Array(8192);

/**
 * @param {string} name of a command, or its outcome in a word
 * @param {string} text its first argument, or the outcome's text; neither has line feeds
 * @returns {Uint8Array} valid until the next call
 */
export function packNames(name, text) {
  const { written } = ENCODER.encodeInto(`${name.slice(0, MAX_COMMAND_CHARACTERS)}\n${text}`, scratch);
  return scratch.subarray(0, written);
}

/**
 * @param {import('../model/message-table.js').MessageTable} table
 * @param {number} row
 * @returns {{ name: string, text: string }|null} null: not kept, or no outcome yet
 */
export function namesOf(table, row) {
  if (table.headAt[row] < 0) return null;
  const packed = DECODER.decode(table.heads.read(table.headAt[row], table.headBytes[row]));
  const end = packed.indexOf('\n');
  return { name: packed.slice(0, end), text: packed.slice(end + 1) };
}
