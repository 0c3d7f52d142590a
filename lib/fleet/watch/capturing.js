/**
 * Has the capture tool run for as long as the watch does: it is started again when it ends, and the time without is
 * told.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { withGap } from './health.js';

/** @typedef {import('./captured-files.js').CapturedFiles} CapturedFiles */
/** @typedef {import('./captured-files.js').CaptureOptions} CaptureOptions */
/** @typedef {import('../../capture/live/live-capture.js').LiveCapture} LiveCapture */
/** @typedef {import('../../capture/live/statistics.js').CaptureCounts} CaptureCounts */

/** Before a tool that ended is started again: at first, and at most after it ended several times at once. */
const RESTART_MS = { least: 1000, most: 60_000 };

export class Capturing {
  hasEnded = false;
  #files;
  #options;
  #watch;
  /** @type {LiveCapture|null} */
  #capture = null;
  /** Of the tool's runs before this one. */
  #before;

  /**
   * @param {CapturedFiles} files
   * @param {CaptureOptions} options
   * @param {{ health: import('./health.js').Health, tell: import('./problems.js').Problems['tell'] }} watch
   */
  constructor(files, options, watch) {
    this.#files = files;
    this.#options = options;
    this.#watch = watch;
    this.#before = watch.health.capture;
  }

  /** @throws {import('../../capture/live/live-error.js').LiveCaptureError} it cannot start */
  async start() {
    this.#before = this.#watch.health.capture;
    this.#capture = await this.#files.start(this.#options, (counts) => this.#count(counts));
    Object.assign(this.#watch.health, { tool: this.#capture.tool, state: 'running' });
  }

  /** @param {AbortSignal} signal stops it. Standard input ends once */
  async goOn(signal) {
    let waitMs = RESTART_MS.least;
    while (!signal.aborted) {
      const startedAt = performance.now();
      const { reason } = await this.#end(signal);
      if (signal.aborted || this.#options.interface === '-') break;
      const from = new Date().toISOString();
      this.#watch.tell('capturing', reason);
      this.#watch.health.state = 'waiting';
      if (performance.now() - startedAt > RESTART_MS.most) waitMs = RESTART_MS.least;
      do {
        await delay(waitMs, undefined, { signal }).catch(() => undefined);
        waitMs = Math.min(2 * waitMs, RESTART_MS.most);
      } while (!signal.aborted && !(await this.#startAgain()));
      this.#watch.health = withGap(this.#watch.health, { from, to: new Date().toISOString(), reason });
    }
    this.hasEnded = true;
  }

  /** @param {AbortSignal} signal @returns {Promise<import('../../capture/live/live-capture.js').LiveEnd>} */
  async #end(signal) {
    const capture = /** @type {LiveCapture} */ (this.#capture);
    const stop = () => void capture.stop();
    signal.addEventListener('abort', stop, { once: true });
    return capture.ended.finally(() => signal.removeEventListener('abort', stop));
  }

  /** @returns {Promise<boolean>} */
  async #startAgain() {
    try {
      await this.start();
      this.#watch.tell('capturing', null);
      return true;
    } catch (error) {
      this.#watch.tell('capturing', /** @type {Error} */ (error).message);
      return false;
    }
  }

  /** @param {CaptureCounts} counts of this run */
  #count({ received, dropped }) {
    this.#watch.health.capture = {
      received: this.#before.received + (received ?? 0),
      kernel: sum(this.#before.kernel, dropped.kernel),
      interface: sum(this.#before.interface, dropped.interface),
    };
  }
}

/** @param {number|null} a @param {number|null} b null: not known */
const sum = (a, b) => (a === null && b === null ? null : (a ?? 0) + (b ?? 0));
