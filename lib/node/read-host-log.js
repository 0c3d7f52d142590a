import { createReadStream } from 'node:fs';

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
