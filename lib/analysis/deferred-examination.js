import { MAX_KEPT_EXAMINATIONS } from '../insight/findings/examiner.js';
import { MAX_EXAMINED_FLOWS } from '../insight/findings/worth-examining.js';

/** Most packets of all connections that are examined after the rest of their capture. */
export const MAX_EXAMINED_BEHIND = 25_000_000;
/** More would evict the findings of others. */
const MAX_FLOWS = MAX_KEPT_EXAMINATIONS - MAX_EXAMINED_FLOWS;
/** Longest time that short connections are examined in a row before other requests are served. */
const STEP_MS = 100;

/**
 * Progress of the examination: packets of connections. `isOver`: there is nothing more to examine.
 * @typedef {{ done: number, total: number, isOver: boolean }} ExaminedBehind
 */

/**
 * Examines the connections of a capture that were too long, or too many, to be examined with the rest: the shortest
 * first, a few in a step, a long one alone.
 */
export class DeferredExamination {
  #analysis;
  /** @type {number[]|null} */
  #planned = null;
  #at = 0;
  #done = 0;
  #total = 0;

  /** @param {import('./opened-analysis.js').OpenedAnalysis} analysis of a capture that has ended */
  constructor(analysis) {
    this.#analysis = analysis;
  }

  /** @param {number} index */
  #packetsOf(index) {
    return this.#analysis.ingest.tcp.flows.at(index).packets;
  }

  #plan() {
    const { connections, examiner } = this.#analysis;
    const all = Array.from({ length: connections.count }, (_, index) => index)
      .filter((index) => examiner.isDeferred(index))
      .sort((a, b) => this.#packetsOf(a) - this.#packetsOf(b));
    return all.slice(0, MAX_FLOWS).filter((index) => {
      const sum = this.#total + this.#packetsOf(index);
      if (sum <= MAX_EXAMINED_BEHIND) this.#total = sum;
      return sum <= MAX_EXAMINED_BEHIND;
    });
  }

  /** @returns {ExaminedBehind} */
  step() {
    this.#planned ??= this.#plan();
    const endMs = performance.now() + STEP_MS;
    while (this.#at < this.#planned.length && performance.now() < endMs) {
      const index = this.#planned[this.#at++];
      this.#analysis.findings.ofOpened(index);
      this.#done += this.#packetsOf(index);
    }
    return { done: this.#done, total: this.#total, isOver: this.#at >= this.#planned.length };
  }
}
