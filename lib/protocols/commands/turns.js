/**
 * A connection whose protocol is identified, but not dissected: what the client sends up to the server's first byte is
 * a request, what the server sends from there up to the client's next byte a response. Whether one answers the other is
 * unknown, so they are only displayed.
 */
import { REQUEST, RESPONSE } from '../http1/start-line.js';
import { CARRIERS, MESSAGE_FLAG } from '../model/message-table.js';
import { NOTE, WARNING } from '../model/notes.js';
import { packNames } from './head.js';
import { MAX_TURN_ROWS } from './limits.js';
import { shownText } from './shown-text.js';

/** @typedef {import('../stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('../stream-parser.js').Place} Place */

const LINE_ENDS = new Set([0x0a, 0x0d]);
const SPACE = 0x20;
const DELETE = 0x7f;
/** Of a server's first line. */
const MAX_TEXT_BYTES = 100;

/** @implements {StreamParser} */
export class TurnsConnection {
  #host;
  #table;
  #inside;
  #protocol;
  #client;
  /** The sending end, and its row. @type {0|1|-1} */
  #speaking = -1;
  #row = -1;
  /** Row of the client's latest turn, −1: none. */
  #request = -1;
  #rows = 0;

  /** @param {string} protocol its name in the registry @param {import('../protocol.js').Opening} opening */
  constructor(protocol, { host, table, inside }) {
    this.#host = host;
    this.#table = table;
    this.#inside = inside;
    this.#protocol = table?.numberOf(protocol) ?? 0;
    this.#client = inside.client ?? host.clientOf(inside.flow);
  }

  /** @type {StreamParser['push']} */
  push(endpoint, streamOffset, bytes, start, end, at) {
    const table = this.#table;
    if (table === null || this.#rows > MAX_TURN_ROWS) return Infinity;
    if (endpoint !== this.#speaking) this.#begin(table, endpoint, streamOffset, textIn(bytes, start, end), at);
    const row = this.#row;
    if (row < 0) return Infinity;
    table.endOffset[row] = streamOffset + end - start;
    table.bodyBytes[row] += end - start;
    table.lastFrame[row] = at.deliveredFrame;
    table.endNs[row] = at.deliveredNs;
    this.#host.body?.take(table, row, bytes, start, end);
    return streamOffset + end - start;
  }

  /** @type {StreamParser['gap']} */
  gap(endpoint, streamOffset, length) {
    if (this.#table === null) return Infinity;
    this.#host.warn(this.#inside.flow, WARNING.BYTES_MISSING);
    if (endpoint === this.#speaking && this.#row >= 0) this.#table.notes[this.#row] |= NOTE.BYTES_MISSING;
    return streamOffset + length;
  }

  /** @type {StreamParser['end']} */
  end(endpoint) {
    if (endpoint === this.#speaking) this.#finish();
  }

  /**
   * @param {import('../model/message-table.js').MessageTable} table
   * @param {0|1} endpoint @param {number} streamOffset @param {string} text @param {Place} at
   */
  #begin(table, endpoint, streamOffset, text, at) {
    this.#finish();
    this.#speaking = endpoint;
    if (++this.#rows > MAX_TURN_ROWS) {
      this.#host.warn(this.#inside.flow, WARNING.TOO_MANY_MESSAGES);
      return;
    }
    const isRequest = endpoint === this.#client;
    const row = (this.#row = table.append(this.#inside.flow));
    table.endpoint[row] = endpoint;
    table.kind[row] = isRequest ? REQUEST : RESPONSE;
    table.protocol[row] = this.#protocol;
    table.carrier[row] = CARRIERS.indexOf(this.#inside.carrier);
    table.stream[row] = this.#inside.stream ?? -1;
    table.startOffset[row] = streamOffset;
    table.firstFrame[row] = at.frame;
    table.startNs[row] = at.timeNs;
    if (!isRequest) this.#keep(table, row, text);
    if (isRequest) table.flags[row] = MESSAGE_FLAG.MAY_HANG;
    else if (this.#request < 0) table.flags[row] = MESSAGE_FLAG.ONE_WAY;
    else {
      table.pair[row] = this.#request;
      table.pair[this.#request] = row;
    }
    this.#request = isRequest ? row : -1;
  }

  /** @param {import('../model/message-table.js').MessageTable} table @param {number} row @param {string} text */
  #keep(table, row, text) {
    const names = packNames('', text);
    table.headAt[row] = table.heads.add(names, 0, names.length);
    table.headBytes[row] = names.length;
  }

  #finish() {
    const row = this.#row;
    this.#row = this.#speaking = -1;
    if (row < 0 || this.#table === null) return;
    const isWhole = (this.#table.notes[row] & NOTE.BYTES_MISSING) === 0;
    this.#table.flags[row] |= MESSAGE_FLAG.ENDED | (isWhole ? MESSAGE_FLAG.COMPLETE : 0);
  }
}

/**
 * The first line, where it is text. Only the server's is shown: a client's may be a password.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 */
function textIn(bytes, start, end) {
  const stop = Math.min(end, start + MAX_TEXT_BYTES);
  let at = start;
  while (at < stop && bytes[at] >= SPACE && bytes[at] !== DELETE) at++;
  return at < stop && !LINE_ENDS.has(bytes[at]) ? '' : shownText(bytes, start, at);
}
