import { scrambled } from '../../shared/scrambled.js';
import { MAX_OPEN_STREAMS } from '../http2/limits.js';
import { StreamMessages } from '../http2/stream-messages.js';
import { WARNING } from '../model/notes.js';
import { Http3Facts } from './facts.js';
import {
  MAX_BLOCKED_BYTES,
  MAX_BLOCKED_STREAMS,
  MAX_EARLY_PRIORITIES,
  MAX_HTTP3_UNIDIRECTIONAL_STREAMS,
} from './limits.js';
import { RequestDirection } from './request-stream.js';
import { Side } from './side.js';
import { UnidirectionalStream } from './unidirectional-stream.js';

/** @typedef {import('../stream-parser.js').Place} Place */
/** @typedef {import('./priority.js').Priority} Priority */
/** @typedef {RequestDirection|UnidirectionalStream} Direction */
/**
 * What HTTP/3 adds to a message.
 * @typedef {object} Http3Part
 * @property {Priority|null} priority by PRIORITY_UPDATE; null: as its header fields say
 * @property {number} blockedNs how long its header fields waited for entries of the dynamic table
 * @property {boolean} isEarly whether a 0-RTT packet carried its first bytes
 */

/** Bits of a stream's identifier (RFC 9000 section 2.1): the server opened it; it has one direction. */
const SERVER_BIT = 1;
const ONE_WAY_BIT = 2;

/** HTTP/3 (RFC 9114) on the streams of a QUIC connection. */
export class Http3Connection {
  /** By `scrambled` identifiers, two directions a stream. @type {Map<number, (Direction|null)[]>} */
  #streams = new Map();
  #unidirectional = 0;
  /** Directions whose field section waits, in order. @type {Set<RequestDirection>} */
  #blocked = new Set();
  #heldBytes = 0;
  /** By stream. @type {Map<number, Priority>} */
  #earlyPriorities = new Map();
  #host;
  #table;
  #inside;
  /** Whether requests may be in 0-RTT packets that no key opens. */
  #lacksEarlyData = false;

  /**
   * @param {import('../host.js').MessageHost} host
   * @param {import('../model/message-table.js').MessageTable|null} table null to count only
   * @param {import('../stream-parser.js').Inside} inside
   * @param {boolean} isMidConnection whether its first streams may have begun before the capture
   */
  constructor(host, table, inside, isMidConnection) {
    this.#host = host;
    this.#table = table;
    this.#inside = inside;
    this.client = inside.client ?? host.clientOf(inside.flow);
    this.facts = new Http3Facts();
    this.sides = [new Side(this, 0, isMidConnection), new Side(this, 1, isMidConnection)];
    this.messages = new StreamMessages(host, table, inside, {
      protocol: 'http/3',
      senderOf: (stream, endpoint) => this.#request(stream, endpoint),
      onRequest: (endpoint) => this.facts.sides[endpoint].streams++,
      onOver: (endpoint, stream) => this.forget(stream, endpoint),
    });
    host.addHttp3(inside.flow, this.facts);
  }

  /**
   * The next bytes of a stream's direction, in order.
   * @param {number} stream @param {0|1} endpoint @param {number} offset
   * @param {Uint8Array} bytes @param {number} start @param {number} end @param {Place} at
   * @param {boolean} isEarly whether a 0-RTT packet carried them
   */
  push(stream, endpoint, offset, bytes, start, end, at, isEarly) {
    const direction = this.#direction(stream, endpoint);
    if (direction === null) return;
    if (offset === 0) direction.isEarly = isEarly;
    if (offset > direction.position) direction.gap(offset - direction.position, at);
    direction.position = offset + end - start;
    direction.push(bytes, start, end, at);
    if (this.#heldBytes > MAX_BLOCKED_BYTES) this.resume(at, true);
  }

  /**
   * Bytes of a stream's direction will never come.
   * @param {number} stream @param {0|1} endpoint @param {number} offset @param {number} length @param {Place} at
   */
  gap(stream, endpoint, offset, length, at) {
    const direction = this.#direction(stream, endpoint);
    const missed = offset + length - (direction?.position ?? Infinity);
    if (direction === null || missed <= 0) return;
    direction.position += missed;
    direction.gap(missed, at);
  }

  /** @param {number} stream @param {0|1} endpoint whose direction ends @param {boolean} isFin @param {Place} at */
  end(stream, endpoint, isFin, at) {
    this.#find(stream)?.[endpoint]?.end(isFin, at);
  }

  /** @param {number} stream @param {0|1} endpoint that resets its direction @param {number} code @param {Place} at */
  reset(stream, endpoint, code, at) {
    this.facts.sides[endpoint].resets++;
    const direction = this.#find(stream)?.[endpoint];
    if (!(direction instanceof RequestDirection)) return;
    direction.resume(at, true);
    this.messages.resetStream(direction, stream, code, at, false);
    this.forget(stream, endpoint);
  }

  /** @param {number} stream @param {0|1} endpoint that wants no more of it @param {number} code @param {Place} at */
  stopSending(stream, endpoint, code, at) {
    this.facts.sides[endpoint].refusals++;
    this.messages.refuse(endpoint, stream, code, at);
  }

  /** An HTTP datagram (RFC 9297). @param {0|1} endpoint @param {number} bytes */
  datagram(endpoint, bytes) {
    const facts = this.facts.sides[endpoint];
    facts.datagrams++;
    facts.datagramBytes += bytes;
  }

  /** The connection, or the capture, ends. @param {Place} at */
  close(at) {
    this.resume(at, true);
    for (const { endpoint } of this.sides) this.messages.endAll(endpoint, at);
    this.#streams.clear();
  }

  /**
   * Field sections go on whose entries or settings have come.
   * @param {Place} now @param {boolean} isLast whether nothing more will come
   */
  resume(now, isLast) {
    for (const direction of [...this.#blocked]) {
      this.#blocked.delete(direction);
      if (!direction.resume(now, isLast)) this.#blocked.add(direction);
    }
  }

  /** Whether another field section may wait. */
  get mayWait() {
    return this.#blocked.size < MAX_BLOCKED_STREAMS && this.#heldBytes <= MAX_BLOCKED_BYTES;
  }

  /** @param {RequestDirection} direction whose field section waits */
  wait(direction) {
    this.#blocked.add(direction);
  }

  /** @param {number} bytes that are held now, negative: no longer */
  addHeld(bytes) {
    this.#heldBytes += bytes;
  }

  /** The client sent 0-RTT packets that no key opens. */
  missEarlyData() {
    this.#lacksEarlyData = true;
  }

  /**
   * A response comes; its request may have been in packets that no key opens: then it is a message without a head.
   * @param {RequestDirection} response @param {import('../http2/stream-messages.js').HeadPlace} place @param {Place} at
   */
  noteResponse({ id }, place, at) {
    const request = this.#request(id, this.client);
    if (!this.#lacksEarlyData || request.position > 0 || this.messages.rowOf(id, this.client) >= 0) return;
    request.isEarly = true;
    this.messages.onHeaders(request, { ...place, bytes: 0, offset: 0 }, { fields: [], isWhole: false }, at, true);
    this.noteHead(request, 0);
  }

  /** A request's priority changes. @param {number} stream @param {Priority} priority */
  prioritise(stream, priority) {
    const row = this.messages.rowOf(stream, this.client);
    if (row >= 0) this.#partOf(row).priority = priority;
    else if (this.#earlyPriorities.size < MAX_EARLY_PRIORITIES) this.#earlyPriorities.set(scrambled(stream), priority);
  }

  /** A message's head was read. @param {RequestDirection} direction @param {number} waitedNs */
  noteHead({ id, endpoint, isEarly }, waitedNs) {
    const row = this.messages.rowOf(id, endpoint);
    const priority = endpoint === this.client ? this.#earlyPriorities.get(scrambled(id)) : undefined;
    if (row < 0 || (waitedNs === 0 && !isEarly && priority === undefined)) return;
    const part = this.#partOf(row);
    part.blockedNs += waitedNs;
    part.isEarly = isEarly;
    if (priority !== undefined) part.priority = priority;
    this.#earlyPriorities.delete(scrambled(id));
  }

  /** @param {number} row of a message */
  #partOf(row) {
    const parts = this.#table?.http3 ?? new Map();
    const known = parts.get(row) ?? { priority: null, blockedNs: 0, isEarly: false };
    parts.set(row, known);
    return known;
  }

  noteGap() {
    this.#host.warn(this.#inside.flow, WARNING.BYTES_MISSING);
  }

  /** @param {number} stream */
  #find(stream) {
    return this.#streams.get(scrambled(stream));
  }

  /** @param {number} stream @param {0|1} endpoint @returns {Direction|null} null: it is not read */
  #direction(stream, endpoint) {
    const known = this.#find(stream)?.[endpoint];
    if (known) return known;
    if ((stream & ONE_WAY_BIT) === 0) return this.#request(stream, endpoint);
    const opener = (stream & SERVER_BIT) === 0 ? this.client : 1 - this.client;
    if (opener !== endpoint || ++this.#unidirectional > MAX_HTTP3_UNIDIRECTIONAL_STREAMS) return null;
    return this.#keep(stream, endpoint, new UnidirectionalStream(this, this.sides[endpoint]));
  }

  /** @param {number} stream @param {0|1} endpoint @returns {RequestDirection} */
  #request(stream, endpoint) {
    const known = this.#find(stream)?.[endpoint];
    return known instanceof RequestDirection
      ? known
      : this.#keep(stream, endpoint, new RequestDirection(this, stream, endpoint));
  }

  /** @template {Direction} T @param {number} stream @param {0|1} endpoint @param {T} direction @returns {T} */
  #keep(stream, endpoint, direction) {
    const both = this.#find(stream) ?? [null, null];
    if (this.#streams.size >= 2 * MAX_OPEN_STREAMS) this.#dropOldest();
    both[endpoint] = direction;
    this.#streams.set(scrambled(stream), both);
    return direction;
  }

  #dropOldest() {
    const [oldest] = this.#streams.keys();
    this.#streams.delete(oldest);
    this.#host.warn(this.#inside.flow, WARNING.TOO_MANY_OUTSTANDING);
  }

  /** A direction has ended. @param {number} stream @param {0|1} endpoint */
  forget(stream, endpoint) {
    const both = this.#find(stream);
    if (both === undefined) return;
    both[endpoint] = null;
    if (both[1 - endpoint] === null) this.#streams.delete(scrambled(stream));
  }
}
