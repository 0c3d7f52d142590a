import { createGunzip } from 'node:zlib';

/**
 * @typedef {object} CaptureTarget what bytes are brought to: a `CaptureReader`, or whatever wraps one
 * @property {(chunk: Uint8Array) => void} push
 * @property {() => void} end
 * @property {(code: string, message: string, offset?: number) => void} [warn]
 * @property {Uint8Array[]} [chunks] two buffers that it would have its bytes in
 * @property {() => Promise<void>} [ready] awaited after a chunk: whoever hands on what comes in may so hold up the reading
 * @property {boolean} [finished] nothing more is wanted: the reading ends
 */

/** Most bytes that a gzip may unpack to, against gzip bombs; option `maxExpandedBytes`. */
export const MAX_EXPANDED_BYTES = 64 * 1024 ** 3;

/** Bytes handed to zlib and taken from it at a time. When the gzip turns out to be damaged, up to one output is lost: hence small. */
const PIECE_BYTES = 16 * 1024;
const OUTPUT_BYTES = 16 * 1024;

/**
 * Unpacks gzip, of one member or several, on its way to a target. Damage, a cut and the size limit end the stream with a
 * warning; what was unpacked before stays with the target.
 */
export class GunzipTarget {
  #target;
  #maxExpandedBytes;
  #gunzip = createGunzip({ chunkSize: OUTPUT_BYTES });
  /** What the target threw. @type {unknown} */
  #failure = null;
  #packedBytes = 0;
  /** @type {(value: unknown) => void} */
  #onClose = () => undefined;
  expandedBytes = 0;
  /** No more input is of use. */
  finished = false;

  /**
   * @param {CaptureTarget} target
   * @param {number} maxExpandedBytes
   */
  constructor(target, maxExpandedBytes) {
    this.#target = target;
    this.#maxExpandedBytes = maxExpandedBytes;
    this.#gunzip.on('data', (/** @type {Buffer} */ data) => this.#unpacked(data));
    this.#gunzip.on('error', (error) => this.#broken(error));
    this.#gunzip.on('close', () => this.#onClose(null));
  }

  /**
   * @param {Uint8Array} chunk may be reused as soon as the promise is settled
   */
  async push(chunk) {
    for (let at = 0; at < chunk.length && !this.finished; at += PIECE_BYTES) {
      const piece = chunk.subarray(at, at + PIECE_BYTES);
      await this.#write(piece);
      this.#packedBytes += piece.length;
      if (this.#failure) throw this.#failure;
      await this.#target.ready?.();
    }
  }

  /**
   * Settled when zlib is done with the piece, or has given up: then it does not call back.
   * @param {Uint8Array} piece
   */
  #write(piece) {
    return new Promise((resolve) => {
      this.#onClose = resolve;
      this.#gunzip.write(piece, resolve);
    });
  }

  /** The compressed stream is over. */
  async end() {
    if (!this.finished) {
      await new Promise((resolve) => {
        this.#onClose = resolve;
        this.#gunzip.end();
      });
    }
    if (this.#failure) throw this.#failure;
    this.#target.end();
  }

  /** Frees zlib's memory when the stream is given up. */
  close() {
    this.finished = true;
    this.#gunzip.destroy();
  }

  /** @param {Buffer} data */
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
      `Unpacked, the gzip is larger than ${this.#maxExpandedBytes} bytes: reading stopped there. Unpack it and give the capture itself.`,
    );
    this.close();
  }

  /** @param {Error & { code?: string }} error */
  #broken(error) {
    if (this.finished) return;
    this.finished = true;
    if (error.code === 'Z_BUF_ERROR') {
      this.#warn(
        'gzip_cut_short',
        `The gzip is cut at byte ${this.#packedBytes}, before its end: what it held up to there, ${this.expandedBytes} bytes, is shown.`,
      );
    } else {
      this.#warn(
        'gzip_damaged',
        `The gzip is damaged after its byte ${this.#packedBytes} (${error.message}): what it held up to there, ${this.expandedBytes} bytes, is shown.`,
      );
    }
  }

  /**
   * @param {string} code
   * @param {string} message
   */
  #warn(code, message) {
    this.#target.warn?.(code, message, this.expandedBytes);
  }
}
