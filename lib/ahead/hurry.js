import { createRequire } from 'node:module';

/** Releases from which on `require` loads ES modules and says nothing about it, by major version. */
const SINCE = new Map([[20, 19], [22, 13], [23, 5]]), ALL_SINCE_MAJOR = 24;
const [major, minor] = process.versions.node.split('.').map(Number);

/** Whether Node is such a release. */
export const canRequire = major >= ALL_SINCE_MAJOR || minor >= (SINCE.get(major) ?? Infinity);

/**
 * Loads a module with all that it imports by `require`, so that the `import()` which follows finds it there: that takes a third less time
 * than `import()` alone, as nothing waits for anything. Does nothing where Node cannot. No import of any of these modules may be under way.
 * @param {string} specifier such as `./module.js` @param {string} from `import.meta.url` of whoever imports it next
 */
export function hurry(specifier, from) {
  if (canRequire) createRequire(from)(specifier);
}
