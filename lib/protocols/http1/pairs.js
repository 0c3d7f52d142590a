/** Which response answers which request of a connection: first in, first out (RFC 9112 section 9.3.2). */
import { MESSAGE_FLAG } from '../model/message-table.js';
import { WARNING } from '../model/notes.js';
import { FRAMING, isInterim } from './framing.js';
import { MAX_ORPHAN_RESPONSES, MAX_OUTSTANDING_REQUESTS } from './limits.js';
import { RowQueue } from './row-queue.js';
import { METHOD, REQUEST } from './start-line.js';

/** @typedef {import('./direction.js').Half} Half */

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

  /**
   * Goes on where the core stopped.
   * @param {{ row: number, method: number }[]} waiting requests, the oldest first
   * @param {number} answeredNs end of the last response @param {number} answered as the field
   * @param {RowQueue|null} orphans responses that no request waited for, with their start times; they are taken out of it
   */
  resume(waiting, answeredNs, answered, orphans) {
    for (const { row, method } of waiting) this.#waiting.push(row, method);
    for (; orphans !== null && orphans.length > 0; orphans.shift()) this.#orphans.push(orphans.firstRow, orphans.firstValue);
    this.#answeredNs = answeredNs;
    this.answered = answered;
  }

  /**
   * What `resume` takes.
   * @param {number} most requests that may wait
   * @returns {{ waiting: { row: number, method: number }[], answeredNs: number, answered: number }|null} null: more wait, or responses that none waited for
   */
  asPlain(most) {
    if (this.#orphans.length > 0 || this.#waiting.length > most) return null;
    return { waiting: this.#waiting.entries.map(([row, method]) => ({ row, method })), answeredNs: this.#answeredNs, answered: this.answered };
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
   * A request is pipelined when it was sent before the response to the one before it had ended.
   * @param {Half} half
   */
  addRequest(half) {
    const { host, flow } = this.connection, orphans = this.#orphans;
    while (orphans.length > 0 && orphans.firstValue < half.startNs) orphans.shift();
    const isAnswered = this.#waiting.length === 0 && orphans.length > 0;
    if (isAnswered) {
      this.#pair(half.row, orphans.firstRow);
      orphans.shift();
    }
    if (isAnswered || this.connection.halves[1 - half.endpoint].isOpaque) {
      host.countRequest(flow, 1, false);
      return;
    }
    const depth = 1 + this.#waiting.length + (this.#answeredNs > half.startNs ? 1 : 0);
    host.countRequest(flow, depth, depth > 1);
    if (depth > 1) this.connection.rows.setFlag(half.row, MESSAGE_FLAG.PIPELINED);
    if (!this.#waiting.push(half.row, half.head.method)) this.connection.warn(WARNING.TOO_MANY_OUTSTANDING);
  }

  /**
   * @param {Half} half
   * @param {number} framing of `FRAMING`
   */
  addResponse(half, framing) {
    const isFinal = framing === FRAMING.TUNNEL || !isInterim(half.head.status);
    if (isFinal) this.connection.host.countResponse(this.connection.flow);
    if (this.#waiting.length > 0) {
      half.answers = isFinal;
      this.#pair(this.#waiting.firstRow, half.row, isFinal);
    } else if (isFinal) {
      this.#orphans.push(half.row, half.startNs);
    }
  }

  /** The response that answers the oldest request has ended. @param {Half} half */
  answer(half) {
    this.answered = this.#waiting.firstRow;
    this.#waiting.shift();
    this.#answeredNs = half.lastNs;
  }

  /**
   * A message of this direction is lost with its start line.
   * @param {Half} half
   */
  lose(half) {
    if (half.messages === 0) return;
    if (half.kind !== REQUEST) this.#waiting.shift();
    else if (this.#orphans.length > 0) this.#orphans.shift();
    else this.#waiting.push(-1, METHOD.OTHER);
  }

  /**
   * @param {number} request
   * @param {number} response
   * @param {boolean} [isFinal] an interim response knows its request, but not the other way round
   */
  #pair(request, response, isFinal = true) {
    const { table } = this.connection;
    if (request < 0 || response < 0 || table === null) return;
    table.pair[response] = request;
    if (isFinal) table.pair[request] = response;
  }
}
