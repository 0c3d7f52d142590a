import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

import { spool } from './spool.js';

/** @typedef {import('../routes/captures.js').Parts} Parts */

/**
 * Copies a file of the server into the library, as an ordinary capture.
 * @param {string} path
 * @param {{ name: string, sizeBytes: number }} file
 * @param {Parts} parts
 * @returns {Promise<import('../../lib/shared/captures/capture-record.js').Capture>} when all of it is there
 */
export const adoptFile = (path, file, parts) => adopt(() => createReadStream(path), file, parts);

/**
 * The same of bytes.
 * @param {Uint8Array} bytes
 * @param {string} name
 * @param {Parts} parts
 */
export const adoptBytes = (bytes, name, parts) =>
  adopt(() => Readable.from([bytes]), { name, sizeBytes: bytes.length }, parts);

/** @param {() => Readable} read @param {{ name: string, sizeBytes: number }} file @param {Parts} parts */
async function adopt(read, { name, sizeBytes }, { captures, limits, disk }) {
  const spoolLimits = { maxBytes: limits.uploadBytes, claim: await disk.claim(sizeBytes) };
  const entry = captures.begin({ name, source: 'upload', expectedBytes: sizeBytes });
  const input = read();
  entry.cancel = () => void input.destroy();
  try {
    await spool(input, entry.path, spoolLimits, {
      onCreated: () => captures.follow(entry),
      onBytes: (count) => captures.grew(entry, count),
    });
    await captures.received(entry);
  } catch (error) {
    entry.cancel = null;
    if (!entry.removed) await captures.remove(entry.capture.id);
    throw error;
  }
  return entry.capture;
}
