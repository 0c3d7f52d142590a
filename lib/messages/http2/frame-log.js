/** The frames of an HTTP/2 connection as columns, in the order in which they were there whole. */
import { grown } from '../message-table.js';
import { MAX_HTTP2_FRAMES, MAX_HTTP2_FRAMES_PER_CONNECTION } from './limits.js';

const FIRST_ROWS = 32;

/** Frames of all connections of a capture. */
export class FrameBudget {
  used = 0;
}

export class FrameLog {
  #budget;
  count = 0;
  /** Whether there were more than are kept. */
  isCut = false;

  /** @param {FrameBudget} budget */
  constructor(budget) {
    this.#budget = budget;
    this.columns = {
      /** Who sent it. */
      endpoint: new Uint8Array(FIRST_ROWS),
      /** Of `FRAME`, or any other number. */
      type: new Uint8Array(FIRST_ROWS),
      flags: new Uint8Array(FIRST_ROWS),
      stream: new Int32Array(FIRST_ROWS),
      /** Payload bytes. */
      length: new Int32Array(FIRST_ROWS),
      /** Of these, padding. */
      padding: new Int32Array(FIRST_ROWS),
      /** As `valueOf` gives it. */
      value: new Float64Array(FIRST_ROWS),
      /** Of the header's first byte, in its direction of the stream that carries HTTP/2. */
      offset: new Float64Array(FIRST_ROWS),
      /** Frame of the capture that carried the first byte, and its time. */
      firstFrame: new Int32Array(FIRST_ROWS),
      startNs: new Float64Array(FIRST_ROWS),
      /** That at which the last byte was there in order. */
      lastFrame: new Int32Array(FIRST_ROWS),
      endNs: new Float64Array(FIRST_ROWS),
      /** Of DATA and WINDOW_UPDATE, what the sender of DATA may send behind it in that stream, and in all; else NaN. */
      streamWindow: new Float64Array(FIRST_ROWS),
      connectionWindow: new Float64Array(FIRST_ROWS),
    };
  }

  /** @returns {number} a new row, to be filled; −1: there are too many */
  append() {
    if (this.count >= MAX_HTTP2_FRAMES_PER_CONNECTION || this.#budget.used >= MAX_HTTP2_FRAMES) {
      this.isCut = true;
      return -1;
    }
    this.#budget.used++;
    const row = this.count++;
    if (row === this.columns.type.length) this.#grow();
    return row;
  }

  #grow() {
    const columns = /** @type {Record<string, any>} */ (this.columns), length = this.columns.type.length * 2;
    for (const name of Object.keys(columns)) columns[name] = grown(columns[name], length);
  }
}
