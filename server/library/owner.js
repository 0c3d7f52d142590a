import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { uptime } from 'node:os';

/**
 * Says which process still writes a capture of the library, so that a second server on the same folder leaves it alone: a file beside the
 * capture with the process's number.
 * @param {string} path
 */
export async function claim(path) {
  await writeFile(path, `${process.pid}\n`, { mode: 0o600 });
}

/** Nobody writes it. @param {string} path of the capture's mark */
export async function release(path) {
  await rm(path, { force: true });
}

/**
 * @param {string} path
 * @returns {Promise<number|null>} the other process that still writes the capture; null: none does. What was left by a server that died, or before the
 *   machine was started, counts no more
 */
export async function otherOwner(path) {
  try {
    const pid = Number.parseInt(await readFile(path, 'utf8'), 10), { mtimeMs } = await stat(path);
    return mtimeMs >= Date.now() - uptime() * 1000 && pid > 0 && pid !== process.pid && isAlive(pid) ? pid : null;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw error;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
