import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { CaptureError } from '../../capture/capture-error.js';
import { wholeFile } from '../../files/whole-files.js';

/** @implements {Place} @typedef {import('./place.js').Place} Place */
export class Folder {
  /** @param {string} path */
  constructor(path) {
    this.path = path;
  }

  async isEmpty() {
    return (await namesIn(this.path)).length === 0;
  }

  /** @param {string} name */
  async readText(name) {
    return readFile(join(this.path, name), 'utf8').catch((error) => {
      if (error.code === 'ENOENT') return null;
      throw new CaptureError('unreadable', `${this.path} cannot be read as a folder of tables: ${error.code}.`);
    });
  }

  /** @param {string} table */
  async files(table) {
    const days = (await namesIn(join(this.path, table))).sort();
    const ofDay = async (/** @type {string} */ day) =>
      (await namesIn(join(this.path, table, day))).map((name) => ({ day, name }));
    return (await Promise.all(days.map(ofDay))).flat();
  }

  /** @param {string} name @param {(path: string) => Promise<void>} write */
  async put(name, write) {
    const path = join(this.path, name);
    await mkdir(dirname(path), { recursive: true });
    await wholeFile(path, write);
  }

  /** Nothing is open. */
  close() {}
}

/** @param {string} folder that may not be there @returns {Promise<string[]>} */
const namesIn = (folder) => readdir(folder).catch(() => []);
