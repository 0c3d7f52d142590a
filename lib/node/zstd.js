import { Transform } from 'node:stream';

import { ZstdUnpacker } from '../protocols/bodies/zstd.js';

/** Zstandard where node:zlib has none (before Node 22.15). @returns {Transform} */
export function zstdStream() {
  const stream = new Transform({
    flush(done) {
      unpacker.end();
      done();
    },
    transform(bytes, _encoding, done) {
      let failure = null;
      try {
        unpacker.push(bytes);
      } catch (error) {
        failure = /** @type {Error} */ (error);
      }
      done(failure);
    },
  });
  const unpacker = new ZstdUnpacker((bytes) => void stream.push(bytes));
  return stream;
}
