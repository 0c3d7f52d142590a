/** An HTTP/1.x connection: its two directions and what joins them: pairs, pipelining, tunnels. */
import { NOTE, WARNING } from '../notes.js';
import { CARRIERS, MESSAGE_FLAG } from '../message-table.js';
import { FRAMING, framingOf, isInterim } from './framing.js';
import { Half } from './half.js';
import { MAX_MESSAGES_PER_CONNECTION, MAX_ORPHAN_RESPONSES, MAX_OUTSTANDING_REQUESTS } from './limits.js';
import { RowQueue } from './row-queue.js';
import { METHOD, REQUEST, RESPONSE, UNKNOWN, oppositeKind } from './start-line.js';
import { Tunnel } from './tunnel.js';

/**
 * @typedef {import('../stream-parser.js').StreamParser} StreamParser
 * @typedef {import('../stream-parser.js').Inside} Inside
 * @typedef {import('../stream-parser.js').Place} Place
 */

/**
 * Who owns the connection and its counts.
 * @typedef {object} Host
 * @property {(flow: number, warning: number) => void} warn
 * @property {(flow: number, depth: number, pipelined: boolean) => void} countRequest
 * @property {(flow: number) => void} countResponse
 * @property {(flow: number, minorVersion: number, isResponse: boolean) => void} setVersion
 * @property {(flow: number) => void} forgetPipelining
 * @property {(flow: number, client: 0|1) => void} setClient
 * @property {import('../bodies/collector.js').BodyCollector|null} body who wants a message's body
 * @property {(inside: Inside) => StreamParser|null} openStream who reads a tunnel's bytes; null: nobody
 */

/** @implements {StreamParser} */
export class Http1Connection {
  /** Requests that wait for their response, with their methods. */
  #queue = new RowQueue(MAX_OUTSTANDING_REQUESTS);
  /** Responses whose request was not seen before them, with their start times. */
  #orphans = new RowQueue(MAX_ORPHAN_RESPONSES);
  /** Row of the request that the latest final response answers. */
  #upgraded = -1;
  /** End of the last response, ns. */
  #answeredNs = -1;

  /**
   * @param {Host} host
   * @param {import('../message-table.js').MessageTable|null} table null to count only
   */
  constructor(host, table) {
    this.host = host;
    this.table = table;
    this.flow = -1;
    /** Index in `CARRIERS`. */
    this.carrier = 0;
    /** MUX session, −1 without one. */
    this.stream = -1;
    /** How many streams it lies in. */
    this.depth = 0;
    /** What follows on an upgrade or a CONNECT, if somebody reads it. @type {Tunnel|null} */
    this.tunnelled = null;
    /** Whether a message was seen in either direction. */
    this.isConfirmed = false;
    this.halves = [new Half(this, 0), new Half(this, 1)];
  }

  /**
   * @param {number} flow
   * @param {boolean} isMidConnection whether the capture may have started behind the connection's first bytes
   * @param {Inside} [inside] where it lies, if not in TCP directly
   */
  open(flow, isMidConnection, inside) {
    this.flow = flow;
    this.carrier = CARRIERS.indexOf(inside?.carrier ?? 'tcp');
    this.stream = inside?.stream ?? -1;
    this.depth = inside?.depth ?? 0;
    this.tunnelled = null;
    this.isConfirmed = false;
    this.halves[0].reset(isMidConnection);
    this.halves[1].reset(isMidConnection);
    this.#queue.clear();
    this.#orphans.clear();
    this.#answeredNs = -1;
  }

  get isOver() {
    return this.halves[0].isOver && this.halves[1].isOver;
  }

  /**
   * Whether nothing can start in this direction before the other has sent something: all requests have their response. The direction
   * of the requests must be there, else nobody would tell when it goes on.
   * @param {Half} half
   */
  isQuiet(half) {
    const other = this.halves[1 - half.endpoint];
    return half.kind === RESPONSE && this.#queue.length === 0 && other.messages > 0 && !other.isOver;
  }

  /** To be called once, when both directions are over. */
  close() {
    const [first, second] = this.halves;
    if ((first.kind === REQUEST && !second.sawBytes) || (second.kind === REQUEST && !first.sawBytes)) this.host.forgetPipelining(this.flow);
  }

  /** @param {number} warning of `WARNING` */
  warn(warning) {
    this.host.warn(this.flow, warning);
  }

  /** @type {StreamParser['push']} */
  push(endpoint, streamOffset, bytes, start, end, at) {
    this.halves[endpoint].push(streamOffset, bytes, start, end, at);
    return this.halves[endpoint].wanted;
  }

  /** @type {StreamParser['gap']} */
  gap(endpoint, streamOffset, length, at) {
    this.halves[endpoint].gap(streamOffset, length, at);
    return this.halves[endpoint].wanted;
  }

  /** @type {StreamParser['end']} */
  end(endpoint, how, at) {
    this.halves[endpoint].end(how, at);
    if (this.isOver) this.close();
  }

  /**
   * Both directions carry another protocol from here on.
   * @param {string|null} [upgrade] the protocol named by a 101's Upgrade field, in lower case; null for CONNECT
   */
  tunnel(upgrade = null) {
    const { flow, depth } = this, stream = this.stream < 0 ? null : this.stream, client = this.halves[0].kind === REQUEST ? 0 : 1;
    const parser = this.host.openStream({ flow, carrier: CARRIERS[this.carrier], stream, depth: depth + 1, upgrade, client, request: this.#upgraded });
    this.tunnelled = parser && new Tunnel(parser);
    this.halves[0].tunnel();
    this.halves[1].tunnel();
  }

  /**
   * A head is there.
   * @param {Half} half
   * @param {Uint8Array} bytes
   * @param {number} start of the head
   * @param {number} length
   * @returns {number} how the body is framed, of `FRAMING`
   */
  addMessage(half, bytes, start, length) {
    const head = half.head;
    const isRequest = head.kind === REQUEST;
    if (half.kind === UNKNOWN) this.#learnKinds(half, head.kind);
    this.isConfirmed = true;
    half.messages++;
    half.gapsSearched = 0;
    half.row = this.#addRow(half, bytes, start, length);
    this.host.setVersion(this.flow, head.minorVersion, !isRequest);
    const framing = framingOf(head, isRequest ? METHOD.OTHER : this.#queue.firstValue);
    if (isRequest) this.#addRequest(half);
    else this.#addResponse(half, framing);
    return framing;
  }

  /**
   * @param {Half} half
   * @param {boolean} complete
   * @param {number} endOffset
   */
  endMessage(half, complete, endOffset) {
    if (half.answers) {
      this.#upgraded = this.#queue.firstRow;
      this.#queue.shift();
      this.#answeredNs = half.lastNs;
    }
    half.answers = false;
    if (half.row < 0 || this.table === null) return;
    this.updateRow(half);
    this.table.endOffset[half.row] = endOffset;
    this.table.notes[half.row] |= half.notes;
    this.table.flags[half.row] |= MESSAGE_FLAG.ENDED | (complete ? MESSAGE_FLAG.COMPLETE : 0);
  }

  /**
   * Bytes of the current message's body.
   * @param {Half} half
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   */
  passBody(half, bytes, start, end) {
    if (this.host.body !== null && this.table !== null && half.row >= 0) this.host.body.take(this.table, half.row, bytes, start, end);
  }

  /**
   * A message of this direction is lost with its start line.
   * @param {Half} half
   */
  loseMessage(half) {
    if (half.messages === 0) return;
    if (half.kind !== REQUEST) this.#queue.shift();
    else if (this.#orphans.length > 0) this.#orphans.shift();
    else this.#queue.push(-1, METHOD.OTHER);
  }

  /**
   * Writes how far the current message has come.
   * @param {Half} half
   */
  updateRow(half) {
    const table = this.table;
    if (table === null) return;
    table.endOffset[half.row] = half.position;
    table.bodyBytes[half.row] = half.bodyBytes;
    table.lastFrame[half.row] = half.lastFrame;
    table.endNs[half.row] = half.lastNs;
  }

  /**
   * @param {Half} half
   * @param {number} kind
   */
  #learnKinds(half, kind) {
    half.kind = kind;
    const other = this.halves[1 - half.endpoint];
    if (other.kind === UNKNOWN) other.kind = oppositeKind(kind);
    this.host.setClient(this.flow, kind === REQUEST ? half.endpoint : other.endpoint);
  }

  /**
   * @param {Half} half
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} length
   * @returns {number} row, −1 when the message is only counted
   */
  #addRow(half, bytes, start, length) {
    const table = this.table;
    if (table === null) return -1;
    if (half.messages > MAX_MESSAGES_PER_CONNECTION) {
      this.warn(WARNING.TOO_MANY_MESSAGES);
      return -1;
    }
    const row = table.append(this.flow);
    const head = half.head;
    table.endpoint[row] = half.endpoint;
    table.kind[row] = head.kind;
    table.protocol[row] = head.minorVersion;
    table.carrier[row] = this.carrier;
    table.stream[row] = this.stream;
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
   * A request is pipelined when it was sent before the response to the one before it had ended.
   * @param {Half} half
   */
  #addRequest(half) {
    const other = this.halves[1 - half.endpoint];
    while (this.#orphans.length > 0 && this.#orphans.firstValue < half.startNs) this.#orphans.shift();
    if (this.#queue.length === 0 && this.#orphans.length > 0) {
      this.host.countRequest(this.flow, 1, false);
      this.#pair(half.row, this.#orphans.firstRow);
      this.#orphans.shift();
      return;
    }
    if (other.isOpaque) {
      this.host.countRequest(this.flow, 1, false);
      return;
    }
    const lateBy = this.#answeredNs > half.startNs ? 1 : 0;
    const depth = 1 + this.#queue.length + lateBy;
    this.host.countRequest(this.flow, depth, depth > 1);
    if (depth > 1 && this.table !== null && half.row >= 0) this.table.flags[half.row] |= MESSAGE_FLAG.PIPELINED;
    if (!this.#queue.push(half.row, half.head.method)) this.warn(WARNING.TOO_MANY_OUTSTANDING);
  }

  /**
   * @param {Half} half
   * @param {number} framing
   */
  #addResponse(half, framing) {
    const final = framing === FRAMING.TUNNEL || !isInterim(half.head.status);
    if (final) this.host.countResponse(this.flow);
    if (this.#queue.length > 0) {
      half.answers = final;
      this.#pair(this.#queue.firstRow, half.row, final);
    } else if (final) {
      this.#orphans.push(half.row, half.startNs);
    }
  }

  /**
   * @param {number} request
   * @param {number} response
   * @param {boolean} [final] an interim response knows its request, but not the other way round
   */
  #pair(request, response, final = true) {
    if (request < 0 || response < 0 || this.table === null) return;
    this.table.pair[response] = request;
    if (final) this.table.pair[request] = response;
  }
}
