import { execFile } from 'node:child_process';
import { constants, copyFile, link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** In the data folder: which server owns it. */
const OWNER = 'owner.json';
/** Attempts to take over a folder when several servers find the same dead owner at once. */
const MAX_TRIES = 5;

/**
 * @typedef {{ pid: number, started: string | null }} Owner `started`: when the process did; two that have the same
 *   number one after the other differ in it
 */

/** The folder belongs to another server. */
export class FolderOwned extends Error {
  /** @param {number} pid */
  constructor(pid) {
    super(`another Selfclock, process ${pid}, uses it`);
    this.pid = pid;
  }
}

/**
 * Makes this process the owner of a data folder, also if its previous owner has died.
 * @param {string} folder
 * @returns {Promise<{ hasDied: boolean, release: () => Promise<void> }>} `hasDied`: the owner before ended without
 *   letting go, so what it was at broke off
 * @throws {FolderOwned}
 */
export async function takeFolder(folder) {
  const path = join(folder, OWNER);
  const own = { pid: process.pid, started: await startOf(process.pid) };
  const draft = `${path}.${process.pid}.new`;
  await writeFile(draft, `${JSON.stringify(own)}\n`, { mode: 0o600 });
  try {
    for (let tries = 0, hasDied = false; ; tries++) {
      if (await placed(draft, path)) return { hasDied, release: () => rm(path, { force: true }) };
      const owner = await readOwner(path);
      if (owner !== null && ((await isAlive(owner)) || tries >= MAX_TRIES)) throw new FolderOwned(owner.pid);
      hasDied = (await putAway(path, owner)) || hasDied;
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * A hard link creates a file completely or not at all. Some file systems have no hard links.
 * @param {string} draft
 * @param {string} path
 * @returns {Promise<boolean>} whether the draft is at the path now; false: something was
 */
async function placed(draft, path) {
  const isThere = (/** @type {NodeJS.ErrnoException} */ { code }) => code === 'EEXIST';
  return link(draft, path)
    .catch((error) => (isThere(error) ? Promise.reject(error) : copyFile(draft, path, constants.COPYFILE_EXCL)))
    .then(
      () => true,
      (error) => (isThere(error) ? false : Promise.reject(error)),
    );
}

/** @param {string} path @returns {Promise<Owner|null>} null: none, or what is there tells of none */
async function readOwner(path) {
  try {
    const { pid, started } = JSON.parse(await readFile(path, 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, started: typeof started === 'string' ? started : null } : null;
  } catch {
    return null;
  }
}

/**
 * Removes a dead owner's file. If another server has just taken over the folder, its file is restored.
 * @param {string} path @param {Owner|null} dead @returns {Promise<boolean>} whether it was that one's
 */
async function putAway(path, dead) {
  const away = `${path}.${process.pid}.old`;
  const wasThere = await rename(path, away).then(
    () => true,
    (error) => (error.code === 'ENOENT' ? false : Promise.reject(error)),
  );
  if (!wasThere) return false;
  const found = await readOwner(away);
  const isDead = found?.pid === dead?.pid && found?.started === dead?.started;
  if (!isDead) await placed(away, path);
  await rm(away, { force: true });
  return isDead;
}

/** @param {Owner} owner @returns {Promise<boolean>} whether that very process still runs */
async function isAlive({ pid, started }) {
  if (!hasProcess(pid)) return false;
  const now = await startOf(pid);
  return started === null || now === null || started === now;
}

/** @param {number} pid */
function hasProcess(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * @param {number} pid
 * @returns {Promise<string|null>} when it started, to be compared only: on Linux the boot and the clock ticks since it
 *   (proc(5), field 22), elsewhere what
 *   `ps` says; null: the system does not tell
 */
export async function startOf(pid) {
  try {
    const [boot, text] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    return `${boot.trim()} ${text.slice(text.lastIndexOf(')') + 2).split(' ')[19]}`; // the name in brackets may hold anything
  } catch {
    return promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
      ({ stdout }) => stdout.trim() || null,
      () => null,
    );
  }
}
