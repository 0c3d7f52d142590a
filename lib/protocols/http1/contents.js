/** The content of a connection's messages that is read for what it says, in each direction. */
import { openContent } from '../contents/open-content.js';
import { GrpcMessages } from '../grpc/messages.js';
import { isFailedCall } from '../grpc/outcome.js';
import { MESSAGE_FLAG } from '../model/message-table.js';
import { HTTP1_TEXT } from './describe.js';

export class Contents {
  /** By endpoint: of its current body. @type {(import('../contents/open-content.js').Content|null)[]} */
  #contents = [null, null];
  /** Bytes of that body that were read. */
  #read = [0, 0];

  /**
   * A message begins whose head, which is in the table, declares such content.
   * @param {number} endpoint
   * @param {import('../model/message-table.js').MessageTable} table
   * @param {number} row
   * @param {number} kind of `CONTENT`
   * @param {import('../contents/budget.js').ContentBudget} budget
   */
  begin(endpoint, table, row, kind, budget) {
    const content = openContent(table, row, kind, () => HTTP1_TEXT.head(table, row).headers, budget);
    this.#contents[endpoint] = content;
    this.#read[endpoint] = 0;
    if (!(content instanceof GrpcMessages)) return;
    if (isFailedCall(HTTP1_TEXT.head(table, row).headers)) table.flags[row] |= MESSAGE_FLAG.CALL_FAILED;
  }

  /**
   * @param {number} endpoint @param {Uint8Array} bytes @param {import('./events.js').Http1Event} event
   * @returns {boolean} whether more of the body is wanted
   */
  add(endpoint, bytes, { startNs, endNs, bodyBytes }) {
    const content = this.#contents[endpoint];
    if (content === null) return false;
    this.#read[endpoint] += bytes.length;
    if (this.#read[endpoint] !== bodyBytes) content.lose();
    content.push(bytes, 0, bytes.length, { timeNs: startNs, deliveredNs: endNs });
    if (content.isOver) this.#contents[endpoint] = null;
    return !content.isOver;
  }

  /**
   * The message has ended, and has its trailer fields.
   * @param {number} endpoint
   * @param {import('../model/message-table.js').MessageTable} table
   * @param {number} row
   */
  end(endpoint, table, row) {
    const content = this.#contents[endpoint];
    if (content === null) return;
    this.#contents[endpoint] = null;
    if (this.#read[endpoint] !== table.bodyBytes[row]) content.lose();
    content.finish();
    if (content instanceof GrpcMessages) this.#endCall(content, table, row);
  }

  /**
   * @param {GrpcMessages} content
   * @param {import('../model/message-table.js').MessageTable} table
   * @param {number} row
   */
  #endCall({ trailers }, table, row) {
    if (trailers !== null && table.trailersAt[row] < 0) {
      table.trailersAt[row] = table.heads.add(trailers, 0, trailers.length);
      table.trailersBytes[row] = trailers.length;
    }
    if (isFailedCall(HTTP1_TEXT.trailers?.(table, row) ?? [])) table.flags[row] |= MESSAGE_FLAG.CALL_FAILED;
  }
}
