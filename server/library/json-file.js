import { readFile, stat } from 'node:fs/promises';

/** A file of JSON in the data folder; notes at their limits take 6 MB. */
export const MAX_JSON_FILE_BYTES = 16 * 1024 * 1024;
/** Lists and objects within each other; records have four. Deeper ones overflow the stack when written again. */
export const MAX_JSON_DEPTH = 32;
/** Of the system's, for a path that leads to no file. */
const NO_FILE = new Set(['ELOOP', 'ENOTDIR']);

/** A disk, an editor or another program has damaged a file of the data folder. `message`: why, in words. */
export class DamagedFile extends Error {}

/**
 * @param {string} path
 * @returns {Promise<any>} undefined: there is none
 * @throws {DamagedFile} @throws {NodeJS.ErrnoException} it may be sound, but the system does not give it
 */
export async function readJsonFile(path) {
  try {
    const found = await stat(path);
    // Reading a pipe would wait for its writer.
    if (!found.isFile()) throw new DamagedFile('what is there is not a file');
    if (found.size > MAX_JSON_FILE_BYTES) throw new DamagedFile('the file is too large');
    return parsed(await readFile(path, 'utf8'));
  } catch (error) {
    const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT') return undefined;
    throw NO_FILE.has(code) ? new DamagedFile('what is there is not a file') : error;
  }
}

/** @param {string} text @returns {any} @throws {DamagedFile} */
function parsed(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DamagedFile('the file is not JSON');
  }
  if (!isWithin(value, MAX_JSON_DEPTH)) throw new DamagedFile('the file is nested too deeply');
  return value;
}

/** @param {any} value @param {number} depth @returns {boolean} */
const isWithin = (value, depth) =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((one) => isWithin(one, depth - 1)));
