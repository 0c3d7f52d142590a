import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { followCapture } from '../file/read-capture.js';
import { PCAP_HEADER_BYTES } from '../pcap.js';

/** How often the directory of a ring is looked at for a new file. */
const LOOK_MS = 50;

/**
 * The files that a capture child writes, in order. Without a ring it is one. With a ring the tool begins a new file at
 * every so many bytes (dumpcap: `spool_00002_20261120130445.pcapng`, tcpdump and pcap-child: `spool.pcap1`), and the
 * oldest are deleted here, since only dumpcap deletes them itself, and tcpdump would write over a file that is still
 * being read.
 */
export class Spool {
  /** Paths of the files there are, oldest first. @type {string[]} */
  paths = [];
  /** Bytes in files that were overwritten in the ring. */
  lostBytes = 0;
  /** Files that were overwritten in the ring. */
  lostFiles = 0;
  ended = false;
  #first;
  #ringFiles;
  #ring;
  /** Files met so far; those at the front may be gone. @type {string[]} */
  #met = [];

  /**
   * @param {string} path as it was given to the tool
   * @param {{ ringFileBytes: number|null, ringFiles: number }} ring
   */
  constructor(path, { ringFileBytes, ringFiles }) {
    this.#first = path;
    this.#ring = ringFileBytes !== null;
    this.#ringFiles = ringFiles;
  }

  /** Looks for new files and lets the oldest fall off the ring. */
  async look() {
    for (const path of await this.#list()) {
      if (this.#met.includes(path)) continue;
      this.#met.push(path);
      this.paths.push(path);
    }
    while (this.#ring && this.paths.length > this.#ringFiles) await this.#drop();
  }

  async #list() {
    const names = await readdir(dirname(this.#first)).catch(ifGone([]));
    const stem = basename(this.#first).replace(/\.pcap(ng)?$/, '');
    const mine = names.filter(
      (name) => name === basename(this.#first) || (this.#ring && fileNumber(name, stem) !== null),
    );
    mine.sort((a, b) => (fileNumber(a, stem) ?? 0) - (fileNumber(b, stem) ?? 0));
    return mine.map((name) => join(dirname(this.#first), name));
  }

  async #drop() {
    const path = /** @type {string} */ (this.paths.shift());
    this.lostBytes += await sizeOf(path);
    this.lostFiles += 1;
    await rm(path, { force: true });
  }

  /** Bytes in all files, those that fell off included. */
  async bytes() {
    let bytes = this.lostBytes;
    for (const path of this.paths) bytes += await sizeOf(path);
    return bytes;
  }

  /**
   * Number of the file that is being written, counted over all that there were; `path(number)` is null when it fell
   * off.
   * @param {number} number
   */
  path(number) {
    const path = this.#met[number];
    return this.paths.includes(path) ? path : null;
  }

  /** Files begun so far. */
  get begun() {
    return this.#met.length;
  }
}

/**
 * The directory may be removed during the capture: then there are no files, and no bytes.
 * @template T
 * @param {T} nothing
 * @returns {(error: NodeJS.ErrnoException) => T}
 */
const ifGone = (nothing) => (error) => {
  if (error.code !== 'ENOENT') throw error;
  return nothing;
};

/** @param {string} path @returns {Promise<number>} bytes */
const sizeOf = async (path) => (await stat(path).catch(ifGone({ size: 0 }))).size;

/**
 * @param {string} name
 * @param {string} stem
 * @returns {number|null} null: not a later file of this spool
 */
function fileNumber(name, stem) {
  if (!name.startsWith(stem)) return null;
  const number = /^_(\d+)_\d+\.pcapng$|^\.pcap(\d+)$/.exec(name.slice(stem.length));
  return number && Number(number[1] ?? number[2]);
}

/**
 * The spool's files in order as they appear; those that fell off the ring before they were asked for are left out. Ends
 * when the capture has ended and its last file has been given.
 * @param {Spool} spool
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<{ path: string, number: number }>}
 */
async function* followSpool(spool, signal) {
  for (let number = 0; ;) {
    signal?.throwIfAborted();
    const ended = spool.ended;
    if (number < spool.begun) {
      const path = spool.path(number);
      if (path) yield { path, number };
      number += 1;
    } else if (ended) {
      return;
    } else {
      await delay(LOOK_MS, undefined, { signal }).catch(() => null);
    }
  }
}

/**
 * Reads all files of a spool into one target, while they grow, and ends the target. They make one stream: a new pcapng
 * file begins a new section, which a stream of pcapng may hold; a new pcap file repeats the file header, which is cut
 * off. Files that fell off the ring unread are named in a warning.
 * @param {Spool} spool
 * @param {import('../content/gunzip-target.js').CaptureTarget} target
 * @param {{ signal?: AbortSignal, onProgress?: (progress: { bytesRead: number, totalBytes: number|null }) => void }}
 *   [options]
 */
export async function followSpoolInto(spool, target, { signal, onProgress } = {}) {
  let before = 0;
  let expected = 0;
  let headerSeen = false;
  for await (const { path, number } of followSpool(spool, signal)) {
    if (number > expected) {
      target.warn?.(
        'ring_overrun',
        `${number - expected} files of the capture's ring were overwritten before they were read.`,
      );
    }
    expected = number + 1;
    const skip = headerSeen && !path.endsWith('.pcapng') ? PCAP_HEADER_BYTES : 0;
    let bytes = 0;
    await followCapture(path, withoutHead(target, skip), {
      signal,
      finished: () => spool.ended || spool.begun > number + 1,
      onProgress: ({ bytesRead }) => {
        bytes = bytesRead;
        onProgress?.({ bytesRead: before + bytesRead, totalBytes: null });
      },
    });
    before += bytes;
    headerSeen = true;
  }
  target.end();
}

/**
 * A target that passes on all but the first bytes, and is not ended with the file.
 * @param {import('../content/gunzip-target.js').CaptureTarget} target
 * @param {number} skip
 * @returns {import('../content/gunzip-target.js').CaptureTarget}
 */
function withoutHead(target, skip) {
  let left = skip;
  return {
    push(chunk) {
      const cut = Math.min(left, chunk.length);
      left -= cut;
      if (cut < chunk.length) target.push(cut ? chunk.subarray(cut) : chunk);
    },
    end: () => undefined,
    warn: (code, message, offset) => target.warn?.(code, message, offset),
  };
}
