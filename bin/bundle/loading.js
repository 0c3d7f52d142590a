/** What `lib/threads/loading.js` is in the bundle: there is nothing to hurry, and a thread begins with its own part. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The script that has loaded this one: not a copy of it. */
const START = fileURLToPath(new URL('../../dist/start.cjs', import.meta.url));

export function hurry() {}

/** @type {typeof import('./start.js').startThread} */
export const startThread = (name, options) => createRequire(START)(START).startThread(name, options);
