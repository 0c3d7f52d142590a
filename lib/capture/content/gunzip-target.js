import { CaptureError } from '../capture-error.js';

/**
 * @typedef {object} CaptureTarget where bytes are sent: a `CaptureReader`, or a wrapper of one
 * @property {(chunk: Uint8Array) => void} push
 * @property {() => void} end
 * @property {(code: string, message: string, offset?: number) => void} [warn]
 * @property {Uint8Array[]} [chunks] two buffers in which it prefers its bytes
 * @property {() => Promise<void>} [ready] awaited after each chunk, for back-pressure
 * @property {boolean} [finished] no more input is needed: reading ends
 *
 * @typedef {object} Gunzip unpacks gzip of one member or several, as zlib's does
 * @property {(piece: Uint8Array) => Promise<void>} write settled when the piece was unpacked, or cannot be
 * @property {() => Promise<void>} end there is no more
 * @property {() => void} close frees its memory
 *
 * @typedef {object} GunzipListener
 * @property {(data: Uint8Array) => void} onData
 * @property {(reason: string, isCut: boolean) => void} onBroken no more can be unpacked; `isCut`: for lack of bytes
 *
 * @typedef {(listener: GunzipListener, outputBytes: number) => Gunzip} CreateGunzip `outputBytes`: given at a time
 */

/** Most bytes that a gzip may unpack to, against gzip bombs; option `maxExpandedBytes`. */
export const MAX_EXPANDED_BYTES = 64 * 1024 ** 3;

/**
 * Bytes handed to zlib and taken from it at a time. When the gzip is damaged, up to one output is lost: hence small,
 * the first ones smallest.
 */
const PIECE_BYTES = 16 * 1024;
const OUTPUT_BYTES = 16 * 1024;
const FIRST_PIECE_BYTES = 512;
const FIRST_BYTES = 64 * 1024;
/**
 * A member's checksum and length (RFC 1952 section 2.3.1): kept for last, so that nothing is lost where only they are
 * wrong.
 */
const TRAILER_BYTES = 8;

/**
 * Unpacks gzip, of one member or several, on its way to a target. Damage, a cut and the size limit end the stream with
 * a warning; what was unpacked before stays with the target.
 */
export class GunzipTarget {
  #target;
  #maxExpandedBytes;
  #gunzip;
  /** What the target threw. @type {unknown} */
  #failure = null;
  #packedBytes = 0;
  /** The last bytes so far, which may be the trailer. */
  #held = new Uint8Array(0);
  /** Why no more can be unpacked. */
  #damage = '';
  expandedBytes = 0;
  /** No more input is of use. */
  finished = false;

  /**
   * @param {CaptureTarget} target
   * @param {number} maxExpandedBytes
   * @param {CreateGunzip} createGunzip
   */
  constructor(target, maxExpandedBytes, createGunzip) {
    this.#target = target;
    this.#maxExpandedBytes = maxExpandedBytes;
    const listener = {
      onData: (/** @type {Uint8Array} */ data) => this.#unpacked(data),
      onBroken: (/** @type {string} */ reason, /** @type {boolean} */ isCut) => this.#broken(reason, isCut),
    };
    this.#gunzip = createGunzip(listener, OUTPUT_BYTES);
  }

  /**
   * @param {Uint8Array} chunk may be reused as soon as the promise is settled
   */
  async push(chunk) {
    const held = this.#held;
    const free = Math.max(0, held.length + chunk.length - TRAILER_BYTES);
    const ofHeld = Math.min(free, held.length);
    await this.#unpack(held.subarray(0, ofHeld));
    await this.#unpack(chunk.subarray(0, free - ofHeld));
    this.#held = Uint8Array.of(...held.subarray(ofHeld), ...chunk.subarray(free - ofHeld));
  }

  /** @param {Uint8Array} packed */
  async #unpack(packed) {
    for (let at = 0; at < packed.length && !this.finished;) {
      const piece = packed.subarray(at, at + (this.#packedBytes < FIRST_BYTES ? FIRST_PIECE_BYTES : PIECE_BYTES));
      at += piece.length;
      await this.#gunzip.write(piece);
      this.#packedBytes += piece.length;
      if (this.#failure) throw this.#failure;
      await this.#target.ready?.();
    }
  }

  /** The compressed stream is over. */
  async end() {
    await this.#unpack(this.#held);
    if (!this.finished) await this.#gunzip.end();
    if (this.#failure) throw this.#failure;
    if (this.#damage !== '' && this.expandedBytes === 0) {
      throw new CaptureError('gzip_damaged', `${this.#damage}: nothing of it can be decompressed. Download it again.`);
    }
    this.#target.end();
  }

  /** Frees memory when the stream is given up. */
  close() {
    this.finished = true;
    this.#gunzip.close();
  }

  /** @param {Uint8Array} data */
  #unpacked(data) {
    if (this.finished) return;
    const room = this.#maxExpandedBytes - this.expandedBytes;
    this.expandedBytes += Math.min(room, data.length);
    try {
      this.#target.push(data.length > room ? data.subarray(0, room) : data);
    } catch (error) {
      this.#failure = error;
      this.close();
      return;
    }
    if (data.length <= room) return;
    this.#warn(
      'expanded_limit',
      `Decompressed, the gzip is larger than ${this.#maxExpandedBytes} bytes: reading stopped there. ` +
        'Decompress it and open the capture itself.',
    );
    this.close();
  }

  /** @param {string} reason @param {boolean} isCut */
  #broken(reason, isCut) {
    if (this.finished) return;
    this.finished = true;
    const at = this.#packedBytes;
    this.#damage = isCut
      ? `The gzip is cut at byte ${at}, before its end`
      : `The gzip is damaged after its byte ${at} (${reason})`;
    this.#warn(
      isCut ? 'gzip_cut_short' : 'gzip_damaged',
      `${this.#damage}: the ${this.expandedBytes} bytes before that are shown.`,
    );
  }

  /**
   * @param {string} code
   * @param {string} message
   */
  #warn(code, message) {
    this.#target.warn?.(code, message, this.expandedBytes);
  }
}
