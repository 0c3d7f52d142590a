/** Content codings by pako, fzstd and brotli-dec-wasm, for lib/protocols/bodies/codings.js. */
import { hasZlibHead, undoCoding } from '../protocols/bodies/undo-coding.js';
import { ZstdUnpacker } from '../protocols/bodies/zstd.js';
import { BrotliUnpacker, readyBrotli } from './brotli.js';
import { Inflater, WINDOW_BITS } from './inflate.js';

/** @typedef {import('../protocols/bodies/codings.js').Coding} Coding */
/**
 * @typedef {object} Unpacker
 * @property {(bytes: Uint8Array) => Iterable<Uint8Array>} unpack throws where it cannot continue
 * @property {() => Iterable<Uint8Array>} end what is left
 * @property {() => void} close frees memory
 */

/** Input bytes unpacked at a time: their output is held until it is read. */
const PIECE_BYTES = 4096;

/** @type {Record<Coding, (head: Uint8Array) => Unpacker>} */
const UNPACKERS = {
  gzip: () => collecting((onData) => new Inflater(WINDOW_BITS.gzip, onData)),
  deflate: (head) =>
    collecting((onData) => new Inflater(hasZlibHead(head) ? WINDOW_BITS.zlib : WINDOW_BITS.raw, onData)),
  'deflate-raw': () => collecting((onData) => new Inflater(WINDOW_BITS.raw, onData)),
  br: () => new BrotliUnpacker(),
  zstd: () => collecting((onData) => new ZstdUnpacker(onData)),
};

/** @type {import('../protocols/bodies/codings.js').Decoder} */
export async function* browserDecoder(coding, pieces, onBroken) {
  if (coding === 'br') await readyBrotli();
  yield* undoCoding(coding, (head) => through(UNPACKERS[coding](head)), pieces, onBroken);
}

/**
 * @param {(onData: (data: Uint8Array) => void) => { push: (bytes: Uint8Array) => void, end?: () => void }} open
 * @returns {Unpacker}
 */
function collecting(open) {
  /** @type {Uint8Array[]} */
  const out = [];
  const unpacker = open((data) => out.push(data));
  return {
    *unpack(bytes) {
      try {
        unpacker.push(bytes);
      } finally {
        yield* out.splice(0);
      }
    },
    *end() {
      unpacker.end?.();
      yield* out.splice(0);
    },
    close: () => undefined,
  };
}

/**
 * @param {Unpacker} unpacker
 * @returns {import('../protocols/bodies/undo-coding.js').Unpack}
 */
const through = (unpacker) =>
  async function* (pieces) {
    try {
      for await (const piece of pieces) {
        for (let at = 0; at < piece.length; at += PIECE_BYTES) {
          yield* unpacker.unpack(piece.subarray(at, at + PIECE_BYTES));
        }
      }
      yield* unpacker.end();
    } finally {
      unpacker.close();
    }
  };
