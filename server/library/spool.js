import { open } from 'node:fs/promises';

import { binaryBytesText } from '../../lib/shared/text/quantities.js';
import { RequestError } from '../errors.js';

/**
 * Writes a stream to a new file.
 * @param {AsyncIterable<Uint8Array>} source
 * @param {string} path
 * @param {{ maxBytes: number, claim: import('./disk-space.js').DiskClaim }} limits `claim`: released at the end
 * @param {{ onCreated: () => void, onBytes: (count: number) => void }} listener
 * @returns {Promise<void>}
 * @throws {RequestError} 413 or 507, or what the source throws; what was written stays
 */
export async function spool(source, path, { maxBytes, claim }, { onCreated, onBytes }) {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      onCreated();
      let written = 0;
      for await (const chunk of source) {
        if (written + chunk.length > maxBytes) throw tooLarge(maxBytes);
        await claim.write(chunk.length);
        await file.writeFile(chunk);
        written += chunk.length;
        onBytes(chunk.length);
      }
    } finally {
      await file.close();
    }
  } finally {
    claim.release();
  }
}

/** @param {number} maxBytes @returns {RequestError} */
export function tooLarge(maxBytes) {
  return new RequestError(
    413,
    'too_large',
    `The file is over this server's limit of ${binaryBytesText(maxBytes)} for uploads; ` +
      `start Selfclock with the file's path instead, or split the file (editcap -c).`,
  );
}
