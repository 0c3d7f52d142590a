/** Messages of gRPC-Web, or of gRPC behind a proxy, in the bodies of a connection. */
import { grpcIn } from '../grpc/messages.js';
import { isFailedCall } from '../grpc/outcome.js';
import { MESSAGE_FLAG } from '../model/message-table.js';
import { HTTP1_TEXT } from './describe.js';

export class GrpcBodies {
  /** By endpoint: gRPC messages in its current body. @type {(import('../grpc/messages.js').GrpcMessages|null)[]} */
  #contents = [null, null];
  /** Bytes of that body that were read. */
  #read = [0, 0];

  /**
   * A message begins whose head, which is in the table, declares gRPC content.
   * @param {number} endpoint
   * @param {import('../model/message-table.js').MessageTable} table
   * @param {number} row
   * @param {import('../grpc/messages.js').GrpcBudget} budget
   */
  begin(endpoint, table, row, budget) {
    const { headers } = HTTP1_TEXT.head(table, row);
    const content = (this.#contents[endpoint] = grpcIn(headers, budget));
    this.#read[endpoint] = 0;
    if (content === null) return;
    table.grpc.set(row, content);
    if (isFailedCall(headers)) table.flags[row] |= MESSAGE_FLAG.CALL_FAILED;
  }

  /** @param {number} endpoint @param {Uint8Array} bytes @param {import('./events.js').Http1Event} event */
  add(endpoint, bytes, { startNs, endNs, bodyBytes }) {
    const content = this.#contents[endpoint];
    if (content === null) return;
    this.#read[endpoint] += bytes.length;
    if (this.#read[endpoint] !== bodyBytes) content.lose();
    content.push(bytes, 0, bytes.length, { timeNs: startNs, deliveredNs: endNs });
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
    if (content.trailers !== null && table.trailersAt[row] < 0) {
      table.trailersAt[row] = table.heads.add(content.trailers, 0, content.trailers.length);
      table.trailersBytes[row] = content.trailers.length;
    }
    if (isFailedCall(HTTP1_TEXT.trailers?.(table, row) ?? [])) table.flags[row] |= MESSAGE_FLAG.CALL_FAILED;
  }
}
