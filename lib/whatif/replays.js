/** A cache of a workload's replays, and the list of those that an answer still needs. */
import { runOnce } from './run.js';
import { asksAnew } from './scenario.js';

/** @typedef {import('./workload.js').Workload} Workload */
/** @typedef {import('./settings.js').Settings} Settings */
/** @typedef {import('./scenario.js').Reading} Reading */
/** @typedef {import('./run.js').Run} Run */

/** A larger replay error predicts nothing. */
export const TOLERATED_ERROR = 0.15;
/** Number of runs with random losses. */
const SEEDS = 9;
/** Most replays kept; the least recently used conditions are dropped. */
export const MAX_KEPT_REPLAYS = 512;

/** @param {Settings} settings @returns {Reading} of the answer itself */
export const readingOf = (settings) => (asksAnew(settings) ? 'asked' : 'repeated');

/**
 * @param {Workload} workload
 * @param {Settings} settings
 * @returns {boolean} whether requests that had waited for a connection may have waited for a response
 */
export const hasOtherReading = ({ page }, settings) => asksAnew(settings) && page !== null && page.chained !== null;

/** Replays by their conditions. */
export class Replays {
  /** By settings and reading, least recently used first; seeds from 1. @type {Map<string, Run[]>} */
  #kept = new Map();

  /** @param {Workload} workload */
  constructor(workload) {
    this.workload = workload;
  }

  /** @param {Settings} settings @param {Reading} reading @returns {Run[]} those made so far */
  runs(settings, reading) {
    const key = keyOf(settings, reading);
    const runs = this.#kept.get(key) ?? [];
    this.#kept.delete(key);
    this.#kept.set(key, runs);
    return runs;
  }

  /**
   * Makes the replays that an answer needs, one per step.
   * @param {Settings} settings @param {{ isDraft: boolean }} how a draft needs one run, and one interpretation
   */
  *make(settings, { isDraft }) {
    const reading = readingOf(settings);
    yield* this.#chooseAccount();
    for (const [given, way] of /** @type {[Settings, Reading][]} */ ([
      [settings, reading],
      [{}, reading],
    ])) {
      yield* this.#makeUpTo(1, given, way);
    }
    if (isDraft) return;
    for (const [given, way] of /** @type {[Settings, Reading][]} */ ([
      [settings, reading],
      [{}, reading],
      ...(hasOtherReading(this.workload, settings) ? [[settings, 'chained']] : []),
    ])) {
      yield* this.#makeUpTo(SEEDS, given, way);
    }
  }

  /**
   * Where losses may be queue overflows or random, the likelier explanation is used if its replay error is small
   * enough; else the one with the smaller error.
   */
  *#chooseAccount() {
    const { conditions, seconds } = this.workload;
    const { otherwise } = conditions;
    if (otherwise === null) return;
    const first = runOnce(this.workload, {}, 'repeated', 1);
    yield;
    const firstError = errorOf(first.seconds, seconds);
    const other = firstError > TOLERATED_ERROR ? { ...this.workload, conditions: otherwise } : null;
    const second = other && runOnce(other, {}, 'repeated', 1);
    if (this.workload.conditions.otherwise === null) return;
    const isOther = second !== null && errorOf(second.seconds, seconds) < firstError;
    this.workload = isOther && other ? other : { ...this.workload, conditions: { ...conditions, otherwise: null } };
    this.runs({}, 'repeated').push(isOther ? second : first);
    yield;
  }

  /** @param {number} count @param {Settings} settings @param {Reading} reading */
  *#makeUpTo(count, settings, reading) {
    const runs = this.runs(settings, reading);
    const needed = Math.min(count, isChance(this.workload, settings, reading) ? SEEDS : 1);
    while (runs.length < needed) {
      runs.push(runOnce(this.workload, settings, reading, runs.length + 1));
      this.#forget();
      yield;
    }
  }

  #forget() {
    let count = [...this.#kept.values()].reduce((sum, { length }) => sum + length, 0);
    for (const [key, { length }] of this.#kept) {
      if (count <= MAX_KEPT_REPLAYS) return;
      this.#kept.delete(key);
      count -= length;
    }
  }

  /** @param {Settings} settings @returns {boolean} whether a draft has less than the answer */
  isDraftLess(settings) {
    const reading = readingOf(settings);
    return (
      hasOtherReading(this.workload, settings) ||
      [settings, {}].some((given) => isChance(this.workload, given, reading))
    );
  }
}

/**
 * Without random losses all runs are equal.
 * @param {Workload} workload @param {Settings} settings @param {Reading} reading
 */
function isChance({ conditions: { lossRates }, direction }, { loss }, reading) {
  const drawnRates = reading === 'repeated' ? [0, 0] : lossRates;
  return drawnRates.some((rate, way) => (way === direction ? (loss ?? rate) : rate) > 0) || Number(loss) > 0;
}

/** @param {number} replayed @param {number} observed @returns {number} share of the observed */
export const errorOf = (replayed, observed) => Math.abs(replayed - observed) / observed;

/** @param {Settings} settings @param {Reading} reading */
function keyOf(settings, reading) {
  return JSON.stringify([reading, ...Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1))]);
}
