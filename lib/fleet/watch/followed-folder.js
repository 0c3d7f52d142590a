/** A folder that others fill with captures: which files are finished. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** @typedef {import('./read-files.js').FoundFile} FoundFile */

/** As capture tools name their files; what is being copied has another name, or a dot before it. */
const CAPTURE_NAME = /^[^.].*\.(?:pcap(?:ng)?\d*|cap|snoop|dmp)(?:\.gz)?$/i;

export class FollowedFolder {
  #path;
  #settleMs;
  /** How each file was when it was last seen to change. @type {Map<string, FoundFile & { sinceMs: number }>} */
  #seen = new Map();

  /** @param {string} path @param {number} settleMs a file that has not changed for so long is finished */
  constructor(path, settleMs) {
    this.#path = path;
    this.#settleMs = settleMs;
  }

  /** @returns {Promise<{ finished: FoundFile[], open: FoundFile[] }>} oldest first */
  async look() {
    const nowMs = performance.now(); // clocks of the files' writers may differ from ours
    const there = (await readdir(this.#path)).filter((name) => CAPTURE_NAME.test(name));
    /** @type {Map<string, FoundFile & { sinceMs: number }>} */
    const seen = new Map();
    for (const path of there.map((name) => join(this.#path, name))) {
      const found = await stat(path).catch(() => null);
      if (!found?.isFile()) continue;
      const { size, mtimeMs } = found;
      const before = this.#seen.get(path);
      const isSame = before?.size === size && before.mtimeMs === mtimeMs;
      seen.set(path, isSame ? before : { path, size, mtimeMs, sinceMs: nowMs });
    }
    this.#seen = seen;
    const files = [...seen.values()].sort((a, b) => a.mtimeMs - b.mtimeMs);
    const isFinished = (/** @type {{ sinceMs: number }} */ { sinceMs }) => nowMs - sinceMs >= this.#settleMs;
    return { finished: files.filter(isFinished), open: files.filter((file) => !isFinished(file)) };
  }
}
