/** What a watch captures itself: a folder for each start of the capture tool, files of a minute in it. */
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { startLiveCapture } from '../../capture/live/live-capture.js';

/** @typedef {import('./read-files.js').FoundFile} FoundFile */
/** @typedef {import('../../capture/live/live-capture.js').LiveCapture} LiveCapture */
/** @typedef {import('../../capture/live/live-capture.js').LiveStatistics} LiveStatistics */
/**
 * @typedef {object} CaptureOptions
 * @property {string} interface `-`: standard input
 * @property {string} [filter]
 * @property {number|null} snapLength
 * @property {number} fileSeconds a file's length
 * @property {number} fileBytes and its size, at most: what bounds the memory that reading it takes
 */

export class CapturedFiles {
  #path;
  /** Of the capture that runs or is being started. */
  #folder = '';
  /** @type {LiveCapture|null} */
  #capture = null;

  /** @param {string} path of the folder */
  constructor(path) {
    this.#path = path;
  }

  /**
   * @param {CaptureOptions} options
   * @param {(statistics: LiveStatistics) => void} onStatistics
   * @returns {Promise<LiveCapture>}
   * @throws {import('../../capture/live/live-error.js').LiveCaptureError} it cannot start
   */
  async start({ fileSeconds, fileBytes, ...options }, onStatistics) {
    const directory = join(this.#path, new Date().toISOString().replaceAll(/[-:.]/g, ''));
    await mkdir(directory, { recursive: true, mode: 0o700 });
    this.#capture = null;
    this.#folder = directory;
    const rolling = { rollSeconds: fileSeconds, ringFileBytes: fileBytes };
    this.#capture = await startLiveCapture({ ...options, ...rolling, directory, onStatistics });
    return this.#capture;
  }

  /** @returns {Promise<{ finished: FoundFile[], open: FoundFile[] }>} oldest first; open: what is being written */
  async look() {
    const isOpen = this.#capture === null || !this.#capture.spool.ended;
    /** @type {FoundFile[]} */
    const finished = [];
    /** @type {FoundFile[]} */
    const open = [];
    for (const run of (await readdir(this.#path)).sort()) {
      const folder = join(this.#path, run);
      const files = await filesIn(folder);
      const isCurrent = folder === this.#folder && isOpen;
      if (files.length === 0 && !isCurrent) await rmdir(folder).catch(() => undefined);
      if (isCurrent) open.push(...files.splice(-1));
      finished.push(...files);
    }
    return { finished, open };
  }
}

/** @param {string} folder @returns {Promise<FoundFile[]>} in the order in which the tool wrote them */
export async function filesIn(folder) {
  const names = (await readdir(folder)).sort(new Intl.Collator('en', { numeric: true }).compare);
  const paths = names.map((name) => join(folder, name));
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => null)));
  return found.flatMap((file, i) => (file ? { path: paths[i], size: file.size, mtimeMs: file.mtimeMs } : []));
}

/**
 * Deletes files until the others have no more bytes than may be kept.
 * @param {FoundFile[]} files that go first, first
 * @param {number} keepBytes
 * @returns {Promise<FoundFile[]>} what was deleted
 */
export async function deleteFirst(files, keepBytes) {
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  const deleted = [];
  for (const file of files) {
    if (bytes <= keepBytes) break;
    await rm(file.path, { force: true });
    bytes -= file.size;
    deleted.push(file);
  }
  return deleted;
}
