/** Data from a second reading of the capture's own file. */
import { concatBytes } from '../protocols/model/concat-bytes.js';

/** Size of a piece that leaves the session. */
export const CHUNK_BYTES = 1 << 16;

/**
 * Output of a target on a second reading of the capture, with back-pressure.
 * @param {import('./host.js').Host} host
 * @param {AbortController} stop aborted when the pieces are no longer wanted
 */
export function secondReading(host, stop) {
  /** @type {TransformStream<Uint8Array, Uint8Array>} */
  const pipe = new TransformStream(undefined, undefined, { highWaterMark: 0 });
  const writer = pipe.writable.getWriter();
  const { signal } = stop;
  const giveUp = (/** @type {unknown} */ error) => void writer.abort(error).catch(() => undefined);
  signal.addEventListener('abort', () => giveUp(signal.reason), { once: true });
  return {
    /** @param {Uint8Array} bytes */
    write: (bytes) => writer.write(bytes),
    /**
     * @param {import('./host.js').CaptureTarget & { finish?: () => Promise<void> }} target that outputs by `write`;
     *   `finish`: the rest, after the capture's end
     * @returns {AsyncGenerator<Uint8Array>}
     */
    async *pieces(target) {
      host
        .read(target, { signal })
        .then(() => target.finish?.())
        .then(() => writer.close())
        .catch(giveUp);
      const reader = pipe.readable.getReader();
      try {
        for (let step; !(step = await reader.read()).done;) yield step.value;
      } finally {
        stop.abort();
        // A write that waits for a reader ends only so; without its end the capture's file would stay open.
        await reader.cancel().catch(() => undefined);
      }
    },
  };
}

/**
 * Merges small pieces into fewer larger ones, each in its own memory: zlib continues to write into its pieces' memory,
 * and yielded pieces leave the session.
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
