/** Writes the messages of an HTTP/1.x connection into the capture's table. */
import { MESSAGE_FLAG } from '../model/message-table.js';
import { NOTE, WARNING } from '../model/notes.js';
import { MAX_MESSAGES_PER_CONNECTION } from './limits.js';

/** @typedef {import('./direction.js').Half} Half */

export class MessageRows {
  /**
   * @param {import('./connection.js').Http1Connection} connection
   * @param {import('../model/message-table.js').MessageTable|null} table null to count only
   */
  constructor(connection, table) {
    this.connection = connection;
    this.table = table;
  }

  /**
   * @param {Half} half whose head is there
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} length
   * @returns {number} row, −1 when the message is only counted
   */
  add(half, bytes, start, length) {
    const { table, connection } = this;
    if (table === null) return -1;
    if (half.messages > MAX_MESSAGES_PER_CONNECTION) {
      connection.warn(WARNING.TOO_MANY_MESSAGES);
      return -1;
    }
    const row = table.append(connection.flow), { head } = half;
    table.endpoint[row] = half.endpoint;
    table.kind[row] = head.kind;
    table.protocol[row] = head.minorVersion;
    table.carrier[row] = connection.carrier;
    table.stream[row] = connection.stream;
    table.status[row] = head.status;
    table.startOffset[row] = half.startOffset;
    table.headBytes[row] = length;
    table.headAt[row] = table.heads.add(bytes, start, length);
    if (table.headAt[row] < 0) table.notes[row] |= NOTE.HEAD_NOT_KEPT;
    table.endOffset[row] = half.startOffset + length;
    table.firstFrame[row] = half.startFrame;
    table.startNs[row] = half.startNs;
    table.lastFrame[row] = half.lastFrame;
    table.endNs[row] = half.lastNs;
    return row;
  }

  /**
   * Writes how far the current message has come.
   * @param {Half} half that has one
   */
  update(half) {
    const { table } = this;
    if (table === null) return;
    table.endOffset[half.row] = half.position;
    table.bodyBytes[half.row] = half.body.bytes;
    table.lastFrame[half.row] = half.lastFrame;
    table.endNs[half.row] = half.lastNs;
  }

  /**
   * @param {Half} half whose message has ended
   * @param {boolean} complete
   * @param {number} endOffset
   */
  end(half, complete, endOffset) {
    const { table } = this;
    if (half.row < 0 || table === null) return;
    this.update(half);
    table.endOffset[half.row] = endOffset;
    table.notes[half.row] |= half.notes;
    table.flags[half.row] |= MESSAGE_FLAG.ENDED | (complete ? MESSAGE_FLAG.COMPLETE : 0);
  }

  /** @param {number} row −1: none @param {number} flag of `MESSAGE_FLAG` */
  setFlag(row, flag) {
    if (this.table !== null && row >= 0) this.table.flags[row] |= flag;
  }
}
