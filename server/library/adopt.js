import { createReadStream } from 'node:fs';
import { checkDisk, spool } from './spool.js';

/**
 * Copies a file of the server's own into the library, where it is a capture like any other.
 * @param {string} path
 * @param {{ name: string, sizeBytes: number }} file
 * @param {import('../routes/captures.js').Parts} parts
 * @returns {Promise<import('../capture-record.js').Capture>} when all of it is there
 */
export async function adoptFile(path, { name, sizeBytes }, { captures, limits, freeBytes }) {
  const spoolLimits = { maxBytes: limits.uploadBytes, reserveBytes: limits.diskReserveBytes, freeBytes };
  await checkDisk(spoolLimits, sizeBytes);
  const entry = captures.begin({ name, source: 'upload', expectedBytes: sizeBytes }), input = createReadStream(path);
  entry.cancel = () => void input.destroy();
  try {
    await spool(input, entry.path, spoolLimits, { onCreated: () => captures.follow(entry), onBytes: (count) => captures.grew(entry, count) });
    await captures.received(entry);
  } catch (error) {
    entry.cancel = null;
    if (!entry.removed) await captures.remove(entry.capture.id);
    throw error;
  }
  return entry.capture;
}
