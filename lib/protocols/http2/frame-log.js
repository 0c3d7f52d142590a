/** The frames of a capture's HTTP/2 connections as columns. */
import { grown, keptColumns } from '../model/message-table.js';
import { MAX_HTTP2_FRAMES, MAX_HTTP2_FRAMES_PER_CONNECTION } from './limits.js';

const FIRST_ROWS = 64;

const COLUMNS = [
  'endpoint',
  'type',
  'flags',
  'stream',
  'length',
  'padding',
  'value',
  'offset',
  'firstFrame',
  'startNs',
  'lastFrame',
  'endNs',
  'streamWindow',
  'connectionWindow',
  'next',
];

export class FrameTable {
  constructor() {
    this.count = 0;
    /** Who sent it. */
    this.endpoint = new Uint8Array(FIRST_ROWS);
    /** Of `FRAME`, or any other number. */
    this.type = new Uint8Array(FIRST_ROWS);
    this.flags = new Uint8Array(FIRST_ROWS);
    this.stream = new Int32Array(FIRST_ROWS);
    /** Payload bytes. */
    this.length = new Int32Array(FIRST_ROWS);
    /** Of these, padding. */
    this.padding = new Int32Array(FIRST_ROWS);
    /** Result of `valueOf`. */
    this.value = new Float64Array(FIRST_ROWS);
    /** Of the header's first byte, in its direction of the stream that carries HTTP/2. */
    this.offset = new Float64Array(FIRST_ROWS);
    /** Frame of the capture that carried the first byte, and its time. */
    this.firstFrame = new Int32Array(FIRST_ROWS);
    this.startNs = new Float64Array(FIRST_ROWS);
    /** Frame at which the last byte was received in order. */
    this.lastFrame = new Int32Array(FIRST_ROWS);
    this.endNs = new Float64Array(FIRST_ROWS);
    /** For DATA and WINDOW_UPDATE, what the sender of DATA may send after it in that stream, and in total; else NaN. */
    this.streamWindow = new Float64Array(FIRST_ROWS);
    this.connectionWindow = new Float64Array(FIRST_ROWS);
    /** The connection's next frame, −1 at its last. */
    this.next = new Int32Array(FIRST_ROWS);
  }

  /** All of it, for a report. */
  get kept() {
    return { count: this.count, ...keptColumns(this, COLUMNS) };
  }

  /** @param {FrameTable['kept']} kept */
  restore(kept) {
    Object.assign(this, kept);
  }

  /** @returns {number} a new row, to be filled; −1: the table is full */
  append() {
    if (this.count >= MAX_HTTP2_FRAMES) return -1;
    const row = this.count++;
    if (row === this.type.length) this.#grow();
    this.next[row] = -1;
    return row;
  }

  #grow() {
    const columns = /** @type {Record<string, any>} */ (/** @type {unknown} */ (this));
    const length = this.type.length * 2;
    for (const name of COLUMNS) columns[name] = grown(columns[name], length);
  }
}

/** The frames of one connection, in the order in which they were complete. */
export class FrameLog {
  #first = -1;
  #last = -1;
  count = 0;
  /** Whether there were more than are kept. */
  isCut = false;

  /** @param {FrameTable} table */
  constructor(table) {
    this.table = table;
  }

  /** @returns {number} a new row of the table, to be filled; −1: there are too many */
  append() {
    const row = this.count < MAX_HTTP2_FRAMES_PER_CONNECTION ? this.table.append() : -1;
    if (row < 0) {
      this.isCut = true;
      return row;
    }
    this.count++;
    if (this.#last < 0) this.#first = row;
    else this.table.next[this.#last] = row;
    this.#last = row;
    return row;
  }

  /** @returns {Int32Array} its rows of the table */
  get rows() {
    const rows = new Int32Array(this.count);
    for (let i = 0, row = this.#first; i < rows.length; i++, row = this.table.next[row]) rows[i] = row;
    return rows;
  }
}
