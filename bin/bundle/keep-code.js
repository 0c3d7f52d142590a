/** Loaded before anything else where the bundle is run for V8 to see it (warm.js): keeps what V8 has made of each part so far, on every thread. */
import { renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';
import { isMainThread, threadId } from 'node:worker_threads';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
/** @type {typeof import('./start.js')} */
const { loaded } = createRequire(DIST)(`${DIST}start.cjs`);
/** The server ends its threads without telling them. */
const EVERY_MS = 250;

/** What is kept under other options than those that V8 has at the start is not taken then: whoever sets some (late-compiling.js) sets none here. */
v8.setFlagsFromString = () => {};

function keep() {
  for (const [name, script] of loaded) {
    const made = `${DIST}${name}.code-${threadId}`;
    writeFileSync(made, script.createCachedData());
    renameSync(made, `${DIST}${name}.code`);
  }
}

process.once('exit', keep);
if (!isMainThread) setInterval(keep, EVERY_MS).unref();
