/** What `lib/ahead/loading.js` is in the bundle: there is nothing to hurry, and a thread begins with its own part. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The module that has loaded this one: not a copy of it in the bundle. */
const LOAD = fileURLToPath(new URL('./load.js', import.meta.url));

export function hurry() {}

/** @type {typeof import('./load.js').startThread} */
export const startThread = (name, options) => createRequire(LOAD)(LOAD).startThread(name, options);
