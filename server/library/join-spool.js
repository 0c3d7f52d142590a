import { createReadStream, existsSync } from 'node:fs';
import { lstat, open, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { PCAP_HEADER_BYTES } from '../../lib/capture/pcap.js';
import { readJsonFile } from './json-file.js';

/** What the names of a live capture's files begin with (lib/capture/live/spool.js). */
const SPOOL = 'spool';
/** The files so far as one. */
const JOINED = 'whole';
/** Which file is being appended, and the size of `whole` before. */
const JOURNAL = 'joining.json';

/**
 * Makes one file of a live capture's files, oldest first, and removes their folder. A pcapng file that follows another
 * begins a new section, as the format has it; the header of a pcap file is left out unless it is the first. Each file
 * is deleted as soon as it is appended, so that the disk needs space for one of them, not for all again. After an
 * interruption it resumes. Without any file of packets the result is an empty one.
 * @param {string} folder
 * @param {string} target
 * @returns {Promise<void>}
 */
export async function joinSpool(folder, target) {
  const joined = join(folder, JOINED);
  if (!(await isFile(joined))) await rm(joined, { recursive: true, force: true });
  await takeBackHalf(folder, joined);
  for (const file of await oldestFirst(folder)) {
    if (existsSync(joined)) await append(file, joined, join(folder, JOURNAL));
    else await rename(file, joined);
  }
  if (existsSync(joined)) await rename(joined, target);
  else if (!existsSync(target)) await writeFile(target, '', { mode: 0o600 });
  await rm(folder, { recursive: true, force: true });
}

/**
 * Truncates a file that was being appended when the server ended.
 * @param {string} folder
 * @param {string} joined
 */
async function takeBackHalf(folder, joined) {
  const { file, bytes } = (await readJsonFile(join(folder, JOURNAL)).catch(() => null)) ?? {};
  if (typeof file !== 'string' || !(await isFile(join(folder, basename(file))))) return;
  const isShorter =
    Number.isSafeInteger(bytes) && bytes >= 0 && existsSync(joined) && bytes < (await stat(joined)).size;
  if (isShorter) await truncate(joined, bytes);
}

/** @param {string} path @returns {Promise<boolean>} whether it is one itself, and no link to one */
const isFile = (path) =>
  lstat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** @param {string} folder @returns {Promise<string[]>} */
async function oldestFirst(folder) {
  const paths = (await readdir(folder)).filter((name) => name.startsWith(SPOOL)).map((name) => join(folder, name));
  const found = await Promise.all(paths.map(async (path) => ({ path, status: await lstat(path) })));
  const files = found.flatMap(({ path, status }) => (status.isFile() ? [{ path, mtimeMs: status.mtimeMs }] : []));
  return files.sort((a, b) => a.mtimeMs - b.mtimeMs).map(({ path }) => path);
}

/**
 * @param {string} file gone then
 * @param {string} joined
 * @param {string} journal
 */
async function append(file, joined, journal) {
  await writeFile(`${journal}.new`, JSON.stringify({ file: basename(file), bytes: (await stat(joined)).size }), {
    flush: true,
  });
  await rename(`${journal}.new`, journal);
  const output = await open(joined, 'a');
  try {
    for await (const chunk of createReadStream(file, { start: file.endsWith('.pcapng') ? 0 : PCAP_HEADER_BYTES })) {
      await output.writeFile(chunk);
    }
    await output.sync();
  } finally {
    await output.close();
  }
  await rm(file);
}
