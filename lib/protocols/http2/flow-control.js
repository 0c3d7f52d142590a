/**
 * Flow control of one direction's DATA (RFC 9113 section 5.2): windows of the connection and its streams, and how long
 * they were exhausted.
 */
import { scrambled } from '../../shared/scrambled.js';
import { MAX_OPEN_STREAMS, MAX_STALLS_KEPT } from './limits.js';

const INITIAL_WINDOW = 65_535;

/**
 * From when a window was exhausted to the update after which more was sent.
 * @typedef {object} Stall
 * @property {number} stream 0: the connection's window
 * @property {number} startNs
 * @property {number} endNs
 */

class Window {
  stream;
  /** Granted minus sent; plus the initial window, what may be sent. */
  credit = 0;
  /** When it was exhausted; −1: it is not. */
  shutNs = -1;
  /** When it was opened again, while nothing has been sent since; −1 else. */
  openedNs = -1;
  /** It has been used by DATA. */
  isUsed = false;

  /** @param {number} stream 0: the connection */
  constructor(stream) {
    this.stream = stream;
  }
}

export class FlowControl {
  /** The initial window of streams, including open ones (RFC 9113 section 6.9.2); the connection's is fixed. */
  #initial = INITIAL_WINDOW;
  /** When that was last raised. */
  #raisedNs = -1;
  #connection = new Window(0);
  /** By `scrambled` identifiers. @type {Map<number, Window>} */
  #streams = new Map();
  /** The first `MAX_STALLS_KEPT`. @type {Stall[]} */
  stalls = [];
  stallCount = 0;
  stalledNs = 0;

  /**
   * @param {number} stream
   * @param {number} bytes of a DATA frame's payload
   * @param {number} startNs when its first byte was seen
   * @param {number} endNs its last
   */
  send(stream, bytes, startNs, endNs) {
    const window = this.#windowOf(stream);
    if (window.shutNs >= 0 && window.openedNs < 0 && this.#raisedNs >= window.shutNs) window.openedNs = this.#raisedNs;
    this.#use(window, stream, bytes, startNs, endNs);
    this.#use(this.#connection, 0, bytes, startNs, endNs);
  }

  /** @param {number} stream 0: the connection @param {number} increment @param {number} timeNs */
  update(stream, increment, timeNs) {
    const window = this.#windowOf(stream);
    window.credit += increment;
    if (window.shutNs >= 0 && window.openedNs < 0 && this.available(stream) > 0) window.openedNs = timeNs;
  }

  /** SETTINGS_INITIAL_WINDOW_SIZE. @param {number} size @param {number} timeNs */
  setInitial(size, timeNs) {
    if (size > this.#initial) this.#raisedNs = timeNs;
    this.#initial = size;
  }

  /** @param {number} stream 0: the connection @returns {number} bytes that may be sent */
  available(stream) {
    if (stream === 0) return INITIAL_WINDOW + this.#connection.credit;
    return this.#initial + (this.#streams.get(scrambled(stream))?.credit ?? 0);
  }

  /**
   * Windows of unfinished streams that stay exhausted to the end of the capture, and the connection's while there is
   * such a stream.
   * @returns {{ stream: number, startNs: number }[]}
   */
  get blocked() {
    const list = [];
    const windows = [...this.#streams.values()].filter(({ isUsed }) => isUsed);
    if (windows.length > 0 && isShut(this.#connection)) list.push({ stream: 0, startNs: this.#connection.shutNs });
    for (const window of windows) {
      if (isShut(window) && this.#raisedNs < window.shutNs) {
        list.push({ stream: window.stream, startNs: window.shutNs });
      }
    }
    return list;
  }

  /** @param {number} stream that has ended */
  forget(stream) {
    this.#streams.delete(scrambled(stream));
  }

  /** @param {number} stream */
  #windowOf(stream) {
    if (stream === 0) return this.#connection;
    const key = scrambled(stream);
    let window = this.#streams.get(key);
    if (window !== undefined) return window;
    if (this.#streams.size >= MAX_OPEN_STREAMS) {
      this.#streams.delete(/** @type {number} */ (this.#streams.keys().next().value));
    }
    this.#streams.set(key, (window = new Window(stream)));
    return window;
  }

  /**
   * @param {Window} window
   * @param {number} stream
   * @param {number} bytes
   * @param {number} startNs
   * @param {number} endNs
   */
  #use(window, stream, bytes, startNs, endNs) {
    if (window.openedNs >= 0) {
      this.stallCount++;
      this.stalledNs += window.openedNs - window.shutNs;
      if (this.stalls.length < MAX_STALLS_KEPT) {
        this.stalls.push({ stream, startNs: window.shutNs, endNs: Math.max(window.openedNs, startNs) });
      }
      window.shutNs = window.openedNs = -1;
    }
    window.isUsed = true;
    window.credit -= bytes;
    if (this.available(stream) <= 0 && bytes > 0 && window.shutNs < 0) window.shutNs = endNs;
  }
}

/** @param {Window} window */
const isShut = ({ shutNs, openedNs }) => shutNs >= 0 && openedNs < 0;
