import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const BUILDER = new URL('../scripts/page/file.js', import.meta.url);
/** The package and the container have this instead of what builds it. */
const BUILT = new URL('../dist/selfclock.html', import.meta.url);

/** @type {Promise<string>|null} */
let page = null;

/** @returns {Promise<string>} */
async function make() {
  if (existsSync(BUILDER)) return (await import(BUILDER.href)).singleFile();
  return readFile(BUILT, 'utf8').catch(() => {
    throw new Error('The page that reports are laid in, dist/selfclock.html, is missing: install Selfclock again.');
  });
}

/**
 * The page as one file, in which reports are laid. A checkout builds it when it is first asked for, from the sources
 * that are there.
 */
export function oneFilePage() {
  page ??= make().catch((error) => {
    page = null;
    throw error;
  });
  return page;
}
