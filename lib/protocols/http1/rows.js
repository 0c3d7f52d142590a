/** Writes the messages of an HTTP/1.x connection into the capture's table. */
import { MESSAGE_FLAG } from '../model/message-table.js';
import { LIMIT_NOTES, NOTE, WARNING } from '../model/notes.js';
import { MAX_MESSAGES_PER_CONNECTION } from './limits.js';

/** @typedef {import('./events.js').Http1Event} Http1Event */

/** Notes of a message that is incomplete although its end was seen. */
const INCOMPLETE_NOTES = NOTE.BYTES_MISSING | LIMIT_NOTES;

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
   * @param {0|1} endpoint that sends it @param {Http1Event} event of its head
   * @returns {number} row, −1 when the message is only counted
   */
  add(endpoint, event) {
    const { table, connection } = this;
    if (table === null) return -1;
    if (event.messages > MAX_MESSAGES_PER_CONNECTION) {
      connection.warn(WARNING.TOO_MANY_MESSAGES);
      return -1;
    }
    const row = table.append(connection.flow);
    table.endpoint[row] = endpoint;
    table.kind[row] = event.kind;
    table.protocol[row] = event.minorVersion;
    table.carrier[row] = connection.carrier;
    table.stream[row] = connection.stream;
    table.status[row] = event.status;
    table.startOffset[row] = event.startOffset;
    table.headBytes[row] = event.headBytes;
    connection.parser.keepHead(table, row);
    table.endOffset[row] = event.endOffset;
    table.firstFrame[row] = event.startFrame;
    table.startNs[row] = event.startNs;
    table.lastFrame[row] = event.endFrame;
    table.endNs[row] = connection.endNsOf(event);
    return row;
  }

  /**
   * Writes how far a message has come.
   * @param {number} row −1: none @param {Http1Event} event
   */
  update(row, event) {
    const { table } = this;
    if (table === null || row < 0) return;
    table.endOffset[row] = event.endOffset;
    table.bodyBytes[row] = event.bodyBytes;
    table.lastFrame[row] = event.endFrame;
    table.endNs[row] = this.connection.endNsOf(event);
  }

  /** @param {number} row of the message that has ended, −1: none @param {Http1Event} event */
  end(row, event) {
    const { table } = this;
    const { notes } = event;
    if ((notes & LIMIT_NOTES) !== 0) this.connection.warn(WARNING.LIMIT_EXCEEDED);
    if (row < 0 || table === null) return;
    this.update(row, event);
    table.notes[row] |= notes;
    const isComplete = event.isWhole && (notes & INCOMPLETE_NOTES) === 0;
    table.flags[row] |= MESSAGE_FLAG.ENDED | (isComplete ? MESSAGE_FLAG.COMPLETE : 0);
  }

  /** @param {number} row −1: none @param {number} flag of `MESSAGE_FLAG` */
  setFlag(row, flag) {
    if (this.table !== null && row >= 0) this.table.flags[row] |= flag;
  }
}
