import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const BUILDER = new URL('../scripts/page/file.js', import.meta.url);
/** The package and the container have this file instead of the build script. */
const BUILT = new URL('../dist/selfclock.html', import.meta.url);

/** @type {Promise<string>|null} */
let page = null;

/** @returns {Promise<string>} */
async function make() {
  if (existsSync(BUILDER)) return (await import(BUILDER.href)).singleFile();
  return readFile(BUILT, 'utf8').catch(() => {
    throw new Error('The page for reports, dist/selfclock.html, is missing: reinstall Selfclock.');
  });
}

/**
 * The page as one file, into which reports are inserted. A checkout builds it from its sources when it is first
 * requested.
 */
export function oneFilePage() {
  page ??= make().catch((error) => {
    page = null;
    throw error;
  });
  return page;
}
