import { open } from 'node:fs/promises';

import { CaptureError } from '../capture-error.js';

/** @type {Record<string, [string, (path: string) => string]>} */
const SENTENCES = {
  ENOENT: ['not_found', (path) => `There is no file at ${path}: check the path.`],
  ENOTDIR: ['not_found', (path) => `There is no file at ${path}, since a part of that path is a file: check the path.`],
  EISDIR: ['is_directory', (path) => `${path} is a directory: give a capture file in it.`],
  EACCES: ['no_permission', (path) => `Reading ${path} is not permitted: grant this user read access to it.`],
  EPERM: ['no_permission', (path) => `Reading ${path} is not permitted: grant this user read access to it.`],
};

/**
 * A system error in one sentence for the user; errors of other kinds come back as they are.
 * @param {unknown} error
 * @param {string} path
 */
export function captureErrorOf(error, path) {
  const code = /** @type {NodeJS.ErrnoException} */ (error)?.code;
  if (error instanceof CaptureError || !code || !/^E[A-Z]+$/.test(code)) return error;
  const [name, sentence] = SENTENCES[code] ?? [
    'read_failed',
    () => `Reading ${path} failed with ${code}: check the disk, then try again.`,
  ];
  return new CaptureError(name, sentence(path));
}

/**
 * @param {string} path
 * @throws {CaptureError}
 */
export async function openCapture(path) {
  try {
    const handle = await open(path, 'r');
    const stat = await handle.stat();
    if (!stat.isDirectory()) return { handle, stat };
    await handle.close();
  } catch (error) {
    throw captureErrorOf(error, path);
  }
  throw new CaptureError('is_directory', SENTENCES.EISDIR[1](path));
}
