import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';

import { RequestError } from '../errors.js';

/** Qlogs that are kept with a capture. */
export const MAX_QLOGS = 64;
const SUFFIX = '.qlog';

/**
 * A name by its content, so that a qlog that is added again replaces itself.
 * @param {string} folder of a capture's qlogs @param {Uint8Array} bytes
 * @returns {Promise<string>}
 * @throws {RequestError} 409 there are too many
 */
export async function nameOfQlog(folder, bytes) {
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 16) + SUFFIX;
  const kept = (await readdir(folder)).filter((one) => one.endsWith(SUFFIX));
  if (kept.includes(name) || kept.length < MAX_QLOGS) return name;
  throw new RequestError(409, 'too_many_qlogs', `A capture keeps ${MAX_QLOGS} qlogs, and this one has as many.`);
}
