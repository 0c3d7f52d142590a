/** An HTTP/1.x connection: its two directions and what joins them. */
import { CARRIERS } from '../model/message-table.js';
import { framingOf } from './framing.js';
import { Half } from './direction.js';
import { Pairs } from './pairs.js';
import { MessageRows } from './rows.js';
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
 * @property {import('../../engine/head-scanner.js').HeadScanner|null} [heads] scans heads in the bytes of TCP streams
 * @property {(inside: Inside) => StreamParser|null} openStream who reads a tunnel's bytes; null: nobody
 */

/** Farther than any stream goes: no byte is wanted until the other direction has sent something. */
export const PAUSED = Number.MAX_SAFE_INTEGER - 1;

/** @implements {StreamParser} */
export class Http1Connection {
  /**
   * @param {Host} host
   * @param {import('../model/message-table.js').MessageTable|null} table null to count only
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
    /** Whether bytes of bodies need not be handed in: whoever hands in says how far the stream has come (`Half.catchUp`). */
    this.passesBodies = false;
    /** What follows on an upgrade or a CONNECT, if somebody reads it. @type {Tunnel|null} */
    this.tunnelled = null;
    /** Whether a message was seen in either direction. */
    this.isConfirmed = false;
    this.pairs = new Pairs(this);
    this.rows = new MessageRows(this, table);
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
    this.passesBodies = inside === undefined && this.host.body === null;
    this.tunnelled = null;
    this.isConfirmed = false;
    this.halves[0].reset(isMidConnection);
    this.halves[1].reset(isMidConnection);
    this.pairs.clear();
  }

  get isOver() {
    return this.halves[0].isOver && this.halves[1].isOver;
  }

  /**
   * The stream offset of the next byte to look at.
   * @param {0|1} endpoint
   */
  wanted(endpoint) {
    const half = this.halves[endpoint];
    if (half.isOver) return Infinity;
    if (half.isLost && this.#isQuiet(half)) return PAUSED;
    return this.passesBodies ? half.position + half.plainBytes : half.position;
  }

  /**
   * Whether nothing can start in this direction before the other has sent something: all requests have their response. The direction
   * of the requests must be there, else nobody would tell when it goes on.
   * @param {Half} half
   */
  #isQuiet(half) {
    const other = this.halves[1 - half.endpoint];
    return half.kind === RESPONSE && this.pairs.areComplete && other.messages > 0 && !other.isOver;
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
    return this.wanted(endpoint);
  }

  /** @type {StreamParser['gap']} */
  gap(endpoint, streamOffset, length, at) {
    this.halves[endpoint].gap(streamOffset, length, at);
    return this.wanted(endpoint);
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
    const parser = this.host.openStream({ flow, carrier: CARRIERS[this.carrier], stream, depth: depth + 1, upgrade, client, request: this.pairs.answered });
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
    const { head } = half, isRequest = head.kind === REQUEST;
    if (half.kind === UNKNOWN) this.#learnKinds(half, head.kind);
    this.isConfirmed = true;
    half.messages++;
    half.search.succeed();
    half.row = this.rows.add(half, bytes, start, length);
    this.host.setVersion(this.flow, head.minorVersion, !isRequest);
    const framing = framingOf(head, isRequest ? METHOD.OTHER : this.pairs.nextMethod);
    if (isRequest) this.pairs.addRequest(half);
    else this.pairs.addResponse(half, framing);
    return framing;
  }

  /**
   * @param {Half} half
   * @param {boolean} complete
   * @param {number} endOffset
   */
  endMessage(half, complete, endOffset) {
    if (half.answers) this.pairs.answer(half);
    half.answers = false;
    this.rows.end(half, complete, endOffset);
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
   * @param {Half} half
   * @param {number} kind
   */
  #learnKinds(half, kind) {
    half.kind = kind;
    const other = this.halves[1 - half.endpoint];
    if (other.kind === UNKNOWN) other.kind = oppositeKind(kind);
    this.host.setClient(this.flow, kind === REQUEST ? half.endpoint : other.endpoint);
  }
}
