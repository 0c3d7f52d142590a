/** A followed stream as text or hex dump, in capture order. */
import { hexLines, printable } from '../../shared/text/printable.js';

/**
 * Bytes of one segment, or a gap. Times in seconds since the capture's first packet.
 * @typedef {object} StreamPiece
 * @property {'clientToServer'|'serverToClient'} direction
 * @property {number} offset of the first byte in its direction
 * @property {number} time of the frame that carried them
 * @property {number} frame
 * @property {Uint8Array} bytes empty: a gap
 * @property {number} missing bytes that the capture lacks, or that are omitted
 * @property {string} [what] a WebSocket's message is: text, binary, close, ping, pong
 */

/** Shortest pause shown within one side's data, seconds. */
const MIN_PAUSE = 0.1;

const WORDS = { clientToServer: 'client → server', serverToClient: 'server → client' };

/** Writes the pieces of one connection, one after the other. */
export class StreamText {
  #isHex;
  /** @type {StreamPiece|null} */
  #before = null;
  #decoders = { clientToServer: new TextDecoder(), serverToClient: new TextDecoder() };
  #isInLine = false;

  /** @param {boolean} isHex hexadecimal instead of text */
  constructor(isHex) {
    this.#isHex = isHex;
  }

  /** @param {StreamPiece} piece the next @returns {string} */
  write(piece) {
    const before = this.#before;
    this.#before = piece;
    const head = this.#headOf(piece, before);
    const gap = piece.missing > 0 ? `[${piece.missing} bytes are missing]\n` : '';
    const lineEnd = this.#isInLine && head + gap !== '' ? '\n' : '';
    const text = piece.bytes.length === 0 ? '' : this.#textOf(piece);
    this.#isInLine = text === '' ? this.#isInLine && lineEnd === '' : !text.endsWith('\n');
    return `${lineEnd}${head}${gap}${text}`;
  }

  /** @returns {string} after the last piece */
  end() {
    return this.#isInLine ? '\n' : '';
  }

  /** @param {StreamPiece} piece */
  #textOf({ direction, bytes, offset }) {
    if (this.#isHex) return `${hexLines(bytes, offset).join('\n')}\n`;
    return printable(this.#decoders[direction].decode(bytes, { stream: true }));
  }

  /** @param {StreamPiece} piece @param {StreamPiece|null} before */
  #headOf({ direction, time, frame, what }, before) {
    const pause = before === null ? 0 : time - before.time;
    if (direction === before?.direction && what === undefined) {
      return pause >= MIN_PAUSE ? `[${pause.toFixed(3)} s later, frame ${frame}]\n` : '';
    }
    const later = before === null ? '' : `, ${pause.toFixed(6)} s later`;
    return `${before === null ? '' : '\n'}── ${WORDS[direction]} · ${time.toFixed(6)} s${later} · frame ${frame}${what === undefined ? '' : ` · ${what}`}\n`;
  }
}

/** @param {StreamPiece} piece @param {(bytes: Uint8Array) => string} base64 @returns {string} a line of NDJSON */
export const streamLine = ({ bytes, ...piece }, base64) => `${JSON.stringify({ ...piece, bytes: base64(bytes) })}\n`;
