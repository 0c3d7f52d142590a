/**
 * Compressed messages of a WebSocket (RFC 7692): DEFLATE without its last four bytes, which may refer to earlier
 * messages of the direction.
 */
import { concatBytes } from '../model/concat-bytes.js';
import { upTo } from './codings.js';
import { MAX_BODY_BYTES } from './limits.js';

/** The tail that a sender omits (section 7.2.1). */
const TAIL = Uint8Array.of(0, 0, 0xff, 0xff);

/** The compressed messages of a direction so far, as one stream. */
export class DeflateContext {
  #bytes = new Uint8Array(0);
  #length = 0;
  #row = -1;
  /** There were more than are kept: later ones cannot be decoded with context. */
  #isCut = false;

  /** @param {number} row of the message @param {Uint8Array} bytes the next of its payload */
  add(row, bytes) {
    if (this.#row >= 0 && row !== this.#row) this.#append(TAIL);
    this.#row = row;
    this.#append(bytes);
  }

  /** Whether the message is the latest of them. @param {number} row */
  has(row) {
    return row === this.#row;
  }

  /** Complete messages, with the omitted tail; none where too many came before. @returns {Uint8Array[]} */
  get pieces() {
    return this.#isCut || this.#row < 0 ? [] : [this.#bytes.subarray(0, this.#length), TAIL];
  }

  /** @param {Uint8Array} bytes */
  #append(bytes) {
    const needed = this.#length + bytes.length;
    this.#isCut ||= needed > MAX_BODY_BYTES;
    if (this.#isCut) {
      this.#bytes = new Uint8Array(0);
      return;
    }
    if (needed > this.#bytes.length) this.#bytes = enlarged(this.#bytes, Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.set(bytes, this.#length);
    this.#length = needed;
  }
}

/**
 * A message that refers to no earlier one needs no context, whatever was negotiated; and its decoding alone is right,
 * since DEFLATE fails when it does refer. Its output is never held: it is decoded once to see whether it refers, and
 * again for output.
 * @param {Uint8Array} bytes of the message @param {Uint8Array[]} context of a `DeflateContext`
 * @param {Required<import('./codings.js').Decoding>} decoding
 */
export async function* inflateMessage(bytes, context, { decode, limit, onNote }) {
  const own = [bytes, TAIL];
  const alone = await lengthOf(own, decode, limit);
  if (alone === null) {
    onNote('coding_unknown');
    yield bytes;
    return;
  }
  const before = alone.isBroken && context.length > 0 ? await lengthOf(context, decode, limit) : null;
  const isUsable = before !== null && !before.isBroken && !before.isCut;
  const skipped = isUsable ? before.length : 0;
  const all = inflated(isUsable ? [...context, ...own] : own, decode, () => onNote('coding_broken'));
  yield* from(
    upTo(/** @type {AsyncGenerator<Uint8Array>} */ (all), skipped + limit, () => onNote('body_cut')),
    skipped,
  );
}

/**
 * The same with the earlier data available.
 * @param {Uint8Array} bytes of the message @param {Uint8Array} history the direction's latest decoded data
 * @param {import('../tls/ciphers.js').Ciphers['inflate']} inflate @param {number} limit bytes
 * @returns {Uint8Array|null} null: it is broken, or unpacks to more
 */
export const inflateBehind = (bytes, history, inflate, limit) => inflate(concatBytes([bytes, TAIL]), history, limit);

/** @param {Uint8Array[]} packed @param {import('./codings.js').Decoder} decode @param {() => void} onBroken */
function inflated(packed, decode, onBroken) {
  return decode(
    'deflate-raw',
    (async function* pieces() {
      yield* packed;
    })(),
    onBroken,
  );
}

/**
 * @param {Uint8Array[]} packed @param {import('./codings.js').Decoder} decode @param {number} limit
 * @returns {Promise<{ length: number, isCut: boolean, isBroken: boolean }|null>} null: it cannot be decoded here
 */
async function lengthOf(packed, decode, limit) {
  const found = { length: 0, isCut: false, isBroken: false };
  const pieces = inflated(packed, decode, () => {
    found.isBroken = true;
  });
  if (pieces === null) return null;
  for await (const { length } of upTo(pieces, limit, () => {
    found.isCut = true;
  })) {
    found.length += length;
  }
  return found;
}

/** @param {AsyncIterable<Uint8Array>} pieces @param {number} skipped bytes */
async function* from(pieces, skipped) {
  let toSkip = skipped;
  for await (const piece of pieces) {
    if (piece.length > toSkip) yield piece.subarray(toSkip);
    toSkip = Math.max(0, toSkip - piece.length);
  }
}

/** @param {Uint8Array} bytes @param {number} length */
function enlarged(bytes, length) {
  const larger = new Uint8Array(length);
  larger.set(bytes);
  return larger;
}
