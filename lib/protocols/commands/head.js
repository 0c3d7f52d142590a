/** How the names of a command, or the words of its outcome, lie among the heads of the message table. */
import { MAX_COMMAND_CHARACTERS } from './limits.js';

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });
/** Longer than any two texts that are shown. */
const scratch = new Uint8Array(8192);

/**
 * @param {string} name of a command, or its outcome in a word
 * @param {string} text its first argument, or what the outcome says; neither has line feeds
 * @returns {Uint8Array} valid until the next call
 */
export function packNames(name, text) {
  const { written } = ENCODER.encodeInto(`${name.slice(0, MAX_COMMAND_CHARACTERS)}\n${text}`, scratch);
  return scratch.subarray(0, written);
}

/**
 * @param {import('../model/message-table.js').MessageTable} table
 * @param {number} row
 * @returns {{ name: string, text: string }|null} null: they were not kept, or an outcome said nothing yet
 */
export function namesOf(table, row) {
  if (table.headAt[row] < 0) return null;
  const packed = DECODER.decode(table.heads.read(table.headAt[row], table.headBytes[row]));
  const end = packed.indexOf('\n');
  return { name: packed.slice(0, end), text: packed.slice(end + 1) };
}
