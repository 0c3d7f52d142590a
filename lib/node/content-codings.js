/** Content codings by node:zlib, as lib/protocols/bodies/codings.js asks for them. */
import * as zlib from 'node:zlib';

/** @typedef {import('../protocols/bodies/codings.js').Decoder} Decoder */
/** @typedef {import('node:stream').Transform} Transform */

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
/** Not in every Node. @type {(() => Transform)|undefined} */
const createZstdDecompress = /** @type {any} */ (zlib).createZstdDecompress;

/** A zlib head (RFC 1950): method 8, and a check sum of 5 bits. @param {Uint8Array} bytes */
const hasZlibHead = (bytes) => (bytes[0] & 0x0f) === 8 && ((bytes[0] << 8) | bytes[1]) % 31 === 0;

/**
 * Flushes at the end, so that what was cut off gives what there is.
 * @type {Record<import('../protocols/bodies/codings.js').Coding, (bytes: Uint8Array) => Transform|null>}
 */
const STREAMS = {
  gzip: () => zlib.createGunzip({ finishFlush: Z_SYNC_FLUSH }),
  deflate: (bytes) => (hasZlibHead(bytes) ? zlib.createInflate({ finishFlush: Z_SYNC_FLUSH }) : zlib.createInflateRaw({ finishFlush: Z_SYNC_FLUSH })),
  'deflate-raw': () => zlib.createInflateRaw({ finishFlush: Z_SYNC_FLUSH }),
  br: () => zlib.createBrotliDecompress({ finishFlush: BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress?.() ?? null,
};

/** @type {Decoder} */
export function nodeDecoder(coding, bytes, limit) {
  const stream = STREAMS[coding](bytes);
  if (stream === null) return Promise.resolve(null);
  /** @type {Uint8Array[]} */
  const pieces = [];
  let length = 0;
  return new Promise((resolve) => {
    const finish = (/** @type {boolean} */ isBroken) => {
      const isCut = length > limit, whole = Buffer.concat(pieces).subarray(0, limit);
      resolve({ bytes: new Uint8Array(whole.buffer, whole.byteOffset, whole.length), isCut, isBroken: isBroken && !isCut });
      stream.destroy();
    };
    stream.on('data', (piece) => {
      if (length > limit) return;
      pieces.push(piece);
      length += piece.length;
      if (length > limit) finish(false);
    });
    stream.once('end', () => finish(false)).on('error', () => finish(true));
    stream.end(bytes);
  });
}
