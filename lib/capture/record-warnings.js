/** Warnings about damaged files of bare records, pcap and snoop: nothing in them says where the next record starts. */

/** @typedef {import('./capture-notes.js').CaptureNotes} CaptureNotes */
/**
 * Packets before the record, and the offset of the chunk's first byte in the file.
 * @typedef {Pick<import('./frame-sink.js').FrameSink, 'frames'|'base'>} Read
 */

/**
 * An invalid record: reading ends there.
 * @param {CaptureNotes} notes
 * @param {Read} read
 * @param {number} position of the record in the chunk
 * @param {string} what it states
 */
export function warnImpossibleLength(notes, { frames, base }, position, what) {
  notes.warn(
    'impossible_length',
    `The record of packet ${frames + 1} at byte ${base + position} states ${what}: the file is damaged there. ` +
      `The ${frames} packets before are shown.`,
    base + position,
  );
}

/**
 * The file ended within a record.
 * @param {CaptureNotes} notes @param {Read} read
 * @param {number} position where the part begins in the chunk
 * @param {number} end of the chunk
 * @param {number} need bytes of the record
 */
export function warnCutShort(notes, { frames, base }, position, end, need) {
  if (position === end) return;
  notes.warn(
    'cut_short',
    `The file ends in the middle of packet ${frames + 1} at byte ${base + end}: ${end - position} of its ${need} bytes are there. ` +
      `The ${frames} packets before are shown.`,
    base + end,
  );
}
