/** How far the body of a message has come, however it is delimited (RFC 9112 section 6). */
import { CHUNKS_END, CHUNK_INVALID, Chunks } from './chunks.js';
import { FRAMING } from './framing.js';

/** What reading or losing bytes came to: the body goes on, has ended, or its framing is lost. */
export const BODY = Object.freeze({ MORE: 0, ENDED: 1, LOST: 2 });

/** Farther than any stream goes: nothing but the end of the connection ends the body. */
const ENDLESS = 2 ** 49;
const NO_CHUNKS = new Chunks();

export class Body {
  /** Of `FRAMING`. */
  framing = /** @type {number} */ (FRAMING.NONE);
  /** Bytes so far, without chunked framing. */
  bytes = 0;
  /** Whether the capture lacks some. */
  isMissingBytes = false;
  /** What the last call came to, of `BODY`. */
  outcome = /** @type {number} */ (BODY.MORE);
  /** Where the data ended that the last `read` found; its first byte, where it found framing. */
  dataEnd = 0;
  /** Of known length: bytes that are still to come. */
  #remaining = 0;
  /** Made for the first chunked body. */
  #chunks = NO_CHUNKS;

  reset() {
    this.framing = FRAMING.NONE;
    this.bytes = 0;
    this.isMissingBytes = false;
  }

  /** @param {number} framing LENGTH, CHUNKED or CLOSE of `FRAMING` @param {number} contentLength */
  begin(framing, contentLength) {
    this.framing = framing;
    this.#remaining = contentLength;
    if (framing !== FRAMING.CHUNKED) return;
    if (this.#chunks === NO_CHUNKS) this.#chunks = new Chunks();
    this.#chunks.reset();
  }

  /** Goes on with a body, of whose bytes some came. @param {number} framing as for `begin` @param {import('../../engine/http1-events.js').PlainHalf} plain */
  resume(framing, plain) {
    this.begin(framing, plain.remaining);
    this.bytes = plain.bodyBytes;
    if (framing === FRAMING.CHUNKED) this.#chunks.resume(plain.framing, plain.remaining);
  }

  /** What is to come of it, as the core keeps it. @returns {{ remaining: number, framing: import('./chunks.js').ChunkFraming }} */
  asPlain() {
    const { phase, digits, lineBytes, trailerBytes, remaining } = this.#chunks;
    return { remaining: this.framing === FRAMING.CHUNKED ? remaining : this.#remaining, framing: { phase, digits, lineBytes, trailerBytes } };
  }

  /** Bits of `NOTE`: what was wrong with the framing. */
  get notes() {
    return this.#chunks.notes;
  }

  /** How many of the next bytes hold nothing that needs to be looked at. */
  get plainBytes() {
    if (this.framing === FRAMING.LENGTH) return this.#remaining - 1;
    if (this.framing === FRAMING.CLOSE) return ENDLESS;
    return this.#chunks.inData ? this.#chunks.remaining - 1 : 0;
  }

  /**
   * Reads the next stretch of data, or of framing. Sets `outcome` and `dataEnd`.
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   * @returns {number} the byte after what was read
   */
  read(bytes, start, end) {
    this.outcome = BODY.MORE;
    if (this.framing === FRAMING.CHUNKED && !this.#chunks.inData) return this.#readFraming(bytes, start, end);
    const limit = this.framing === FRAMING.CLOSE ? ENDLESS : this.#dataLeft();
    const length = Math.min(limit, end - start);
    this.#take(length);
    this.dataEnd = start + length;
    return this.dataEnd;
  }

  /** Bytes of a body of known length, or of a chunk, that are still to come. */
  #dataLeft() {
    return this.framing === FRAMING.LENGTH ? this.#remaining : this.#chunks.remaining;
  }

  /** @param {number} length of data, at most what is left */
  #take(length) {
    this.bytes += length;
    if (this.framing === FRAMING.CHUNKED) this.#chunks.passData(length);
    else if (this.framing === FRAMING.LENGTH) {
      this.#remaining -= length;
      if (this.#remaining === 0) this.outcome = BODY.ENDED;
    }
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  #readFraming(bytes, start, end) {
    this.dataEnd = start;
    const found = this.#chunks.scan(bytes, start, end);
    if (found === CHUNKS_END) this.outcome = BODY.ENDED;
    if (found === CHUNK_INVALID) this.outcome = BODY.LOST;
    return this.#chunks.stoppedAt;
  }

  /**
   * Bytes that were there but not handed in.
   * @param {number} length
   * @returns {boolean} false where they were not all plain: then nothing is changed
   */
  pass(length) {
    if (length > this.plainBytes) return false;
    this.#take(length);
    return true;
  }

  /**
   * Bytes that the capture lacks. Sets `outcome`.
   * @param {number} length
   * @returns {number} how many of them are the body's, as far as can be told
   */
  lose(length) {
    this.isMissingBytes = true;
    this.outcome = BODY.MORE;
    if (this.framing === FRAMING.CHUNKED && (!this.#chunks.inData || length >= this.#chunks.remaining)) {
      this.outcome = BODY.LOST;
      return 0;
    }
    const inside = this.framing === FRAMING.LENGTH ? Math.min(length, this.#remaining) : length;
    this.#take(inside);
    return inside;
  }
}
