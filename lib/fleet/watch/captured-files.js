/** What a watch captures itself: a folder for each start of the capture tool, files of a minute in it. */
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { startLiveCapture } from '../../capture/live/live-capture.js';
import { sampleSockets } from '../../capture/live/sample-sockets.js';
import { recordBeside } from '../../shared/hostlog/record-beside.js';

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
 * @property {boolean} [withSockets] samples this host's sockets meanwhile, into a record beside each file
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
  async start({ fileSeconds, fileBytes, withSockets = false, ...options }, onStatistics) {
    const directory = join(this.#path, new Date().toISOString().replaceAll(/[-:.]/g, ''));
    await mkdir(directory, { recursive: true, mode: 0o700 });
    this.#capture = null;
    this.#folder = directory;
    const rolling = { rollSeconds: fileSeconds, ringFileBytes: fileBytes };
    const capture = await startLiveCapture({ ...options, ...rolling, directory, onStatistics });
    this.#capture = capture;
    if (withSockets) recordBesideFiles(directory, capture);
    return capture;
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

/**
 * Until the capture ends; a watch says at its start what keeps a record from being written.
 * @param {string} directory @param {LiveCapture} capture
 */
function recordBesideFiles(directory, capture) {
  const stopping = new AbortController();
  const where = () => {
    const open = capture.spool.paths.at(-1);
    return open === undefined ? null : recordBeside(join(directory, basename(open)));
  };
  void sampleSockets(where, { filter: undefined, signal: stopping.signal }).catch(() => undefined);
  void capture.ended.then(() => stopping.abort());
}

/** @param {string} folder @returns {Promise<FoundFile[]>} in the order in which the tool wrote them */
export async function filesIn(folder) {
  const all = await readdir(folder);
  const names = all
    .filter((name) => !all.some((other) => recordBeside(other) === name))
    .sort(new Intl.Collator('en', { numeric: true }).compare);
  const paths = names.map((name) => join(folder, name));
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => null)));
  return found.flatMap((file, i) => (file ? { path: paths[i], size: file.size, mtimeMs: file.mtimeMs } : []));
}

/** @param {string} path @returns {Promise<number>} 0: there is no such file */
const bytesAt = (path) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/**
 * Deletes files, with the records beside them, until the others have no more bytes than may be kept.
 * @param {FoundFile[]} files that go first, first
 * @param {number} keepBytes
 * @returns {Promise<FoundFile[]>} what was deleted
 */
export async function deleteFirst(files, keepBytes) {
  const sizes = await Promise.all(files.map(async ({ path, size }) => size + (await bytesAt(recordBeside(path)))));
  let bytes = sizes.reduce((sum, size) => sum + size, 0);
  const deleted = [];
  for (const [i, file] of files.entries()) {
    if (bytes <= keepBytes) break;
    await rm(file.path, { force: true });
    await rm(recordBeside(file.path), { force: true });
    bytes -= sizes[i];
    deleted.push(file);
  }
  return deleted;
}
