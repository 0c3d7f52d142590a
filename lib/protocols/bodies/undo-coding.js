/** Host-independent parts of decoding a content coding: peeking at the first bytes, and the origin of an error. */

/** @typedef {import('./codings.js').Coding} Coding */

/**
 * Decodes; broken data gives everything before the error, then throws.
 * @typedef {(pieces: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>} Unpack
 */

/** A zlib head (RFC 1950): method 8, and a check sum of 5 bits. @param {Uint8Array} bytes */
export const hasZlibHead = (bytes) => (bytes[0] & 0x0f) === 8 && ((bytes[0] << 8) | bytes[1]) % 31 === 0;

const HEAD_BYTES = 4;
/**
 * Whether bytes may begin with this coding, for codings with a recognisable header.
 * @type {Partial<Record<Coding, (head: Uint8Array) => boolean>>}
 */
const BEGINNINGS = {
  gzip: (head) => head[0] === 0x1f && head[1] === 0x8b,
  zstd: (head) =>
    (head[0] === 0x28 && head[1] === 0xb5) || ((head[0] & 0xf0) === 0x50 && head[1] === 0x2a && head[2] === 0x4d),
};

/**
 * @param {Coding} coding
 * @param {(head: Uint8Array) => Unpack} open
 * @param {AsyncIterable<Uint8Array>} pieces
 * @param {(note: import('./codings.js').BodyNote) => void} onBroken
 * @returns {AsyncGenerator<Uint8Array>}
 */
export async function* undoCoding(coding, open, pieces, onBroken) {
  const source = new Source(pieces);
  const head = await source.head();
  if (head.length === 0) return;
  if (BEGINNINGS[coding]?.(head) === false) {
    onBroken('coding_absent');
    yield* source.all();
    return;
  }
  try {
    yield* open(head)(source.all());
  } catch (error) {
    if (source.failed) throw error;
    onBroken('coding_broken');
  }
}

/** The input, with a peek at the first bytes. */
class Source {
  #pieces;
  /** @type {Uint8Array} */
  #first = new Uint8Array(0);
  /** Whether the source failed: then it is no error of the coding. */
  failed = false;

  /** @param {AsyncIterable<Uint8Array>} pieces */
  constructor(pieces) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** @returns {Promise<Uint8Array>} enough to detect a format; fewer: end of input */
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
