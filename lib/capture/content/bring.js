import { ContentTarget } from './content-target.js';
import { MAX_EXPANDED_BYTES } from './gunzip-target.js';

const PROGRESS_MS = 50;

/**
 * @typedef {object} BringOptions
 * @property {AbortSignal} [signal] ends the reading with the signal's reason
 * @property {(progress: { bytesRead: number, totalBytes: number|null }) => void} [onProgress] bytes of the file
 *   (compressed, if it is), at most every 50 ms and once at the end
 * @property {(chunk: Uint8Array) => void} [onBytes] given all bytes of the file (compressed, if it is), which may be
 *   reused when it returns
 * @property {number} [maxExpandedBytes] most bytes that a gzip may unpack to
 */

/**
 * @param {AsyncIterable<Uint8Array> | Iterable<Uint8Array>} chunks each may be reused once the next is asked for
 * @param {import('./gunzip-target.js').CaptureTarget} target
 * @param {BringOptions & { totalBytes?: number|null, createGunzip: import('./gunzip-target.js').CreateGunzip }} options
 */
export async function bring(
  chunks,
  target,
  { signal, onProgress, onBytes, maxExpandedBytes = MAX_EXPANDED_BYTES, totalBytes = null, createGunzip },
) {
  const content = new ContentTarget(target, maxExpandedBytes, createGunzip);
  let bytesRead = 0;
  let shownAt = -Infinity;
  try {
    signal?.throwIfAborted();
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      onBytes?.(chunk);
      await content.push(chunk);
      bytesRead += chunk.length;
      if (onProgress && performance.now() - shownAt >= PROGRESS_MS) {
        shownAt = performance.now();
        onProgress({ bytesRead, totalBytes });
      }
      if (content.finished) break;
    }
    await content.end();
    onProgress?.({ bytesRead, totalBytes });
  } finally {
    content.close();
  }
}
