/** Reads what an interface or a folder brings into tables, for weeks: a process a file, so that memory stays flat. */
import { mkdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { isCollectorThere } from '../otlp/send-spans.js';
import { CapturedFiles, deleteFirst } from './captured-files.js';
import { Capturing } from './capturing.js';
import { FollowedFolder } from './followed-folder.js';
import { begun, readHealth, writeHealth } from './health.js';
import { indexFile } from './index-file.js';
import { Problems } from './problems.js';
import { ReadFiles } from './read-files.js';
import { addToSeries } from './series.js';
import { SpanQueue } from './span-queue.js';
import { deleteCapture, deleteOldDays } from './tables-upkeep.js';

/** @typedef {import('./read-files.js').FoundFile} FoundFile */
/** @typedef {import('./health.js').Health} Health */
/** @typedef {import('../otlp/send-spans.js').SentSpans} SentSpans */
/**
 * @typedef {object} WatchOptions
 * @property {string} tables a folder of tables that is there
 * @property {string} folder of this watch, in it
 * @property {string} name
 * @property {import('./captured-files.js').CaptureOptions} capture `interface` is what is watched, a folder as well
 * @property {boolean} isFolder
 * @property {number} settleSeconds a file of such a folder that has not changed for so long is finished
 * @property {number} keepBytes of captures that were made here
 * @property {number|null} keepDays of tables; null: all
 * @property {string[]} command of Selfclock's command line
 * @property {string[]} indexOptions without the collector
 * @property {string|null} otlp the collector's address; null: no spans are sent
 * @property {(figures: import('../figures.js').Figures) => void} onFigures of each file that was read
 * @property {(sentence: string) => void} onProblem
 */

const LOOK_MS = 500;
const CARE_MS = 2000;
/** Before a file is read again when the tables could not be written, or reading broke off. */
const RETRY_MS = 10_000;
const MAX_TRIES = 3;
/** Left free on the disk: captures go, oldest first, whatever may be kept of them. */
const RESERVE_BYTES = 256 * 1024 ** 2;

export class Watch {
  /** @type {Health} */
  health;
  #options;
  #read;
  #files;
  #problems;
  #spans;
  /** @type {Capturing|null} */
  #capturing = null;
  /** Path of the file that is being read. */
  #reading = '';
  #tries = 0;

  /**
   * @param {WatchOptions} options
   * @param {{ read: ReadFiles, spans: SpanQueue, before: Health|null }} kept of earlier runs
   */
  constructor(options, { read, spans, before }) {
    const { name, capture, isFolder, folder, settleSeconds } = options;
    this.#options = options;
    this.#read = read;
    this.#spans = spans;
    this.#problems = new Problems(options.onProblem);
    const files = isFolder ? capture.interface : join(folder, 'captures');
    const captured = new CapturedFiles(files);
    this.#files = isFolder ? new FollowedFolder(files, settleSeconds * 1000) : captured;
    this.health = begun(before, { name, source: capture.interface, isCapturing: !isFolder });
    if (!isFolder) this.#capturing = new Capturing(captured, capture, this);
  }

  /** @param {WatchOptions} options */
  static async open(options) {
    await mkdir(join(options.folder, 'captures'), { recursive: true });
    const read = await ReadFiles.open(join(options.folder, 'read.jsonl'));
    const spans = await SpanQueue.open(options.folder);
    return new Watch(options, { read, spans, before: await readHealth(options.folder) });
  }

  /** @type {Problems['tell']} */
  tell(place, sentence) {
    this.#problems.tell(place, sentence);
    this.health.problem = this.#problems.latest;
  }

  /**
   * @param {AbortSignal} signal ends it when all that was captured until then is read
   * @param {() => void} onStart it captures
   * @throws {import('../../capture/live/live-error.js').LiveCaptureError} capturing cannot start
   */
  async run(signal, onStart) {
    await this.#capturing?.start();
    onStart();
    const ended = new AbortController();
    const capturing = this.#capturing?.goOn(signal);
    const caring = this.#care(ended.signal);
    const sending = this.#sendWaiting(ended.signal);
    await this.#readAll(signal);
    await capturing;
    ended.abort();
    await Promise.all([caring, sending]);
    this.health.state = 'stopped';
    await this.#lookAfter();
  }

  /** @param {AbortSignal} signal */
  async #readAll(signal) {
    for (;;) {
      // Asked before the files are looked for: what comes later is not the last.
      const isLast = this.#capturing?.hasEnded ?? signal.aborted;
      const unread = await this.#unread();
      let isStuck = unread === null;
      for (const file of unread ?? []) {
        isStuck ||= !(await this.#take(file));
        if (isStuck) break;
      }
      // What cannot be read or written now is left to the next start.
      if (isLast && (isStuck || unread?.length === 0)) return;
      const isEnding = signal.aborted;
      const waitMs = isStuck && !isEnding ? RETRY_MS : LOOK_MS;
      if (!isLast) await delay(waitMs, undefined, isEnding ? {} : { signal }).catch(() => undefined);
    }
  }

  /** @returns {Promise<FoundFile[]|null>} null: the folder cannot be read at this time */
  async #unread() {
    try {
      return (await this.#files.look()).finished.filter((file) => !this.#read.has(file));
    } catch (error) {
      this.tell('reading', /** @type {Error} */ (error).message);
      return null;
    }
  }

  /** @param {FoundFile} file @returns {Promise<boolean>} false: it is to be read again */
  async #take(file) {
    const { tables } = this.#options;
    this.#reading = file.path;
    try {
      const outdated = this.#read.get(file)?.capture; // it was read before it was finished
      if (outdated) await deleteCapture(tables, outdated);
      // Empty: the tool was killed before it wrote.
      const indexed = file.size === 0 ? null : await this.#indexed(file.path);
      if (indexed?.outcome === 'failed' && (await isGone(file))) return true; // it was deleted to make room
      await this.#done(file, indexed);
      this.tell('reading', indexed?.message ? `${file.path}: ${indexed.message}` : null);
      return true;
    } catch (error) {
      const { message, broke = false } = /** @type {Error & { broke?: boolean }} */ (error);
      this.tell('reading', message);
      this.#tries += broke ? 1 : 0;
      if (this.#tries < MAX_TRIES) return false;
      await this.#done(file, { outcome: 'failed' }).catch(() => undefined); // what cannot be written is told already
      return true;
    } finally {
      this.#reading = '';
    }
  }

  /** @param {string} path @returns {Promise<import('./index-file.js').Indexed>} */
  async #indexed(path) {
    const { tables, command, otlp } = this.#options;
    // While others wait for the collector, a file does not ask for it: it is behind them.
    const indexOptions = [
      ...this.#options.indexOptions,
      ...(otlp === null || this.#spans.length > 0 ? [] : ['--otlp', otlp]),
    ];
    const indexed = await indexFile(command, path, tables, indexOptions);
    const { outcome, capture } = indexed;
    if (outcome !== 'known' || capture === undefined || this.#read.hasCapture(capture)) return indexed;
    // A reading outlived the watch that had begun it, or did not end before: what it found was never counted.
    await deleteCapture(tables, capture);
    return indexFile(command, path, tables, indexOptions);
  }

  /** @param {FoundFile} file @param {import('./index-file.js').Indexed|null} indexed */
  async #done(file, indexed) {
    await this.#read.add({ ...file, capture: indexed?.capture ?? null });
    this.#tries = 0;
    this.health.files++;
    this.health.bytes += file.size;
    if (indexed?.outcome === 'failed') this.health.unreadableFiles++;
    if (indexed?.figures !== undefined) {
      this.health.packets += indexed.figures.packets;
      this.health.connections += indexed.figures.connections;
      this.#options.onFigures(indexed.figures);
      await addToSeries(this.#options.folder, file.path, String(indexed.capture), indexed.figures);
    }
    if (indexed?.outcome === 'added' && this.#options.otlp !== null) await this.#takeSpans(file, indexed.spans);
    await writeHealth(this.#options.folder, this.health);
  }

  /** @param {FoundFile} file @param {SentSpans} [sent] undefined: none of it was offered */
  async #takeSpans({ path }, sent) {
    if (sent !== undefined) this.#countSpans(sent, this.#spans.length);
    if (sent?.unsent === 0) return;
    const after = (sent?.sent ?? 0) + (sent?.dropped ?? 0);
    if (await this.#spans.add({ path, after })) this.health.givenUpSpanFiles++;
    this.health.waitingSpanFiles = this.#spans.length;
  }

  /** @param {SentSpans|null} sent null: the file is gone @param {number} waiting files */
  #countSpans(sent, waiting) {
    if (sent === null) this.health.givenUpSpanFiles++;
    this.health.spans += sent?.sent ?? 0;
    this.health.droppedSpans += sent?.dropped ?? 0;
    this.health.waitingSpanFiles = waiting;
    if (sent?.problem) this.tell('spans', sent.problem);
    else if (waiting === 0) this.tell('spans', null);
  }

  /** @param {AbortSignal} signal */
  async #sendWaiting(signal) {
    const { tables, command, indexOptions, otlp } = this.#options;
    if (otlp === null) return;
    const options = [...indexOptions, '--otlp', otlp];
    await this.#spans.sendAll(
      {
        isThere: () => isCollectorThere(otlp),
        send: async ({ path, after }) => {
          const sending = indexFile(command, path, tables, [...options, '--spans-after', String(after)]);
          return (await sending.catch(() => null))?.spans ?? null;
        },
        onSent: (sent, waiting) => this.#countSpans(sent, waiting),
      },
      signal,
    );
  }

  /** @param {AbortSignal} signal */
  async #care(signal) {
    for (; !signal.aborted; await delay(CARE_MS, undefined, { signal }).catch(() => undefined)) {
      await this.#lookAfter().catch((error) => this.tell('reading', error.message));
    }
  }

  /** Makes room, and tells how it is. */
  async #lookAfter() {
    const { tables, folder, isFolder, keepDays } = this.#options;
    const { finished, open } = await this.#files.look();
    const kept = isFolder ? finished : await this.#makeRoom(finished);
    await this.#read.keep([...kept, ...open]);
    if (keepDays !== null) await deleteOldDays(tables, keepDays, folder);
    const unread = kept.filter((file) => !this.#read.has(file));
    const now = Date.now();
    Object.assign(this.health, {
      toldAt: new Date(now).toISOString(),
      backlogFiles: unread.length,
      lagSeconds: unread.length === 0 ? 0 : Math.max(0, (now - unread[0].mtimeMs) / 1000),
      keptBytes: isFolder ? 0 : kept.reduce((sum, { size }) => sum + size, 0),
      memoryBytes: process.memoryUsage.rss(),
    });
    await writeHealth(folder, this.health);
  }

  /** @param {FoundFile[]} finished of our own capture @returns {Promise<FoundFile[]>} what is left of them */
  async #makeRoom(finished) {
    const { folder, keepBytes } = this.#options;
    const { bavail, bsize } = await statfs(folder);
    const bytes = finished.reduce((sum, { size }) => sum + size, 0);
    const mayKeep = Math.min(keepBytes, Math.max(0, bytes + bavail * bsize - RESERVE_BYTES));
    const [read, unread] = [true, false].map((isRead) => finished.filter((file) => this.#read.has(file) === isRead));
    const idle = [...read, ...unread].filter(({ path }) => path !== this.#reading);
    const deleted = new Set(await deleteFirst(idle, mayKeep));
    for (const file of deleted) {
      if (this.#read.has(file)) continue;
      this.health.lostFiles++;
      this.health.lostBytes += file.size;
      this.tell(
        'reading',
        'Captures were deleted unread: reading is slower than capturing, or too little may be kept.',
      );
    }
    return finished.filter((file) => !deleted.has(file));
  }
}

/** @param {FoundFile} file */
const isGone = ({ path }) =>
  stat(path).then(
    () => false,
    () => true,
  );
