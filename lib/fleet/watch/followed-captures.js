/**
 * The last minutes of a watch, and what it captures from then on, as a live capture: its files are linked beside each
 * other as they come. They belong to the watch, which may delete them; nothing is written into them.
 */
import { link, open, readdir, utimes, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { LiveCaptureError } from '../../capture/live/live-error.js';
import { Spool } from '../../capture/live/spool.js';
import { unknownCounts } from '../../capture/live/statistics.js';
import { PCAP_HEADER_BYTES } from '../../capture/pcap.js';
import { filesIn } from './captured-files.js';

/** @typedef {import('../../capture/live/live-capture.js').LiveCapture} LiveCapture */
/** @typedef {import('../../capture/live/live-capture.js').LiveOptions} LiveOptions */
/** @typedef {import('./read-files.js').FoundFile} FoundFile */

const LOOK_MS = 500;
/** A section of pcapng without anything in it (draft-ietf-opsawg-pcapng, 4.1), of the machine's byte order. */
const EMPTY_SECTION = Uint8Array.from(
  [0x0a0d0d0a, 28, 0x1a2b3c4d, 1, 0xffffffff, 0xffffffff, 28].flatMap((word) => [
    ...new Uint8Array(new Uint32Array([word]).buffer),
  ]),
);

/**
 * @param {string} captures the watch's folder of them
 * @param {{ tool: import('../../capture/live/tool/tool.js').ToolName, earlierSeconds: number }} watch how much of what
 *   was captured before is taken along
 * @param {Pick<LiveOptions, 'directory'|'maxBytes'|'maxSeconds'|'onStatistics'>} options
 * @returns {Promise<LiveCapture>}
 * @throws {LiveCaptureError} there is nothing to follow
 */
export async function followCaptures(captures, { tool, earlierSeconds }, options) {
  const { directory, maxBytes = null, maxSeconds = null, onStatistics } = options;
  const beganMs = Date.now();
  const sinceMs = beganMs - earlierSeconds * 1000;
  const [first] = (await capturedSince(captures, sinceMs)).slice(0, 1);
  if (first === undefined) throw new LiveCaptureError('failed', 'The watch has captured nothing in these minutes.');
  const extension = extname(first.path);
  const ofKind = async () => (await capturedSince(captures, sinceMs)).filter(({ path }) => extname(path) === extension);
  const spool = await begunSpool(directory, first.path, extension);
  const stopping = new AbortController();
  /** @type {Set<string>} */
  const linked = new Set();

  async function look() {
    for (const { path } of await ofKind()) {
      if (linked.has(path)) continue;
      linked.add(path);
      const number = linked.size;
      const name =
        extension === '.pcapng' ? `spool_${String(number).padStart(5, '0')}_0.pcapng` : `spool.pcap${number}`;
      await link(path, join(directory, name)).catch(refuseOtherDisk);
    }
    await spool.look();
    const bytes = await spool.bytes();
    onStatistics?.({ ...unknownCounts(), bytes, ringLostFiles: 0, ringLostBytes: 0 });
    return bytes;
  }

  async function follow() {
    for (; !stopping.signal.aborted; await delay(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => null)) {
      const bytes = await look();
      if (maxBytes !== null && bytes >= maxBytes) return 'It has as many bytes as are followed of a watch at a time.';
      if (maxSeconds !== null && Date.now() - beganMs >= maxSeconds * 1000) return 'A watch is followed for so long.';
    }
    return 'Capturing was stopped.';
  }

  await look();
  const ended = follow()
    .then(
      (reason) => ({ ...unknownCounts(), reason, failed: false }),
      (error) => ({ ...unknownCounts(), reason: error.message, failed: true }),
    )
    .finally(() => (spool.ended = true));
  const stop = () => (stopping.abort(), ended);
  return { tool, spool, paths: spool.paths, ended, stop };
}

/**
 * With a file of its own in front, to which others are appended when they are joined.
 * @param {string} directory @param {string} like a capture @param {string} extension of all
 */
async function begunSpool(directory, like, extension) {
  const path = join(directory, `spool${extension}`);
  await writeFile(path, extension === '.pcapng' ? EMPTY_SECTION : await headOf(like));
  await utimes(path, 0, 0);
  return new Spool(path, { ringFileBytes: Infinity, ringFiles: Infinity });
}

/** @param {string} path of a pcap file @returns {Promise<Uint8Array>} its header */
async function headOf(path) {
  const file = await open(path);
  try {
    const head = new Uint8Array(PCAP_HEADER_BYTES);
    await file.read(head);
    return head;
  } finally {
    await file.close();
  }
}

/** @param {string} captures @param {number} sinceMs @returns {Promise<FoundFile[]>} in the order of their time */
async function capturedSince(captures, sinceMs) {
  const files = [];
  for (const run of (await readdir(captures).catch(() => [])).sort()) {
    files.push(...(await filesIn(join(captures, run))));
  }
  return files.filter(({ mtimeMs, size }) => mtimeMs >= sinceMs && size >= PCAP_HEADER_BYTES);
}

/** @param {NodeJS.ErrnoException} error */
function refuseOtherDisk(error) {
  if (error.code === 'ENOENT') return; // it was deleted just now
  if (error.code !== 'EXDEV') throw error;
  throw new LiveCaptureError(
    'failed',
    'The tables and the library (--data) must be on the same disk, as links need that.',
  );
}
