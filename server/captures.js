import { EventEmitter } from 'node:events';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { applySummary, newCapture } from '../lib/shared/captures/capture-record.js';
import { recordBeside } from '../lib/shared/hostlog/record-beside.js';
import { AnalysisPool } from './analysis/analysis-pool.js';
import { analysisVersion } from './analysis/analysis-version.js';
import { newEntry } from './capture-entry.js';
import { holdsQlog } from './check-host-log.js';
import { checkKeyLog } from './check-key-log.js';
import { logUnexpected, noSuchCapture, RequestError } from './errors.js';
import { isFileFault, refusalToRead } from './file-errors.js';
import { checkDecodeAs } from './library/check-decode-as.js';
import { restoreCaptures } from './library/restore-captures.js';

/** Errors that reading the file again may only repeat: it is read again only if the user asks. */
const FATAL = new Set(['out_of_memory', 'analysis_stuck', 'analysis_crashed', 'interrupted']);

/** Pause between two steps of analysing long connections, for other requests. */
const EXAMINING_PAUSE_MS = 50;

/**
 * @typedef {import('../lib/shared/captures/capture-record.js').Capture} Capture
 * @typedef {import('./capture-entry.js').CaptureEntry} CaptureEntry
 */

/**
 * All captures: what is known of each, where its bytes come from, which analysis thread answers for it.
 * Events: `changed` (id), `removed` (id), `progress` (id, Summary).
 */
export class Captures extends EventEmitter {
  #store;
  #limits;
  #pool;
  /** @type {Map<string, CaptureEntry>} */
  #entries = new Map();

  /**
   * @param {{ store: import('./library/capture-store.js').CaptureStore, limits: import('./limits.js').Limits,
   *   isWatched: (id: string) => boolean, watchedFlows: (id: string) => number[] }} parts
   */
  constructor({ store, limits, isWatched, watchedFlows }) {
    super();
    this.setMaxListeners(0);
    this.#store = store;
    this.#limits = limits;
    this.#pool = new AnalysisPool(limits, {
      isWatched,
      watchedFlows,
      onProgress: (id, summary) => this.#onProgress(id, summary),
      onEnd: (id, summary, error) => this.#onEnd(id, summary, error),
    });
  }

  /** Restores the captures on disk. */
  load() {
    return restoreCaptures(this.#store, {
      add: (capture) => this.#add(capture, this.#store.path(capture.id), { owned: true, saved: true }),
      read: (entry) => this.#open(entry),
      saveSoon: (entry) => this.#saveSoon(entry),
      fail: ({ capture }, error) => this.#onEnd(capture.id, null, error),
    });
  }

  /**
   * Reads again a capture that could not be read, or not completely.
   * @param {string} id
   * @throws {RequestError} 409 it has been read
   */
  async readAgain(id) {
    const entry = this.get(id);
    if (entry.capture.state !== 'failed') {
      throw new RequestError(409, 'not_failed', 'This capture has been read, or is being read.');
    }
    await entry.whole;
    await this.#pool.close(id);
    if (!this.#pool.has(id)) this.#reopen(entry);
  }

  /** @returns {Capture[]} newest first */
  list() {
    return Array.from(this.#entries.values(), ({ capture }) => capture).sort((a, b) => b.createdEpoch - a.createdEpoch);
  }

  /** @param {string} id @returns {CaptureEntry} @throws {RequestError} 404 */
  get(id) {
    const entry = this.#entries.get(id);
    if (!entry) throw noSuchCapture();
    return entry;
  }

  /** @param {string} id @returns {Capture|null} */
  find(id) {
    return this.#entries.get(id)?.capture ?? null;
  }

  /** @returns {number} bytes of all files that belong to the library */
  usedBytes() {
    let bytes = 0;
    for (const { capture, owned } of this.#entries.values()) bytes += owned ? capture.sizeBytes : 0;
    return bytes;
  }

  /**
   * A capture whose bytes are to be written to `path`.
   * @param {{ id?: string, name: string, source: 'upload'|'stdin'|'live', expectedBytes?: number|null }} of
   * @returns {CaptureEntry}
   */
  begin({ id = this.#store.newId(), name, source, expectedBytes = null }) {
    const capture = newCapture({ id, name, source, state: source === 'live' ? 'live' : 'receiving', expectedBytes });
    return this.#add(capture, this.#store.path(id), { owned: true, saved: false });
  }

  /**
   * A file of the user's, read where it is. Unchanged it is the same capture, with its notes and tags, also after a
   * restart; a changed one is another, since notes are about packets.
   * @param {string} path
   * @param {{ size: number, mtimeMs: number }} found the file's status
   * @returns {Promise<CaptureEntry>}
   */
  async openFile(path, { size: sizeBytes, mtimeMs }) {
    const id = this.#store.idOf(`${path} ${sizeBytes} ${mtimeMs}`);
    const described = await this.#store.loadGiven(id);
    const there = this.#entries.get(id);
    if (there) return there;
    const of = { id, name: basename(path), source: /** @type {const} */ ('file'), sizeBytes, expectedBytes: sizeBytes };
    const capture = { ...newCapture({ ...of, state: 'reading' }), ...described };
    const entry = this.#add(capture, path, { owned: false, saved: false });
    this.#open(entry);
    return entry;
  }

  /** Has the analysis follow the growing file, which must be there. @param {CaptureEntry} entry */
  follow(entry) {
    this.#open(entry, entry.capture.source !== 'upload');
  }

  /** @param {CaptureEntry} entry @param {number} bytes by which its file is longer now */
  grew(entry, bytes) {
    entry.capture.sizeBytes += bytes;
    this.changed(entry);
  }

  /** @param {CaptureEntry} entry a live one, whose files may have changed */
  spoolGrew({ capture, spool }) {
    if (spool) this.#pool.updateSpool(capture.id, spool());
  }

  /** All bytes are there. @param {CaptureEntry} entry */
  async received(entry) {
    const { capture } = entry;
    capture.expectedBytes = capture.sizeBytes;
    entry.cancel = null;
    if (capture.state !== 'failed') capture.state = 'reading';
    this.#pool.finish(capture.id);
    this.changed(entry);
    await this.save(entry);
  }

  /**
   * Records why the bytes ended early; what was received is kept.
   * @param {CaptureEntry} entry
   * @param {string} message
   */
  endedEarly({ capture }, message) {
    capture.warnings.push({ code: 'input_broke_off', message, offset: capture.sizeBytes });
  }

  /** @param {CaptureEntry} entry */
  changed({ capture, removed }) {
    if (removed) return;
    capture.revision += 1;
    this.emit('changed', capture.id);
  }

  /** @param {CaptureEntry} entry */
  async save(entry) {
    if (!entry.owned || entry.removed) return;
    entry.saved = true;
    await this.#store.save(entry.capture);
  }

  /**
   * Changes the name or tags of a capture.
   * @param {string} id
   * @param {Partial<Pick<Capture, 'name'|'tags'>>} changes
   */
  async describe(id, changes) {
    const entry = this.get(id);
    const { name, tags } = entry.capture;
    Object.assign(entry.capture, changes);
    await this.#saveDescription(entry).catch((cause) => this.#undo(entry, { name, tags }, cause));
    this.changed(entry);
  }

  /** @param {CaptureEntry} entry */
  async #saveDescription(entry) {
    if (!entry.owned) await this.#store.saveGiven(entry.capture);
    else if (entry.saved) await this.save(entry);
  }

  /**
   * Removes a capture, whatever is in progress, and deletes its file if it belongs to the library.
   * @param {string} id
   */
  async remove(id) {
    const entry = this.get(id);
    this.#entries.delete(id);
    entry.removed = true;
    this.emit('removed', id);
    await entry.cancel?.();
    await this.#pool.close(id);
    entry.settleAnalysed();
    if (!entry.owned) return this.#store.removeGiven(id);
    await this.#store.remove(id).catch((cause) => {
      if (entry.saved) this.#entries.set(id, entry);
      entry.removed = !entry.saved;
      this.#undo(entry, {}, cause);
    });
  }

  /**
   * A change could not be written to disk.
   * @param {CaptureEntry} entry
   * @param {Partial<Capture>} before
   * @param {unknown} cause
   */
  #undo(entry, before, cause) {
    Object.assign(entry.capture, before);
    this.changed(entry);
    throw cause;
  }

  /**
   * Asks the capture's analysis, which is opened if it is closed, and waits until it has read as much as was read
   * before. If keys arrive meanwhile, the analysis that has them is asked again.
   * @template {import('../lib/session/question-types.js').Method} M
   * @param {string} id
   * @param {M} method
   * @param {import('../lib/session/question-types.js').Question<M>} args
   * @param {AbortSignal} [signal] the caller no longer waits for the answer
   * @param {number} [waitMs] as of `#use`
   * @returns {Promise<import('../lib/session/question-types.js').Answer<M>>}
   */
  async ask(id, method, args, signal, waitMs = this.#limits.reopenWaitMs) {
    const entry = this.get(id);
    const { renewals } = entry;
    try {
      return await this.#use(id, (thread) => thread.ask(method, args, signal), waitMs);
    } catch (cause) {
      if (entry.renewals === renewals) throw cause;
      return this.ask(id, method, args, signal, waitMs);
    }
  }

  /**
   * Like `ask`, for answers that would be wrong for a partly read capture: waits until a capture that is being read
   * again has been read completely.
   * @template {import('../lib/session/question-types.js').Method} M
   * @param {string} id
   * @param {M} method
   * @param {import('../lib/session/question-types.js').Question<M>} args
   * @param {AbortSignal} [signal]
   * @returns {Promise<import('../lib/session/question-types.js').Answer<M>>}
   */
  askWhole(id, method, args, signal) {
    return this.ask(id, method, args, signal, Infinity);
  }

  /**
   * Findings of a connection that a user opens; one may become the capture's verdict.
   * @param {string} id
   * @param {number} flow
   */
  async openFindings(id, flow) {
    const answer = await this.ask(id, 'connectionFindings', { flow });
    const entry = this.#entries.get(id);
    if (entry?.capture.state === 'ready') void this.#judge(entry);
    return answer;
  }

  /**
   * An export, piece by piece; the analysis keeps its place until the last piece is read.
   * @param {string} id
   * @param {{ flow: number, file: string, part?: import('../lib/session/streams.js').StreamPart } |
   *   { flow: number, message: number, decoded: boolean } |
   *   { list: string, sort: string, descending: boolean, text: string }} what file: one that
   *   `lib/session/exports.js` names; or
   *   the body of a message; or a list of connections, requests or findings
   * @param {(piece: Uint8Array) => Promise<void>} take
   */
  export(id, what, take) {
    return this.#use(id, async (thread) => {
      const of = 'file' in what ? 'exportBegin' : 'bodyBegin';
      const number = await thread.ask('list' in what ? 'listBegin' : of, /** @type {any} */ (what));
      try {
        for (let piece; (piece = await thread.ask('exportNext', { number })) !== null;) await take(piece);
      } finally {
        await thread.ask('exportEnd', { number }).catch(() => null);
      }
    });
  }

  /**
   * @template T
   * @param {string} id
   * @param {(thread: import('./analysis/analysis-thread.js').AnalysisThread) => Promise<T>} question
   * @param {number} [waitMs] for a capture that is read once more; Infinity: to its end
   * @returns {Promise<T>}
   */
  async #use(id, question, waitMs = this.#limits.reopenWaitMs) {
    const entry = this.get(id);
    const { error } = entry.capture;
    if (!this.#pool.has(id)) {
      if (error !== null && FATAL.has(error.code)) throw new RequestError(409, error.code, error.message);
      await this.#checkFile(entry);
      if (!this.#pool.has(id)) this.#reopen(entry);
    }
    return this.#pool
      .use(this.#source(entry), async (thread) => {
        if (thread === null) throw noSuchCapture();
        if (!entry.reopened) return question(thread);
        await Promise.race([
          thread.whenEnded(),
          ...(waitMs === Infinity ? [] : [delay(waitMs, undefined, { ref: false })]),
        ]);
        if (isFileFault(entry.capture.error?.code)) await this.#checkFile(entry);
        return question(thread).catch(async (cause) => {
          if (cause.status !== 404) throw cause;
          await thread.whenEnded();
          return question(thread);
        });
      })
      .catch((cause) => {
        throw entry.removed ? noSuchCapture() : cause;
      });
  }

  /**
   * A capture whose file is gone keeps its record, with an error.
   * @param {CaptureEntry} entry
   * @throws {RequestError} its file cannot be read
   */
  async #checkFile(entry) {
    const { capture, path, spool } = entry;
    const refusal = spool || capture.state === 'receiving' ? null : await refusalToRead(path);
    if (entry.removed) throw noSuchCapture();
    if (refusal === null) return;
    Object.assign(capture, { state: 'failed', error: { code: refusal.code, message: refusal.message } });
    this.changed(entry);
    throw refusal;
  }

  /**
   * Adds TLS secrets to a capture, in memory only: new packets are decrypted with them, and those already there are
   * read again.
   * @param {string} id
   * @param {string} text as SSLKEYLOGFILE has it
   * @throws {RequestError} 400 there is no secret in it; 413 with those before it is too much
   */
  async addKeys(id, text) {
    const entry = this.get(id);
    checkKeyLog(text, entry.keyLog.length, this.#limits.keyLogBytes);
    entry.keyLog += `${text}\n`;
    const { state } = entry.capture;
    if (state === 'ready' || state === 'failed') return this.#readAnew(entry);
    this.forgetVerdict(id);
    return this.#pool.addKeys(id, `${text}\n`);
  }

  /**
   * Keeps what a host recorded beside a capture, which is read again.
   * @param {string} id
   * @param {Uint8Array} bytes
   * @throws {RequestError} 400 it is no log that is known, or of no connection of the capture; 409 the capture is still
   *   coming in, or has too many
   */
  async takeHostLog(id, bytes) {
    const entry = this.get(id);
    const isQlog = holdsQlog(bytes);
    await this.#untilRead(entry);
    this.#mustBeRead(entry);
    if (isQlog) {
      await this.askWhole(id, 'checkQlog', { bytes });
      await this.#store.saveQlog(id, entry.owned, bytes);
    } else await this.#store.saveHostLog(id, entry.owned, bytes);
    await this.#readAnew(entry);
  }

  /** Several logs may come one after the other. @param {CaptureEntry} entry that is read, perhaps again */
  async #untilRead({ capture, analysed }) {
    if (capture.state !== 'reading') return;
    await analysed;
    if (capture.state === 'reading') await this.askWhole(capture.id, 'pulse', {});
  }

  /** @param {CaptureEntry} entry */
  #mustBeRead({ capture: { state } }) {
    if (state === 'ready' || state === 'failed') return;
    throw new RequestError(409, 'still_reading', 'This capture is still being read; try again once that is done.');
  }

  /** @param {CaptureEntry} entry with something that changes what is read */
  async #readAnew(entry) {
    const { id } = entry.capture;
    this.forgetVerdict(id);
    entry.renewals++;
    await this.#pool.close(id);
    if (!this.#pool.has(id)) this.#reopen(entry); // whoever had asked may have done so
  }

  /**
   * Reads a capture again with the user's decode-as rules, which are kept with it.
   * @param {string} id
   * @param {readonly string[]} rules
   * @throws {RequestError} 400 a rule cannot be followed; 409 it is still coming in
   */
  async decodeAs(id, rules) {
    const entry = this.get(id);
    const { capture } = entry;
    checkDecodeAs(rules);
    this.#mustBeRead(entry);
    capture.decodeAs = [...rules];
    await this.#readAnew(entry);
  }

  /** Discards a capture's verdict, which may be wrong. @param {string} id */
  forgetVerdict(id) {
    const entry = this.get(id);
    entry.capture.verdict = null;
    this.changed(entry);
  }

  /** @param {string} id whose watched flows have changed */
  watchChanged(id) {
    this.#pool.watchChanged(id);
  }

  /** Ends all uploads, live captures and analysis. */
  async close() {
    await Promise.allSettled(Array.from(this.#entries.values(), async ({ cancel }) => cancel?.()));
    await this.#pool.closeAll();
    for (const entry of this.#entries.values()) {
      entry.settleAnalysed();
      if (!entry.reopened) continue;
      entry.capture.state = 'ready'; // as it was
      this.#saveSoon(entry);
    }
  }

  /**
   * @param {Capture} capture
   * @param {string} path
   * @param {{ owned: boolean, saved: boolean }} how
   * @returns {CaptureEntry}
   */
  #add(capture, path, how) {
    const entry = newEntry(capture, path, how);
    this.#entries.set(capture.id, entry);
    this.changed(entry);
    return entry;
  }

  /** @param {CaptureEntry} entry */
  #source({ capture, path, spool, keyLog, owned }) {
    return {
      id: capture.id,
      path,
      keyLog,
      hostLogs: [...(owned ? [] : [recordBeside(path)]), this.#store.hostLogPath(capture.id, owned)],
      qlogFolder: this.#store.qlogFolder(capture.id, owned),
      decodeAs: capture.decodeAs,
      follow: capture.state === 'receiving',
      spool: spool?.() ?? null,
      versionBase: capture.version,
    };
  }

  /** @param {CaptureEntry} entry @param {boolean} [atOnce] */
  #open(entry, atOnce = false) {
    this.#pool.open(this.#source(entry), { atOnce });
  }

  /** @param {CaptureEntry} entry */
  #reopen(entry) {
    const { capture } = entry;
    entry.reopened = capture.state === 'ready' || isFileFault(capture.error?.code);
    if (capture.state === 'ready' || capture.state === 'failed') {
      Object.assign(capture, { state: 'reading', error: null, analysedBytes: 0 });
    }
    this.#open(entry);
    this.changed(entry);
    this.#saveSoon(entry); // should the server die of it, the next one does not read it by itself
  }

  /** @param {string} id @param {import('../lib/shared/captures/capture-record.js').Summary} summary */
  #onProgress(id, summary) {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const { version, analysedBytes } = summary;
    if (entry.reopened) Object.assign(entry.capture, { version, analysedBytes });
    else applySummary(entry.capture, summary);
    this.changed(entry);
    this.emit('progress', id, summary);
  }

  /**
   * @param {string} id
   * @param {import('../lib/shared/captures/capture-record.js').Summary|null} summary
   * @param {{ code: string, message: string }|null} error
   */
  #onEnd(id, summary, error) {
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.reopened = false;
    entry.settleAnalysed();
    if (summary && !isFileFault(error?.code)) applySummary(entry.capture, summary);
    entry.capture.state = error ? 'failed' : 'ready';
    entry.capture.error = error;
    entry.capture.judging = error === null && entry.capture.connections + entry.capture.quicConnections > 0;
    this.changed(entry);
    if (summary) this.emit('progress', id, summary);
    this.#saveSoon(entry); // before the verdict, which may take a while: it has been read, should the server die now
    if (entry.capture.judging) void this.#judge(entry);
  }

  /** Has the thread that read a capture find its verdict. @param {CaptureEntry} entry */
  async #judge(entry) {
    const { capture } = entry;
    try {
      // In `use`, so that the thread is not closed for the next capture before it has answered.
      const verdict = await this.#pool.use(this.#source(entry), async (thread) => thread?.ask('verdict') ?? null);
      if (verdict !== null) Object.assign(capture, { verdict, verdictBy: await analysisVersion() });
    } catch (cause) {
      if (!(cause instanceof RequestError)) logUnexpected(`analysing capture ${capture.id}`, cause);
    }
    capture.judging = false;
    if (entry.removed) return;
    this.changed(entry);
    this.#saveSoon(entry);
    if (capture.verdict !== null) await this.#examineDeferred(entry);
  }

  /**
   * Analyses the connections that were too long, or too many, to be analysed with the rest, as long as the tables
   * of their capture are open.
   * @param {CaptureEntry} entry
   */
  async #examineDeferred(entry) {
    const { capture } = entry;
    if (capture.examining !== null) return;
    const source = this.#source(entry);
    try {
      let step = null;
      while (step?.isOver !== true && !entry.removed && this.#pool.has(capture.id)) {
        step = await this.#pool.use(source, async (thread) => thread?.ask('examineDeferred') ?? null);
        if (step === null || step.total === 0) break;
        capture.examining = { done: step.done, total: step.total };
        this.changed(entry);
        await delay(EXAMINING_PAUSE_MS, undefined, { ref: false });
      }
      if (capture.examining !== null && step?.isOver && this.#pool.has(capture.id)) {
        const verdict = await this.#pool.use(source, async (thread) => thread?.ask('verdict') ?? null);
        if (verdict !== null) Object.assign(capture, { verdict, verdictBy: await analysisVersion() });
      }
    } catch (cause) {
      if (!(cause instanceof RequestError)) logUnexpected(`analysing long connections of ${capture.id}`, cause);
    }
    if (capture.examining === null) return;
    capture.examining = null;
    if (entry.removed) return;
    this.changed(entry);
    this.#saveSoon(entry);
  }

  /** @param {CaptureEntry} entry */
  #saveSoon(entry) {
    if (entry.saved) this.save(entry).catch((cause) => logUnexpected(`saving capture ${entry.capture.id}`, cause));
  }
}
