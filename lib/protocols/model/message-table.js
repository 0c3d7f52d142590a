/**
 * All messages of a capture as columns; a row is written when a message's head is complete and updated until its end.
 */
import { FieldStore } from '../http-fields/field-store.js';
import { REQUEST } from '../http1/start-line.js';
import { HeadStore } from './head-store.js';

const FIRST_ROWS = 64;

const COLUMNS = [
  'flow',
  'endpoint',
  'kind',
  'protocol',
  'carrier',
  'stream',
  'status',
  'flags',
  'notes',
  'pair',
  'parent',
  'startOffset',
  'headBytes',
  'headAt',
  'endOffset',
  'bodyBytes',
  'firstFrame',
  'lastFrame',
  'startNs',
  'endNs',
  'nextOfFlow',
  'resetCode',
  'resetNs',
  'trailersAt',
  'trailersBytes',
];

/**
 * Bits of the column `flags`. ONE_WAY: neither answered nor an answer. MAY_HANG: a request whose response may wait for
 * an event.
 */
export const MESSAGE_FLAG = Object.freeze({
  PIPELINED: 1,
  COMPLETE: 2,
  ENDED: 4,
  RESET: 8,
  RESET_BY_1: 16,
  CALL_FAILED: 32,
  ONE_WAY: 64,
  MAY_HANG: 128,
});

/** Protocols of messages with fixed numbers: those in the engine's events for HTTP/1's versions. */
export const HTTP1_VERSIONS = /** @type {const} */ (['http/1.0', 'http/1.1', 'http/0.9']);

/**
 * Carriers of a message's bytes, by the value in the column `carrier`.
 * @type {readonly import('../stream-parser.js').Carrier[]}
 */
export const CARRIERS = ['tcp', 'tls', 'webmux', 'quic'];

/** @typedef {import('../grpc/messages.js').GrpcMessages} GrpcMessages */
/** @typedef {import('../contents/server-events.js').ServerEvents} ServerEvents */
/** @typedef {Int32Array|Uint8Array|Uint16Array|Float64Array} Growing */

/**
 * @template {Growing} T
 * @param {T} column
 * @param {number} length
 * @returns {T} a longer one with the same content
 */
export function grown(column, length) {
  const longer = new /** @type {new (length: number) => T} */ (column.constructor)(length);
  longer.set(/** @type {any} */ (column));
  return longer;
}

/**
 * Columns of a table, for a report.
 * @param {object} table @param {readonly string[]} names of its columns
 * @returns {Record<string, Growing>} as long as the table
 */
export function keptColumns(table, names) {
  const columns = /** @type {Record<string, any>} */ (table);
  return Object.fromEntries(names.map((name) => [name, columns[name].slice(0, columns.count)]));
}

/**
 * Messages in the content of others, for a report.
 * @template T
 * @param {Map<number, { listed: T[], count: number, bytes: number, isLost: boolean }>} streams by row
 */
const keptStreams = (streams) =>
  Array.from(streams, ([row, { listed, count, bytes, isLost }]) => ({
    row,
    messages: { listed, count, bytes, isLost },
  }));

export class MessageTable {
  constructor() {
    this.count = 0;
    /** Names of protocols by their numbers in the column `protocol`. */
    this.protocols = /** @type {string[]} */ ([...HTTP1_VERSIONS]);
    this.heads = new HeadStore();
    /**
     * gRPC messages in the content of messages, by row.
     * @type {Map<number, GrpcMessages>}
     */
    this.grpc = new Map();
    /**
     * What HTTP/3 adds to messages where it is not as usual, by row.
     * @type {Map<number, import('../http3/connection.js').Http3Part>}
     */
    this.http3 = new Map();
    /**
     * Server-sent events in the content of responses, by row.
     * @type {Map<number, ServerEvents>}
     */
    this.events = new Map();
    /**
     * Errors of a service in the content of responses, by row.
     * @type {Map<number, import('../contents/error-document.js').FoundError>}
     */
    this.serviceErrors = new Map();
    /** Header fields of HTTP/2 and HTTP/3. */
    this.fields = new FieldStore(this.heads);
    /** The flow's number in the capture. */
    this.flow = new Int32Array(FIRST_ROWS);
    /** Who sent it: 0 or 1, as in `StreamSink`. */
    this.endpoint = new Uint8Array(FIRST_ROWS);
    /** `REQUEST` or `RESPONSE`. */
    this.kind = new Uint8Array(FIRST_ROWS);
    /** The `numberOf` its name. */
    this.protocol = new Uint8Array(FIRST_ROWS);
    /** Index in `CARRIERS`: what directly contains the message's bytes. */
    this.carrier = new Uint8Array(FIRST_ROWS);
    /** MUX session, stream of HTTP/2 or of QUIC; −1 without one. */
    this.stream = new Float64Array(FIRST_ROWS);
    /** 0 for requests; a WebSocket message's opcode. */
    this.status = new Uint16Array(FIRST_ROWS);
    /** Bits of `MESSAGE_FLAG`. */
    this.flags = new Uint8Array(FIRST_ROWS);
    /** Bits of `NOTE`. */
    this.notes = new Int32Array(FIRST_ROWS);
    /**
     * The other half's row, −1 without one. Interim responses have their request's row, which has the final response's.
     */
    this.pair = new Int32Array(FIRST_ROWS);
    /** The request that opened the stream of a message that nothing pairs, −1 without one. */
    this.parent = new Int32Array(FIRST_ROWS);
    /** Stream offset of the start line's first byte. */
    this.startOffset = new Float64Array(FIRST_ROWS);
    /** Bytes from there to the end of the blank line. */
    this.headBytes = new Int32Array(FIRST_ROWS);
    /** Where `heads` has them, −1 when not kept. */
    this.headAt = new Float64Array(FIRST_ROWS);
    /** Stream offset after the last byte (so far). */
    this.endOffset = new Float64Array(FIRST_ROWS);
    /** Bytes of the body (so far), without chunked framing. */
    this.bodyBytes = new Float64Array(FIRST_ROWS);
    /** Frame that carried the first byte. */
    this.firstFrame = new Int32Array(FIRST_ROWS);
    /** Frame at which the last byte was received in order. */
    this.lastFrame = new Int32Array(FIRST_ROWS);
    /** Times of these two frames. */
    this.startNs = new Float64Array(FIRST_ROWS);
    this.endNs = new Float64Array(FIRST_ROWS);
    /** The flow's next message, −1 at its last. */
    this.nextOfFlow = new Int32Array(FIRST_ROWS);
    /** Of a message whose stream was reset (flag RESET, RESET_BY_1 by endpoint 1): the error code. */
    this.resetCode = new Float64Array(FIRST_ROWS);
    /** When. */
    this.resetNs = new Float64Array(FIRST_ROWS);
    /** Offset of its trailer fields in `heads`, as of its head; −1 without any. */
    this.trailersAt = new Float64Array(FIRST_ROWS);
    this.trailersBytes = new Int32Array(FIRST_ROWS);
    /** Rows of each flow's first and last message plus one, so that 0 means none. */
    this.#firstOfFlow = new Int32Array(0);
    this.#lastOfFlow = new Int32Array(0);
  }

  #firstOfFlow;
  #lastOfFlow;

  /** Itself, for access to columns by name. */
  #columns = /** @type {Record<string, any>} */ (/** @type {unknown} */ (this));

  /**
   * @param {number} flow
   * @returns {number} a new row, whose columns the caller fills but flow, pair, parent, stream, headAt, nextOfFlow, and
   *   those of resets and trailers
   */
  append(flow) {
    const row = this.count++;
    if (row === this.flow.length) this.#grow();
    this.flow[row] = flow;
    this.pair[row] = -1;
    this.parent[row] = -1;
    this.headAt[row] = -1;
    this.trailersAt[row] = -1;
    this.stream[row] = -1;
    this.nextOfFlow[row] = -1;
    this.#link(flow, row);
    return row;
  }

  /** All of it, for a report. */
  get kept() {
    const [grpc, events] = [keptStreams(this.grpc), keptStreams(this.events)];
    const serviceErrors = Array.from(this.serviceErrors, ([row, error]) => ({ row, error }));
    const columns = keptColumns(this, COLUMNS);
    const http3 = Array.from(this.http3, ([row, part]) => ({ row, part }));
    return {
      count: this.count,
      protocols: this.protocols,
      heads: this.heads.kept,
      columns,
      grpc,
      events,
      serviceErrors,
      http3,
    };
  }

  /** @param {MessageTable['kept']} kept */
  restore(kept) {
    const { count, protocols, heads, columns, grpc, events, serviceErrors, http3 } = kept;
    Object.assign(this, columns, { count, protocols });
    this.heads.restore(heads);
    for (const { row, messages } of grpc) this.grpc.set(row, /** @type {GrpcMessages} */ (messages));
    for (const { row, messages } of events) this.events.set(row, /** @type {ServerEvents} */ (messages));
    for (const { row, error } of serviceErrors) this.serviceErrors.set(row, error);
    for (const { row, part } of http3) this.http3.set(row, part);
    this.nextOfFlow.fill(-1);
    for (let row = 0; row < count; row++) this.#link(this.flow[row], row);
  }

  /** A protocol's number in this table. @param {string} name in the registry */
  numberOf(name) {
    const known = this.protocols.indexOf(name);
    return known < 0 ? this.protocols.push(name) - 1 : known;
  }

  /** The name of a row's protocol. @param {number} row */
  protocolOf(row) {
    return this.protocols[this.protocol[row]];
  }

  /**
   * @param {number} flow
   * @returns {number[]} the flow's rows in the order of their heads
   */
  rowsOf(flow) {
    const rows = [];
    for (let row = this.firstOf(flow); row >= 0; row = this.nextOfFlow[row]) rows.push(row);
    return rows;
  }

  /** @param {number} flow @returns {number} the flow's first row, −1 without one */
  firstOf(flow) {
    return (this.#firstOfFlow[flow] ?? 0) - 1;
  }

  /** @param {number} flow @returns {number} the row of the flow's first request, −1 without one */
  firstRequestOf(flow) {
    let row = this.firstOf(flow);
    while (row >= 0 && this.kind[row] !== REQUEST) row = this.nextOfFlow[row];
    return row;
  }

  /**
   * @param {number} flow
   * @param {number} row
   */
  #link(flow, row) {
    if (flow >= this.#firstOfFlow.length) {
      const length = Math.max(FIRST_ROWS, flow + 1, this.#firstOfFlow.length * 2);
      this.#firstOfFlow = grown(this.#firstOfFlow, length);
      this.#lastOfFlow = grown(this.#lastOfFlow, length);
    }
    const last = this.#lastOfFlow[flow] - 1;
    if (last < 0) this.#firstOfFlow[flow] = row + 1;
    else this.nextOfFlow[last] = row;
    this.#lastOfFlow[flow] = row + 1;
  }

  #grow() {
    const length = this.flow.length * 2;
    for (const name of COLUMNS) this.#columns[name] = grown(this.#columns[name], length);
  }
}
