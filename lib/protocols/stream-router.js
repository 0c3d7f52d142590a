/** Hands each stream's bytes to the parser of what it speaks: told by its first bytes; a wrong guess is taken back. */
import { Beginnings } from './detect/undecided-stream.js';
import { DirectHttp1 } from './http1/connections.js';
import { PlainHttp1 } from './http1/fast-path.js';
import { PAUSED } from './http1/connection.js';
import { PLAIN_STATE } from '../engine/http1-events.js';
import { openProtocol } from './registry.js';
import { PROTOCOL, isHttp1Start } from './detect/detect.js';

/** @typedef {import('../tcpflow/reassembly/stream-sink.js').Place} Place */
/** @typedef {import('../tcpflow/reassembly/stream-sink.js').StreamSink} StreamSink */
/** @typedef {import('./stream-parser.js').StreamParser} StreamParser */

/**
 * What is asked of the flow table.
 * @typedef {object} FlowRoles
 * @property {(flow: number) => boolean} wasRoleGuessed whether no handshake had said who is the client by the segment that is being handed on
 * @property {(flow: number) => 0|1} clientEndpoint
 * @property {(flow: number, endpoint: 0|1) => void} setClient
 * @property {(flow: number, endpoint: 0|1) => void} wake has the stream's next bytes handed on again, after a wanted offset far ahead
 * @property {(flow: number, endpoint: 0|1, on: boolean) => void} skim whether segments that are cut, and hold no start line's version, are not to be handed on
 * @property {(flow: number, endpoint: 0|1, on: boolean) => void} tellGaps whether missing bytes before the wanted offset are told, too
 * @property {(flow: number, endpoint: 0|1) => { streamOffset: number, frame: number, timeNs: number }} progress how far the stream has come, handed on or not
 * @property {(flow: number) => number} [number] the flow's number as users see it, where that is not `flow`
 */

/** Stages of one direction: who reads it. The first bytes are held until they tell. */
const UNTOLD = 0;
/** HTTP/1.x, as nearly all that is not opaque: straight to its parser. */
const HTTP1 = 1;
/** Another protocol: to the flow's parser of that. */
const OTHER = 2;
const OVER = 3;

/** @type {(0|1)[]} */
const BOTH = [0, 1];

/** Connections whose first bytes are held at once; of more the oldest is taken for what its bytes so far tell. */
export const MAX_UNDECIDED_CONNECTIONS = 16_384;

/** @implements {StreamSink} */
export class StreamRouter {
  #host;
  #table;
  #flows;
  #facts;
  #http1;
  /** What the core reads by itself; null: nothing. */
  #plain;
  /** Of connections that are not told yet. @type {Map<number, Beginnings>} */
  #beginnings = new Map();
  /** Parsers of connections that carry something else than plain HTTP/1.x. @type {Map<number, StreamParser>} */
  #others = new Map();

  /**
   * @param {import('./registry.js').MessageHost} host
   * @param {import('./model/message-table.js').MessageTable|null} table null to count only
   * @param {FlowRoles} flows
   * @param {import('./model/flow-facts.js').FlowFacts} facts
   * @param {import('../engine/http1-events.js').HttpLog|null} log of the core that hands on the streams, if it is to read what is plain by itself
   */
  constructor(host, table, flows, facts, log) {
    this.#host = host;
    this.#table = table;
    this.#flows = flows;
    this.#facts = facts;
    this.#http1 = new DirectHttp1(host, table, flows, facts);
    this.#plain = log === null || host.body !== null ? null : new PlainHttp1(log, table, facts, flows);
  }

  /** What the core has found by itself, up to the segment whose bytes come next. @param {Uint8Array} bytes of the batch */
  takeIn(bytes) { this.#plain?.takeIn(bytes); }

  /** A connection that the core reads, if it does, is read here from now on. @param {number} flow */
  #takeOver(flow) {
    if (this.#plain === null || !this.#plain.has(flow)) return;
    const { halves } = this.#http1.takeOver(flow, this.#plain), { stages } = this.#facts;
    for (const endpoint of BOTH) {
      const { state, position } = halves[endpoint];
      if (state === PLAIN_STATE.OVER) stages[flow * 2 + endpoint] = OVER;
      else if (position > 0) stages[flow * 2 + endpoint] = HTTP1;
    }
  }

  /** The core reads a connection on, if it is plain again. @param {number} flow that is read here */
  #giveBack(flow) {
    const parser = this.#plain === null || this.#beginnings.has(flow) ? null : this.#http1.get(flow), { stages } = this.#facts;
    if (parser === null || !this.#plain?.giveBack(flow, parser)) return;
    this.#http1.drop(flow);
    for (const endpoint of BOTH) if (stages[flow * 2 + endpoint] === HTTP1) stages[flow * 2 + endpoint] = UNTOLD;
  }

  /** @type {StreamSink['onData']} */
  onData(flow, endpoint, streamOffset, bytes, start, end, at) {
    if (flow >= this.#facts.room) this.#facts.grow(flow);
    const place = flow * 2 + endpoint, { stages } = this.#facts;
    if (stages[place] === UNTOLD) this.#takeOver(flow);
    if (stages[place] === HTTP1) {
      const wanted = this.#http1.push(flow, endpoint, streamOffset, bytes, start, end, at);
      if (wanted < PAUSED) this.#giveBack(flow);
      return this.#after(place, wanted === PAUSED && streamOffset === 0 ? end - start : wanted); // as where a direction begins here, below
    }
    if (stages[place] === OVER || (this.#host.body !== null && this.#host.body.flow !== flow)) return Infinity;
    if (start >= end) return streamOffset;
    const wanted = stages[place] === OTHER
      ? this.#others.get(flow)?.push(endpoint, streamOffset, bytes, start, end, at)
        ?? Infinity : this.#begin(flow, endpoint, streamOffset, bytes, start, end, at);
    return this.#after(place, wanted === PAUSED ? streamOffset + end - start : wanted);
  }

  /** @type {StreamSink['onGap']} */
  onGap(flow, endpoint, streamOffset, length, at) {
    if (flow >= this.#facts.room) this.#facts.grow(flow);
    const place = flow * 2 + endpoint, { stages } = this.#facts;
    if (stages[place] === UNTOLD) this.#takeOver(flow);
    if (stages[place] === OVER) return Infinity;
    if (stages[place] === UNTOLD && this.#isTakenIn(flow, endpoint, streamOffset, length, at)) return this.#wantedUnlessOver(place, streamOffset + length);
    if (stages[place] === HTTP1) return this.#after(place, this.#http1.gap(flow, endpoint, streamOffset, length, at));
    return this.#after(place, this.#others.get(flow)?.gap(endpoint, streamOffset, length, at) ?? Infinity);
  }

  /** @type {StreamSink['onEnd']} */
  onEnd(flow, endpoint, how, at) {
    if (flow >= this.#facts.room) this.#facts.grow(flow);
    const { stages } = this.#facts;
    if (stages[flow * 2 + endpoint] === UNTOLD) this.#takeOver(flow);
    if (stages[flow * 2 + endpoint] === UNTOLD) this.#tell(flow, this.#beginnings.get(flow)?.end(endpoint, how, at) ?? PROTOCOL.MORE, at);
    if (stages[flow * 2 + endpoint] === OTHER) this.#others.get(flow)?.end(endpoint, how, at);
    else this.#http1.end(flow, endpoint, how, at);
    this.#over(flow * 2 + endpoint);
  }

  /** Connections of which bytes or a parser are held in memory. */
  get openConnections() {
    return this.#http1.openConnections + (this.#plain?.openConnections ?? 0) + this.#beginnings.size + this.#others.size;
  }

  /** What a connection that is not told yet seems to speak. @param {number} flow @returns {number} place in `SIGNATURE_NAMES` */
  signatureOf(flow) {
    return this.#beginnings.get(flow)?.signature ?? 0;
  }

  /** Brings the messages that are under way up to date. @param {number} [flow] of one connection; without it all */
  refresh(flow) {
    for (const open of flow === undefined ? this.#plain?.all ?? [] : [flow]) this.#takeOver(open);
    if (flow === undefined) this.#http1.refreshAll();
    else this.#http1.refresh(flow);
  }

  /**
   * First bytes of a direction, or more of them.
   * @param {number} flow
   * @param {0|1} endpoint
   * @param {number} streamOffset
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @param {Place} at
   * @returns {number} as `onData`
   */
  #begin(flow, endpoint, streamOffset, bytes, start, end, at) {
    const held = this.#beginnings.get(flow), isConfirmed = this.#http1.get(flow)?.isConfirmed === true;
    if (held === undefined && (isConfirmed || isHttp1Start(bytes, start, end))) {
      this.#openHttp1(flow, endpoint);
      return this.#http1.push(flow, endpoint, streamOffset, bytes, start, end, at);
    }
    const found = (held ?? this.#heldOf(flow)).push(endpoint, bytes, start, end, at);
    this.#tell(flow, isConfirmed ? PROTOCOL.HTTP1 : found, at);
    return this.#wantedUnlessOver(flow * 2 + endpoint, streamOffset + end - start);
  }

  /**
   * Missing bytes of a direction that is not told yet.
   * @param {number} flow @param {0|1} endpoint @param {number} streamOffset @param {number} length @param {Place} at
   * @returns {boolean} false: they are for the parser that the direction has now
   */
  #isTakenIn(flow, endpoint, streamOffset, length, at) {
    const isConfirmed = this.#http1.get(flow)?.isConfirmed === true;
    if (isConfirmed && !this.#beginnings.has(flow)) {
      this.#openHttp1(flow, endpoint);
      return false;
    }
    const found = this.#heldOf(flow).gap(endpoint, streamOffset, length, at);
    this.#tell(flow, isConfirmed ? PROTOCOL.HTTP1 : found, at);
    return found === PROTOCOL.MORE;
  }

  /** @param {number} place of the direction @param {number} wanted */
  #wantedUnlessOver(place, wanted) {
    return this.#facts.stages[place] === OVER ? Infinity : wanted;
  }

  /** @param {number} flow */
  #heldOf(flow) {
    const known = this.#beginnings.get(flow);
    if (known !== undefined) return known;
    const [oldest] = this.#beginnings;
    if (this.#beginnings.size >= MAX_UNDECIDED_CONNECTIONS) this.#tellHttp1(oldest[0], oldest[1], BOTH);
    const held = new Beginnings(this.#flows.wasRoleGuessed(flow));
    this.#beginnings.set(flow, held);
    return held;
  }

  /**
   * What was held goes to its parser. Where nothing tells, that is HTTP/1's; but of a direction that may yet tell, the bytes stay here.
   * @param {number} flow @param {number} protocol of `PROTOCOL` @param {Place} at
   */
  #tell(flow, protocol, at) {
    const held = this.#beginnings.get(flow);
    if (protocol === PROTOCOL.MORE || held === undefined) return;
    this.#facts.setSignature(flow, held.signature);
    if (protocol !== PROTOCOL.HTTP1) {
      this.#beginnings.delete(flow);
      this.#tellOther(flow, protocol, held, at);
      return;
    }
    const isCertain = held.isHttp1 || this.#http1.get(flow)?.isConfirmed === true;
    this.#tellHttp1(flow, held, BOTH.filter((endpoint) => isCertain || !held.mayTell(endpoint)));
  }

  /** @param {number} flow @param {Beginnings} held @param {(0|1)[]} told */
  #tellHttp1(flow, held, told) {
    if (told.length === BOTH.length) this.#beginnings.delete(flow);
    const open = told.filter((endpoint) => this.#facts.stages[flow * 2 + endpoint] === UNTOLD && held.hasAny(endpoint));
    for (const endpoint of open) this.#openHttp1(flow, endpoint);
    held.handOn({
      push: (endpoint, ...piece) => this.#after(flow * 2 + endpoint, this.#http1.push(flow, endpoint, ...piece)),
      gap: (endpoint, ...gap) => this.#after(flow * 2 + endpoint, this.#http1.gap(flow, endpoint, ...gap)),
      end: (endpoint, how, at) => this.#http1.end(flow, endpoint, how, at),
    }, open);
  }

  /**
   * Another protocol than HTTP/1. If the other direction's bytes went to HTTP/1's parser in vain, that is taken back: they are missing here.
   * @param {number} flow @param {number} protocol @param {Beginnings} held @param {Place} at
   */
  #tellOther(flow, protocol, held, at) {
    const { stages } = this.#facts, inside = /** @type {const} */ ({ flow, carrier: 'tcp', stream: null, depth: 0 });
    const parser = openProtocol(this.#host, this.#table, inside, this.#flows.wasRoleGuessed(flow), protocol), http1 = this.#http1.get(flow);
    if (parser !== null) this.#others.set(flow, parser);
    for (const endpoint of BOTH) {
      const position = stages[flow * 2 + endpoint] === HTTP1 ? http1?.halves[endpoint].position ?? 0 : 0;
      if (position > 0) parser?.gap(endpoint, 0, position, at);
      if (stages[flow * 2 + endpoint] !== OVER) stages[flow * 2 + endpoint] = OTHER;
    }
    this.#http1.release(flow);
    if (parser !== null) held.handOn(parser);
  }

  /** The direction's bytes go to HTTP/1's parser from now on. @param {number} flow @param {0|1} endpoint */
  #openHttp1(flow, endpoint) {
    const { stages } = this.#facts, parser = this.#http1.open(flow), other = /** @type {0|1} */ (1 - endpoint);
    stages[flow * 2 + endpoint] = HTTP1;
    if (stages[flow * 2 + other] === OVER && !parser.halves[other].isOver) parser.halves[other].tunnel();
  }

  /** @param {number} place of the direction @param {number} wanted @returns {number} the same; `Infinity` ends the interest in the direction */
  #after(place, wanted) {
    if (wanted === Infinity) this.#over(place);
    return wanted;
  }

  /** @param {number} place of the direction */
  #over(place) {
    const { stages } = this.#facts, flow = place >> 1;
    stages[place] = OVER;
    if (stages[place ^ 1] !== OVER) return;
    this.#others.delete(flow);
    this.#beginnings.delete(flow);
  }
}
