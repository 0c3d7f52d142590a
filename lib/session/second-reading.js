/** What is read out of the capture's own file once more, on its way to whoever asked for it. */
import { concatBytes } from '../protocols/model/concat-bytes.js';

/** Bytes of a piece that leaves the session. */
export const CHUNK_BYTES = 1 << 16;

/**
 * What a target hands on of the capture that is read a second time, no faster than it is taken.
 * @param {import('./host.js').Host} host
 * @param {AbortController} stop aborted when nobody takes the pieces any more
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
     * @param {import('./host.js').CaptureTarget & { finish?: () => Promise<void> }} target that hands on by `write`;
     *   `finish`: what is left behind the capture's end
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
      }
    },
  };
}

/**
 * Small pieces as fewer larger ones, each in memory of its own: zlib goes on writing into that of its pieces, and what
 * is yielded leaves the session.
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
