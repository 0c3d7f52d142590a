import { readFileSync, statSync } from 'node:fs';

/**
 * Whether the bundle in `dist/cli/` is of a checkout's sources as they are.
 * @param {string} root folder of the checkout, with a slash
 */
export function isFresh(root) {
  try {
    /** @type {[path: string, bytes: number, mtimeMs: number][]} */
    const sources = JSON.parse(readFileSync(`${root}dist/cli/sources.json`, 'utf8'));
    return sources.every(([path, bytes, mtimeMs]) => {
      const found = statSync(`${root}${path}`, { throwIfNoEntry: false });
      return found?.size === bytes && found.mtimeMs === mtimeMs;
    });
  } catch {
    return false;
  }
}
