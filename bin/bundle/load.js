/**
 * The modules of the command line joined to a file for each thread, with V8's code for them: what `make.js` makes behind an installation. Loading some hundred
 * modules one by one takes longer than reading a small capture.
 */
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { Worker } from 'node:worker_threads';

const ROOT_URL = new URL('../../', import.meta.url), ROOT = fileURLToPath(ROOT_URL), DIST = `${ROOT}dist/`;

/** What has been loaded on this thread, by name. @type {Map<string, Script>} */
export const loaded = new Map();

/** @typedef {import('node:worker_threads').WorkerOptions} WorkerOptions */
/** @typedef {[path: string, mtimeMs: number, size: number]} Source as it was when it was bundled, from the project's root */

/** @param {'run'|'serve'} name of the part to begin with @returns {Source[]} none: there is no bundle */
export function sourcesOf(name) {
  try {
    return JSON.parse(readFileSync(`${DIST}${name}.json`, 'utf8'));
  } catch {
    return [];
  }
}

/** Whether none of these sources has changed since there is a bundle. @param {Source[]} sources @returns {boolean} */
export function isUnchanged(sources) {
  try {
    return sources.length > 0 && sources.every(([path, mtimeMs, size]) => {
      const now = statSync(ROOT + path);
      return now.mtimeMs === mtimeMs && now.size === size;
    });
  } catch {
    return false;
  }
}

/** @typedef {typeof import('../commands/run.js')} Run */
/** @typedef {{ run: Run, serve: Run, 'decoding-thread': object, 'analysis-thread': object }} Parts what the modules export with which the parts begin */

/**
 * @template {keyof Parts} Name
 * @param {Name} name of a part of the bundle
 * @returns {Parts[Name]}
 */
export function load(name) {
  const filename = `${DIST}${name}.cjs`, script = new Script(readFileSync(filename, 'utf8'), { filename, cachedData: codeOf(name) });
  const module = { exports: /** @type {Parts[Name]} */ ({}) };
  loaded.set(name, script);
  script.runInThisContext()(module.exports, createRequire(filename), module, (/** @type {string} */ path) => new URL(path, ROOT_URL).href);
  return module.exports;
}

/** Threads that were started before they were asked for, by name. @type {Map<string, Worker>} */
const early = new Map();

/**
 * Starts a thread that is going to be asked for with the same options; the process does not wait for it.
 * @param {string} name @param {WorkerOptions} options
 */
export function startEarly(name, options) {
  const thread = begin(name, options);
  thread.unref();
  early.set(name, thread);
}

/** Ends what was started before: it is not going to be asked for. */
export function dropEarly() {
  for (const thread of early.values()) thread.terminate();
  early.clear();
}

/** @param {string} name of a part of the bundle @param {WorkerOptions} options @returns {Worker} */
export function startThread(name, options) {
  const started = early.get(name);
  early.delete(name);
  return started ?? begin(name, options);
}

/** @param {string} name @param {WorkerOptions} options */
const begin = (name, options) => new Worker(`require(${JSON.stringify(`${DIST}start.cjs`)}).load(${JSON.stringify(name)})`, { ...options, eval: true });

/** What V8 has made of it before; another release of V8 takes no notice of it. @param {string} name @returns {Buffer|undefined} */
function codeOf(name) {
  try {
    return readFileSync(`${DIST}${name}.code`);
  } catch {
    return undefined;
  }
}
