import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { binaryBytesText } from '../../lib/shared/text/quantities.js';
import { logUnexpected, RequestError } from '../errors.js';
import { waitWithPatience } from './patience.js';

/** @typedef {import('../../lib/shared/captures/capture-record.js').Summary} Summary */
/** @typedef {import('../../lib/session/session.js').Task & import('../worker/node-host.js').Source} Task */
/** @typedef {import('../../lib/session/question-types.js').Method} Method */

const SCRIPT = new URL('../worker/main.js', import.meta.url);
/** Node's code of a thread over its heap limit: an expected error, shown with the capture and not logged. */
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * How long a thread that is to be ended may still take to load its code: ended while its modules are being opened, it
 * would leave their files open for the lifetime of the server.
 */
const LOADING_MS = 30_000;

/**
 * The main thread's side of one capture's analysis thread: numbered requests with promises, and reports.
 * The thread loads its code at once, and reads from `begin` on.
 *
 * Events: `progress` (Summary), `end` (Summary|null, error|null) exactly once, when reading is over or the thread died,
 * `exit` when the thread has exited.
 */
export class AnalysisThread extends EventEmitter {
  #worker;
  #limits;
  #answerMs;
  #memoryBytes;
  #nextId = 0;
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void, stopWaiting: () => void }>} */
  #asked = new Map();
  #heartbeat;
  /** @type {Summary|null} */
  #latest = null;
  /** Messages to it before its code is loaded. @type {object[]|null} */
  #unsent = [];
  /** @type {Promise<void>|null} */
  #over = null;
  #loaded;

  /**
   * @param {import('../limits.js').Limits} limits
   * @param {URL|Worker} [source] another script, for tests; or a worker that has received nothing
   */
  constructor(limits, source = SCRIPT) {
    super();
    this.ended = false;
    this.alive = true;
    /** Told to stop reading. */
    this.isStopping = false;
    /** Memory that it uses, as last reported. */
    this.bytes = 0;
    this.#memoryBytes = limits.memoryBytes;
    this.#limits = limits;
    this.#answerMs = limits.analysisAnswerMs;
    this.#worker = source instanceof Worker ? source : workerOf(source, limits);
    this.#loaded = new Promise((resolve) => this.#worker.once('message', resolve).once('exit', resolve));
    this.#worker.on('message', (message) => this.#receive(message));
    this.#worker.on('error', (error) => this.#die(error));
    this.#worker.on('exit', () => this.#die(null));
    this.#heartbeat = setInterval(() => this.#checkPulse(), limits.analysisAnswerMs / 4).unref();
  }

  /** @param {Task} task to read, once */
  begin(task) {
    this.#tell({ kind: 'begin', task });
  }

  /**
   * @template {Method} M
   * @param {M} method
   * @param {import('../../lib/session/question-types.js').Question<M>|Record<string, never>} [args] none where the
   *   method takes none
   * @param {AbortSignal} [signal] the caller no longer waits: a method that can be aborted is
   * @returns {Promise<import('../../lib/session/question-types.js').Answer<M>>}
   * @throws {RequestError} what the method says, or that the thread is gone
   */
  ask(method, args = {}, signal) {
    if (!this.alive) return Promise.reject(threadGone());
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const stopWaiting = waitWithPatience(this.#answerMs, () => this.#die(stuck(this.#answerMs)));
      this.#asked.set(id, { resolve, reject, stopWaiting });
      this.#tell({ kind: 'ask', id, method, args });
      signal?.addEventListener('abort', () => this.#tell({ kind: 'cancel', id }), { once: true });
    });
  }

  /** Says that the file has all its bytes. */
  finish() {
    this.#tell({ kind: 'finish' });
  }

  /** @param {import('../worker/spool-mirror.js').SpoolView} view */
  updateSpool(view) {
    this.#tell({ kind: 'spool', view });
  }

  /** @param {string} text lines of a key log that arrived while it reads */
  addKeys(text) {
    this.#tell({ kind: 'keys', text });
  }

  /** Has it stop reading, since there is no memory for more; what was read stays. */
  stopReading() {
    this.isStopping = true;
    this.#tell({ kind: 'stop' });
  }

  /** Ends it, since the memory of all threads together runs out. */
  endForMemory() {
    this.#die({ code: OUT_OF_MEMORY });
  }

  /** @param {number[]} flows whose packets the reports should count */
  watchFlows(flows) {
    this.#tell({ kind: 'watch', flows });
  }

  /** Ends the thread, whatever it does. It reports nothing more. */
  async close() {
    this.removeAllListeners('progress').removeAllListeners('end');
    this.#die(null);
    await this.#terminate();
  }

  /** Whether its code is loaded, so that it may be reading. */
  get isLoaded() {
    return this.#unsent === null;
  }

  /**
   * Gives away its worker if that has received nothing yet. This object is dead then, also for callers that still hold
   * it: their requests must not reach the capture that the worker reads next.
   * @returns {AnalysisThread|null} a new thread; null where it has begun
   */
  giveAway() {
    if (!this.alive || this.#unsent === null) return null;
    this.alive = false;
    clearInterval(this.#heartbeat);
    for (const event of ['message', 'error', 'exit']) this.#worker.removeAllListeners(event); // others are Node's own
    this.#rejectAsked();
    this.emit('exit');
    this.removeAllListeners();
    return new AnalysisThread(this.#limits, this.#worker);
  }

  /** @returns {Promise<void>} when reading is over, or the thread */
  async whenEnded() {
    if (this.ended || !this.alive) return;
    this.#over ??= new Promise((resolve) => this.once('exit', resolve).once('end', () => resolve()));
    await this.#over;
  }

  /** @param {object} message */
  #tell(message) {
    if (!this.alive) return;
    if (this.#unsent === null) this.#worker.postMessage(message);
    else this.#unsent.push(message);
  }

  #sendUnsent() {
    const unsent = this.#unsent ?? [];
    this.#unsent = null;
    for (const message of unsent) this.#worker.postMessage(message);
  }

  async #terminate() {
    if (!this.isLoaded) await Promise.race([this.#loaded, delay(LOADING_MS, undefined, { ref: false })]);
    await this.#worker.terminate();
  }

  /** @param {any} message */
  #receive(message) {
    if (!this.alive) return;
    this.#sendUnsent();
    if (message.kind === 'loaded') return;
    this.bytes = message.bytes ?? this.bytes;
    if (message.kind === 'progress') {
      this.#latest = message.summary;
      this.emit('progress', message.summary);
    } else if (message.kind === 'end') {
      this.#end(message.summary, message.error);
    } else {
      this.#answer(message);
    }
  }

  /** @param {{ id: number, result?: unknown, error?: { status: number, code: string, message: string } }} message */
  #answer({ id, result, error }) {
    const asked = this.#asked.get(id);
    if (!asked) return;
    this.#asked.delete(id);
    asked.stopWaiting();
    if (error) asked.reject(new RequestError(error.status, error.code, error.message));
    else asked.resolve(result);
  }

  #checkPulse() {
    if (this.#asked.size === 0) this.ask('pulse').catch(() => this.#die(null));
  }

  /**
   * @param {Summary|null} summary
   * @param {{ code: string, message: string }|null} error
   */
  #end(summary, error) {
    if (this.ended) return;
    this.ended = true;
    this.emit('end', summary, error);
  }

  /** @param {any} error why, or null where the thread just ended */
  #die(error) {
    if (!this.alive) return;
    this.alive = false;
    if (error && error.code !== OUT_OF_MEMORY) logUnexpected('an analysis thread', error);
    clearInterval(this.#heartbeat);
    void this.#terminate();
    this.#rejectAsked();
    this.#end(this.#latest, describeDeath(error, this.#memoryBytes));
    this.emit('exit');
  }

  #rejectAsked() {
    for (const { reject, stopWaiting } of this.#asked.values()) {
      stopWaiting();
      reject(threadGone());
    }
    this.#asked.clear();
  }
}

/** @param {URL} script @param {import('../limits.js').Limits} limits */
function workerOf(script, { analysisHeapMb }) {
  return new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: analysisHeapMb }, stdin: false });
}

const threadGone = () =>
  new RequestError(503, 'analysis_ended', 'The analysis of this capture ended; open the capture again to restart it.');

/** @param {number} ms */
function stuck(ms) {
  return Object.assign(new Error(`no answer for ${ms} ms`), { code: 'STUCK' });
}

/**
 * @param {any} error
 * @param {number} memoryBytes of the process
 * @returns {{ code: string, message: string }}
 */
function describeDeath(error, memoryBytes) {
  if (error?.code === OUT_OF_MEMORY) {
    return {
      code: 'out_of_memory',
      message:
        `The analysis needed more memory than one capture may have of the ${binaryBytesText(memoryBytes)} available; ` +
        'split the capture (editcap -c), filter it, or give Selfclock more.',
    };
  }
  if (error?.code === 'STUCK') {
    return {
      code: 'analysis_stuck',
      message:
        'The analysis stopped responding and was ended; this is a bug in Selfclock, ' +
        'and the capture would help to find it.',
    };
  }
  return {
    code: 'analysis_crashed',
    message: 'The analysis failed; this is a bug in Selfclock, and the capture would help to find it.',
  };
}
