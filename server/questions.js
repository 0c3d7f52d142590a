import { CaptureError } from '../lib/capture/capture-error.js';
import { askGuarded, MAX_QUESTION_BYTES } from '../lib/fleet/guarded/ask-guarded.js';
import { RequestError } from './errors.js';

/** @typedef {import('../lib/fleet/guarded/ask-guarded.js').BoundedAnswer} BoundedAnswer */

/** Less than this is of no use to a question. */
const MIN_BYTES = 160 * 2 ** 20;

/**
 * Memory of one question, where all that may run at a time share what the server leaves.
 * @param {import('./limits.js').Limits} limits
 * @param {number} [usedBytes] by the server
 */
export function questionBytes({ memoryBytes, questions, slowQuestions }, usedBytes = process.memoryUsage.rss()) {
  const share = (memoryBytes - usedBytes) / (questions + slowQuestions);
  return Math.floor(Math.min(MAX_QUESTION_BYTES, Math.max(MIN_BYTES, share)));
}

/** A question that takes longer no longer keeps others waiting. */
const SLOW_MS = 2000;

/** Questions to the tables: a few at a time, beside some that are slow; the others wait their turn. */
export class Questions {
  #tables;
  #limits;
  #running = 0;
  /** Of those that run. */
  #slow = 0;
  /** @type {Set<() => void>} */
  #waiting = new Set();
  #closing = new AbortController();

  /** @param {{ tables: string|null, limits: import('./limits.js').Limits }} parts */
  constructor({ tables, limits }) {
    this.#tables = tables;
    this.#limits = limits;
  }

  /** @returns {string} folder of the tables @throws {RequestError} none was named */
  get folder() {
    if (this.#tables !== null) return this.#tables;
    throw new RequestError(404, 'no_tables', 'No tables are open: start the server with --tables DIR.');
  }

  /**
   * @param {string} sql
   * @param {{ only?: { day: string, capture: string }[], gone: AbortSignal }} how only: captures that are asked; gone:
   *   nobody waits for the answer any more
   * @returns {Promise<BoundedAnswer>}
   */
  async ask(sql, { only, gone }) {
    const { folder } = this;
    const signal = AbortSignal.any([gone, this.#closing.signal]);
    await this.#turn(signal);
    let isSlow = false;
    const slow = setTimeout(() => {
      isSlow = true;
      this.#slow++;
      this.#wakeOne();
    }, SLOW_MS);
    try {
      const memoryBytes = questionBytes(this.#limits);
      return await askGuarded(folder, sql, { only, signal, memoryBytes, maxMs: this.#limits.questionMs });
    } catch (error) {
      if (error instanceof CaptureError) throw new RequestError(400, error.code, error.message);
      throw error;
    } finally {
      clearTimeout(slow);
      this.#slow -= Number(isSlow);
      this.#running--;
      this.#wakeOne();
    }
  }

  get #isFull() {
    const { questions, slowQuestions } = this.#limits;
    return this.#running - Math.min(this.#slow, slowQuestions) >= questions;
  }

  #wakeOne() {
    const [go] = this.#waiting;
    if (!this.#isFull) go?.();
  }

  /** @param {AbortSignal} signal */
  async #turn(signal) {
    if (this.#isFull) {
      if (this.#waiting.size >= this.#limits.waitingQuestions) {
        throw new RequestError(503, 'busy', 'Other queries are running; try again in a few seconds.');
      }
      await this.#wait(signal);
    }
    this.#running++;
  }

  /** @param {AbortSignal} signal */
  async #wait(signal) {
    await new Promise((resolve) => {
      const go = () => {
        this.#waiting.delete(go);
        resolve(undefined);
      };
      this.#waiting.add(go);
      signal.addEventListener('abort', go, { once: true });
    });
    if (signal.aborted) throw new RequestError(499, 'stopped', 'The question was stopped.');
  }

  /** Ends those that run, and refuses what is waiting. */
  close() {
    this.#closing.abort();
  }
}
