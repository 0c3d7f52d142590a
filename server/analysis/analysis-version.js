import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The code that derives a verdict from a file's bytes. */
const ROOMS = Object.freeze([
  'analysis',
  'capture',
  'engine',
  'insight',
  'name-resolution',
  'packet',
  'protocols',
  'quicflow',
  'tcpflow',
  'transport',
]);
const LIBRARY = fileURLToPath(new URL('../../lib', import.meta.url));

/** @type {Promise<string> | null} */
let known = null;

/**
 * The version of the analysis: a hash of its code, so that it changes whenever results may change. Kept with
 * the results, it shows whether they are still valid.
 * @returns {Promise<string>} 16 hexadecimal digits
 */
export function analysisVersion() {
  known ??= hashOf(LIBRARY, ROOMS);
  return known;
}

/** @param {string} folder @param {readonly string[]} rooms folders in it */
async function hashOf(folder, rooms) {
  const hash = createHash('sha256');
  for (const room of rooms) {
    const names = (await readdir(join(folder, room), { recursive: true }))
      .filter((name) => name.endsWith('.js'))
      .sort();
    for (const name of names) hash.update(`${room}/${name}`).update(await readFile(join(folder, room, name)));
  }
  return hash.digest('hex').slice(0, 16);
}
