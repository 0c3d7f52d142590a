import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { Spool } from './spool.js';

/**
 * The files of a capture that begins a new one every so many seconds. The reader of finished files deletes them: none
 * is deleted here, and nothing is kept of deleted ones, so memory stays constant over weeks.
 */
export class RolledFiles extends Spool {
  #folder;

  /** @param {string} path as it was given to the tool, in a folder of its own */
  constructor(path) {
    super(path, { ringFileBytes: null, ringFiles: 0 });
    this.#folder = dirname(path);
  }

  /** Oldest first; the last is being written until the capture has ended. */
  async look() {
    const names = await readdir(this.#folder).catch(() => []);
    // dumpcap numbers them, tcpdump names them by the second and numbers those of one.
    names.sort(new Intl.Collator('en', { numeric: true }).compare);
    this.paths = names.map((name) => join(this.#folder, name));
  }

  /** Of the file that is being written. */
  async bytes() {
    const last = this.paths.at(-1);
    const { size } = (last && (await stat(last).catch(() => null))) || { size: 0 };
    return size;
  }
}
