/** Cuts one direction's bytes into the lines and blocks that a grammar wants, keeping their beginnings. */
import { CR, LF } from '../../shared/text/ascii.js';
import { MAX_PIECE_BYTES } from './limits.js';

/**
 * What a grammar wants next, if not a number of bytes. LINE: everything up to the next line feed. LOST: the start of
 * the next message is unknown. OVER: nothing more.
 */
export const WANT = Object.freeze({ LINE: -1, LOST: -2, OVER: -3 });

const NOTHING = new Uint8Array(0);

/**
 * @callback Take gets a complete piece. Where bytes are missing in it, or it is long, fewer than its length are
 *   available.
 * @param {Uint8Array} bytes
 * @param {number} start of the piece
 * @param {number} end of its available part, at most `MAX_PIECE_BYTES` after the start
 * @param {number} length of the piece; of a line without its end
 * @returns {number} bytes that are wanted next, or one of `WANT`
 */

export class PieceReader {
  /** Bytes, or one of `WANT`. */
  want;
  /** Whether bytes of the current piece are missing. */
  isMissing = false;
  /** Whether a piece is complete, and waits to be taken. */
  isWhole = false;
  #take;
  /** The complete piece. @type {Uint8Array} */
  #bytes = NOTHING;
  #start = 0;
  #end = 0;
  #length = 0;
  #kept = NOTHING;
  #keptBytes = 0;
  #pieceBytes = 0;

  /** @param {Take} take @param {number} want at first */
  constructor(take, want) {
    this.#take = take;
    this.want = want;
  }

  /** Restarts, at the start of a message. @param {number} want */
  restart(want) {
    this.want = want;
    this.#keptBytes = this.#pieceBytes = 0;
    this.isMissing = this.isWhole = false;
  }

  /**
   * Reads the rest of one piece; if it is then complete, `hand` is to be called.
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   * @returns {number} where reading stopped: `end`, or the end of the piece
   */
  read(bytes, start, end) {
    const isLine = this.want === WANT.LINE;
    const stop = isLine ? behindLine(bytes, start, end) : Math.min(end, start + this.want - this.#pieceBytes);
    this.isWhole = isLine ? stop > start && bytes[stop - 1] === LF : this.#pieceBytes + stop - start === this.want;
    const isInOne = this.isWhole && this.#pieceBytes === 0;
    if (!isInOne) this.#keep(bytes, start, stop);
    if (!this.isWhole) return stop;
    this.#bytes = isInOne ? bytes : this.#kept;
    this.#start = isInOne ? start : 0;
    const there = isInOne ? stop - start : this.#pieceBytes;
    this.#length = there - (isLine ? this.#lineEndBytes(isInOne ? there : this.#keptBytes, there) : 0);
    this.#end = this.#start + Math.min(this.#length, isInOne ? MAX_PIECE_BYTES : this.#keptBytes);
    return stop;
  }

  /** Passes on the complete piece. */
  hand() {
    this.isWhole = false;
    this.#keptBytes = this.#pieceBytes = 0;
    this.isMissing = false;
    this.want = this.#take(this.#bytes, this.#start, this.#end, this.#length);
    this.#bytes = NOTHING;
  }

  /**
   * Bytes are missing.
   * @param {number} length
   * @returns {boolean} whether they all belong to the current block
   */
  skip(length) {
    if (this.want < 0 || length > this.want - this.#pieceBytes) return false;
    this.#pieceBytes += length;
    this.isMissing = true;
    if (this.#pieceBytes < this.want) return true;
    this.isWhole = true;
    this.#bytes = this.#kept;
    this.#start = 0;
    this.#end = this.#keptBytes;
    this.#length = this.#pieceBytes;
    return true;
  }

  /** Bytes after missing ones are not kept. @param {Uint8Array} bytes @param {number} start @param {number} end */
  #keep(bytes, start, end) {
    this.#pieceBytes += end - start;
    const count = this.isMissing ? 0 : Math.min(end - start, MAX_PIECE_BYTES - this.#keptBytes);
    if (count <= 0) return;
    if (this.#keptBytes + count > this.#kept.length) this.#grow(this.#keptBytes + count);
    this.#kept.set(bytes.subarray(start, start + count), this.#keptBytes);
    this.#keptBytes += count;
  }

  /**
   * Bytes of the line's end, LF or CR LF; where its end was not kept, of its line feed alone.
   * @param {number} kept @param {number} length
   */
  #lineEndBytes(kept, length) {
    const end = this.#start + length;
    return kept === length && length > 1 && this.#bytes[end - 2] === CR ? 2 : 1;
  }

  /** @param {number} needed */
  #grow(needed) {
    const kept = new Uint8Array(Math.min(MAX_PIECE_BYTES, Math.max(needed, this.#kept.length * 2, 64)));
    kept.set(this.#kept.subarray(0, this.#keptBytes));
    this.#kept = kept;
  }
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end */
function behindLine(bytes, start, end) {
  let at = start;
  while (at < end && bytes[at] !== LF) at++;
  return Math.min(end, at + 1);
}
