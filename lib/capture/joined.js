/** Concatenated captures (cat): the next file header stands where a record or block would. */
import { pcapLayout } from './pcap-header.js';
import { BLOCK, BLOCK_HEAD_BYTES, sectionIsBigEndian } from './pcapng-blocks.js';
import { int32At, uint16At } from './read-integers.js';

/**
 * Major version of nearly all pcap files: distinguishes a header from a packet whose timestamp happens to be the magic
 * number.
 */
const MAJOR_VERSION = 2;

/** Bytes needed to see whether a capture begins. */
export const JOINED_HEAD_BYTES = BLOCK_HEAD_BYTES;

/** @param {Uint8Array} bytes JOINED_HEAD_BYTES from `at` @param {number} at @returns {boolean} */
export function beginsPcap(bytes, at) {
  const layout = pcapLayout(bytes, at);
  return layout !== null && uint16At(bytes, at + 4, layout.bigEndian) === MAJOR_VERSION;
}

/** @param {Uint8Array} bytes JOINED_HEAD_BYTES from `at` @param {number} at @returns {boolean} of pcap or pcapng */
export function beginsCapture(bytes, at) {
  if (beginsPcap(bytes, at)) return true;
  return int32At(bytes, at, true) === BLOCK.SECTION_HEADER && sectionIsBigEndian(bytes, at) !== null;
}

/**
 * @param {import('./capture-notes.js').CaptureNotes} notes
 * @param {number} frames before
 * @param {number} offset in the file
 */
export function warnJoined(notes, frames, offset) {
  notes.warn(
    'joined_captures',
    `Another capture begins at byte ${offset}, after packet ${frames}: files were joined, as by cat. All are read, in ` +
      "the file's order; mergecap joins captures in the order of time.",
    offset,
  );
}
