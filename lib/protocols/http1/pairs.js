/** Pairs the requests and responses of a connection: first in, first out (RFC 9112 section 9.3.2). */
import { MESSAGE_FLAG } from '../model/message-table.js';
import { WARNING } from '../model/notes.js';
import { MAX_ORPHAN_RESPONSES, MAX_OUTSTANDING_REQUESTS } from './limits.js';
import { RowQueue } from './row-queue.js';
import { isInterim, METHOD } from './start-line.js';

/** @typedef {import('./events.js').Http1Event} Http1Event */

export class Pairs {
  /** Requests that wait for their response, with their methods. */
  #waiting = new RowQueue(MAX_OUTSTANDING_REQUESTS);
  /** Responses whose request was not seen before them, with their start times. */
  #orphans = new RowQueue(MAX_ORPHAN_RESPONSES);
  /** End of the last response, ns. */
  #answeredNs = -1;
  /** Row of the request that the latest final response answers. */
  answered = -1;

  /** @param {import('./connection.js').Http1Connection} connection */
  constructor(connection) {
    this.connection = connection;
  }

  clear() {
    this.#waiting.clear();
    this.#orphans.clear();
    this.#answeredNs = -1;
    this.answered = -1;
  }

  /** Whether every request has its final response. */
  get areComplete() {
    return this.#waiting.length === 0;
  }

  /** Of `METHOD`: of the request that the next response answers. */
  get nextMethod() {
    return this.#waiting.firstValue;
  }

  /**
   * A request is pipelined when it was sent before the response to the previous one had ended.
   * @param {number} row @param {Http1Event} event of its head
   */
  addRequest(row, event) {
    const { host, flow } = this.connection;
    const orphans = this.#orphans;
    const { startNs } = event;
    while (orphans.length > 0 && orphans.firstValue < startNs) orphans.shift();
    const isAnswered = this.#waiting.length === 0 && orphans.length > 0;
    if (isAnswered) {
      this.#pair(row, orphans.firstRow);
      orphans.shift();
    }
    if (isAnswered || event.isOtherOpaque) {
      host.countRequest(flow, 1, false);
      return;
    }
    const depth = 1 + this.#waiting.length + (this.#answeredNs > startNs ? 1 : 0);
    host.countRequest(flow, depth, depth > 1);
    if (depth > 1) this.connection.rows.setFlag(row, MESSAGE_FLAG.PIPELINED);
    if (!this.#waiting.push(row, event.method)) this.connection.warn(WARNING.TOO_MANY_OUTSTANDING);
  }

  /**
   * @param {number} row @param {Http1Event} event of its head
   * @returns {boolean} whether it is the final response to the oldest pending request
   */
  addResponse(row, event) {
    const isFinal = !isInterim(event.status);
    if (isFinal) this.connection.host.countResponse(this.connection.flow);
    if (this.#waiting.length > 0) {
      if (isFinal) this.#extendRequest();
      this.#pair(this.#waiting.firstRow, row, isFinal);
      return isFinal;
    }
    if (isFinal) this.#orphans.push(row, event.startNs);
    return false;
  }

  /**
   * Where the oldest request's end could not be read (cut by the snap length, or a missing chunk size), it extends to
   * the client's last data before the response, or to the next request. Only TCP's own streams have that time.
   */
  #extendRequest() {
    const { table, host, flow, carrier, client } = this.connection;
    const row = this.#waiting.firstRow;
    if (table === null || row < 0 || carrier !== 0 || client === -1) return;
    if ((table.flags[row] & (MESSAGE_FLAG.ENDED | MESSAGE_FLAG.COMPLETE)) !== MESSAGE_FLAG.ENDED) return;
    const { frame, timeNs } = host.progress(flow, client);
    const next = this.#waiting.length > 1 ? this.#waiting.entries[1][0] : -1;
    const isLast = next < 0 || table.startNs[next] >= timeNs;
    const endNs = isLast ? timeNs : table.startNs[next];
    if (endNs <= table.endNs[row]) return;
    table.endNs[row] = endNs;
    table.lastFrame[row] = isLast ? frame : table.firstFrame[next];
  }

  /** The response that answers the oldest request has ended. @param {number} endNs */
  answer(endNs) {
    this.answered = this.#waiting.firstRow;
    this.#waiting.shift();
    this.#answeredNs = endNs;
  }

  /**
   * A message is lost with its start line.
   * @param {boolean} isRequest
   */
  lose(isRequest) {
    if (!isRequest) this.#waiting.shift();
    else if (this.#orphans.length > 0) this.#orphans.shift();
    else this.#waiting.push(-1, METHOD.OTHER);
  }

  /**
   * @param {number} request
   * @param {number} response
   * @param {boolean} [isFinal] an interim response refers to its request, but not vice versa
   */
  #pair(request, response, isFinal = true) {
    const { table } = this.connection;
    if (request < 0 || response < 0 || table === null) return;
    table.pair[response] = request;
    if (isFinal) table.pair[request] = response;
  }
}
