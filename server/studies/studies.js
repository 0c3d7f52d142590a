import { EventEmitter } from 'node:events';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { STUDIES } from '../../lib/studies/studies.js';
import { RequestError } from '../errors.js';
import { DamagedFile, readJsonFile } from '../library/json-file.js';
import { loadName, loadPath } from './given-load.js';

/** @typedef {import('./study-thread.js').StudyNews} StudyNews */
/**
 * A study, as docs/protocol.md has it.
 * @typedef {object} StudyState
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {'idle'|'running'|'failed'} state
 * @property {number} done runs @property {number} total
 * @property {boolean} draft of the run under way, or the last one
 * @property {string|null} error
 * @property {number} version grows with each change
 * @property {{ name: string, label: string, value: string, words: string }[]} [settings] of a study that takes a load
 *   and settings: the fields of its form
 * @property {string} [ownLoad] the study that asks the same of a load of one's own
 */
/**
 * What a study is run with: `published` its own load, `file` its uploaded file, else the file of a capture.
 * @typedef {{ path: string, name: string }|null} GivenFile null: the published load
 */

/**
 * The published studies: at most one runs at a time, and the results of each one's last run are kept in a folder.
 * Event: `changed` (name).
 */
export class Studies extends EventEmitter {
  #folder;
  /** @type {Map<string, StudyState>} */
  #states = new Map(
    STUDIES.map(({ name, title, summary, settings, ownLoad }) => [
      name,
      {
        ...{ name, title, summary, state: 'idle', done: 0, total: 0, draft: false, error: null, version: 0 },
        ...(settings && { settings }),
        ...(ownLoad && { ownLoad }),
      },
    ]),
  );
  /** @type {{ name: string, thread: Worker }|null} */
  #running = null;

  /** @param {string} folder made when it is needed */
  constructor(folder) {
    super();
    this.setMaxListeners(0);
    this.#folder = folder;
  }

  /** @returns {StudyState[]} */
  list() {
    return [...this.#states.values()];
  }

  /** @param {string} name @returns {StudyState} @throws {RequestError} 404 */
  get(name) {
    const state = this.#states.get(name);
    if (!state) {
      throw new RequestError(
        404,
        'no_study',
        `There is no study with this name; there are: ${[...this.#states.keys()].join(', ')}.`,
      );
    }
    return state;
  }

  /**
   * @param {string} name
   * @param {{ seed: number, draft: boolean, set?: string[], file?: GivenFile }} options set: NAME=VALUE each, checked
   * @returns {StudyState}
   * @throws {RequestError} 404, 409
   */
  start(name, { seed, draft, set = [], file = null }) {
    const state = this.get(name);
    if (this.#running) {
      throw new RequestError(
        409,
        'study_running',
        `The study "${this.get(this.#running.name).title}" is running; wait for it, or stop it.`,
      );
    }
    const folder = this.#folderOf(name);
    const jobs = Math.max(1, availableParallelism() - 1);
    /** @type {import('./study-thread.js').StudyTask} */
    const task = {
      name,
      seed,
      draft,
      jobs,
      folder,
      runsFolder: join(folder, draft ? 'runs-draft' : 'runs'),
      set,
      file,
    };
    const thread = new Worker(new URL('./study-thread.js', import.meta.url), { workerData: task });
    this.#running = { name, thread };
    thread.on('message', (/** @type {StudyNews} */ news) => this.#onNews(state, news));
    thread.on('error', (error) => this.#end(state, error.message));
    thread.on('exit', () => this.#running?.thread === thread && this.#end(state, 'its thread ended'));
    return this.#change(state, { state: 'running', done: 0, total: 0, draft, error: null });
  }

  /** Finished runs are kept, and the next start resumes from them. @param {string} name */
  async cancel(name) {
    const state = this.get(name);
    if (this.#running?.name !== name) return state;
    const { thread } = this.#running;
    this.#end(state, null);
    await thread.terminate();
    return state;
  }

  /**
   * @param {string} name
   * @returns {Promise<any|null>} `result.json` of the last run that came to its end; null: there is none, or it is
   *   damaged
   */
  async result(name) {
    this.get(name);
    const result = await readJsonFile(join(this.#folderOf(name), 'result.json')).catch((error) => {
      if (!(error instanceof DamagedFile)) throw error;
    });
    const isWhole = [result?.captures, result?.figures, result?.tables].every(Array.isArray);
    return isWhole ? result : null;
  }

  /** Of a study that takes a load. @param {string} name @returns {string} @throws {RequestError} 404, 400 */
  loadFolder(name) {
    if (!this.get(name).settings) throw new RequestError(400, 'bad_request', 'This study takes no load.');
    return this.#folderOf(name);
  }

  /** @param {string} name @returns {Promise<string|null>} name of its uploaded file */
  async givenName(name) {
    return this.get(name).settings ? loadName(this.#folderOf(name)) : null;
  }

  /** @param {string} name @returns {Promise<GivenFile>} @throws {RequestError} 400: no file was uploaded */
  async givenFile(name) {
    const folder = this.loadFolder(name);
    const given = await loadName(folder);
    if (given === null) throw new RequestError(400, 'no_load', 'No file has been given yet; choose one first.');
    return { path: loadPath(folder), name: given };
  }

  /**
   * @param {string} name
   * @param {string} capture one that the result names
   * @returns {Promise<{ path: string, sizeBytes: number }>}
   * @throws {RequestError} 404
   */
  async capture(name, capture) {
    const result = await this.result(name);
    const path = join(this.#folderOf(name), `${capture}.pcap`);
    if (!result?.captures.includes(capture)) {
      throw new RequestError(404, 'no_capture', 'The study has no capture with this name.');
    }
    return { path, sizeBytes: (await stat(path)).size };
  }

  async close() {
    if (this.#running) await this.cancel(this.#running.name);
  }

  #folderOf(/** @type {string} */ name) {
    return join(this.#folder, name);
  }

  /** @param {StudyState} state @param {StudyNews} news */
  #onNews(state, news) {
    if (this.#running?.name !== state.name) return;
    if ('progress' in news) this.#change(state, { done: news.progress.done, total: news.progress.total });
    else this.#end(state, 'failure' in news ? news.failure : null);
  }

  /** @param {StudyState} state @param {string|null} error */
  #end(state, error) {
    this.#running = null;
    this.#change(state, { state: error === null ? 'idle' : 'failed', error });
  }

  /** @param {StudyState} state @param {Partial<StudyState>} what @returns {StudyState} */
  #change(state, what) {
    Object.assign(state, what, { version: state.version + 1 });
    this.emit('changed', state.name);
    return state;
  }
}
