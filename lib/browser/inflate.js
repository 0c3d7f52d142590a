/** zlib's inflate, by pako. */
import { Inflate } from 'pako';

const Z_SYNC_FLUSH = 2;
/** As in node:zlib: how much an error loses depends on it. */
const OUTPUT_BYTES = 16 * 1024;
/** `windowBits` of zlib: a zlib head, raw DEFLATE, a gzip head. */
export const WINDOW_BITS = Object.freeze({ zlib: 15, raw: -15, gzip: 31 });

/** Unpacks piece by piece; data after the end is ignored, except further members of a gzip. */
export class Inflater {
  #windowBits;
  #onData;
  #inflate;
  /** Whether any byte has come. */
  #hasBegun = false;

  /** @param {number} windowBits @param {(data: Uint8Array) => void} onData */
  constructor(windowBits, onData) {
    this.#windowBits = windowBits;
    this.#onData = onData;
    this.#inflate = this.#begin();
  }

  #begin() {
    const inflate = new Inflate({ windowBits: this.#windowBits, chunkSize: OUTPUT_BYTES });
    inflate.onData = this.#onData;
    inflate.onEnd = () => undefined;
    return inflate;
  }

  /** @param {Uint8Array} bytes @throws {Error} with zlib's message */
  push(bytes) {
    if (bytes.length === 0) return;
    this.#hasBegun = true;
    if (this.#inflate.ended) {
      if (this.#windowBits !== WINDOW_BITS.gzip || bytes[0] === 0) return;
      this.#inflate = this.#begin();
    }
    if (!this.#inflate.push(bytes, Z_SYNC_FLUSH) && this.#inflate.err !== 0) throw new Error(this.#inflate.msg);
  }

  /** Whether the input is truncated. */
  get isCut() {
    return this.#hasBegun && !this.#inflate.ended;
  }
}

/** @type {import('../protocols/tls/ciphers.js').Ciphers['inflate']} */
export function inflateUpTo(bytes, history, limit) {
  const inflate = new Inflate({ raw: true, ...(history.length > 0 ? { dictionary: history } : {}) });
  /** @type {Uint8Array[]} */
  const parts = [];
  let length = 0;
  inflate.onData = (part) => {
    length += part.length;
    if (length > limit) throw new RangeError('it unpacks to more');
    parts.push(part);
  };
  inflate.onEnd = () => undefined;
  try {
    inflate.push(bytes, Z_SYNC_FLUSH);
  } catch {
    return null;
  }
  if (inflate.err !== 0) return null;
  const plain = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    plain.set(part, at);
    at += part.length;
  }
  return plain;
}

/** Gzip of captures. @type {import('../capture/content/gunzip-target.js').CreateGunzip} */
export function browserGunzip({ onData, onBroken }) {
  const inflater = new Inflater(WINDOW_BITS.gzip, onData);
  return {
    async write(piece) {
      try {
        inflater.push(piece);
      } catch (error) {
        onBroken(/** @type {Error} */ (error).message, false);
      }
    },
    async end() {
      if (inflater.isCut) onBroken('unexpected end of file', true);
    },
    close: () => undefined,
  };
}
