/** Content codings by node:zlib and fzstd, for lib/protocols/bodies/codings.js. */
import { pipeline, Readable } from 'node:stream';
import * as zlib from 'node:zlib';

import { hasZlibHead, undoCoding } from '../protocols/bodies/undo-coding.js';
import { zstdStream } from './zstd.js';

/** @typedef {import('../protocols/bodies/codings.js').Decoder} Decoder */
/** @typedef {import('../protocols/bodies/codings.js').Coding} Coding */
/** @typedef {import('node:stream').Transform} Transform */

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
/** Not in every Node. @type {(() => Transform)|undefined} */
const createZstdDecompress = /** @type {any} */ (zlib).createZstdDecompress;

/**
 * Flushes at the end, so that truncated data is unpacked as far as possible.
 * @type {Record<Coding, ((head: Uint8Array) => Transform)|undefined>}
 */
const STREAMS = {
  gzip: () => zlib.createGunzip({ finishFlush: Z_SYNC_FLUSH }),
  deflate: (head) => (hasZlibHead(head) ? zlib.createInflate : zlib.createInflateRaw)({ finishFlush: Z_SYNC_FLUSH }),
  'deflate-raw': () => zlib.createInflateRaw({ finishFlush: Z_SYNC_FLUSH }),
  br: () => zlib.createBrotliDecompress({ finishFlush: BROTLI_OPERATION_FLUSH }),
  zstd: createZstdDecompress ?? zstdStream,
};

/** @type {Decoder} */
export function nodeDecoder(coding, pieces, onBroken) {
  const open = STREAMS[coding];
  return open === undefined ? null : undoCoding(coding, (head) => through(open(head)), pieces, onBroken);
}

/**
 * @param {Transform} stream
 * @returns {import('../protocols/bodies/undo-coding.js').Unpack}
 */
const through = (stream) =>
  async function* (pieces) {
    pipeline(Readable.from(pieces, { objectMode: true }), stream, () => undefined);
    try {
      yield* stream;
    } catch (error) {
      // Data unpacked before the error and not yet read.
      const rest = stream.read();
      if (rest !== null) yield rest;
      throw error;
    }
  };
