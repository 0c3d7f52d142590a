import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const BUILDER = new URL('../scripts/page/file.js', import.meta.url);
/** The package has this instead of what builds it. */
const BUILT = new URL('../dist/selfclock.html', import.meta.url);

/** @type {Promise<string>|null} */
let page = null;

/** @returns {Promise<string>} */
const make = async () => (existsSync(BUILDER) ? (await import(BUILDER.href)).singleFile() : readFile(BUILT, 'utf8'));

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
