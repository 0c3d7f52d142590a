/** The uploaded file with a study's requests: kept beside its results until replaced. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { RequestError } from '../errors.js';
import { spool } from '../library/spool.js';

const FILE = 'workload';
const NAME = 'workload-name.txt';
const MAX_NAME_CHARS = 200;
const OWNER_ONLY = 0o700;

/** @param {string} folder of a study @returns {string} */
export const loadPath = (folder) => join(folder, FILE);

/** @param {string} folder of a study @returns {Promise<string|null>} what the file was called; null: there is none */
export async function loadName(folder) {
  return readFile(join(folder, NAME), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/**
 * @param {import('express').Request} request whose body is the file
 * @param {string} folder of the study
 * @param {{ limits: import('../limits.js').Limits, disk: import('../library/disk-space.js').DiskSpace }} parts
 * @returns {Promise<void>} when all of it is on disk
 * @throws {RequestError}
 */
export async function receiveLoad(request, folder, { limits, disk }) {
  const { name } = request.query;
  const declared = Number(request.headers['content-length'] ?? NaN);
  const claim = await disk.claim(Number.isFinite(declared) ? declared : null);
  const part = `${loadPath(folder)}.${process.pid}.part`;
  try {
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
    await rm(part, { force: true });
    await spool(
      request.iterator({ destroyOnReturn: false }),
      part,
      { maxBytes: limits.uploadBytes, claim },
      { onCreated: () => undefined, onBytes: () => undefined },
    );
    if (!request.complete) throw endedEarly();
    await rename(part, loadPath(folder));
    await writeFile(join(folder, NAME), String(name ?? 'workload').slice(0, MAX_NAME_CHARS));
  } catch (error) {
    await rm(part, { force: true });
    throw request.destroyed ? endedEarly() : error;
  }
}

const endedEarly = () => new RequestError(400, 'broke_off', 'The upload was interrupted; send the file again.');
