import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './folders.js';
import { joinSpool } from './join-spool.js';
import { claim, otherOwner, release } from './owner.js';
import { storedCapture } from './stored-capture.js';

/**
 * The capture library on disk, one folder:
 *
 * ```
 *   c1f3….capture        the bytes as they came in
 *   c1f3….json           what is known about them; only with this file the capture is in the library
 *   c1f3….notes.json     what readers noted
 *   c1f3….owner          the process that still writes them
 * ```
 *
 * Names are made here and never from what a client sends.
 */

const ID = /^c[0-9a-f]{16}$/;
/** Ends the name of what is being written and takes the place of another file when it is whole. */
const DRAFT = '.new';
/** A capture file without its JSON this old is left over from an upload that broke off with the server. */
const LEFTOVER_MS = 3_600_000;
const OWNER_ONLY = 0o700;
/** Captures looked at together when a server starts: each has a file open, of which a process may have 1,024. */
const LOADED_AT_ONCE = 64;

/** @returns {string} `$XDG_DATA_HOME/selfclock`, by the XDG base directory specification @throws {Error} where the user has no home */
export function defaultDataDirectory() {
  const home = process.env.XDG_DATA_HOME;
  return join(home?.startsWith('/') ? home : join(ownHome(), '.local', 'share'), 'selfclock');
}

/** @returns {string} */
function ownHome() {
  try {
    return homedir();
  } catch (cause) {
    throw new Error('This user has no home folder, where captures would be kept; name a folder for them with --data.', { cause });
  }
}

export class CaptureStore {
  #folder;
  /** Writes of one capture's JSON follow each other. @type {Map<string, Promise<void>>} */
  #writing = new Map();

  /** @param {string} dataDirectory */
  constructor(dataDirectory) {
    this.#folder = join(dataDirectory, 'captures');
  }

  /** Makes the folder where it is missing. @throws {NodeJS.ErrnoException} it cannot be made, or looked into */
  async prepare() {
    await makeFolder(this.#folder, OWNER_ONLY);
    await access(this.#folder, constants.R_OK | constants.X_OK);
  }

  /** @returns {string} an id that no other capture has */
  newId() {
    return `c${randomBytes(8).toString('hex')}`;
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
   * Makes that folder, for a capture that this server is going to write.
   * @param {string} id
   * @returns {Promise<string>} where it is
   * @throws {NodeJS.ErrnoException} what the disk says; nothing is left of it then
   */
  async beginLive(id) {
    const folder = this.liveFolder(id);
    try {
      await makeFolder(folder, OWNER_ONLY);
      await this.claim(id);
      return folder;
    } catch (error) {
      await this.remove(id).catch(() => undefined); // the first error says more
      throw error;
    }
  }

  /**
   * @returns {Promise<import('../capture-record.js').Capture[]>} the captures whose JSON and bytes are both there
   */
  async load() {
    const names = await readdir(this.#folder);
    const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5)).filter((id) => ID.test(id));
    const loaded = [];
    for (let i = 0; i < ids.length; i += LOADED_AT_ONCE) loaded.push(...await Promise.all(ids.slice(i, i + LOADED_AT_ONCE).map((id) => this.#loadOne(id))));
    return loaded.filter((capture) => capture !== null);
  }

  /** @param {string} id */
  async #loadOne(id) {
    try {
      const owner = await otherOwner(this.#ownerPath(id));
      if (owner !== null) throw new Error(`another Selfclock, process ${owner}, still writes it.`);
      await this.release(id);
      const stored = parsed(await readFile(join(this.#folder, `${id}.json`), 'utf8'));
      if (existsSync(this.liveFolder(id))) await this.adoptSpool(id);
      const { mtimeMs } = await stat(this.path(id)), { capture, isDescribed } = storedCapture(id, stored, mtimeMs / 1000);
      if (!isDescribed) process.stderr.write(`selfclock: what was known of capture ${id} in ${this.#folder} is lost; it is read anew as "${capture.name}".\n`);
      return capture;
    } catch (error) {
      process.stderr.write(`selfclock: capture ${id} in ${this.#folder} is left out: ${/** @type {Error} */ (error).message}\n`);
      return null;
    }
  }

  /** Deletes what broke off together with an earlier server: uploads, and drafts of JSON. */
  async removeLeftovers() {
    const names = new Set(await readdir(this.#folder));
    for (const name of names) {
      const id = name.slice(0, name.indexOf('.'));
      if (!ID.test(id) || (names.has(`${id}.json`) && !name.endsWith(DRAFT))) continue;
      if (await otherOwner(this.#ownerPath(id)) !== null) continue;
      const path = join(this.#folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
      if (Date.now() - mtimeMs > LEFTOVER_MS) await rm(path, { recursive: true, force: true });
    }
  }

  /**
   * Writes the JSON whole or not at all, after all earlier writes for this capture.
   * @param {import('../capture-record.js').Capture} capture
   * @returns {Promise<void>}
   */
  save(capture) {
    const text = JSON.stringify(capture);
    return this.#afterEarlier(capture.id, () => writeAtomically(join(this.#folder, `${capture.id}.json`), text));
  }

  /**
   * @param {string} id
   * @param {import('./notes.js').Note[]} notes
   * @returns {Promise<void>}
   */
  saveNotes(id, notes) {
    const text = JSON.stringify(notes);
    return this.#afterEarlier(id, () => writeAtomically(this.#notesPath(id), text));
  }

  /** @param {string} id @returns {Promise<import('./notes.js').Note[]>} none where none were written, or they cannot be read */
  async loadNotes(id) {
    try {
      const notes = JSON.parse(await readFile(this.#notesPath(id), 'utf8'));
      return Array.isArray(notes) ? notes : [];
    } catch (error) {
      const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code !== 'ENOENT') process.stderr.write(`selfclock: the notes of capture ${id} cannot be read: ${message}\n`);
      return [];
    }
  }

  /** @param {string} id of a capture that this server goes on writing, which is in the library already: another server is to leave it alone */
  async claim(id) {
    await claim(this.#ownerPath(id));
  }

  /** @param {string} id that is written no more */
  async release(id) {
    await release(this.#ownerPath(id));
  }

  /** @param {string} id */
  #ownerPath(id) {
    return join(this.#folder, `${id}.owner`);
  }

  /** @param {string} id */
  #notesPath(id) {
    return join(this.#folder, `${id}.notes.json`);
  }

  /** @param {string} id @returns {Promise<void>} when its files are gone; the JSON first, so that a crash leaves no half of it listed */
  remove(id) {
    return this.#afterEarlier(id, async () => {
      await rm(join(this.#folder, `${id}.json`), { force: true });
      await rm(this.#notesPath(id), { force: true });
      await rm(this.path(id), { force: true });
      await rm(this.liveFolder(id), { recursive: true, force: true });
      await this.release(id);
    });
  }

  /**
   * Makes the files of a live capture that has ended the capture's one file.
   * @param {string} id
   * @returns {Promise<number>} its bytes
   */
  async adoptSpool(id) {
    await this.#afterEarlier(id, () => joinSpool(this.liveFolder(id), this.path(id)));
    return (await stat(this.path(id))).size;
  }

  /** @returns {Promise<number>} bytes that the disk has left for this user; a folder that somebody removed is made anew */
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

/** @param {string} text @returns {unknown} undefined where a disk or an editor has spoilt it */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param {string} path
 * @param {string} text
 */
async function writeAtomically(path, text) {
  const draft = `${path}.${process.pid}${DRAFT}`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
    await file.close();
    await rename(draft, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}
