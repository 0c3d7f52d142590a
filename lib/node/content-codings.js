/** Content codings by node:zlib and fzstd, as lib/protocols/bodies/codings.js asks for them. */
import { pipeline, Readable } from 'node:stream';
import * as zlib from 'node:zlib';

import { zstdStream } from './zstd.js';

/** @typedef {import('../protocols/bodies/codings.js').Decoder} Decoder */
/** @typedef {import('../protocols/bodies/codings.js').Coding} Coding */
/** @typedef {import('node:stream').Transform} Transform */

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
/** Not in every Node. @type {(() => Transform)|undefined} */
const createZstdDecompress = /** @type {any} */ (zlib).createZstdDecompress;

/** A zlib head (RFC 1950): method 8, and a check sum of 5 bits. @param {Uint8Array} bytes */
const hasZlibHead = (bytes) => (bytes[0] & 0x0f) === 8 && ((bytes[0] << 8) | bytes[1]) % 31 === 0;
const HEAD_BYTES = 4;
/**
 * Whether bytes may begin so coded, of those codings that say so.
 * @type {Partial<Record<Coding, (head: Uint8Array) => boolean>>}
 */
const BEGINNINGS = {
  gzip: (head) => head[0] === 0x1f && head[1] === 0x8b,
  zstd: (head) =>
    (head[0] === 0x28 && head[1] === 0xb5) || ((head[0] & 0xf0) === 0x50 && head[1] === 0x2a && head[2] === 0x4d),
};

/**
 * Flushes at the end, so that what was cut off gives what there is.
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
  return open === undefined ? null : undone(coding, open, pieces, onBroken);
}

/**
 * @param {Coding} coding
 * @param {(head: Uint8Array) => Transform} open
 * @param {AsyncIterable<Uint8Array>} pieces
 * @param {(note: import('../protocols/bodies/codings.js').BodyNote) => void} onBroken
 * @returns {AsyncGenerator<Uint8Array>}
 */
async function* undone(coding, open, pieces, onBroken) {
  const source = new Source(pieces);
  const head = await source.head();
  if (head.length === 0) return;
  if (BEGINNINGS[coding]?.(head) === false) {
    onBroken('coding_absent');
    yield* source.all();
    return;
  }
  const stream = open(head);
  pipeline(Readable.from(source.all(), { objectMode: true }), stream, () => undefined);
  try {
    yield* stream;
  } catch (error) {
    if (source.failed) throw error;
    // What was unpacked before the break and not yet taken.
    const rest = stream.read();
    if (rest !== null) yield rest;
    onBroken('coding_broken');
  }
}

/** What comes in, of which the first bytes can be looked at. */
class Source {
  #pieces;
  /** @type {Uint8Array} */
  #first = new Uint8Array(0);
  /** Whether it broke off: then the coding is not to blame. */
  failed = false;

  /** @param {AsyncIterable<Uint8Array>} pieces */
  constructor(pieces) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** @returns {Promise<Uint8Array>} as many as decide on a format; fewer: there are no more */
  async head() {
    while (this.#first.length < HEAD_BYTES) {
      const { done, value } = await this.#pieces.next();
      if (done) break;
      this.#first = this.#first.length === 0 ? value : Uint8Array.of(...this.#first, ...value);
    }
    return this.#first;
  }

  async *all() {
    try {
      yield this.#first;
      for (let step; !(step = await this.#pieces.next()).done;) yield step.value;
    } catch (error) {
      this.failed = true;
      throw error;
    } finally {
      await this.#pieces.return?.();
    }
  }
}
