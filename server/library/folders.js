import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What the system says may be of a folder inside the one that is named. */
const NO_FOLDER = 'it, or a part of its path, is no folder';
/** By the system's codes, to stand in brackets. @type {Record<string, string>} */
const REASONS = {
  ENOENT: 'no folder can be made there',
  ENOTDIR: NO_FOLDER,
  EEXIST: NO_FOLDER,
  EACCES: 'you have no permission there',
  EPERM: 'you have no permission there',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk has no more space for you',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
};

/** @param {unknown} error of the system's, at a folder or a file in it @returns {string} why, in words */
export function folderReason(error) {
  const { code = '', message } = /** @type {NodeJS.ErrnoException} */ (error);
  return REASONS[code] ?? message;
}

/**
 * Makes a folder, and those that it is in, where they are missing. Node's own `recursive` never comes back where the
 * system says of a folder that is there that it is not, as Linux does for whatever is to be made in `/proc`.
 * @param {string} path
 * @param {number} [mode] of those that are made
 * @returns {Promise<void>}
 * @throws {NodeJS.ErrnoException} the system's error; EEXIST where there is a file of that name, ENOTDIR where one is
 *   in its path
 */
export async function makeFolder(path, mode = 0o777) {
  const code = await makeOne(path, mode).then(
    () => null,
    (error) => (error.code === 'ENOENT' && dirname(path) !== path ? 'ENOENT' : Promise.reject(error)),
  );
  if (code === null) return;
  await makeFolder(dirname(path), mode);
  await makeOne(path, mode);
}

/** @param {string} path @param {number} mode */
async function makeOne(path, mode) {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (!(await isFolder(path))) throw error;
  }
}

/** @param {string} path */
const isFolder = (path) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
