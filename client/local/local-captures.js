import { applySummary, cleanName, newCapture } from '../../lib/shared/captures/capture-record.js';
import { ApiError } from '../state/api-error.js';
import { SessionWorker } from './session-worker.js';

/**
 * Workers at a time; of captures that are not shown the longest unused loses its own, and is read again when it is
 * asked for.
 */
const MAX_WORKERS = 4;
const REPORT_MS = 100;
const GIB = 2 ** 30;
/** Memory of one capture's tables; WebAssembly has 4 GiB. */
const MAX_COLUMN_BYTES = 3840 * 1024 * 1024;

/** @typedef {import('../../lib/shared/captures/capture-record.js').Capture} Capture */
/** @typedef {import('../../lib/shared/captures/capture-record.js').Summary} Summary */
/** @typedef {import('../state/types.js').Note} Note */
/** @typedef {{ id: string, flow: number|null }} Watch */

/** @typedef {{ data: Uint8Array<ArrayBuffer>, hasCapture: boolean }} LocalReport `hasCapture`: the file is there */

/**
 * @typedef {object} Entry
 * @property {Capture} capture
 * @property {Blob} file
 * @property {LocalReport|null} report what is shown instead of the file
 * @property {SessionWorker|null} worker
 * @property {string} keyLog
 * @property {readonly Blob[]} hostLogs what a host recorded beside it; gone with the window
 * @property {Note[]} notes
 * @property {boolean} isReadAgain what its first reading found still holds
 * @property {boolean} isOfBefore an earlier visit to the page found that
 * @property {string|null} keptAs its folder in the browser's storage; null: it is gone with the window
 * @property {Promise<void>} read settled when reading is over
 * @property {number} usedAt
 */

/** @typedef {ReturnType<LocalCaptures['listenTo']>} Unlisten */

const newId = () => crypto.getRandomValues(new Uint32Array(2)).join('-');

/** The captures that the page has open, each with a worker that analyses it. */
export class LocalCaptures {
  /** @type {Map<string, Entry>} */
  #entries = new Map();
  /** @type {Set<(id: string, summary: Summary|null) => void>} */
  #listeners = new Set();
  /** @type {Watch|null} */
  #watched = null;

  /** @param {(id: string, summary: Summary|null) => void} listener a capture has changed, or is gone */
  listenTo(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param {string} id @param {number} revision @returns {Promise<void>} it is another, or the capture is gone */
  changedSince(id, revision) {
    return new Promise((resolve) => {
      const stop = this.listenTo((changed) => {
        if (changed === id) end();
      });
      const end = () => {
        stop();
        resolve();
      };
      if (this.find(id)?.revision !== revision) end();
    });
  }

  /** @returns {Capture[]} as they are now */
  list() {
    return Array.from(this.#entries.values(), ({ capture }) => ({ ...capture }));
  }

  entries = () => [...this.#entries.values()];

  /** @param {string} id @returns {Capture|null} as it is now */
  find(id) {
    const entry = this.#entries.get(id);
    return entry ? { ...entry.capture } : null;
  }

  /** @param {string} id @returns {Entry} */
  get(id) {
    const entry = this.#entries.get(id);
    if (entry) return entry;
    throw new ApiError(
      'This capture is not open here; captures that were not kept are gone once their window closes.',
      { status: 404, code: 'not_found' },
    );
  }

  /**
   * @param {Blob} file
   * @param {string} name
   * @param {{ id?: string, keyLog?: string }} [given]
   * @returns {Entry} which is being read
   */
  open(file, name, { id = newId(), keyLog = '' } = {}) {
    const sizes = { sizeBytes: file.size, expectedBytes: file.size };
    const entry = this.#put(newCapture({ id, name, source: 'file', state: 'reading', ...sizes }), file, null);
    entry.keyLog = keyLog;
    this.#start(entry);
    this.#changed(entry);
    return entry;
  }

  /**
   * Restores what an earlier visit kept: it is read on demand.
   * @param {Capture} capture
   * @param {Blob} file
   * @param {string} keptAs
   */
  restore = (capture, file, keptAs) => this.#put(capture, file, keptAs);

  /**
   * @param {string} id
   * @param {object} report
   * @param {import('../../lib/shared/report/report-page.js').ReportHead} report.head
   * @param {Uint8Array<ArrayBuffer>} report.data
   * @param {Blob|null} report.file the capture, where the report holds it
   * @returns {Entry}
   */
  openReport(id, { head: { name, sizeBytes, decodeAs, notes }, data, file }) {
    const sizes = { sizeBytes, expectedBytes: sizeBytes };
    const capture = newCapture({ id, name, source: 'file', state: 'reading', ...sizes });
    const entry = this.#put({ ...capture, decodeAs: [...decodeAs] }, file ?? new Blob(), null);
    entry.notes = [...notes];
    entry.report = { data, hasCapture: file !== null };
    this.#start(entry);
    this.#changed(entry);
    return entry;
  }

  /**
   * Of a file that was dropped; a redacted one does not say of which capture it is.
   * @param {string} fileName @param {Parameters<LocalCaptures['openReport']>[1]} report @returns {Entry}
   */
  takeReport = (fileName, { head, ...report }) =>
    this.openReport(newId(), { ...report, head: head.isRedacted ? { ...head, name: fileName } : head });

  /** @param {string} id @returns {boolean} false: it is of a report that does not hold it */
  hasFile = (id) => this.#entries.get(id)?.report?.hasCapture !== false;

  /** @param {string} id @returns {Blob} @throws {ApiError} it is of a report that does not hold it */
  fileOf(id) {
    const { file } = this.get(id);
    if (this.hasFile(id)) return file;
    throw new ApiError('This report does not include the capture: its author can add it.', {
      status: 404,
      code: 'no_capture',
    });
  }

  /** @param {Capture} capture @param {Blob} file @param {string|null} keptAs @returns {Entry} */
  #put(capture, file, keptAs) {
    /** @type {Entry} */
    const entry = {
      capture,
      file,
      report: null,
      worker: null,
      keyLog: '',
      hostLogs: [],
      notes: [],
      isReadAgain: false,
      isOfBefore: keptAs !== null,
      keptAs,
      read: Promise.resolve(),
      usedAt: 0,
    };
    this.#entries.set(capture.id, entry);
    return entry;
  }

  /** Tells of a capture what has changed. @param {string} id @param {Partial<Capture>} values */
  change(id, values) {
    this.#set(this.get(id), values);
  }

  /** @param {string} id @param {string} name */
  rename(id, name) {
    this.change(id, { name: cleanName(name) });
  }

  /** Reads a capture once more, with what is known by now. @param {string} id */
  readAgain(id) {
    this.fileOf(id);
    const entry = this.get(id);
    entry.report = null;
    entry.worker?.close();
    Object.assign(entry.capture, { state: 'reading', error: null, verdict: null, analysedBytes: 0 });
    entry.isReadAgain = false;
    this.#start(entry);
    this.#changed(entry);
  }

  /** @param {string} id */
  remove(id) {
    this.get(id).worker?.close();
    this.#entries.delete(id);
    for (const listener of this.#listeners) listener(id, null);
  }

  /** @param {Watch|null} watched */
  watch(watched) {
    this.#watched = watched;
    const entry = watched && this.#entries.get(watched.id);
    entry?.worker?.tell({ kind: 'watch', flows: watched?.flow === null ? [] : [watched?.flow] });
  }

  /**
   * Its worker, restarted if it had been closed; then this waits for it.
   * @param {string} id
   * @param {{ isWhole?: boolean }} [how] waits for a first reading, too
   * @returns {Promise<SessionWorker>}
   */
  async workerOf(id, { isWhole = false } = {}) {
    const entry = this.get(id);
    entry.usedAt = performance.now();
    if (entry.worker === null) {
      entry.isReadAgain = true;
      this.#start(entry);
    }
    if (isWhole || entry.isReadAgain) await entry.read;
    return /** @type {SessionWorker} */ (this.get(id).worker);
  }

  /** Of what may have been the worst of a capture more is known. @param {string} id */
  async judge(id) {
    const entry = this.get(id);
    const { worker, capture } = entry;
    if (worker === null || capture.state !== 'ready') return;
    try {
      capture.verdict = await worker.ask('verdict', {});
      this.#set(entry, { judging: false });
      for (let step = null; step?.isOver !== true && entry.worker === worker;) {
        step = await worker.ask('examineDeferred', {});
        if (step.total === 0) return;
        this.#set(entry, { examining: { done: step.done, total: step.total } });
      }
      if (entry.worker === worker) this.#set(entry, { verdict: await worker.ask('verdict', {}) });
    } catch (error) {
      console.info('The capture was closed while it was being analysed.', error);
    } finally {
      this.#set(entry, { judging: false, examining: null });
    }
  }

  /** @param {Entry} entry @param {Partial<Capture>} values */
  #set(entry, values) {
    Object.assign(entry.capture, values);
    this.#changed(entry);
  }

  /** @param {Entry} entry @param {Summary|null} [summary] */
  #changed({ capture }, summary = null) {
    const { id } = capture;
    capture.revision += 1;
    if (this.#entries.has(id)) for (const listener of this.#listeners) listener(id, summary);
  }

  /** @param {Entry} entry */
  #start(entry) {
    this.#makePlace();
    const { capture, file, keyLog, hostLogs, report } = entry;
    entry.usedAt = performance.now();
    entry.read = new Promise((resolve) => {
      const worker = new SessionWorker({
        onProgress: (summary) => this.#onProgress(entry, summary),
        onEnd: (summary, error) => {
          this.#onEnd(entry, summary, error);
          resolve();
        },
      });
      entry.worker = worker;
      const memoryBytes = machineBytes();
      const task = {
        file: report?.hasCapture === false ? null : file,
        keyLog,
        hostLogs,
        decodeAs: capture.decodeAs,
        isGrowing: false,
        versionBase: capture.version,
        columnBytes: Math.min(MAX_COLUMN_BYTES, 0.6 * memoryBytes),
        memoryBytes,
        reportMs: REPORT_MS,
      };
      worker.tell(report === null ? { kind: 'begin', task } : { kind: 'restore', task, data: report.data });
    });
    if (this.#watched?.id === capture.id) this.watch(this.#watched);
  }

  #makePlace() {
    const running = [...this.#entries.values()].filter(({ worker }) => worker !== null);
    if (running.length < MAX_WORKERS) return;
    const [unused] = running
      .filter(({ capture }) => capture.state !== 'reading' && capture.id !== this.#watched?.id)
      .sort((a, b) => a.usedAt - b.usedAt);
    unused?.worker?.close();
    if (unused) unused.worker = null;
  }

  /** @param {Entry} entry @param {Summary} summary */
  #onProgress(entry, summary) {
    if (entry.isReadAgain) Object.assign(entry.capture, { version: summary.version });
    else applySummary(entry.capture, summary);
    this.#changed(entry, summary);
  }

  /** @param {Entry} entry @param {Summary|null} summary @param {Capture['error']} error */
  #onEnd(entry, summary, error) {
    const { capture } = entry;
    if (summary) applySummary(capture, summary);
    const hasAny = capture.connections + capture.quicConnections > 0;
    const judging = error === null && hasAny && (capture.verdict === null || entry.isOfBefore);
    Object.assign(capture, { state: error ? 'failed' : 'ready', error, judging });
    Object.assign(entry, { isReadAgain: false, isOfBefore: false });
    this.#changed(entry, summary);
    if (judging) void this.judge(capture.id);
  }
}

/** Memory of the machine as reported by the browser, up to 8 GiB; not all browsers do. */
function machineBytes() {
  const { deviceMemory = 8 } = /** @type {{ deviceMemory?: number }} */ (navigator);
  return deviceMemory * GIB;
}
