import { DEFAULT_WINDOW_BYTES, END_STREAM, FRAME, frameHeader, windowUpdateFrame } from './http2-bytes.js';

/**
 * @typedef {object} Http2Settings
 * @property {number} streamWindowBytes that the client lets the server send on a stream
 * @property {number} connectionWindowBytes the same on all together
 * @property {number} frameBytes largest DATA frame
 * @property {number} maxStreams at once
 */
/**
 * A response that is being sent.
 * @typedef {object} Sending
 * @property {number} id of the stream
 * @property {import('../message.js').Message} message
 * @property {number} window bytes that the receiver lets go
 * @property {number} urgency 0 first
 * @property {boolean} incremental
 */
/**
 * Callbacks of the reader of a stream of frames.
 * @typedef {{ kind: 'preface'|'settings' } | { kind: 'request', stream: number } | { kind: 'window', stream: number,
 *   bytes: number } |
 *   { kind: 'data', stream: number, bytes: number, bodyBytes: number, isWhole: boolean }} Http2Mark
 */
/** @typedef {import('../marked-stream.js').MarkedStream<Http2Mark>} Http2Stream */

/** Unsent bytes in TCP from which on the sender waits, so that more urgent later data does not queue behind them. */
const SEND_BUFFER_BYTES = 16_384;

/** The server's DATA: which stream has its turn (RFC 9218), and what flow control lets go (RFC 9113, section 5.2). */
export class DataSender {
  /** In the order of their turns. @type {Sending[]} */
  #active = [];
  #window;
  #out;
  #frameBytes;

  /** @param {Http2Stream} out @param {Http2Settings} settings */
  constructor(out, { frameBytes, connectionWindowBytes }) {
    this.#out = out;
    this.#frameBytes = frameBytes;
    this.#window = Math.max(connectionWindowBytes, DEFAULT_WINDOW_BYTES);
  }

  /** @param {Sending} sending */
  add(sending) {
    this.#active.push(sending);
  }

  /** @param {number} stream 0: the connection's @param {number} bytes */
  widen(stream, bytes) {
    if (stream === 0) this.#window += bytes;
    const sending = this.#active.find(({ id }) => id === stream);
    if (sending !== undefined) sending.window += bytes;
  }

  /** Writes what may be written. */
  pump() {
    while (this.#window > 0 && this.#out.waitingBytes < SEND_BUFFER_BYTES) {
      const sending = this.#next();
      if (sending === null) break;
      this.#sendFrame(sending);
    }
    this.#out.flush();
  }

  /**
   * The most urgent; of these one after the other what needs to be whole, then in turn what can be used in parts.
   * @returns {Sending|null}
   */
  #next() {
    /** @type {Sending|null} */
    let best = null;
    for (const sending of this.#active) {
      if (sending.window > 0 && (best === null || isBefore(sending, best))) best = sending;
    }
    return best;
  }

  /** @param {Sending} sending */
  #sendFrame(sending) {
    const { id, message } = sending;
    const length = Math.min(this.#frameBytes, message.left, sending.window, this.#window);
    const pieces = message.take(length);
    const isWhole = message.left === 0;
    sending.window -= length;
    this.#window -= length;
    this.#active.splice(this.#active.indexOf(sending), 1);
    if (!isWhole) this.#active.push(sending);
    this.#out.append(frameHeader(FRAME.DATA, isWhole ? END_STREAM : 0, id, length), ...pieces);
    this.#out.mark({ kind: 'data', stream: id, bytes: length, bodyBytes: message.bodyTaken, isWhole }, length);
  }
}

/**
 * @param {Sending} a
 * @param {Sending} b which is earlier in the order of turns
 * @returns {boolean} whether a goes first
 */
function isBefore(a, b) {
  if (a.urgency !== b.urgency) return a.urgency < b.urgency;
  if (a.incremental !== b.incremental) return b.incremental;
  return !a.incremental && a.id < b.id;
}

/** The client's windows: updated when more than half has been read. */
export class WindowKeeper {
  /** By stream; 0 is the connection. @type {Map<number, number>} */
  #consumed = new Map();
  #out;
  #settings;

  /** @param {Http2Stream} out what this end writes @param {Http2Settings} settings */
  constructor(out, settings) {
    this.#out = out;
    this.#settings = settings;
  }

  /**
   * @param {number} stream
   * @param {number} bytes of DATA that were read
   * @param {boolean} isOver nothing more will come on it
   */
  consume(stream, bytes, isOver) {
    this.#add(0, bytes, Math.max(this.#settings.connectionWindowBytes, DEFAULT_WINDOW_BYTES));
    if (isOver) this.#consumed.delete(stream);
    else this.#add(stream, bytes, this.#settings.streamWindowBytes);
    this.#out.flush();
  }

  /** @param {number} stream @param {number} bytes @param {number} window */
  #add(stream, bytes, window) {
    const consumed = (this.#consumed.get(stream) ?? 0) + bytes;
    const isCredited = consumed > window / 2;
    this.#consumed.set(stream, isCredited ? 0 : consumed);
    if (!isCredited) return;
    this.#out.append(windowUpdateFrame(stream, consumed));
    this.#out.mark({ kind: 'window', stream, bytes: consumed });
  }
}
