/**
 * HTTP/1.x directly over TCP, i.e. nearly all readable traffic: the mapping of connections to flows, and the bytes
 * wanted of their streams.
 */
import { grown } from '../model/message-table.js';
import { Http1Connection } from './connection.js';
import { CONNECTION, STATE, WISH } from './parser.js';

/** @typedef {import('../stream-parser.js').Place} Place */

/** @type {readonly (0|1)[]} */
const BOTH = [0, 1];
const FIRST_FLOWS = 64;
/** Connections kept for reuse. */
const MAX_SPARE_CONNECTIONS = 256;

export class DirectHttp1 {
  #host;
  #table;
  #flows;
  #isInStreams;
  #onClose;
  /** Connections by the engine's numbers; the first ones are reused. @type {(Http1Connection|undefined)[]} */
  #connections = [];
  /** The number of a flow's connection plus one; 0: the flow has none. */
  #numbers = new Int32Array(FIRST_FLOWS);
  /** Connections that are held in memory. */
  openConnections = 0;

  /**
   * @param {import('./connection.js').Host} host
   * @param {import('../model/message-table.js').MessageTable|null} table
   * @param {import('../stream-router.js').FlowRoles} flows
   * @param {object} options
   * @param {boolean} options.isInStreams whether the engine reads the segments of TCP by itself
   * @param {(flow: number, endpoint: 0|1) => void} options.onOpen it has begun to read a connection with that direction
   * @param {(flow: number, over: number) => void} options.onClose a connection was freed; over: bit 0, 1: the
   *   endpoint's direction has ended, or is not HTTP
   */
  constructor(host, table, flows, { isInStreams, onOpen, onClose }) {
    this.#host = host;
    this.#table = table;
    this.#flows = flows;
    this.#isInStreams = isInStreams;
    this.#onClose = onClose;
    if (isInStreams) {
      host.http1.readStreams((number, flow, endpoint) => {
        this.#begin(number, flow);
        onOpen(flow, endpoint);
      });
    }
  }

  /** @param {number} flow @returns {Http1Connection|null} null: it has none (any more) */
  get(flow) {
    const number = (this.#numbers[flow] ?? 0) - 1;
    return number < 0 ? null : (this.#connections[number] ?? null);
  }

  /** Whether a message of the flow was seen. @param {number} flow */
  isConfirmed(flow) {
    const connection = this.get(flow);
    return connection !== null && this.#host.http1.isConfirmed(connection.number);
  }

  /** How far the flow's parser has come. @param {number} flow @param {0|1} endpoint @returns {number} stream offset */
  positionOf(flow, endpoint) {
    const connection = this.get(flow);
    return connection === null ? 0 : this.#host.http1.positionOf(connection.number, endpoint);
  }

  /**
   * Whether a direction is parsed: the engine may have begun with the second by itself.
   * @param {number} flow
   * @param {0|1} endpoint
   */
  isOpen(flow, endpoint) {
    const connection = this.get(flow);
    return connection !== null && this.#host.http1.isOpen(connection.number, endpoint);
  }

  /**
   * To be called before the first bytes of each direction.
   * @param {number} flow
   * @param {0|1} endpoint
   * @param {boolean} maySearch whether its first message need not be at its first byte
   * @returns {boolean} false: no more connections can be read
   */
  open(flow, endpoint, maySearch) {
    const { http1, body } = this.#host;
    const open = this.get(flow);
    const bits =
      (this.#flows.wasRoleGuessed(flow) ? CONNECTION.MID_CONNECTION : 0) |
      (this.#isInStreams ? CONNECTION.IN_STREAMS : 0) |
      (body === null ? CONNECTION.PASSES_BODIES : CONNECTION.WANTS_BODIES);
    const number = open === null ? http1.open(flow, bits) : open.number;
    if (number < 0) return false;
    if (open === null) this.#begin(number, flow);
    http1.openDirection(number, endpoint, maySearch);
    return true;
  }

  /** @param {number} number @param {number} flow */
  #begin(number, flow) {
    const { length } = this.#numbers;
    if (flow >= length) this.#numbers = grown(this.#numbers, Math.max(flow + 1, length * 2));
    const connection = (this.#connections[number] ??= new Http1Connection(this.#host, this.#table));
    this.#numbers[flow] = number + 1;
    this.openConnections++;
    connection.begin(number, flow, this.#end);
  }

  /** The engine has freed a connection. */
  #end = (/** @type {Http1Connection} */ { flow, number }, /** @type {number} */ over) => {
    this.#numbers[flow] = 0;
    this.openConnections--;
    if (number >= MAX_SPARE_CONNECTIONS) this.#connections[number] = undefined;
    this.#onClose(flow, over);
  };

  /** A direction is not HTTP, from its start on. @param {number} flow @param {0|1} endpoint */
  leave(flow, endpoint) {
    const connection = this.get(flow);
    if (connection !== null && !connection.isOver(endpoint)) this.#host.http1.leave(connection.number, endpoint);
  }

  /**
   * @param {number} flow
   * @param {0|1} endpoint
   * @param {number} streamOffset
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @param {Place} at
   * @returns {number} as `StreamSink.onData`
   */
  push(flow, endpoint, streamOffset, bytes, start, end, at) {
    const connection = this.get(flow);
    if (connection === null) return Infinity;
    connection.read(endpoint, streamOffset, bytes, start, end, at);
    return this.#ask(connection, endpoint);
  }

  /**
   * @param {number} flow
   * @param {0|1} endpoint
   * @param {number} streamOffset
   * @param {number} length
   * @param {Place} at
   * @returns {number} as `StreamSink.onGap`
   */
  gap(flow, endpoint, streamOffset, length, at) {
    const connection = this.get(flow);
    if (connection === null) return Infinity;
    const position = this.#host.http1.positionOf(connection.number, endpoint);
    if (streamOffset > position) this.#catchUp(connection, endpoint, streamOffset);
    connection.lose(endpoint, streamOffset, length, at);
    return this.#ask(connection, endpoint);
  }

  /** @param {number} flow @param {0|1} endpoint @param {'fin'|'rst'|'capture_end'} how @param {Place} at */
  end(flow, endpoint, how, at) {
    const connection = this.get(flow);
    if (connection === null) return;
    this.#catchUp(connection, endpoint);
    connection.end(endpoint, how, at);
  }

  /** Updates unfinished messages. @param {number} flow */
  refresh(flow) {
    const connection = this.get(flow);
    if (connection === null) return;
    for (const endpoint of BOTH) {
      this.#catchUp(connection, endpoint);
      connection.update(endpoint);
    }
  }

  refreshAll() {
    for (const connection of this.#connections) {
      if (connection !== undefined && connection.number >= 0) this.refresh(connection.flow);
    }
  }

  /** Frees a flow's connection. @param {number} flow */
  release(flow) {
    const connection = this.get(flow);
    if (connection === null) return;
    for (const endpoint of BOTH) this.#flows.skim(flow, endpoint, false);
    this.#host.http1.close(connection.number);
  }

  /**
   * @param {Http1Connection} connection
   * @param {0|1} endpoint
   * @param {number} [before] stream offset up to which bytes are there
   */
  #catchUp(connection, endpoint, before = Infinity) {
    if (this.#host.body !== null || this.#host.http1.stateOf(connection.number, endpoint) !== STATE.IN_BODY) return;
    const { streamOffset, frame, timeNs } = this.#flows.progress(connection.flow, endpoint);
    this.#host.http1.catchUp(connection.number, endpoint, Math.min(streamOffset, before), frame, timeNs);
  }

  /**
   * Sets the next wanted bytes, and frees the connection when neither direction is HTTP (any more).
   * @param {Http1Connection} connection
   * @param {0|1} endpoint whose bytes came
   */
  #ask(connection, endpoint) {
    const { flow, number } = connection;
    const parser = this.#host.http1;
    const other = /** @type {0|1} */ (1 - endpoint);
    const wishes = parser.wishesOf(number, endpoint);
    const nextNeeded = parser.nextNeeded(number, endpoint);
    if ((wishes & WISH.WAKE_OTHER) !== 0) this.#flows.wake(flow, other);
    this.#flows.reportGaps(flow, endpoint, (wishes & WISH.TELL_GAPS) !== 0);
    this.#flows.skim(flow, endpoint, (wishes & WISH.SKIM) !== 0);
    this.#flows.skim(flow, other, (wishes & WISH.SKIM_OTHER) !== 0);
    if ((wishes & WISH.CLOSE) !== 0) parser.close(number);
    return nextNeeded;
  }
}
