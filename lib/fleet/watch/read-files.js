/** Which files of a watch were read, kept on disk, so that a restart does not read them again. */
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';

/** @typedef {{ path: string, size: number, mtimeMs: number }} FoundFile */
/** @typedef {FoundFile & { capture: string|null }} ReadFile `capture`: its key in the tables; null: it was none */

export class ReadFiles {
  #path;
  /** @type {Map<string, ReadFile>} */
  #files;

  /** @param {string} path @param {Map<string, ReadFile>} files */
  constructor(path, files) {
    this.#path = path;
    this.#files = files;
  }

  /** @param {string} path of the list: a line of JSON a file. A line that a crash cut off is left out. */
  static async open(path) {
    const text = await readFile(path, 'utf8').catch(() => '');
    const lines = text.split('\n').flatMap((line) => parsed(line) ?? []);
    return new ReadFiles(path, new Map(lines.map((file) => [file.path, file])));
  }

  /** @param {FoundFile} file @returns {ReadFile|undefined} as it was when it was read */
  get({ path }) {
    return this.#files.get(path);
  }

  /** @param {FoundFile} file */
  has({ path, size, mtimeMs }) {
    const read = this.#files.get(path);
    return read?.size === size && read.mtimeMs === mtimeMs;
  }

  /** @param {string} capture its key in the tables @returns {boolean} whether one of the files was this */
  hasCapture(capture) {
    return [...this.#files.values()].some((file) => file.capture === capture);
  }

  /** @param {ReadFile} file */
  async add(file) {
    this.#files.set(file.path, file);
    await appendFile(this.#path, lineOf(file));
  }

  /** Forgets the files that are no more. @param {FoundFile[]} there */
  async keep(there) {
    const paths = new Set(there.map(({ path }) => path));
    const gone = [...this.#files.keys()].filter((path) => !paths.has(path));
    if (gone.length === 0) return;
    for (const path of gone) this.#files.delete(path);
    const unfinished = `${this.#path}.part`;
    await writeFile(unfinished, [...this.#files.values()].map(lineOf).join(''));
    await rename(unfinished, this.#path);
  }
}

/** @param {ReadFile} file */
const lineOf = ({ path, size, mtimeMs, capture }) => `${JSON.stringify({ path, size, mtimeMs, capture })}\n`;

/** @param {string} line @returns {ReadFile|null} */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
