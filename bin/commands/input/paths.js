import { resolve } from 'node:path';

import { isObjectStore } from '../../../lib/fleet/places/place.js';

/**
 * A path of the command line made absolute, so that it means the same wherever it goes. `-` is standard input or
 * output, and s3:// is elsewhere.
 * @template {string|undefined} T
 * @param {T} path none where it is empty or undefined
 * @returns {T}
 */
export function pathOf(path) {
  if (!path || path === '-' || isObjectStore(path)) return path;
  return /** @type {T} */ (resolve(path));
}

/**
 * @param {string|undefined} path as given by `-o`
 * @returns {string|undefined} undefined: standard output, which is also what `-` names
 */
export const outputOf = (path) => (path === '-' ? undefined : pathOf(path));
