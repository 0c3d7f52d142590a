import { EventEmitter, once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { logUnexpected, RequestError } from '../errors.js';
import { waitWithPatience } from './patience.js';

const SCRIPT = new URL('../worker/main.js', import.meta.url);
/** Node's code of a thread over its heap limit: a bound at work, told on the capture and not a fault to log. */
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * The main thread's end of one capture's analysis thread: numbered questions with promised answers, and reports.
 * Its code is loaded from the start; it reads from `begin` on.
 *
 * Events: `progress` (Summary), `end` (Summary|null, error|null) exactly once, when reading is over or the thread died,
 * `exit` when the thread is no more.
 */
export class AnalysisThread extends EventEmitter {
  #worker;
  #answerMs;
  #nextId = 0;
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void, stopWaiting: () => void }>} */
  #asked = new Map();
  #heartbeat;
  /** @type {import('../capture-record.js').Summary|null} */
  #latest = null;

  /**
   * @param {import('../limits.js').Limits} limits
   * @param {URL} [script] another worker, for tests
   */
  constructor(limits, script = SCRIPT) {
    super();
    this.ended = false;
    this.alive = true;
    this.#answerMs = limits.analysisAnswerMs;
    this.#worker = new Worker(script, {
      resourceLimits: { maxOldGenerationSizeMb: limits.analysisHeapMb },
      stdin: false,
    });
    this.#worker.on('message', (message) => this.#receive(message));
    this.#worker.on('error', (error) => this.#die(error));
    this.#worker.on('exit', () => this.#die(null));
    this.#heartbeat = setInterval(() => this.#checkPulse(), limits.analysisAnswerMs / 4).unref();
  }

  /** @param {import('../worker/main.js').WorkerTask} task to read, once */
  begin(task) {
    this.#tell({ kind: 'begin', task });
  }

  /**
   * @template {import('./question-types.js').Method} M
   * @param {M} method
   * @param {import('./question-types.js').Question<M>|Record<string, never>} [args] none where the method wants to know nothing
   * @param {AbortSignal} [signal] nobody waits any more: a method that can be broken off is
   * @returns {Promise<import('./question-types.js').Answer<M>>}
   * @throws {RequestError} what the method says, or that the thread is gone
   */
  ask(method, args = {}, signal) {
    if (!this.alive) return Promise.reject(threadGone());
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const stopWaiting = waitWithPatience(this.#answerMs, () => this.#die(stuck(this.#answerMs)));
      this.#asked.set(id, { resolve, reject, stopWaiting });
      this.#worker.postMessage({ kind: 'ask', id, method, args });
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

  /** @param {string} text lines of a key log that came while it reads */
  addKeys(text) {
    this.#tell({ kind: 'keys', text });
  }

  /** @param {number[]} flows whose packets the reports should count */
  watchFlows(flows) {
    this.#tell({ kind: 'watch', flows });
  }

  /** Ends the thread, whatever it does. Nothing is reported of it any more. */
  async close() {
    this.removeAllListeners('progress').removeAllListeners('end');
    this.#die(null);
    await this.#worker.terminate();
  }

  /** @returns {Promise<void>} when reading is over, or the thread */
  async whenEnded() {
    if (!this.ended && this.alive) await Promise.race([once(this, 'end'), once(this, 'exit')]);
  }

  /** @param {object} message */
  #tell(message) {
    if (this.alive) this.#worker.postMessage(message);
  }

  /** @param {any} message */
  #receive(message) {
    if (!this.alive) return;
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
   * @param {import('../capture-record.js').Summary|null} summary
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
    void this.#worker.terminate();
    for (const { reject, stopWaiting } of this.#asked.values()) {
      stopWaiting();
      reject(threadGone());
    }
    this.#asked.clear();
    this.#end(this.#latest, describeDeath(error));
    this.emit('exit');
  }
}

const threadGone = () => new RequestError(503, 'analysis_ended', 'The analysis of this capture ended; open the capture again to start it anew.');

/** @param {number} ms */
function stuck(ms) {
  return Object.assign(new Error(`no answer for ${ms} ms`), { code: 'STUCK' });
}

/**
 * @param {any} error
 * @returns {{ code: string, message: string }}
 */
function describeDeath(error) {
  if (error?.code === OUT_OF_MEMORY) {
    return {
      code: 'out_of_memory',
      message: 'The analysis needed more memory than one capture may have; cut the capture into parts (editcap -c) or filter it.',
    };
  }
  if (error?.code === 'STUCK') {
    return {
      code: 'analysis_stuck',
      message: 'The analysis stopped answering and was ended; this is a fault of Selfclock, and the capture would help to find it.',
    };
  }
  return { code: 'analysis_crashed', message: 'The analysis broke off; this is a fault of Selfclock, and the capture would help to find it.' };
}
