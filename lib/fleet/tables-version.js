/** Of which schema a folder's tables are. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { CaptureError } from '../capture/capture-error.js';
import { SCHEMA_VERSION } from './schema.js';

/** File that makes a folder one of tables. */
export const MARK = 'selfclock.json';

/**
 * @param {string} path
 * @returns {Promise<number|null>} of the schema of its tables; null: there are none
 * @throws {CaptureError} it is another than this version reads and writes
 */
export async function versionOf(path) {
  const mark = await readFile(join(path, MARK), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw new CaptureError('unreadable', `${path} cannot be read as a folder of tables: ${error.code}.`);
  });
  if (mark === null) return null;
  const version = /"schema":\s*(\d+)/.exec(mark)?.[1];
  if (Number(version) === SCHEMA_VERSION) return SCHEMA_VERSION;
  throw new CaptureError(
    'other_schema',
    `The tables in ${path} are of schema ${version ?? 'unknown'}, this Selfclock's of ${SCHEMA_VERSION}: index the ` +
      'captures into a new folder.',
  );
}
