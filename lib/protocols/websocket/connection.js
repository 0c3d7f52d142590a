import { MAX_BODY_BYTES } from '../bodies/limits.js';
import { REQUEST, RESPONSE } from '../http1/start-line.js';
import { CARRIERS, MESSAGE_FLAG } from '../model/message-table.js';
import { NOTE, WARNING } from '../model/notes.js';
import { UNKNOWN_GAP_BYTES } from '../stream-parser.js';
import { FrameReader, OPCODE } from './frames.js';

/** Messages of a WebSocket that are kept, control frames too. */
export const MAX_WEBSOCKET_MESSAGES = 1_000_000;

/** Bytes of a close frame's reason that are kept. */
const REASON_BYTES = 123;

/** @typedef {import('../stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('../stream-parser.js').Place} Place */
/** @typedef {import('./frames.js').FrameHeader} FrameHeader */
/** @typedef {import('./frames.js').Delivered} Delivered */

class Side {
  position = 0;
  /** Row of the current message, −1 without one. */
  row = -1;
  isOpen = false;
  bodyBytes = 0;
  headerBytes = 0;
  frames = 0;
  isMissing = false;
  /** Whether bytes are missing that a compressed message may refer to. */
  lacksHistory = false;
  /** Payload of the current frame, if it is wanted. @type {Uint8Array[]} */
  content = [];
  #contentBytes = 0;

  /**
   * @param {WebSocketConnection} connection
   * @param {0|1} endpoint
   * @param {boolean} keepsContent @param {boolean} isClient
   */
  constructor(connection, endpoint, keepsContent, isClient) {
    this.endpoint = endpoint;
    /** @type {import('./frames.js').FrameSink} */
    const sink = {
      onFrame: (header, control, isMissing, at) => connection.onFrame(this, header, control, isMissing, at),
      onContent: keepsContent ? (bytes) => this.#keep(bytes) : null,
      onCut: (header, isMissing, at) => connection.onCut(this, header, isMissing, at),
      onLost: (isGap) => connection.onLost(this, isGap),
    };
    this.reader = new FrameReader(sink, isClient);
  }

  /** Bytes beyond the limit only show that there is more. @param {Uint8Array} bytes */
  #keep(bytes) {
    if (this.#contentBytes > MAX_BODY_BYTES) return;
    this.#contentBytes += bytes.length;
    this.content.push(bytes);
  }

  /** @returns {Uint8Array[]} the frame's payload */
  takeContent() {
    const { content } = this;
    this.content = [];
    this.#contentBytes = 0;
    return content;
  }
}

/**
 * A WebSocket (RFC 6455): each message a row, control frames as messages of their own. The client's are `request`s, the
 * server's `response`s; nothing pairs them. Column `status` has the opcode of the first frame, a close frame's code and
 * reason are its head.
 * @implements {StreamParser}
 */
export class WebSocketConnection {
  #host;
  #table;
  #inside;
  #messages = 0;
  /** @type {[Side, Side]} */
  #sides;

  /**
   * @param {import('../host.js').MessageHost} host
   * @param {import('../model/message-table.js').MessageTable|null} table null to count only
   * @param {import('../stream-parser.js').Inside} inside
   */
  constructor(host, table, inside) {
    this.#host = host;
    this.#table = table;
    this.#inside = inside;
    const sideOf = (/** @type {0|1} */ endpoint) =>
      new Side(this, endpoint, host.body !== null, inside.client === endpoint);
    this.#sides = [sideOf(0), sideOf(1)];
    if (inside.stream === null) host.setProtocol(inside.flow, 'websocket');
  }

  /** @type {StreamParser['push']} */
  push(endpoint, streamOffset, bytes, start, end, at) {
    const side = this.#sides[endpoint];
    const missed = streamOffset - side.position;
    if (missed > 0) side.reader.gap(missed, at);
    side.position = streamOffset + end - start;
    if (this.#table !== null) side.reader.push(bytes, start, end, at);
    return this.#nextNeeded(side);
  }

  /** @type {StreamParser['gap']} */
  gap(endpoint, streamOffset, length, at) {
    const side = this.#sides[endpoint];
    const missed = streamOffset + length - side.position;
    side.position += missed;
    const { carrier, stream } = this.#inside;
    const isKnown = length !== UNKNOWN_GAP_BYTES || (carrier === 'tcp' && stream === null);
    if (missed > 0) side.reader.gap(missed, at, isKnown);
    return this.#nextNeeded(side);
  }

  /** @type {StreamParser['end']} */
  end(endpoint) {
    const side = this.#sides[endpoint];
    side.reader.end();
    if (side.isOpen) this.#endMessage(side, false);
  }

  /** @param {Side} side */
  #nextNeeded(side) {
    return this.#table === null || side.reader.isOver ? Infinity : side.position;
  }

  /** @param {Side} side @param {boolean} isGap */
  onLost(side, isGap) {
    this.#host.warn(this.#inside.flow, isGap ? WARNING.BYTES_MISSING : WARNING.FRAMING_LOST);
    if (side.isOpen) this.#endMessage(side, false);
    side.lacksHistory = true;
  }

  /**
   * @param {Side} side
   * @param {FrameHeader} header
   * @param {Uint8Array} control
   * @param {boolean} isMissing
   * @param {Place} at
   */
  onFrame(side, header, control, isMissing, at) {
    const table = this.#table;
    if (table === null) return;
    if (header.opcode >= OPCODE.CLOSE) {
      const row = this.#addRow(table, side, header, at);
      if (row < 0) return;
      table.bodyBytes[row] = header.length;
      this.#host.body?.take(table, row, control, 0, control.length);
      if (header.opcode === OPCODE.CLOSE) this.#keepReason(table, row, control);
      table.flags[row] |= MESSAGE_FLAG.ENDED | (isMissing ? 0 : MESSAGE_FLAG.COMPLETE);
      return;
    }
    this.#addFrame(table, side, header, isMissing, at);
    if (header.isFinal) this.#endMessage(side, true);
  }

  /** @param {Side} side @param {FrameHeader} header @param {boolean} isMissing @param {Delivered} at */
  onCut(side, header, isMissing, at) {
    if (this.#table === null) return;
    this.#addFrame(this.#table, side, header, isMissing, at);
    this.#endMessage(side, false);
  }

  /**
   * A data frame.
   * @param {import('../model/message-table.js').MessageTable} table
   * @param {Side} side
   * @param {FrameHeader} header
   * @param {boolean} isMissing
   * @param {Delivered} at
   */
  #addFrame(table, side, header, isMissing, at) {
    if (header.opcode !== OPCODE.CONTINUATION || !side.isOpen) this.#beginMessage(table, side, header, at);
    side.bodyBytes += header.length;
    side.isMissing ||= isMissing;
    for (const piece of side.takeContent()) {
      if (side.row >= 0) this.#host.body?.take(table, side.row, piece, 0, piece.length);
    }
    if (side.row >= 0) {
      table.bodyBytes[side.row] = side.bodyBytes;
      table.endOffset[side.row] = header.offset + header.headerBytes + header.length;
      table.lastFrame[side.row] = at.deliveredFrame;
      table.endNs[side.row] = at.deliveredNs;
    }
  }

  /**
   * @param {import('../model/message-table.js').MessageTable} table
   * @param {Side} side
   * @param {FrameHeader} header
   * @param {Delivered} at
   */
  #beginMessage(table, side, header, at) {
    if (side.isOpen) this.#endMessage(side, false);
    side.row = this.#addRow(table, side, header, at);
    if (side.row >= 0 && header.isCompressed) {
      table.notes[side.row] |= NOTE.COMPRESSED | (side.lacksHistory ? NOTE.BYTES_MISSING_BEFORE : 0);
      side.lacksHistory = false;
    }
    side.isOpen = true;
    side.bodyBytes = 0;
    side.isMissing = header.opcode === OPCODE.CONTINUATION;
  }

  /** @param {Side} side @param {boolean} isWhole */
  #endMessage(side, isWhole) {
    side.isOpen = false;
    const table = this.#table;
    const { row } = side;
    if (table === null || row < 0) return;
    if (side.isMissing) table.notes[row] |= NOTE.BYTES_MISSING;
    table.flags[row] |= MESSAGE_FLAG.ENDED | (isWhole && !side.isMissing ? MESSAGE_FLAG.COMPLETE : 0);
  }

  /**
   * @param {import('../model/message-table.js').MessageTable} table
   * @param {number} row
   * @param {Uint8Array} control code and reason
   */
  #keepReason(table, row, control) {
    const kept = control.subarray(0, 2 + REASON_BYTES);
    table.headAt[row] = table.heads.add(kept, 0, kept.length);
    table.headBytes[row] = kept.length;
  }

  /**
   * @param {import('../model/message-table.js').MessageTable} table
   * @param {Side} side
   * @param {FrameHeader} header
   * @param {Delivered} at
   */
  #addRow(table, side, header, at) {
    if (++this.#messages > MAX_WEBSOCKET_MESSAGES) {
      this.#host.warn(this.#inside.flow, WARNING.TOO_MANY_MESSAGES);
      return -1;
    }
    const row = table.append(this.#inside.flow);
    table.endpoint[row] = side.endpoint;
    table.kind[row] = this.#inside.client === side.endpoint ? REQUEST : RESPONSE;
    table.protocol[row] = table.numberOf('websocket');
    table.carrier[row] = CARRIERS.indexOf(this.#inside.carrier);
    table.stream[row] = this.#inside.stream ?? -1;
    table.parent[row] = this.#inside.request ?? -1;
    table.status[row] = header.opcode;
    table.flags[row] = MESSAGE_FLAG.ONE_WAY;
    table.startOffset[row] = header.offset;
    table.endOffset[row] = header.offset + header.headerBytes + header.length;
    table.firstFrame[row] = header.firstFrame;
    table.startNs[row] = header.startNs;
    table.lastFrame[row] = at.deliveredFrame;
    table.endNs[row] = at.deliveredNs;
    return row;
  }
}
