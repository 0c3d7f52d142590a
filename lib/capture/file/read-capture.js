import { fstatSync } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { bring } from '../content/bring.js';
import { nodeGunzip } from './node-gunzip.js';
import { captureErrorOf, openCapture } from './open-capture.js';

/**
 * @typedef {import('../content/gunzip-target.js').CaptureTarget} CaptureTarget
 * @typedef {import('node:fs/promises').FileHandle} FileHandle
 *
 * @typedef {import('../content/bring.js').BringOptions & { chunkBytes?: number }} ReadOptions `chunkBytes`: bytes read
 *   at a time, in two buffers; else the target's `chunks` are used where it has any
 */

/** Small enough for the second-level cache, where the parser then finds the headers: 4 MiB took a quarter longer. */
const CHUNK_BYTES = 1024 * 1024;
const POLL_MS = 20;
const STANDARD_INPUT = 0;

/**
 * Reads a file or standard input from beginning to end into a target, unpacking gzip, and ends the target.
 * @param {string} source a path, or `-` for standard input
 * @param {CaptureTarget} target
 * @param {ReadOptions} [options]
 * @throws {import('../capture-error.js').CaptureError} it cannot be read, or is no capture
 */
export async function readCapture(source, target, options = {}) {
  if (source === '-') return readStandardInput(target, options);
  const { handle, stat } = await openCapture(source);
  try {
    const chunks = readAhead(handle, buffersFor(target, options.chunkBytes));
    await bring(chunks, target, { ...options, totalBytes: stat.isFile() ? stat.size : null, createGunzip: nodeGunzip });
  } catch (error) {
    throw captureErrorOf(error, source);
  } finally {
    await handle.close();
  }
}

/**
 * As `readCapture`, of a capture in memory.
 * @param {Uint8Array} bytes
 * @param {CaptureTarget} target
 * @param {ReadOptions} [options]
 * @throws {import('../capture-error.js').CaptureError} it is no capture
 */
export const readBytes = (bytes, target, options = {}) =>
  bring([bytes], target, { ...options, totalBytes: bytes.length, createGunzip: nodeGunzip });

/**
 * Reads a file that is still growing: its present bytes at full speed, then what is added, until `finished` says that
 * the writer is done and the end is reached; then ends the target. Its beginning may be gzip.
 * @param {string} path
 * @param {CaptureTarget} target
 * @param {ReadOptions & { finished: () => boolean|Promise<boolean>, pollMs?: number }} options `finished`: no more will
 *   be written
 * @throws {import('../capture-error.js').CaptureError} it cannot be read, or is no capture
 */
export async function followCapture(path, target, options) {
  const { handle } = await openCapture(path);
  try {
    await bring(followed(handle, target, options), target, { ...options, createGunzip: nodeGunzip });
  } catch (error) {
    throw captureErrorOf(error, path);
  } finally {
    await handle.close();
  }
}

/**
 * @param {CaptureTarget} target
 * @param {ReadOptions} options
 */
async function readStandardInput(target, options) {
  const stat = fstatSync(STANDARD_INPUT);
  if (options.signal) addAbortSignal(options.signal, process.stdin);
  try {
    // A stream rather than reads of the descriptor: a read that waits for a pipe would hold up the end of the process.
    await bring(process.stdin, target, {
      ...options,
      totalBytes: stat.isFile() ? stat.size : null,
      createGunzip: nodeGunzip,
    });
  } catch (error) {
    throw captureErrorOf(error, 'standard input');
  } finally {
    process.stdin.destroy();
  }
}

/** @param {CaptureTarget} target @param {number} [chunkBytes] */
function buffersFor(target, chunkBytes) {
  if (target.chunks && chunkBytes === undefined) return target.chunks;
  const length = chunkBytes ?? CHUNK_BYTES;
  return [new Uint8Array(length), new Uint8Array(length)];
}

/**
 * From the handle's position to the file's end; while one buffer is with the consumer, the other is being filled.
 * @param {FileHandle} handle
 * @param {Uint8Array[]} buffers two
 */
async function* readAhead(handle, buffers) {
  let pending = handle.read(buffers[0], 0, buffers[0].length, null);
  try {
    for (let turn = 0; ; turn ^= 1) {
      const { bytesRead } = await pending;
      if (bytesRead === 0) return;
      pending = handle.read(buffers[turn ^ 1], 0, buffers[0].length, null);
      yield buffers[turn].subarray(0, bytesRead);
    }
  } finally {
    // The consumer may stop early: a pending read must end before the handle is closed, and its error be handled.
    await pending.catch(() => null);
  }
}

/**
 * @param {FileHandle} handle
 * @param {CaptureTarget} target
 * @param {ReadOptions & { finished: () => boolean|Promise<boolean>, pollMs?: number }} options
 */
async function* followed(handle, target, { finished, signal, chunkBytes, pollMs = POLL_MS }) {
  const buffers = buffersFor(target, chunkBytes);
  for (;;) {
    // Checked before the read, so that all written before the check is read.
    const wasFinished = await finished();
    yield* readAhead(handle, buffers);
    if (wasFinished) return;
    await delay(pollMs, undefined, { signal }).catch(() => null);
    signal?.throwIfAborted();
  }
}
