import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** @typedef {import('../study.js').Study} Study */
/** @typedef {import('../study.js').Run} Run */
/** @typedef {import('../study.js').RunResult} RunResult */
/** @typedef {import('../study.js').StudyOptions} StudyOptions */
/** @typedef {import('../study.js').StudyResult} StudyResult */
/**
 * @typedef {{ done: number, total: number, name: string }} Progress name: of the run that ended last; '' before the
 *   first
 */

/**
 * Runs a study on threads: one run at a time on each.
 * @param {Study} study one of studies.js: threads find it there by its name
 * @param {object} [options]
 * @param {number} [options.seed]
 * @param {boolean} [options.draft]
 * @param {import('../study.js').Given} [options.given] to a study that takes a load
 * @param {number} [options.jobs] threads, at most
 * @param {import('./run-store.js').RunStore} [options.store] where results of runs are kept; existing ones are not run
 *   again
 * @param {(progress: Progress) => void} [options.onProgress]
 * @param {AbortSignal} [options.signal] stops it; finished runs are in the store
 * @returns {Promise<StudyResult>} independent of the threads; rejects with the signal's reason, or with the error of a
 *   run
 */
export async function runStudy(
  study,
  { seed = 1, draft = false, given, jobs = availableParallelism(), store, onProgress, signal } = {},
) {
  const taken = given ?? study.given?.(seed);
  const options = { seed, draft, ...(taken === undefined ? {} : { given: taken }) };
  const runs = study.plan(options);
  const results = await new Runs({ study, options, runs, store, onProgress }).execute(Math.max(1, jobs), signal);
  const conclusion = study.conclude(
    runs.map((run, index) => ({ run, values: results[index].values })),
    options,
  );
  return {
    study: study.name,
    title: study.title,
    sources: study.sources,
    seed,
    draft,
    ...conclusion,
    captures: results.flatMap(({ captures = [] }) => captures),
  };
}

class Runs {
  /** In the order of the plan. @type {RunResult[]} */
  #results = [];
  #next = 0;
  #done = 0;
  #failure = new AbortController();

  /**
   * @param {{ study: Study, options: StudyOptions, runs: Run[], store?: import('./run-store.js').RunStore, onProgress?:
   *   (progress:
   *   Progress) => void }} task
   */
  constructor(task) {
    this.task = task;
  }

  /** @param {number} jobs @param {AbortSignal} [signal] */
  async execute(jobs, signal) {
    const { signal: failed } = this.#failure;
    const stop = signal ? AbortSignal.any([signal, failed]) : failed;
    this.task.onProgress?.({ done: 0, total: this.task.runs.length, name: '' });
    const missing = await this.#takeKept(stop);
    await Promise.all(
      Array.from({ length: Math.min(jobs, missing.length) }, () =>
        this.#work(missing, stop).catch((error) => {
          this.#failure.abort(error);
          throw stop.reason ?? error;
        }),
      ),
    );
    return this.#results;
  }

  /**
   * @param {AbortSignal} stop
   * @returns {Promise<number[]>} indexes of the runs to do, the longest first, so that threads end at about the same
   *   time
   */
  async #takeKept(stop) {
    const { runs, store, options } = this.task;
    const missing = [];
    for (const [index, run] of runs.entries()) {
      stop.throwIfAborted();
      const kept = await store?.read(run, options);
      if (kept) this.#take(index, kept);
      else missing.push(index);
    }
    return missing.sort((a, b) => (runs[b].effort ?? 0) - (runs[a].effort ?? 0) || a - b);
  }

  /** One thread, until no run is left. @param {number[]} missing @param {AbortSignal} signal */
  async #work(missing, signal) {
    signal.throwIfAborted();
    const { given } = this.task.options;
    const thread = new Worker(new URL('./run-thread.js', import.meta.url), { workerData: given });
    try {
      while (this.#next < missing.length) await this.#runOn(thread, missing[this.#next++], signal);
    } finally {
      await thread.terminate();
    }
  }

  /** @param {Worker} thread @param {number} index @param {AbortSignal} signal */
  async #runOn(thread, index, signal) {
    const { study, options, runs, store } = this.task;
    const run = runs[index];
    const { seed, draft } = options;
    const answered = once(thread, 'message', { signal });
    thread.postMessage({ study: study.name, run, options: { seed, draft } });
    const [{ result, failure }] = await answered.catch((error) => {
      throw signal.aborted ? signal.reason : error;
    });
    if (failure !== undefined) throw new Error(`The run ${run.name} failed: ${failure}`);
    await store?.write(run, options, result);
    this.#take(index, result);
  }

  /** @param {number} index @param {RunResult} result */
  #take(index, result) {
    const { runs, onProgress } = this.task;
    this.#results[index] = result;
    onProgress?.({ done: ++this.#done, total: runs.length, name: runs[index].name });
  }
}
