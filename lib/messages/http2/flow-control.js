/** Flow control of one direction's DATA (RFC 9113 section 5.2): windows of the connection and its streams, and how long they were shut. */
import { MAX_STALLS_KEPT } from './limits.js';

const INITIAL_WINDOW = 65_535;

/**
 * From when a window was used up to the update after which more was sent.
 * @typedef {object} Stall
 * @property {number} stream 0: the connection's window
 * @property {number} startNs
 * @property {number} endNs
 */

class Window {
  /** @param {number} available */
  constructor(available) {
    this.available = available;
    /** When it was used up; −1: it is not. */
    this.shutNs = -1;
    /** When it was opened again, while nothing has been sent since; −1 else. */
    this.openedNs = -1;
  }
}

export class FlowControl {
  #initial = INITIAL_WINDOW;
  #connection = new Window(INITIAL_WINDOW);
  /** @type {Map<number, Window>} */
  #streams = new Map();
  /** The first `MAX_STALLS_KEPT`. @type {Stall[]} */
  stalls = [];
  stallCount = 0;
  stalledNs = 0;

  /** @param {number} stream @param {number} bytes of a DATA frame's payload @param {number} startNs when its first byte was seen @param {number} endNs its last */
  send(stream, bytes, startNs, endNs) {
    let window = this.#streams.get(stream);
    if (window === undefined) this.#streams.set(stream, window = new Window(this.#initial));
    this.#use(window, stream, bytes, startNs, endNs);
    this.#use(this.#connection, 0, bytes, startNs, endNs);
  }

  /** @param {number} stream 0: the connection @param {number} increment @param {number} timeNs */
  update(stream, increment, timeNs) {
    let window = stream === 0 ? this.#connection : this.#streams.get(stream);
    if (window === undefined) this.#streams.set(stream, window = new Window(this.#initial));
    window.available += increment;
    if (window.shutNs >= 0 && window.available > 0 && window.openedNs < 0) window.openedNs = timeNs;
  }

  /** SETTINGS_INITIAL_WINDOW_SIZE; changes the open streams' windows too (RFC 9113 section 6.9.2). @param {number} size */
  setInitial(size) {
    for (const window of this.#streams.values()) window.available += size - this.#initial;
    this.#initial = size;
  }

  /** @param {number} stream that has ended */
  forget(stream) { this.#streams.delete(stream); }

  /** @param {Window} window @param {number} stream @param {number} bytes @param {number} startNs @param {number} endNs */
  #use(window, stream, bytes, startNs, endNs) {
    if (window.openedNs >= 0) {
      this.stallCount++;
      this.stalledNs += window.openedNs - window.shutNs;
      if (this.stalls.length < MAX_STALLS_KEPT) this.stalls.push({ stream, startNs: window.shutNs, endNs: Math.max(window.openedNs, startNs) });
      window.shutNs = window.openedNs = -1;
    }
    window.available -= bytes;
    if (window.available <= 0 && bytes > 0 && window.shutNs < 0) window.shutNs = endNs;
  }
}
