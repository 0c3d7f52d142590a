/** What undoing a content coding needs by any host: a look at the first bytes, and what is to blame for a break. */

/** @typedef {import('./codings.js').Coding} Coding */

/**
 * Unpacks; what is broken gives what came before the break, then throws.
 * @typedef {(pieces: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>} Unpack
 */

/** A zlib head (RFC 1950): method 8, and a check sum of 5 bits. @param {Uint8Array} bytes */
export const hasZlibHead = (bytes) => (bytes[0] & 0x0f) === 8 && ((bytes[0] << 8) | bytes[1]) % 31 === 0;

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
