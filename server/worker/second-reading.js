/** What is read out of the capture's own file once more, on its way to whoever asked for it. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';

import { CaptureError } from '../../lib/capture/capture-error.js';
import { readCapture } from '../../lib/capture/file/read-capture.js';
import { concatBytes } from '../../lib/protocols/model/concat-bytes.js';
import { fileRefusal } from '../file-errors.js';

/** Bytes of a piece that leaves the thread. */
export const CHUNK_BYTES = 1 << 16;

/**
 * What a target hands on of the capture that is read a second time, no faster than it is taken.
 * @param {AbortController} stop aborted when nobody takes the pieces any more: nobody would ever drain the pipe
 */
export function secondReading(stop) {
  const pipe = new PassThrough({ objectMode: true, highWaterMark: 1 });
  const { signal } = stop;
  pipe.once('close', () => stop.abort());
  signal.addEventListener('abort', () => pipe.destroy());
  return {
    /** @param {Uint8Array} bytes */
    async write(bytes) {
      if (!pipe.write(bytes)) await once(pipe, 'drain', { signal });
    },
    /**
     * @param {string} path
     * @param {import('../../lib/capture/file/gunzip-target.js').CaptureTarget & { finish?: () => Promise<void> }}
     *   target that hands on by `write`; `finish`: what is left behind the capture's end
     * @returns {AsyncIterable<Uint8Array>}
     */
    pieces(path, target) {
      const refuse = (/** @type {any} */ error) => {
        pipe.destroy(error instanceof CaptureError ? fileRefusal(error) : error);
      };
      readCapture(path, target, { signal })
        .then(() => target.finish?.())
        .then(() => pipe.end(), refuse);
      return pipe;
    },
  };
}

/**
 * Small pieces as fewer larger ones, each in memory of its own: zlib goes on writing into that of its pieces, and what
 * is yielded leaves the thread.
 * @param {AsyncIterable<Uint8Array>} pieces
 */
export async function* joined(pieces) {
  /** @type {Uint8Array[]} */
  let pending = [];
  let length = 0;
  for await (const piece of pieces) {
    pending.push(piece);
    length += piece.length;
    if (length < CHUNK_BYTES) continue;
    yield concatBytes(pending);
    pending = [];
    length = 0;
  }
  yield concatBytes(pending);
}
