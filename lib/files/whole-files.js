/** Files that are there whole, or as they were before: written beside, then renamed. */
import { randomBytes } from 'node:crypto';
import { accessSync, closeSync, constants, openSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs';
import { chmod, chown, open, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { onInterruption } from './on-interruption.js';

/** Whoever opened these keeps them open, and would not see a file that takes their place. */
const OPEN_ALREADY = /^\/(dev\/(stdin|stdout|stderr|fd\/)|proc\/)/;
const PERMISSIONS = 0o7777;
const NEW_FILE = 0o666;

/** @typedef {{ part: string, target: string, before: import('node:fs').Stats|undefined }} Unfinished */
/** @typedef {(path: string) => string} Place where to write a file that is to be at a path; throws as Node's fs does */

/**
 * Writes files. If `write` fails, or the program is interrupted, none of them has changed.
 * @template T
 * @param {(place: Place) => T|Promise<T>} write closes what it opens
 * @returns {Promise<T>}
 */
export async function wholeFiles(write) {
  /** @type {Unfinished[]} */
  const files = [];
  const discard = () => {
    for (const { part } of files) rmSync(part, { force: true });
  };
  const forget = onInterruption(discard);
  try {
    const result = await write((path) => {
      const file = begun(path);
      if (file !== null) files.push(file);
      return file?.part ?? path;
    });
    await Promise.all(files.map(synced));
    for (const { part, target } of files) await rename(part, target);
    return result;
  } finally {
    discard();
    forget();
  }
}

/**
 * Writes one file.
 * @template T
 * @param {string} path
 * @param {(part: string) => T|Promise<T>} write
 * @returns {Promise<T>}
 */
export const wholeFile = (path, write) => wholeFiles((place) => write(place(path)));

/**
 * @param {string} path
 * @returns {Unfinished|null} null: nothing can take its place, as that of a device or a pipe
 */
function begun(path) {
  const before = statSync(path, { throwIfNoEntry: false });
  if (OPEN_ALREADY.test(resolve(path)) || before?.isFile() === false) return null;
  if (before !== undefined) accessSync(path, constants.W_OK);
  const target = targetOf(path);
  const part = join(dirname(target), `.selfclock-${randomBytes(6).toString('hex')}.part`);
  try {
    closeSync(openSync(part, 'wx', before === undefined ? NEW_FILE : before.mode & PERMISSIONS));
  } catch (error) {
    // The file may be written though its folder may not.
    if (before !== undefined && ['EACCES', 'EPERM'].includes(codeOf(error))) return null;
    throw error;
  }
  return { part, target, before };
}

/** Follows symbolic links, also one that leads to a file not there yet. @param {string} path @returns {string} */
function targetOf(path) {
  try {
    return realpathSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  try {
    return targetOf(resolve(dirname(path), readlinkSync(path)));
  } catch {
    return path;
  }
}

/** Waits for the disk, which may only now say that it is full. @param {Unfinished} file */
async function synced({ part, before }) {
  const file = await open(part, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  if (before === undefined) return;
  // Only root may give a file to others; it stays readable for them by its permissions.
  await chown(part, before.uid, before.gid).catch(() => undefined);
  await chmod(part, before.mode & PERMISSIONS);
}

/** @param {unknown} error @returns {string} */
const codeOf = (error) => String(/** @type {NodeJS.ErrnoException} */ (error).code);
