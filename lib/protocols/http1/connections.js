/**
 * HTTP/1.x in TCP directly, as nearly all is that can be read: parsers of ended connections are used again, and of each stream no more is asked for than must
 * be seen.
 */
import { Http1Connection, PAUSED } from './connection.js';
import { grown } from '../model/message-table.js';
import { WARNING } from '../model/notes.js';

/** @typedef {import('../stream-parser.js').Place} Place */

const FIRST_FLOWS = 64;
/** Parsers of ended connections that are kept for the next ones. */
const MAX_SPARE_PARSERS = 256;

/** What a stream was asked for, bits by direction. */
const PAUSED_BIT = 1;
const SKIMMED_BIT = 2;
const GAPS_BIT = 4;

export class DirectHttp1 {
  #host;
  #table;
  #flows;
  #facts;
  /** The parsers; those of `#spare` wait for a connection. @type {(Http1Connection|null)[]} */
  #parsers = [];
  /** A flow's place in `#parsers` plus one; 0: the flow has none. */
  #places = new Int32Array(FIRST_FLOWS);
  /** Of directions. */
  #asked = new Uint8Array(FIRST_FLOWS * 2);
  /** Places in `#parsers` that no connection uses. @type {number[]} */
  #spare = [];

  /**
   * @param {import('./connection.js').Host} host
   * @param {import('../model/message-table.js').MessageTable|null} table
   * @param {import('../stream-router.js').FlowRoles} flows
   * @param {import('../model/flow-facts.js').FlowFacts} facts
   */
  constructor(host, table, flows, facts) {
    this.#host = host;
    this.#table = table;
    this.#flows = flows;
    this.#facts = facts;
  }

  /** Connections whose parser is held in memory. */
  get openConnections() {
    return this.#parsers.length - this.#spare.length;
  }

  /** @param {number} flow @returns {Http1Connection|null} null: it has none (any more) */
  get(flow) {
    const place = this.#places[flow] ?? 0;
    return place === 0 ? null : this.#parsers[place - 1];
  }

  /** To be called before the first bytes of each direction. @param {number} flow @returns {Http1Connection} */
  open(flow) {
    if (flow >= this.#places.length) this.#grow(flow);
    const open = this.get(flow);
    if (open !== null) return open;
    const place = this.#spare.pop() ?? this.#parsers.length, parser = this.#parsers[place] ?? new Http1Connection(this.#host, this.#table);
    this.#parsers[place] = parser;
    this.#places[flow] = place + 1;
    parser.open(flow, this.#flows.wasRoleGuessed(flow));
    return parser;
  }

  /**
   * Goes on with a connection that the core has read so far.
   * @param {number} flow @param {import('./fast-path.js').PlainHttp1} plain
   * @returns {import('./fast-path.js').PlainConnection} how it stood
   */
  takeOver(flow, plain) {
    const taken = plain.takeOver(flow, this.open(flow));
    for (const endpoint of /** @type {const} */ ([0, 1])) {
      const { areGapsTold, isPaused, isSkimmed } = taken.halves[endpoint];
      this.#note(flow, endpoint, GAPS_BIT, areGapsTold);
      this.#note(flow, endpoint, PAUSED_BIT, isPaused);
      this.#note(flow, endpoint, SKIMMED_BIT, isSkimmed);
    }
    return taken;
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
    const parser = this.get(flow);
    if (parser === null) return Infinity;
    parser.halves[endpoint].push(streamOffset, bytes, start, end, at);
    return this.#ask(parser, flow, endpoint);
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
    const parser = this.get(flow);
    if (parser === null) return Infinity;
    if (streamOffset > parser.halves[endpoint].position) this.#catchUp(parser, flow, endpoint, streamOffset);
    parser.halves[endpoint].gap(streamOffset, length, at);
    return this.#ask(parser, flow, endpoint);
  }

  /** @param {number} flow @param {0|1} endpoint @param {'fin'|'rst'|'capture_end'} how @param {Place} at */
  end(flow, endpoint, how, at) {
    const parser = this.get(flow);
    if (parser === null) return;
    this.#catchUp(parser, flow, endpoint);
    parser.halves[endpoint].end(how, at);
    if (parser.isOver) this.release(flow);
  }

  /** Brings the messages that are under way up to date. @param {number} flow */
  refresh(flow) {
    const parser = this.get(flow);
    if (parser === null) return;
    this.#catchUp(parser, flow, 0);
    this.#catchUp(parser, flow, 1);
  }

  refreshAll() {
    for (const parser of this.#parsers) if (parser !== null && this.get(parser.flow) === parser) this.refresh(parser.flow);
  }

  /** Lets go of a flow's parser. @param {number} flow */
  release(flow) {
    const parser = this.get(flow);
    if (parser === null) return;
    for (const endpoint of /** @type {const} */ ([0, 1])) this.#set(flow, endpoint, SKIMMED_BIT, false);
    parser.close();
    this.drop(flow);
  }

  /** The same of a connection that is not over: somebody else reads it on. @param {number} flow that has a parser */
  drop(flow) {
    const place = this.#places[flow] - 1;
    this.#places[flow] = 0;
    if (this.#spare.length >= MAX_SPARE_PARSERS) this.#parsers[place] = null;
    this.#spare.push(place);
  }

  /** @param {Http1Connection} parser @param {number} flow @param {0|1} endpoint @param {number} [before] stream offset up to which bytes are there */
  #catchUp(parser, flow, endpoint, before = Infinity) {
    if (!parser.passesBodies || !parser.halves[endpoint].isInBody) return;
    const { streamOffset, frame, timeNs } = this.#flows.progress(flow, endpoint);
    parser.halves[endpoint].catchUp(Math.min(streamOffset, before), frame, timeNs);
  }

  /**
   * Asks for what is wanted next, and lets go of the parser when neither direction is HTTP (any more).
   * @param {Http1Connection} parser
   * @param {number} flow
   * @param {0|1} endpoint whose bytes came
   */
  #ask(parser, flow, endpoint) {
    const wanted = parser.wanted(endpoint), other = /** @type {0|1} */ (1 - endpoint);
    this.#note(flow, endpoint, PAUSED_BIT, wanted === PAUSED);
    if (this.#has(flow, other, PAUSED_BIT)) {
      this.#note(flow, other, PAUSED_BIT, false);
      this.#flows.wake(flow, other);
    }
    this.#set(flow, endpoint, GAPS_BIT, parser.halves[endpoint].mindsGaps);
    this.#skim(parser, flow, 0);
    this.#skim(parser, flow, 1);
    if (wanted === Infinity && this.#isDone(parser, other)) this.release(flow);
    return wanted;
  }

  /** Whether one direction's end is the parser's, as the other has ended or shown nothing. @param {Http1Connection} parser @param {0|1} other */
  #isDone(parser, other) {
    return parser.halves[other].isOver || (!parser.isConfirmed && !parser.halves[other].sawBytes);
  }

  /**
   * A direction that looks for a start line need not see cut segments without one; but once the connection is known to be HTTP, one of them
   * gives the warning that bytes are missing; while the other direction is paused, each of them wakes it; and one that was woken itself pauses
   * again at the first.
   * @param {Http1Connection} parser
   * @param {number} flow
   * @param {0|1} endpoint
   */
  #skim(parser, flow, endpoint) {
    const isLost = parser.halves[endpoint].isLost;
    if (!isLost && !this.#has(flow, endpoint, SKIMMED_BIT)) return;
    const isQuiet = !parser.isConfirmed || this.#facts.isWarned(flow, WARNING.BYTES_MISSING), other = /** @type {0|1} */ (1 - endpoint);
    this.#set(flow, endpoint, SKIMMED_BIT, isLost && parser.wanted(endpoint) !== PAUSED && isQuiet && !this.#has(flow, other, PAUSED_BIT));
  }

  /** @param {number} flow @param {0|1} endpoint @param {number} bit */
  #has(flow, endpoint, bit) {
    return (this.#asked[flow * 2 + endpoint] & bit) !== 0;
  }

  /** @param {number} flow @param {0|1} endpoint @param {number} bit @param {boolean} on */
  #note(flow, endpoint, bit, on) {
    if (on) this.#asked[flow * 2 + endpoint] |= bit;
    else this.#asked[flow * 2 + endpoint] &= ~bit;
  }

  /** The same, and tells the stream. @param {number} flow @param {0|1} endpoint @param {typeof SKIMMED_BIT|typeof GAPS_BIT} bit @param {boolean} on */
  #set(flow, endpoint, bit, on) {
    if (this.#has(flow, endpoint, bit) === on) return;
    this.#note(flow, endpoint, bit, on);
    if (bit === SKIMMED_BIT) this.#flows.skim(flow, endpoint, on);
    else this.#flows.tellGaps(flow, endpoint, on);
  }

  /** @param {number} flow */
  #grow(flow) {
    const length = Math.max(flow + 1, this.#places.length * 2);
    this.#places = grown(this.#places, length);
    this.#asked = grown(this.#asked, length * 2);
  }
}
