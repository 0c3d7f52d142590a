import { latin1 } from './latin1.js';

/** Strings that are cached; when there are more, the cache is cleared; longer ones are not cached. */
const MAX_TEXTS = 4096;
const MAX_TEXT_BYTES = 256;

/**
 * A cache of strings by their bytes: the same few occur in very many heads, and creating a string takes longer than
 * finding it.
 */
export class KnownTexts {
  /** By a hash of the bytes. @type {Map<number, { bytes: Uint8Array, text: string }>} */
  #known = new Map();

  /** @param {Uint8Array} bytes @param {number} start @param {number} end @returns {string} a character for each byte */
  of(bytes, start, end) {
    if (end - start > MAX_TEXT_BYTES) return latin1(bytes, start, end);
    const hash = hashOf(bytes, start, end);
    const known = this.#known.get(hash);
    if (known !== undefined && isSame(known.bytes, bytes, start, end)) return known.text;
    const text = latin1(bytes, start, end);
    if (this.#known.size >= MAX_TEXTS) this.#known.clear();
    this.#known.set(hash, { bytes: bytes.slice(start, end), text });
    return text;
  }
}

/** FNV-1a. @param {Uint8Array} bytes @param {number} start @param {number} end */
function hashOf(bytes, start, end) {
  let hash = 0x811c9dc5 | 0;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return hash;
}

/** @param {Uint8Array} known @param {Uint8Array} bytes @param {number} start @param {number} end */
function isSame(known, bytes, start, end) {
  if (known.length !== end - start) return false;
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[start + i]) return false;
  return true;
}
