/** Passes each stream's bytes to its protocol's parser: detected from its first bytes; a wrong guess is reverted. */
import { UndecidedStream } from './detect/undecided-stream.js';
import { DirectHttp1 } from './http1/direct.js';
import { PAUSED } from './http1/parser.js';
import { HTTP1 as HTTP1_PROTOCOL } from './http1/protocol.js';
import { isHttp1Start } from './http1/start-line.js';
import { openProtocol } from './open-stream.js';

/** @typedef {import('../transport/streams.js').Place} Place */
/** @typedef {import('../transport/streams.js').StreamSink} StreamSink */
/** @typedef {import('./protocol.js').Protocol} Protocol */
/** @typedef {import('./stream-parser.js').StreamParser} StreamParser */

/**
 * The interface to the flow table.
 * @typedef {object} FlowRoles
 * @property {(flow: number) => boolean} wasRoleGuessed whether no handshake had shown the client by the segment being
 *   delivered
 * @property {(flow: number) => 0|1} clientEndpoint
 * @property {(flow: number, endpoint: 0|1) => void} setClient
 * @property {(flow: number, endpoint: 0|1) => void} wake resumes delivery of the stream, after a wanted offset far
 *   ahead
 * @property {(flow: number, endpoint: 0|1, on: boolean) => void} skim whether to skip cut segments without a start
 *   line's version
 * @property {(flow: number, endpoint: 0|1, on: boolean) => void} reportGaps whether gaps before the wanted offset are
 *   reported, too
 * @property {(flow: number, endpoint: 0|1) => { streamOffset: number, frame: number, timeNs: number }} progress how far
 *   the stream has come, delivered or not
 * @property {(frame: number) => number} timeOfFrame ns
 * @property {(flow: number, endpoint: 0|1) => { port: number }} [endpoint] the addresses of an end
 * @property {(flow: number) => number} [number] the flow's number as users see it, where that is not `flow`
 */

/** States of one direction: its parser. The first bytes are held until the protocol is detected. */
const UNDECIDED = 0;
/** HTTP/1.x, as nearly all readable streams: directly to its parser. */
const HTTP1 = 1;
/** Another protocol: to the flow's parser for that. */
const OTHER = 2;
const OVER = 3;

/** @type {(0|1)[]} */
const BOTH = [0, 1];

/** Most connections whose first bytes are held; beyond, the oldest is decided by its bytes so far. */
export const MAX_UNDECIDED_CONNECTIONS = 16_384;

/** @implements {StreamSink} */
export class StreamRouter {
  #host;
  #table;
  #flows;
  #facts;
  #http1;
  #decodeAs;
  /** Of connections not detected yet. @type {Map<number, UndecidedStream>} */
  #beginnings = new Map();
  /** Parsers of connections other than plain HTTP/1.x. @type {Map<number, StreamParser>} */
  #others = new Map();

  /**
   * @param {import('./host.js').MessageHost} host
   * @param {import('./model/message-table.js').MessageTable|null} table null to count only
   * @param {FlowRoles} flows
   * @param {import('./model/flow-facts.js').FlowFacts} facts
   * @param {object} options
   * @param {boolean} options.isInStreams whether the engine reads HTTP/1 in the segments of TCP by itself
   * @param {import('./decode-as.js').DecodeAs|null} options.decodeAs the user's rules for connections
   */
  constructor(host, table, flows, facts, { isInStreams, decodeAs }) {
    this.#decodeAs = decodeAs;
    this.#host = host;
    this.#table = table;
    this.#flows = flows;
    this.#facts = facts;
    this.#http1 = new DirectHttp1(host, table, flows, {
      isInStreams,
      onOpen: (flow, endpoint) => this.#hearOpen(flow, endpoint),
      onClose: (flow, over) => this.#hearClose(flow, over),
    });
  }

  /** The engine has begun to read a connection by itself. @param {number} flow @param {0|1} endpoint */
  #hearOpen(flow, endpoint) {
    if (flow >= this.#facts.room) this.#facts.grow(flow);
    this.#facts.stages[flow * 2 + endpoint] = HTTP1;
  }

  /**
   * The parser of a direction: the engine may have begun with the second direction of its connections, too.
   * @param {number} flow
   * @param {0|1} endpoint
   */
  #stageOf(flow, endpoint) {
    const place = flow * 2 + endpoint;
    const { stages } = this.#facts;
    if (stages[place] === UNDECIDED && this.#http1.isOpen(flow, endpoint)) stages[place] = HTTP1;
    return stages[place];
  }

  /**
   * A connection of HTTP/1 is no longer parsed.
   * @param {number} flow
   * @param {number} over bit 0, 1: the endpoint's direction has ended, or is not HTTP
   */
  #hearClose(flow, over) {
    if ((over & 1) !== 0) this.#over(flow * 2);
    if ((over & 2) !== 0) this.#over(flow * 2 + 1);
  }

  /** @type {StreamSink['onData']} */
  onData(flow, endpoint, streamOffset, bytes, start, end, at) {
    if (flow >= this.#facts.room) this.#facts.grow(flow);
    const place = flow * 2 + endpoint;
    const stage = this.#stageOf(flow, endpoint);
    if (stage === HTTP1) {
      return this.#after(place, this.#http1.push(flow, endpoint, streamOffset, bytes, start, end, at));
    }
    if (stage === OVER || this.#host.body?.wants(flow) === false) return Infinity;
    if (start >= end) return streamOffset;
    if (stage === UNDECIDED) {
      return this.#after(place, this.#begin(flow, endpoint, streamOffset, bytes, start, end, at));
    }
    const nextNeeded = this.#others.get(flow)?.push(endpoint, streamOffset, bytes, start, end, at) ?? Infinity;
    return this.#after(place, nextNeeded === PAUSED ? streamOffset + end - start : nextNeeded); // nothing would wake it
  }

  /** @type {StreamSink['onGap']} */
  onGap(flow, endpoint, streamOffset, length, at) {
    if (flow >= this.#facts.room) this.#facts.grow(flow);
    const place = flow * 2 + endpoint;
    const { stages } = this.#facts;
    const stage = this.#stageOf(flow, endpoint);
    if (stage === OVER) return Infinity;
    if (stage === UNDECIDED && this.#isTakenIn(flow, endpoint, streamOffset, length, at)) {
      return this.#needUnlessOver(place, streamOffset + length);
    }
    if (stages[place] === HTTP1) return this.#after(place, this.#http1.gap(flow, endpoint, streamOffset, length, at));
    return this.#after(place, this.#others.get(flow)?.gap(endpoint, streamOffset, length, at) ?? Infinity);
  }

  /** @type {StreamSink['onEnd']} */
  onEnd(flow, endpoint, how, at) {
    if (flow >= this.#facts.room) this.#facts.grow(flow);
    const { stages } = this.#facts;
    if (this.#stageOf(flow, endpoint) === UNDECIDED) {
      this.#tell(flow, this.#beginnings.get(flow)?.end(endpoint, how, at) ?? null, at);
    }
    if (stages[flow * 2 + endpoint] === OTHER) this.#others.get(flow)?.end(endpoint, how, at);
    else this.#http1.end(flow, endpoint, how, at);
    this.#over(flow * 2 + endpoint);
  }

  /** Connections of which bytes or a parser are held in memory. */
  get openConnections() {
    return this.#http1.openConnections + this.#beginnings.size + this.#others.size;
  }

  /**
   * The likely protocol of a connection not detected yet.
   * @param {number} flow
   * @returns {string|null} its name
   */
  nameOf(flow) {
    return this.#beginnings.get(flow)?.signed?.names[0] ?? null;
  }

  /** Updates unfinished messages. @param {number} [flow] of one connection; without it all */
  refresh(flow) {
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
    const held = this.#beginnings.get(flow);
    const isConfirmed = this.#http1.isConfirmed(flow);
    const rule = held === undefined ? this.#ruleFor(flow) : null;
    if (rule !== null) {
      this.#applyRule(flow, rule, at);
      return this.onData(flow, endpoint, streamOffset, bytes, start, end, at);
    }
    if (held === undefined && (isConfirmed || isHttp1Start(bytes, start, end))) {
      this.#openHttp1(flow, endpoint);
      return this.#http1.push(flow, endpoint, streamOffset, bytes, start, end, at);
    }
    const found = (held ?? this.#heldOf(flow)).push(endpoint, bytes, start, end, at);
    this.#tell(flow, isConfirmed ? HTTP1_PROTOCOL : found, at);
    return this.#needUnlessOver(flow * 2 + endpoint, streamOffset + end - start);
  }

  /**
   * Missing bytes of a direction not detected yet.
   * @param {number} flow @param {0|1} endpoint @param {number} streamOffset @param {number} length @param {Place} at
   * @returns {boolean} false: they are for the parser that the direction has now
   */
  #isTakenIn(flow, endpoint, streamOffset, length, at) {
    const isConfirmed = this.#http1.isConfirmed(flow);
    const rule = this.#beginnings.has(flow) ? null : this.#ruleFor(flow);
    if (rule !== null) {
      this.#applyRule(flow, rule, at);
      return false;
    }
    if (isConfirmed && !this.#beginnings.has(flow)) {
      this.#openHttp1(flow, endpoint);
      return false;
    }
    const found = this.#heldOf(flow).gap(endpoint, streamOffset, length, at);
    this.#tell(flow, isConfirmed ? HTTP1_PROTOCOL : found, at);
    return found === null;
  }

  /** The user's rule for a connection. @param {number} flow @returns {Protocol|null} null: nothing */
  #ruleFor(flow) {
    if (this.#decodeAs === null) return null;
    const ports = BOTH.map((endpoint) => this.#flows.endpoint?.(flow, endpoint).port ?? -1);
    return this.#decodeAs.protocolOf(this.#flows.number?.(flow) ?? flow, ports);
  }

  /** @param {number} flow @param {Protocol} protocol that it carries, whatever its bytes are @param {Place} at */
  #applyRule(flow, protocol, at) {
    if (protocol !== HTTP1_PROTOCOL) {
      this.#facts.setSignature(flow, protocol.names[0]);
      this.#tellOther(flow, protocol, null, at);
      return;
    }
    for (const endpoint of BOTH) {
      if (this.#facts.stages[flow * 2 + endpoint] === UNDECIDED) this.#openHttp1(flow, endpoint, true);
    }
  }

  /** @param {number} place of the direction @param {number} nextNeeded */
  #needUnlessOver(place, nextNeeded) {
    return this.#facts.stages[place] === OVER ? Infinity : nextNeeded;
  }

  /** @param {number} flow */
  #heldOf(flow) {
    const known = this.#beginnings.get(flow);
    if (known !== undefined) return known;
    const [oldest] = this.#beginnings;
    if (this.#beginnings.size >= MAX_UNDECIDED_CONNECTIONS) this.#tellHttp1(oldest[0], oldest[1], BOTH);
    const held = new UndecidedStream(this.#flows.wasRoleGuessed(flow), this.#flows.clientEndpoint(flow));
    this.#beginnings.set(flow, held);
    return held;
  }

  /**
   * Passes held bytes to their parser: HTTP/1's if nothing was detected; but bytes of a direction that may still be
   * detected stay here.
   * @param {number} flow @param {Protocol|null} protocol null: not known yet @param {Place} at
   */
  #tell(flow, protocol, at) {
    const held = this.#beginnings.get(flow);
    if (protocol === null || held === undefined) return;
    this.#facts.setSignature(flow, (held.signed ?? held.joined?.protocol)?.names[0] ?? null);
    if (protocol !== HTTP1_PROTOCOL) {
      this.#beginnings.delete(flow);
      this.#tellOther(flow, protocol, held, at);
      return;
    }
    const isCertain = held.isHttp1 || this.#http1.isConfirmed(flow);
    this.#tellHttp1(
      flow,
      held,
      BOTH.filter((endpoint) => isCertain || !held.mayDecide(endpoint)),
    );
  }

  /** @param {number} flow @param {UndecidedStream} held @param {(0|1)[]} directions */
  #tellHttp1(flow, held, directions) {
    if (directions.length === BOTH.length) this.#beginnings.delete(flow);
    const open = directions.filter(
      (endpoint) => this.#facts.stages[flow * 2 + endpoint] === UNDECIDED && held.hasAny(endpoint),
    );
    for (const endpoint of open) this.#openHttp1(flow, endpoint, held.isOutOfPlace(endpoint));
    held.handOn(
      {
        push: (endpoint, ...piece) => this.#after(flow * 2 + endpoint, this.#http1.push(flow, endpoint, ...piece)),
        gap: (endpoint, ...gap) => this.#after(flow * 2 + endpoint, this.#http1.gap(flow, endpoint, ...gap)),
        end: (endpoint, how, at) => this.#http1.end(flow, endpoint, how, at),
      },
      open,
    );
  }

  /**
   * A protocol other than HTTP/1. If the other direction's bytes went to HTTP/1's parser by mistake, that is reverted:
   * they are missing here.
   * @param {number} flow @param {Protocol} protocol @param {UndecidedStream|null} held @param {Place} at
   */
  #tellOther(flow, protocol, held, at) {
    const { stages } = this.#facts;
    const joined = held?.joined ?? null;
    if (joined !== null) this.#host.setClient(flow, joined.client);
    if (held?.isInMiddle && joined !== null) this.#facts.setConfidence(flow, joined.confidence);
    const client = joined?.client ?? this.#flows.clientEndpoint(flow);
    const inside = /** @type {const} */ ({ flow, carrier: 'tcp', stream: null, depth: 0, client });
    const isMidConnection = this.#flows.wasRoleGuessed(flow);
    const isAtStart = held === null ? !isMidConnection : !held.isInMiddle;
    const parser = openProtocol(this.#host, this.#table, inside, isMidConnection, protocol, isAtStart);
    if (parser !== null) this.#others.set(flow, parser);
    for (const endpoint of BOTH) {
      const position = stages[flow * 2 + endpoint] === HTTP1 ? this.#http1.positionOf(flow, endpoint) : 0;
      if (position > 0) parser?.gap(endpoint, 0, position, at);
      if (stages[flow * 2 + endpoint] !== OVER) stages[flow * 2 + endpoint] = OTHER;
    }
    this.#http1.release(flow);
    if (parser !== null) held?.handOn(parser);
  }

  /**
   * The direction's bytes go to HTTP/1's parser from now on.
   * @param {number} flow @param {0|1} endpoint
   * @param {boolean} [maySearch] whether its first message need not be at its first byte
   */
  #openHttp1(flow, endpoint, maySearch = false) {
    const { stages } = this.#facts;
    const other = /** @type {0|1} */ (1 - endpoint);
    stages[flow * 2 + endpoint] = this.#http1.open(flow, endpoint, maySearch) ? HTTP1 : OVER;
    if (stages[flow * 2 + other] === OVER) this.#http1.leave(flow, other);
  }

  /**
   * @param {number} place of the direction
   * @param {number} nextNeeded
   * @returns {number} the same; `Infinity` ends the interest in the direction
   */
  #after(place, nextNeeded) {
    if (nextNeeded === Infinity) this.#over(place);
    return nextNeeded;
  }

  /** @param {number} place of the direction */
  #over(place) {
    const { stages } = this.#facts;
    const flow = place >> 1;
    stages[place] = OVER;
    if (stages[place ^ 1] !== OVER) return;
    if (this.#others.size > 0) this.#others.delete(flow);
    if (this.#beginnings.size > 0) this.#beginnings.delete(flow);
  }
}
