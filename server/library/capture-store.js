import { createHash, randomBytes } from 'node:crypto';
import { access, constants, lstat, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { cleanName, cleanTags, MAX_TAGS } from '../../lib/shared/captures/capture-record.js';
import { folderReason, makeFolder } from './folders.js';
import { joinSpool } from './join-spool.js';
import { DamagedFile, readJsonFile } from './json-file.js';
import { takeFolder } from './owner.js';
import { nameOfQlog } from './qlog-names.js';
import { storedCapture } from './stored-capture.js';

/** @typedef {import('../../lib/shared/captures/capture-record.js').Capture} Capture */

/**
 * The capture library on disk, one folder:
 *
 * ```
 *   c1f3….capture        the bytes as received
 *   c1f3….json           what is known about them; only with this file the capture is in the library
 *   c1f3….notes.json     users' notes
 *   c1f3….log            what a host recorded beside it
 *   c1f3….qlogs          a folder: what ends of its QUIC connections logged
 *   c1f3….live           a folder, while they are captured: files that become that one
 * ```
 *
 * Beside it a folder `given`, of files that are read in place, for what is said about them:
 *
 * ```
 *   c1f3….json           name and tags
 *   c1f3….notes.json     users' notes
 *   c1f3….log            what a host recorded beside it
 *   c1f3….qlogs          a folder: what ends of its QUIC connections logged
 * ```
 *
 * Names are made here and never from what a client sends. The data folder that it lies in belongs to one server at a
 * time (owner.js), so anything incomplete when a server starts was left by one that died.
 */

const ID = /^c[0-9a-f]{16}$/;
/** Suffix of a file that is being written, and replaces another one when complete. */
const DRAFT = '.new';
/** Other files of a capture with JSON; all else with an id was left by a server that died. */
const KEPT = new Set(['.capture', '.json', '.notes.json', '.log', '.qlogs', '.live']);
export const OWNER_ONLY = 0o700;
/** How a file is removed: it may be missing, or a damaged disk may have a folder there. */
const ALL_OF_IT = { recursive: true, force: true };
/** Captures restored concurrently when a server starts: each has a file open, and a process may have 1,024. */
const LOADED_AT_ONCE = 64;

/**
 * @returns {string} `$XDG_DATA_HOME/selfclock`, by the XDG base directory specification
 * @throws {Error} where the user has no home
 */
export function defaultDataDirectory() {
  const home = process.env.XDG_DATA_HOME;
  return join(home?.startsWith('/') ? home : join(ownHome(), '.local', 'share'), 'selfclock');
}

/** @returns {string} */
function ownHome() {
  try {
    return homedir();
  } catch (cause) {
    throw new Error('This user has no home folder to keep captures in; name a folder with --data.', { cause });
  }
}

export class CaptureStore {
  #folder;
  #given;
  #dataDirectory;
  /** Releases the data folder. @type {() => Promise<void>} */
  #release = async () => undefined;
  /** Whether the previous server ended without releasing it. */
  hasDied = false;
  /** Writes of one capture's JSON are serialised. @type {Map<string, Promise<void>>} */
  #writing = new Map();

  /** @param {string} dataDirectory */
  constructor(dataDirectory) {
    this.#dataDirectory = dataDirectory;
    this.#folder = join(dataDirectory, 'captures');
    this.#given = join(dataDirectory, 'given');
  }

  /**
   * Takes ownership of the folder, and removes what a dead server left: partial uploads and JSON.
   * @returns {Promise<{ files: number, bytes: number }>} what was removed
   * @throws {import('./owner.js').FolderOwned} @throws {NodeJS.ErrnoException} as `prepare`
   */
  async open() {
    await this.prepare();
    const { hasDied, release } = await takeFolder(this.#dataDirectory);
    this.hasDied = hasDied;
    this.#release = release;
    return this.#removeLeftovers();
  }

  /** Releases the folder for another server. */
  async close() {
    await this.settled();
    await this.#release();
  }

  /** Makes the folder where it is missing. @throws {NodeJS.ErrnoException} it cannot be created or read */
  async prepare() {
    await makeFolder(this.#folder, OWNER_ONLY);
    await access(this.#folder, constants.R_OK | constants.X_OK);
  }

  /** @returns {string} an id that no other capture has */
  newId() {
    return `c${randomBytes(8).toString('hex')}`;
  }

  /** @param {string} identity of a file @returns {string} the same id for the same file */
  idOf(identity) {
    return `c${createHash('sha256').update(identity).digest('hex').slice(0, 16)}`;
  }

  /** @param {string} id @returns {string} where the capture's bytes are */
  path(id) {
    return join(this.#folder, `${id}.capture`);
  }

  /** @param {string} id @returns {string} folder for a live capture's files */
  liveFolder(id) {
    return join(this.#folder, `${id}.live`);
  }

  /**
   * Makes that folder.
   * @param {string} id
   * @returns {Promise<string>} where it is
   * @throws {NodeJS.ErrnoException} what the disk says
   */
  async beginLive(id) {
    const folder = this.liveFolder(id);
    await makeFolder(folder, OWNER_ONLY);
    return folder;
  }

  /**
   * @returns {Promise<{ capture: Capture, isSpooled: boolean }[]>} the captures whose
   *   JSON and bytes are both there;
   *   isSpooled: in several files still
   */
  async load() {
    const names = await readdir(this.#folder);
    const ids = names
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -5))
      .filter((id) => ID.test(id));
    const loaded = [];
    for (let i = 0; i < ids.length; i += LOADED_AT_ONCE) {
      loaded.push(...(await Promise.all(ids.slice(i, i + LOADED_AT_ONCE).map((id) => this.#loadOne(id)))));
    }
    return loaded.filter((one) => one !== null);
  }

  /** @param {string} id */
  async #loadOne(id) {
    try {
      const stored = await readJsonFile(join(this.#folder, `${id}.json`)).catch(passDamage);
      const isSpooled = await isFolder(this.liveFolder(id));
      const { mtimeMs } = await stat(isSpooled ? this.liveFolder(id) : this.path(id));
      const { capture, isDescribed } = storedCapture(id, stored, mtimeMs / 1000);
      if (!isDescribed) {
        process.stderr.write(
          `selfclock: the record of capture ${id} in ${this.#folder} is lost; ` +
            `it is read again as "${capture.name}".\n`,
        );
      }
      return { capture, isSpooled };
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      const reason = code === 'ENOENT' ? 'its file is missing' : folderReason(error);
      process.stderr.write(`selfclock: capture ${id} in ${this.#folder} is skipped: ${reason}.\n`);
      return null;
    }
  }

  async #removeLeftovers() {
    const names = new Set(await readdir(this.#folder));
    const removed = { files: 0, bytes: 0 };
    for (const name of names) {
      const at = name.indexOf('.');
      const id = name.slice(0, at);
      const path = join(this.#folder, name);
      if (!ID.test(id) || (names.has(`${id}.json`) && KEPT.has(name.slice(at)))) continue;
      removed.files += 1;
      removed.bytes += await bytesOf(path);
      await rm(path, ALL_OF_IT);
    }
    return removed;
  }

  /**
   * Writes the JSON atomically, after all earlier writes for this capture.
   * @param {Capture} capture
   * @returns {Promise<void>}
   */
  save(capture) {
    const text = JSON.stringify(capture);
    return this.#afterEarlier(capture.id, () => writeAtomically(join(this.#folder, `${capture.id}.json`), text));
  }

  /**
   * What is said of a file that is read in place.
   * @param {Pick<Capture, 'id'|'name'|'tags'>} capture
   * @returns {Promise<void>}
   */
  saveGiven({ id, name, tags }) {
    return this.#writeGiven(id, join(this.#given, `${id}.json`), JSON.stringify({ name, tags }));
  }

  /** @param {string} id @returns {Promise<Partial<Pick<Capture, 'name'|'tags'>>>} nothing where nothing was said */
  async loadGiven(id) {
    const { name, tags } = (await this.#readJson(join(this.#given, `${id}.json`), 'name and tags', id)) ?? {};
    return {
      ...(typeof name === 'string' && { name: cleanName(name) }),
      ...(Array.isArray(tags) && { tags: cleanTags(tags.filter((tag) => typeof tag === 'string')).slice(0, MAX_TAGS) }),
    };
  }

  /** @param {string} id @returns {Promise<void>} when nothing is said of it any more; the file stays */
  removeGiven(id) {
    return this.#afterEarlier(id, async () => {
      await rm(join(this.#given, `${id}.json`), ALL_OF_IT);
      await rm(this.#notesPath(id, false), ALL_OF_IT);
      await rm(this.hostLogPath(id, false), ALL_OF_IT);
      await rm(this.qlogFolder(id, false), ALL_OF_IT);
    });
  }

  /** @param {string} id @param {string} path @param {string} text */
  #writeGiven(id, path, text) {
    return this.#afterEarlier(id, async () => {
      await makeFolder(this.#given, OWNER_ONLY);
      await writeAtomically(path, text);
    });
  }

  /**
   * @param {string} id
   * @param {import('./notes.js').Note[]} notes
   * @param {boolean} isOwned whether the capture's file is the library's
   * @returns {Promise<void>}
   */
  saveNotes(id, notes, isOwned) {
    const [path, text] = [this.#notesPath(id, isOwned), JSON.stringify(notes)];
    return isOwned ? this.#afterEarlier(id, () => writeAtomically(path, text)) : this.#writeGiven(id, path, text);
  }

  /**
   * @param {string} id
   * @param {boolean} isOwned as `saveNotes`
   * @returns {Promise<import('./notes.js').Note[]>} none where none were written, or they cannot be read
   */
  async loadNotes(id, isOwned) {
    const notes = await this.#readJson(this.#notesPath(id, isOwned), 'notes', id);
    if (Array.isArray(notes)) return notes;
    if (notes !== undefined) tellUnread('notes', id, 'they are not a list');
    return [];
  }

  /** @param {string} path @param {string} what @param {string} id @returns {Promise<any>} undefined: there is none */
  #readJson(path, what, id) {
    return readJsonFile(path).catch((error) => tellUnread(what, id, folderReason(error)));
  }

  /**
   * Where what a host recorded beside a capture is, if anything.
   * @param {string} id @param {boolean} isOwned as `saveNotes`
   */
  hostLogPath(id, isOwned) {
    return join(isOwned ? this.#folder : this.#given, `${id}.log`);
  }

  /**
   * Keeps what a host recorded beside a capture, replacing an earlier record.
   * @param {string} id @param {boolean} isOwned @param {Uint8Array} bytes
   * @returns {Promise<void>}
   */
  saveHostLog(id, isOwned, bytes) {
    return this.#afterEarlier(id, async () => {
      if (!isOwned) await makeFolder(this.#given, OWNER_ONLY);
      await writeAtomically(this.hostLogPath(id, isOwned), bytes);
    });
  }

  /** Where qlogs of its connections' ends are, if any. @param {string} id @param {boolean} isOwned as `saveNotes` */
  qlogFolder(id, isOwned) {
    return join(isOwned ? this.#folder : this.#given, `${id}.qlogs`);
  }

  /**
   * Keeps a qlog beside those that a capture has; the same again is one.
   * @param {string} id @param {boolean} isOwned @param {Uint8Array} bytes
   * @returns {Promise<void>}
   * @throws {import('../errors.js').RequestError} 409 it has too many
   */
  saveQlog(id, isOwned, bytes) {
    return this.#afterEarlier(id, async () => {
      const folder = this.qlogFolder(id, isOwned);
      await makeFolder(folder, OWNER_ONLY);
      const name = await nameOfQlog(folder, bytes);
      await writeAtomically(join(folder, name), bytes);
    });
  }

  /** @param {string} id @param {boolean} isOwned */
  #notesPath(id, isOwned) {
    return join(isOwned ? this.#folder : this.#given, `${id}.notes.json`);
  }

  /**
   * @param {string} id
   * @returns {Promise<void>} when its files are gone; the JSON first, so that a crash leaves no half of it listed
   */
  remove(id) {
    return this.#afterEarlier(id, async () => {
      await rm(join(this.#folder, `${id}.json`), ALL_OF_IT);
      await rm(this.#notesPath(id, true), ALL_OF_IT);
      await rm(this.hostLogPath(id, true), ALL_OF_IT);
      await rm(this.qlogFolder(id, true), ALL_OF_IT);
      await rm(this.path(id), ALL_OF_IT);
      await rm(this.liveFolder(id), ALL_OF_IT);
    });
  }

  /**
   * Joins the files of a live capture that has ended into one.
   * @param {string} id
   * @returns {Promise<number>} its bytes
   */
  async adoptSpool(id) {
    await this.#afterEarlier(id, () => joinSpool(this.liveFolder(id), this.path(id)));
    return (await stat(this.path(id))).size;
  }

  /**
   * @returns {Promise<number>} bytes that the disk has left for this user; a folder that was removed is created again
   */
  async freeBytes() {
    await this.prepare();
    const { bavail, bsize } = await statfs(this.#folder);
    return bavail * bsize;
  }

  /** @returns {Promise<void>} when nothing is being written any more */
  async settled() {
    while (this.#writing.size > 0) await Promise.allSettled(this.#writing.values());
  }

  /**
   * @param {string} id
   * @param {() => Promise<void>} task
   */
  #afterEarlier(id, task) {
    const done = (this.#writing.get(id) ?? Promise.resolve()).catch(() => {}).then(task);
    this.#writing.set(id, done);
    const forget = () => {
      if (this.#writing.get(id) === done) this.#writing.delete(id);
    };
    done.then(forget, forget);
    return done;
  }
}

/** @param {string} path of a file, or a folder of files; links lead out of the library @returns {Promise<number>} */
async function bytesOf(path) {
  const found = await lstat(path);
  if (!found.isDirectory()) return found.size;
  const sizes = await Promise.all((await readdir(path)).map(async (name) => (await lstat(join(path, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** @param {string} path */
const isFolder = (path) =>
  lstat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** What a record said is lost; its capture is not. @param {unknown} error */
function passDamage(error) {
  if (!(error instanceof DamagedFile)) throw error;
}

/** @param {string} what @param {string} id @param {string} reason */
function tellUnread(what, id, reason) {
  process.stderr.write(`selfclock: the ${what} of capture ${id} cannot be read: ${reason}.\n`);
}

/**
 * @param {string} path
 * @param {string|Uint8Array} text
 */
async function writeAtomically(path, text) {
  const draft = `${path}.${process.pid}${DRAFT}`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
    await file.close();
    await rename(draft, path).catch((error) => replaceFolder(error, draft, path));
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Where a folder lies in a file's place. @param {any} error of renaming @param {string} draft @param {string} path */
async function replaceFolder(error, draft, path) {
  if (error.code !== 'EISDIR') throw error;
  await rm(path, ALL_OF_IT);
  await rename(draft, path);
}
