/** An HTTP/1.x connection: its messages, and the state shared by its directions. */
import { CONTENT } from '../contents/open-content.js';
import { CARRIERS } from '../model/message-table.js';
import { Contents } from './contents.js';
import { Pairs } from './pairs.js';
import { CONNECTION, STATE } from './parser.js';
import { MessageRows } from './rows.js';
import { METHOD, REQUEST } from './start-line.js';
import { Trailers } from './trailers.js';
import { Tunnel, upgradeOf } from './tunnel.js';

/**
 * @typedef {import('../stream-parser.js').StreamParser} StreamParser
 * @typedef {import('../stream-parser.js').Inside} Inside
 * @typedef {import('../stream-parser.js').Place} Place
 * @typedef {import('./events.js').Http1Event} Http1Event
 */

/**
 * The owner of the connection and its counts.
 * @typedef {object} Host
 * @property {(flow: number, warning: number) => void} warn
 * @property {(flow: number, depth: number, pipelined: boolean) => void} countRequest
 * @property {(flow: number) => void} countResponse
 * @property {(flow: number, minorVersion: number, isResponse: boolean) => void} setVersion
 * @property {(flow: number) => void} forgetPipelining
 * @property {(flow: number, client: 0|1) => void} setClient
 * @property {(frame: number) => number} timeOfFrame ns
 * @property {(flow: number, endpoint: 0|1) => { frame: number, timeNs: number }} progress how far TCP's stream has come
 * @property {import('../bodies/collector.js').BodyTaker|null} body consumer of a message's body
 * @property {import('../contents/budget.js').ContentBudget} contentBudget
 * @property {import('./parser.js').Http1Parser} http1
 * @property {(inside: Inside) => StreamParser|null} openStream parser of a tunnel's bytes; null: none
 */

/** @type {readonly (0|1)[]} */
const BOTH = [0, 1];

/** @implements {StreamParser} */
export class Http1Connection {
  /** Its number in the engine; −1 after its end. */
  number = -1;
  flow = -1;
  /** Index in `CARRIERS`. */
  carrier = 0;
  /** MUX session, −1 without one. */
  stream = -1;
  /** Nesting depth. */
  depth = 0;
  /** The endpoint that sends the requests; −1 while unknown. @type {0|1|-1} */
  client = -1;
  /** By endpoint: the current message's row, −1 without one, and whether it answers the oldest pending request. */
  #row = [-1, -1];
  #answers = [false, false];
  /** The parser after an upgrade or a CONNECT, if any. @type {Tunnel|null} */
  #tunnel = null;
  /**
   * The protocol that begins next, from a 101's Upgrade field, in lower case; null for CONNECT; undefined: none.
   * @type {string|null|undefined}
   */
  #upgrade = undefined;
  /** Of chunked bodies, where there were any. @type {Trailers|null} */
  #trailers = null;
  /** Of messages declared as gRPC, where there were any. @type {Contents|null} */
  #contents = null;
  /** Called when the engine frees it. @type {((connection: Http1Connection, over: number) => void)|null} */
  #onClose = null;

  /**
   * @param {Host} host
   * @param {import('../model/message-table.js').MessageTable|null} table null to count only
   */
  constructor(host, table) {
    this.host = host;
    this.table = table;
    this.parser = host.http1;
    this.pairs = new Pairs(this);
    this.rows = new MessageRows(this, table);
  }

  /**
   * Opens it in a carrier.
   * @param {Inside} inside
   * @param {boolean} isMidConnection whether the capture may have started behind its first bytes
   */
  open({ flow, carrier, stream, depth }, isMidConnection) {
    const bodies = this.host.body === null ? 0 : CONNECTION.WANTS_BODIES;
    const bits = bodies | (isMidConnection ? CONNECTION.MID_CONNECTION : 0);
    this.begin(this.parser.open(flow, bits), flow, null);
    this.carrier = CARRIERS.indexOf(carrier);
    this.stream = stream ?? -1;
    this.depth = depth;
  }

  /**
   * Opens it directly over TCP, with the engine's number.
   * @param {number} number −1: none, as it reads no more
   * @param {number} flow
   * @param {((connection: Http1Connection, over: number) => void)|null} onClose
   */
  begin(number, flow, onClose) {
    this.number = number;
    this.flow = flow;
    this.carrier = 0;
    this.stream = -1;
    this.depth = 0;
    this.client = -1;
    this.#row[0] = this.#row[1] = -1;
    this.#answers[0] = this.#answers[1] = false;
    this.#tunnel = null;
    this.#upgrade = undefined;
    this.#onClose = onClose;
    this.pairs.clear();
    this.#trailers = this.#contents = null;
    if (number >= 0) this.parser.connect(number, this);
  }

  /** Whether a direction has ended, or is not HTTP. @param {0|1} endpoint */
  isOver(endpoint) {
    const state = this.parser.stateOf(this.number, endpoint);
    return state === STATE.OPAQUE || state === STATE.ENDED;
  }

  /** @type {StreamParser['push']} */
  push(endpoint, streamOffset, bytes, start, end, at) {
    this.read(endpoint, streamOffset, bytes, start, end, at);
    return this.#updated(endpoint);
  }

  /**
   * As `push`, without a wanted offset.
   * @param {0|1} endpoint
   * @param {number} streamOffset
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @param {Place} at
   */
  read(endpoint, streamOffset, bytes, start, end, at) {
    let next = start;
    while (next < end && this.number >= 0) {
      const stopped = this.parser.push(this.number, endpoint, streamOffset + next - start, bytes, next, end, at);
      if (this.#upgrade !== undefined) this.#openTunnel(this.#upgrade);
      else if (stopped < end) {
        this.#passOn(endpoint, streamOffset + stopped - start, bytes, stopped, end, at);
        return;
      }
      next = stopped;
    }
  }

  /** @type {StreamParser['gap']} */
  gap(endpoint, streamOffset, length, at) {
    this.lose(endpoint, streamOffset, length, at);
    return this.#updated(endpoint);
  }

  /**
   * As `gap`, without a wanted offset.
   * @param {0|1} endpoint
   * @param {number} streamOffset
   * @param {number} length
   * @param {Place} at
   */
  lose(endpoint, streamOffset, length, at) {
    if (this.number < 0) return;
    const left = this.parser.gap(this.number, endpoint, streamOffset, length);
    if (left === 0) return;
    const goesOn = this.#tunnel?.gap(endpoint, streamOffset + length - left, left, at);
    if (!goesOn) this.parser.giveUp(this.number, endpoint);
  }

  /** @type {StreamParser['end']} */
  end(endpoint, how, at) {
    if (this.number < 0) return;
    if (this.parser.stateOf(this.number, endpoint) === STATE.TUNNEL) this.#tunnel?.end(endpoint, how, at);
    this.parser.end(this.number, endpoint, how === 'fin');
    if (this.isOver(0) && this.isOver(1)) this.parser.close(this.number);
  }

  /** Writes how far the current message has come. @param {0|1} endpoint */
  update(endpoint) {
    if (this.#row[endpoint] < 0) return;
    this.parser.tellProgress(this.number, endpoint);
    this.rows.update(this.#row[endpoint], this.parser.event);
  }

  /** @param {0|1} endpoint @returns {number} the offset that is wanted next */
  #updated(endpoint) {
    if (this.number < 0) return Infinity;
    this.update(endpoint);
    return this.parser.nextNeeded(this.number, endpoint);
  }

  /**
   * @param {0|1} endpoint
   * @param {number} position
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @param {Place} at
   */
  #passOn(endpoint, position, bytes, start, end, at) {
    if (!this.#tunnel?.push(endpoint, position, bytes, start, end, at)) this.parser.giveUp(this.number, endpoint);
  }

  /** Both directions switch to another protocol. @param {string|null} upgrade */
  #openTunnel(upgrade) {
    const { flow, depth } = this;
    const stream = this.stream < 0 ? null : this.stream;
    const client = this.client === 0 ? 0 : 1;
    this.#upgrade = undefined;
    const carrier = CARRIERS[this.carrier];
    const request = this.pairs.answered;
    const parser = this.host.openStream({ flow, carrier, stream, depth: depth + 1, upgrade, client, request });
    this.#tunnel = parser && new Tunnel(parser);
    this.parser.beginTunnel(this.number, parser !== null);
    for (const endpoint of BOTH) {
      this.#passEarlyOn(endpoint);
      this.parser.leave(this.number, endpoint);
    }
  }

  /** Bytes that came before the response that makes them a tunnel's. @param {0|1} endpoint */
  #passEarlyOn(endpoint) {
    const early = this.parser.partialHead(this.number, endpoint);
    if (early === null) return;
    const { startOffset, startFrame, startNs, endFrame, endNs } = this.parser.event;
    const at = { frame: startFrame, timeNs: startNs, deliveredFrame: endFrame, deliveredNs: endNs };
    this.#tunnel?.push(endpoint, startOffset, early, 0, early.length, at);
  }

  /**
   * A head is complete.
   * @param {0|1} endpoint
   * @param {Http1Event} event
   * @returns {number} of `METHOD`: of the request that it answers
   */
  hearHead(endpoint, event) {
    const { host, flow, pairs } = this;
    const isRequest = event.kind === REQUEST;
    if (this.client < 0) this.#learnClient(isRequest ? endpoint : /** @type {0|1} */ (1 - endpoint));
    const row = this.rows.add(endpoint, event);
    this.#row[endpoint] = row;
    host.setVersion(flow, event.minorVersion, !isRequest);
    const method = isRequest ? METHOD.OTHER : pairs.nextMethod;
    if (isRequest) pairs.addRequest(row, event);
    this.#answers[endpoint] = !isRequest && pairs.addResponse(row, event);
    if (event.content !== CONTENT.OTHER) this.#beginContent(endpoint, row, event.content);
    return method;
  }

  /** @param {0|1} endpoint @param {number} row −1 none @param {number} kind of `CONTENT` */
  #beginContent(endpoint, row, kind) {
    if (this.table === null || row < 0) return;
    if (kind !== CONTENT.DOCUMENT) this.parser.takeHeads();
    (this.#contents ??= new Contents()).begin(endpoint, this.table, row, kind, this.host.contentBudget);
  }

  /**
   * Bytes of the current message's body.
   * @param {0|1} endpoint @param {Uint8Array} bytes @param {Http1Event} event
   */
  hearBody(endpoint, bytes, event) {
    const row = this.#row[endpoint];
    if (this.table !== null && row >= 0) this.host.body?.take(this.table, row, bytes, 0, bytes.length);
    if (!this.#contents?.add(endpoint, bytes, event)) this.parser.skipBody(this.number, endpoint);
  }

  /** Bytes of the current message's trailer section. @param {number} endpoint @param {Uint8Array} bytes */
  hearTrailer(endpoint, bytes) {
    (this.#trailers ??= new Trailers()).add(endpoint, bytes);
  }

  /** The current message has ended. @param {0|1} endpoint @param {Http1Event} event */
  hearEnd(endpoint, event) {
    if (this.#answers[endpoint]) this.pairs.answer(this.endNsOf(event));
    this.#answers[endpoint] = false;
    this.#trailers?.keep(endpoint, this.table, this.#row[endpoint]);
    this.rows.end(this.#row[endpoint], event);
    if (this.table !== null && this.#row[endpoint] >= 0) {
      this.#contents?.end(endpoint, this.table, this.#row[endpoint]);
    }
    this.#row[endpoint] = -1;
  }

  /** Another protocol follows the response with that head. @param {Uint8Array} head */
  hearTunnel(head) {
    this.#upgrade = upgradeOf(head);
  }

  /**
   * The engine no longer reads it.
   * @param {number} over bit 0, 1: the endpoint's direction is
   * @param {boolean} isOneSided whether nothing answered its requests
   */
  hearClose(over, isOneSided) {
    if (isOneSided) this.host.forgetPipelining(this.flow);
    this.#onClose?.(this, over);
    this.number = -1;
  }

  /** @param {number} warning of `WARNING` */
  warn(warning) {
    this.host.warn(this.flow, warning);
  }

  /** When the event's bytes came. @param {Http1Event} event */
  endNsOf(event) {
    return event.endNs === Infinity ? this.host.timeOfFrame(event.endFrame) : event.endNs;
  }

  /** @param {0|1} client */
  #learnClient(client) {
    this.client = client;
    this.host.setClient(this.flow, client);
  }
}
