/** What `lib/ahead/loading.js` is in the bundle: there is nothing to hurry, and a thread begins with its own part. */
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const LOAD = fileURLToPath(new URL('./load.js', import.meta.url));

export function hurry() {}

/** @param {string} name @param {import('node:worker_threads').WorkerOptions} options @returns {Worker} */
export function startThread(name, options) {
  return new Worker(`require(${JSON.stringify(LOAD)}).load(${JSON.stringify(name)})`, { ...options, eval: true });
}
