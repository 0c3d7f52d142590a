import { creditMessage, fragmentHeader, paddingOf } from './mux-bytes.js';

/** @typedef {import('./mux-bytes.js').MuxFormat} MuxFormat */
/**
 * @typedef {object} MuxSettings
 * @property {MuxFormat} format
 * @property {number} creditBytes that a session may send at first; its receiver grants what it has read once that is
 *   more than half
 * @property {number} fragmentBytes largest fragment
 * @property {number} writeBufferBytes where messages gather before they go to TCP in one write
 */
/**
 * One end's part of a session.
 * @typedef {object} HalfSession
 * @property {number} id
 * @property {number} balance credit left for sending; Jigsaw's may fall below 0
 * @property {number} consumed bytes read and not granted again
 * @property {import('../message.js').Message|null} message being sent
 * @property {boolean} endsWithFin
 * @property {HalfSession|null} peer
 */
/**
 * Callbacks of the reader of the stream. `half` is the reader's own part of the session.
 * @typedef {{ half: HalfSession, credit?: number, data?: { bytes: number, bodyBytes: number, isWhole: boolean },
 *   hasFin?: boolean }} MuxMark
 */
/** @typedef {import('../marked-stream.js').MarkedStream<MuxMark>} MuxStream */

/** Bytes that TCP holds unsent before a sender waits, so that sessions that come later have their turn. */
const SEND_BUFFER_BYTES = 16_384;

/**
 * One end of a MUX connection: shares the stream among its sessions, a fragment each in turn, as far as their credit
 * goes; and grants credit for what it has read.
 *
 *     session ──▶ fragments ──▶ write buffer ──▶ TCP
 *        ▲ credit, from the other end's reader
 */
export class MuxEnd {
  /** Sessions with something to send, the next one first. @type {HalfSession[]} */
  #ring = [];
  #out;
  #settings;
  #grantAbove;

  /**
   * @param {MuxStream} out what this end writes
   * @param {MuxSettings} settings
   * @param {number} initialCredit of what this end reads
   */
  constructor(out, settings, initialCredit) {
    this.#out = out;
    this.#settings = settings;
    this.#grantAbove = initialCredit >> 1;
  }

  /**
   * @param {HalfSession} half
   * @param {import('../message.js').Message} message
   * @param {boolean} endsWithFin this end has nothing more to say
   */
  send(half, message, endsWithFin) {
    half.message = message;
    half.endsWithFin = endsWithFin;
    this.#ring.push(half);
  }

  /** Something other than a fragment. @param {Uint8Array} bytes */
  sendControl(bytes) {
    this.#appendHeader(bytes);
  }

  /** @param {HalfSession} half ends its direction without a payload */
  sendFin(half) {
    this.#appendHeader(fragmentHeader(this.#settings.format, half.id, 0, true));
    this.#out.mark({ half: peerOf(half), hasFin: true });
  }

  /** Writes what may be written. */
  pump() {
    while (this.#out.waitingBytes < SEND_BUFFER_BYTES) {
      const half = this.#next();
      if (half === null) break;
      this.#sendFragment(half);
    }
    this.#out.flush();
  }

  /** @param {HalfSession} half with so many bytes read @param {number} bytes */
  consume(half, bytes) {
    half.consumed += bytes;
    if (half.consumed <= this.#grantAbove) return;
    this.#appendHeader(creditMessage(this.#settings.format, half.id, half.consumed));
    this.#out.mark({ half: peerOf(half), credit: half.consumed });
    this.#out.flush();
    half.consumed = 0;
  }

  /** Takes from the ring the next session that has credit. @returns {HalfSession|null} */
  #next() {
    for (let count = this.#ring.length; count > 0; count--) {
      const half = /** @type {HalfSession} */ (this.#ring.shift());
      if (half.balance > 0) return half;
      this.#ring.push(half);
    }
    return null;
  }

  /** @param {HalfSession} half with a message and credit */
  #sendFragment(half) {
    const { format, fragmentBytes } = this.#settings;
    const message = /** @type {import('../message.js').Message} */ (half.message);
    // Jigsaw sends a whole fragment while anything is left; the draft forbids to send more than the balance.
    const length = Math.min(fragmentBytes, message.left, format === '1996' ? Infinity : half.balance);
    const pieces = message.take(length);
    const isWhole = message.left === 0;
    const hasFin = isWhole && half.endsWithFin;
    const bodyBytes = message.bodyTaken;
    const isOneMessage = format === '1998';
    half.balance -= length;
    this.#appendHeader(fragmentHeader(format, half.id, length, hasFin && isOneMessage));
    this.#appendPayload(pieces, length);
    this.#out.mark(
      { half: peerOf(half), data: { bytes: length, bodyBytes, isWhole }, hasFin: hasFin && isOneMessage },
      length,
    );
    if (paddingOf(length) > 0) this.#out.append(paddingOf(length));
    if (!isWhole) this.#ring.push(half);
    else half.message = null;
    if (hasFin && !isOneMessage) this.sendFin(half);
  }

  /** @param {Uint8Array} bytes */
  #appendHeader(bytes) {
    if (this.#out.bufferedBytes + bytes.length >= this.#settings.writeBufferBytes) this.#out.flush();
    this.#out.append(bytes);
  }

  /**
   * What does not fit goes past the buffer, as with Jigsaw: its header may then be the end of one write, and it the
   * next.
   * @param {import('../../tcp/content.js').Piece[]} pieces
   * @param {number} length
   */
  #appendPayload(pieces, length) {
    const fits = this.#out.bufferedBytes + length < this.#settings.writeBufferBytes;
    if (!fits) this.#out.flush();
    this.#out.append(...pieces);
    if (!fits) this.#out.flush();
  }
}

/** @param {HalfSession} half */
const peerOf = ({ peer }) => /** @type {HalfSession} */ (peer);
