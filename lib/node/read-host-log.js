import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** @typedef {import('../shared/hostlog/host-log.js').HostLog} HostLog */

/**
 * @param {HostLog} log that takes it
 * @param {string} path
 * @returns {Promise<boolean>} false: there is no such file
 * @throws {NodeJS.ErrnoException} it cannot be read
 */
export async function readHostLog(log, path) {
  try {
    return (await readGrownHostLog(log, path, 0)) !== null;
  } finally {
    log.endFile();
  }
}

/**
 * What a file has got since it was read last.
 * @param {HostLog} log that takes it
 * @param {string} path
 * @param {number} from byte
 * @returns {Promise<number|null>} to which byte it is read; null: there is no such file
 * @throws {NodeJS.ErrnoException} it cannot be read
 */
export async function readGrownHostLog(log, path, from) {
  let at = from;
  try {
    for await (const bytes of createReadStream(path, { start: from })) {
      at += bytes.length;
      if (!log.push(bytes)) break;
    }
    return at;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * @param {import('../shared/hostlog/host-log.js').HostLog} log that takes them
 * @param {string} folder which may be missing
 * @throws {NodeJS.ErrnoException} one cannot be read
 */
export async function readQlogsIn(log, folder) {
  const names = await readdir(folder).catch((/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.sort()) if (name.endsWith('.qlog')) await readHostLog(log, join(folder, name));
}
