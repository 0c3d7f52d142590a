import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import { CaptureError } from '../../capture/capture-error.js';
import { isCaptureMagic, MAGIC_BYTES } from '../../capture/magic.js';
import { loadOfHar } from '../workload/har-load.js';
import { LoadError, loadOfWorkload } from '../workload/load.js';
import { LogReader } from '../workload/log-reader.js';
import { readWorkload } from '../workload/workload-file.js';
import { loadOfCapture } from './capture-load.js';
import { linesOf } from './text-lines.js';

/** @typedef {import('../workload/load.js').Load} Load */

/** A HAR, or a workload file, is read as a whole. */
export const MAX_JSON_BYTES = 256 * 1024 * 1024;
/** First bytes read to detect a file's format. */
const HEAD_BYTES = 4096;
const GZIP = 0x1f8b;
/** snoop's first bytes, "snoop". */
const SNOOP = 0x736e6f6f;

/** @param {string} path @param {boolean} isGzip */
const chunksOf = (path, isGzip) => {
  const file = createReadStream(path);
  if (!isGzip) return file;
  const unpacked = createGunzip();
  // An error of the file ends the unpacked stream, too; its reader gets it.
  pipeline(file, unpacked).catch((error) => unpacked.destroy(error));
  return unpacked;
};

/** @param {string} path @param {boolean} isGzip @returns {Promise<Buffer>} the first bytes, unpacked */
async function headOf(path, isGzip) {
  const parts = [];
  let length = 0;
  for await (const chunk of chunksOf(path, isGzip)) {
    parts.push(chunk);
    length += chunk.length;
    if (length >= HEAD_BYTES) break;
  }
  return Buffer.concat(parts).subarray(0, HEAD_BYTES);
}

/** @param {Buffer} head */
const isCapture = (head) =>
  head.length >= MAGIC_BYTES && (isCaptureMagic(head.subarray(0, MAGIC_BYTES)) || head.readUInt32BE() === SNOOP);

/** @param {AsyncIterable<Uint8Array>} chunks @returns {Promise<string>} @throws {LoadError} it is too long */
async function textOf(chunks) {
  const parts = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length > MAX_JSON_BYTES) {
      throw new LoadError(
        `It is JSON of more than ${MAX_JSON_BYTES / 2 ** 20} MiB, which is not read: give a HAR of fewer pages, or a log.`,
      );
    }
  }
  return Buffer.concat(parts).toString('utf8');
}

/** @param {string} text JSON, or lines of it @returns {Load} @throws {LoadError} */
function loadOfJson(text) {
  if (/^\s*\{[^\n]*"kind"\s*:\s*"workload"/.test(text)) return loadOfWorkload(readWorkload(text));
  /** @type {unknown} */
  let har;
  try {
    har = JSON.parse(text);
  } catch (error) {
    throw new LoadError(
      `It begins as JSON but is not valid JSON (${/** @type {Error} */ (error).message}): export the HAR again, or give a log.`,
    );
  }
  return loadOfHar(har);
}

/** @param {string} path @param {number} serverSeconds @returns {Promise<Load>} */
async function loadOfFile(path, serverSeconds) {
  const file = await open(path);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0).finally(() => file.close());
  if (bytesRead === 0) throw new LoadError('It is empty, 0 bytes: give a log, a HAR, a workload file or a capture.');
  const isGzip = bytesRead === 2 && buffer.readUInt16BE() === GZIP;
  const head = await headOf(path, isGzip);
  if (isCapture(head)) return loadOfCapture(path);
  const zero = head.indexOf(0);
  if (zero >= 0) {
    throw new LoadError(
      `It is binary (byte ${zero} is 0) and not a capture: give a log, a HAR, a workload file or a capture.`,
    );
  }
  if (/^\uFEFF?\s*\{/.test(head.toString('utf8'))) {
    return loadOfJson((await textOf(chunksOf(path, isGzip))).replace(/^\uFEFF/, ''));
  }
  const reader = new LogReader(serverSeconds);
  for await (const line of linesOf(chunksOf(path, isGzip))) reader.push(line);
  return reader.end();
}

/**
 * The requests of a file, detected from its content: a workload file, a log, a HAR or a capture, plain or gzip.
 * @param {string} path
 * @param {{ serverSeconds: number, name?: string }} options serverSeconds: for a request without a duration in its log;
 *   name: the file's name in errors
 * @returns {Promise<Load>}
 * @throws {Error} naming the file, and what to do
 */
export async function readLoad(path, { serverSeconds, name = path }) {
  try {
    return await loadOfFile(path, serverSeconds);
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    if (String(code).startsWith('Z_')) {
      throw new Error(`${name}: It is gzip that is damaged or cut (${message}): fetch it again.`, { cause: error });
    }
    if (code === 'EISDIR') throw new Error(`${name}: It is a folder: give one file in it.`, { cause: error });
    const isKnown = error instanceof LoadError || error instanceof CaptureError || /^line \d/.test(message);
    throw isKnown ? new Error(`${name}: ${message}`, { cause: error }) : error;
  }
}
