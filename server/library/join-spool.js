import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const PCAP_HEADER_BYTES = 24;
const DRAFT = 'joined';

/**
 * Makes one file of a live capture's files, oldest first, and removes their folder. A pcapng file that follows another begins
 * a new section, as the format has it; a pcap file's header is left out where it is not the first. Broken off, it can be begun anew.
 * @param {string} folder
 * @param {string} target
 * @returns {Promise<void>}
 */
export async function joinSpool(folder, target) {
  const files = await oldestFirst(folder);
  if (files.length === 1) await rename(files[0], target);
  if (files.length > 1) await concatenate(files, join(folder, DRAFT), target);
  await rm(folder, { recursive: true, force: true });
}

/** @param {string} folder @returns {Promise<string[]>} */
async function oldestFirst(folder) {
  const paths = (await readdir(folder)).filter((name) => name !== DRAFT).map((name) => join(folder, name));
  const files = await Promise.all(paths.map(async (path) => ({ path, mtimeMs: (await stat(path)).mtimeMs })));
  return files.sort((a, b) => a.mtimeMs - b.mtimeMs).map(({ path }) => path);
}

/**
 * @param {string[]} files
 * @param {string} draft
 * @param {string} target
 */
async function concatenate(files, draft, target) {
  const output = await open(draft, 'w', 0o600);
  try {
    for (const [i, file] of files.entries()) {
      const start = i === 0 || file.endsWith('.pcapng') ? 0 : PCAP_HEADER_BYTES;
      for await (const chunk of createReadStream(file, { start })) await output.writeFile(chunk);
    }
  } finally {
    await output.close();
  }
  await rename(draft, target);
}
