/** Files of a watch whose spans wait for the collector: it is asked whether it is back, and then they are sent. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { RETRY_MS } from '../outage.js';

/** @typedef {import('../otlp/send-spans.js').SentSpans} SentSpans */
/** @typedef {{ path: string, after: number }} WaitingFile `after`: so many of its spans were sent */
/**
 * @typedef {object} SpanSender
 * @property {() => Promise<boolean>} isThere whether the collector answers
 * @property {(file: WaitingFile) => Promise<SentSpans|null>} send null: the file is gone, or cannot be read any more
 * @property {(sent: SentSpans|null, waiting: number) => void} onSent null: spans of a file were given up
 */

/** Further ones push the oldest out, whose spans are given up. */
export const MAX_WAITING_FILES = 1000;
const FILE = 'waiting-spans.json';

export class SpanQueue {
  #path;
  #files;

  /** @param {string} path @param {WaitingFile[]} files */
  constructor(path, files) {
    this.#path = path;
    this.#files = files;
  }

  /** With what waited when the watch ended. @param {string} folder of the watch */
  static async open(folder) {
    const path = join(folder, FILE);
    const text = await readFile(path, 'utf8').catch(() => '[]');
    return new SpanQueue(path, JSON.parse(text));
  }

  /** Files that wait. */
  get length() {
    return this.#files.length;
  }

  /** @param {WaitingFile} file @returns {Promise<boolean>} whether the oldest had to go for it */
  async add(file) {
    this.#files.push(file);
    const isFull = this.#files.length > MAX_WAITING_FILES;
    if (isFull) this.#files.shift();
    await this.#save();
    return isFull;
  }

  /** Sends what waits, whenever the collector is there. @param {SpanSender} sender @param {AbortSignal} signal */
  async sendAll(sender, signal) {
    const wait = (/** @type {number} */ ms) => delay(ms, undefined, { signal }).catch(() => undefined);
    let waitMs = RETRY_MS.least;
    while (!signal.aborted) {
      const wasSent = this.length > 0 && (await sender.isThere()) && (await this.#sendFirst(sender));
      if (wasSent) waitMs = RETRY_MS.least;
      else {
        await wait(waitMs);
        waitMs = this.length === 0 ? RETRY_MS.least : Math.min(2 * waitMs, RETRY_MS.most);
      }
    }
  }

  /** @param {SpanSender} sender @returns {Promise<boolean>} false: the collector went away meanwhile */
  async #sendFirst(sender) {
    const [first] = this.#files;
    const sent = await sender.send(first);
    const isDone = sent === null || sent.unsent === 0;
    // More may have pushed it out while it was being sent.
    if (isDone) this.#files = this.#files.filter((file) => file !== first);
    else first.after += sent.sent + sent.dropped;
    await this.#save();
    sender.onSent(sent, this.length);
    return isDone;
  }

  async #save() {
    const unfinished = `${this.#path}.part`;
    await writeFile(unfinished, JSON.stringify(this.#files));
    await rename(unfinished, this.#path);
  }
}
