import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * @param {import('../shared/hostlog/host-log.js').HostLog} log that takes it
 * @param {string} path
 * @returns {Promise<boolean>} false: there is no such file
 * @throws {NodeJS.ErrnoException} it cannot be read
 */
export async function readHostLog(log, path) {
  try {
    for await (const bytes of createReadStream(path)) if (!log.push(bytes)) break;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return false;
    throw error;
  } finally {
    log.endFile();
  }
  return true;
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
