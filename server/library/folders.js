import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The system's error may be about a folder inside the given one. */
const NO_FOLDER = 'it, or part of its path, is not a folder';
/** By the system's codes, for use in brackets. @type {Record<string, string>} */
const REASONS = {
  ENOENT: 'no folder can be created there',
  ENOTDIR: NO_FOLDER,
  EEXIST: NO_FOLDER,
  EACCES: 'you have no permission there',
  EPERM: 'you have no permission there',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'your disk quota is used up',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its symbolic links form a loop',
};

/** @param {unknown} error of the system's, at a folder or a file in it @returns {string} why, in words */
export function folderReason(error) {
  const { code = '', message } = /** @type {NodeJS.ErrnoException} */ (error);
  return REASONS[code] ?? message;
}

/**
 * Creates a folder and its parents. Node's own `recursive` never returns if the system reports an existing folder as
 * missing, as Linux does for anything created in `/proc`.
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
