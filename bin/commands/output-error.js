import { makeFolder as makeWhole } from '../../server/library/folders.js';

/** @type {Record<string, string>} */
const REASONS = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of that path is a file',
  EEXIST: 'it is a file, and a folder is needed',
  EISDIR: 'it is a folder, and a file is needed',
  EACCES: 'you have no permission to',
  EPERM: 'you have no permission to',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'your disk quota is used up',
};

/** Output could not be written: `message` says where and why. */
export class OutputError extends Error {
  /** @param {string} where @param {unknown} cause the system's error */
  constructor(where, cause) {
    const { code = '', message } = /** @type {NodeJS.ErrnoException} */ (cause);
    super(`${where} cannot be written: ${REASONS[code] ?? message}.`, { cause });
    /** The reader has closed the pipe. */
    this.isClosed = code === 'EPIPE';
  }
}

/**
 * @template T
 * @param {string} where path, or a name for standard output
 * @param {() => T|Promise<T>} write
 * @returns {Promise<T>}
 * @throws {OutputError} for errors of the system; others as they are
 */
export async function writing(where, write) {
  try {
    return await write();
  } catch (error) {
    throw /^E[A-Z]+$/.test(String(/** @type {any} */ (error)?.code)) ? new OutputError(where, error) : error;
  }
}

/** @param {string} path of a folder, made where it is missing @throws {OutputError} */
export async function makeFolder(path) {
  await writing(path, () => makeWhole(path));
}
