/** HTTP/1.x that the core reads by itself where it is plain: its messages are written here, and connections taken over that are plain no longer. */
import { COMPLETE, MAX_WAITING_REQUESTS, PLAIN_STATE, RECORD, RECORD_F, RECORD_FLOATS } from '../../engine/http1-events.js';
import { asPlain } from './to-fast-path.js';
import { MAX_ORPHAN_RESPONSES } from './limits.js';
import { RowQueue } from './row-queue.js';
import { REQUEST, RESPONSE, UNKNOWN } from './start-line.js';
import { MESSAGE_FLAG } from '../model/message-table.js';
import { NOTE, WARNING } from '../model/notes.js';

/** @typedef {import('../../engine/http1-events.js').PlainConnection} PlainConnection */

/** A connection that is plain no longer each time it was plain again is not worth more turns. */
const MAX_RETURNS = 64;
/** Of a direction in the midst of a message. @type {readonly number[]} */
const BODY_STATES = [PLAIN_STATE.IN_LENGTH, PLAIN_STATE.TO_END, PLAIN_STATE.IN_CHUNKS];

export class PlainHttp1 {
  #log;
  #table;
  #facts;
  #flows;
  /** By place and endpoint: the row of the latest message; −1 none is kept. */
  #rows;
  /** By place: rows of the requests that wait for their answers, in a ring, where the oldest is, and how many. */
  #waiting;
  #oldest;
  #waitingCount;
  /** By place: whose it was last; the row of the request that was answered last, −1 none was. */
  #flowOf;
  #answered;
  /** By place: responses since the last request that none waited for, with their start times; not there where none ever came. @type {(RowQueue|undefined)[]} */
  #orphans = [];
  /** Handle of the first of the heads that are taken in; −1: they are not kept. */
  #headsAt = -1;

  /**
   * @param {import('../../engine/http1-events.js').HttpLog} log
   * @param {import('../model/message-table.js').MessageTable|null} table null to count only
   * @param {import('../model/flow-facts.js').FlowFacts} facts
   * @param {import('../stream-router.js').FlowRoles} flows
   */
  constructor(log, table, facts, flows) {
    this.#log = log;
    this.#table = table;
    this.#facts = facts;
    this.#flows = flows;
    this.#rows = new Int32Array(log.places * 2);
    this.#waiting = new Int32Array(log.places * MAX_WAITING_REQUESTS);
    this.#oldest = new Uint8Array(log.places);
    this.#waitingCount = new Uint8Array(log.places);
    this.#flowOf = new Int32Array(log.places).fill(-1);
    this.#answered = new Int32Array(log.places);
    log.start();
  }

  /** Connections that the core reads. */
  get openConnections() { return this.#log.open; }

  /** @param {number} flow @returns {boolean} whether the core reads it */
  has(flow) { return this.#log.placeOf(flow) >= 0; }

  /** @returns {number[]} the connections that the core reads */
  get all() { return [...this.#flowOf].filter((flow, place) => flow >= 0 && this.#log.placeOf(flow) === place); }

  /** Writes what the core has found. @param {Uint8Array} bytes of the batch that it was found in */
  takeIn(bytes) {
    const { count, ints, floats } = this.#log;
    if (count === 0) return;
    this.#headsAt = this.#table?.heads.addAll(this.#log.heads) ?? -1;
    for (let record = 0; record < count; record++) this.#take(ints, floats, record * RECORD_FLOATS, bytes);
    this.#log.clear();
  }

  /** @param {Int32Array} ints @param {Float64Array} floats @param {number} at the record's first word of 64 bits @param {Uint8Array} bytes */
  #take(ints, floats, at, bytes) {
    const flow = ints[at * 2 + RECORD.FLOW], half = ints[at * 2 + RECORD.HALF], isBegun = ints[at * 2 + RECORD.HEAD_BYTES] > 0, table = this.#table;
    if (flow >= this.#facts.room) this.#facts.grow(flow);
    if (ints[at * 2 + RECORD.WARNS] !== 0) this.#facts.warn(flow, WARNING.BYTES_MISSING);
    if (isBegun) this.#begin(flow, half, ints, floats, at, bytes);
    const ends = ints[at * 2 + RECORD.ENDS];
    if (ends > 0 && ints[at * 2 + RECORD.ANSWERS] !== 0) this.#answer(half >> 1);
    if (table !== null && (isBegun || ends > 0)) this.#tellProgress(table, this.#rows[half], ints, floats, at, ends);
  }

  /** A message. @param {number} flow @param {number} half @param {Int32Array} ints @param {Float64Array} floats @param {number} at @param {Uint8Array} bytes */
  #begin(flow, half, ints, floats, at, bytes) {
    const isRequest = ints[at * 2 + RECORD.IS_REQUEST] !== 0, place = half >> 1, orphans = this.#orphans[place];
    if (orphans !== undefined && (isRequest || this.#flowOf[place] !== flow)) orphans.clear();
    if (this.#flowOf[place] !== flow) this.#forget(place);
    this.#flowOf[place] = flow;
    this.#rows[half] = this.#table === null ? -1 : this.#add(this.#table, ints, floats, at, bytes);
    this.#facts.setVersion(flow, ints[at * 2 + RECORD.MINOR_VERSION], !isRequest);
    if (isRequest) this.#await(flow, place, this.#rows[half], ints[at * 2 + RECORD.DEPTH]);
    else this.#facts.countResponse(flow);
    if (!isRequest && ints[at * 2 + RECORD.ANSWERS] === 0) this.#orphansAt(place).push(this.#rows[half], floats[at + RECORD_F.START_NS]);
  }

  /** A request. @param {number} flow @param {number} place @param {number} row @param {number} depth that wait, itself included */
  #await(flow, place, row, depth) {
    this.#facts.countRequest(flow, depth, depth > 1);
    if (depth > 1 && this.#table !== null) this.#table.flags[row] |= MESSAGE_FLAG.PIPELINED;
    this.#waiting[place * MAX_WAITING_REQUESTS + ((this.#oldest[place] + this.#waitingCount[place]++) % MAX_WAITING_REQUESTS)] = row;
  }

  /** The oldest request that waits has its answer. @param {number} place */
  #answer(place) {
    this.#answered[place] = this.#oldestRow(place);
    this.#oldest[place] = (this.#oldest[place] + 1) % MAX_WAITING_REQUESTS;
    this.#waitingCount[place]--;
  }

  #oldestRow(/** @type {number} */ place) { return this.#waiting[place * MAX_WAITING_REQUESTS + this.#oldest[place]]; }

  /** Whatever another connection has left. @param {number} place */
  #forget(place) {
    this.#answered[place] = -1;
    this.#oldest[place] = this.#waitingCount[place] = 0;
  }

  /** @param {number} place @returns {RowQueue} */
  #orphansAt(place) {
    this.#orphans[place] ??= new RowQueue(MAX_ORPHAN_RESPONSES);
    return this.#orphans[place];
  }

  /**
   * @param {import('../model/message-table.js').MessageTable} table
   * @param {Int32Array} ints
   * @param {Float64Array} floats
   * @param {number} at
   * @param {Uint8Array} bytes
   * @returns {number} the message's row
   */
  #add(table, ints, floats, at, bytes) {
    const row = table.append(ints[at * 2 + RECORD.FLOW]), half = ints[at * 2 + RECORD.HALF], length = ints[at * 2 + RECORD.HEAD_BYTES];
    const isRequest = ints[at * 2 + RECORD.IS_REQUEST] !== 0;
    table.endpoint[row] = half & 1;
    table.kind[row] = isRequest ? REQUEST : RESPONSE;
    table.protocol[row] = ints[at * 2 + RECORD.MINOR_VERSION];
    table.status[row] = ints[at * 2 + RECORD.STATUS];
    table.startOffset[row] = floats[at + RECORD_F.START_OFFSET];
    table.headBytes[row] = length;
    table.headAt[row] = this.#keptHead(table, ints, at, bytes);
    if (table.headAt[row] < 0) table.notes[row] |= NOTE.HEAD_NOT_KEPT;
    table.firstFrame[row] = ints[at * 2 + RECORD.START_FRAME];
    table.startNs[row] = floats[at + RECORD_F.START_NS];
    table.notes[row] |= ints[at * 2 + RECORD.NOTES];
    if (ints[at * 2 + RECORD.ANSWERS] === 0) return row;
    const request = this.#oldestRow(half >> 1);
    table.pair[row] = request;
    table.pair[request] = row;
    return row;
  }

  /** @param {import('../model/message-table.js').MessageTable} table @param {Int32Array} ints @param {number} at @param {Uint8Array} bytes */
  #keptHead(table, ints, at, bytes) {
    const keptAt = ints[at * 2 + RECORD.KEPT_AT];
    if (keptAt < 0) return table.heads.add(bytes, ints[at * 2 + RECORD.HEAD_AT], ints[at * 2 + RECORD.HEAD_BYTES]);
    return this.#headsAt < 0 ? -1 : this.#headsAt + keptAt;
  }

  /**
   * @param {import('../model/message-table.js').MessageTable} table
   * @param {number} row
   * @param {Int32Array} ints
   * @param {Float64Array} floats
   * @param {number} at
   * @param {number} ends of `RECORD.ENDS`
   */
  #tellProgress(table, row, ints, floats, at, ends) {
    const endNs = floats[at + RECORD_F.END_NS];
    table.endOffset[row] = floats[at + RECORD_F.END_OFFSET];
    table.bodyBytes[row] = floats[at + RECORD_F.BODY_BYTES];
    table.lastFrame[row] = ints[at * 2 + RECORD.END_FRAME];
    table.endNs[row] = endNs < Infinity ? endNs : this.#flows.progress(ints[at * 2 + RECORD.FLOW], /** @type {0|1} */ (ints[at * 2 + RECORD.HALF] & 1)).timeNs;
    if (ends > 0) table.flags[row] |= MESSAGE_FLAG.ENDED | (ends === COMPLETE ? MESSAGE_FLAG.COMPLETE : 0);
  }

  /**
   * The core reads a connection on, if it is plain again.
   * @param {number} flow that it does not read @param {import('./connection.js').Http1Connection} parser that has read it
   * @returns {boolean} whether it does
   */
  giveBack(flow, parser) {
    const { returns } = this.#facts, given = returns[flow] < MAX_RETURNS && !this.#log.hasHeld(flow) ? asPlain(parser) : null;
    if (given === null) return false;
    const { pipelinedRequests } = this.#facts.counts(flow);
    const place = this.#log.give(flow, given, { isWarned: this.#facts.isWarned(flow, WARNING.BYTES_MISSING), isPipelined: pipelinedRequests > 0 });
    if (place < 0) return false;
    returns[flow]++;
    this.#forget(place);
    this.#orphans[place]?.clear();
    this.#flowOf[place] = flow;
    this.#answered[place] = given.answered;
    this.#waiting.set(given.waiting.map(({ row }) => row), place * MAX_WAITING_REQUESTS);
    this.#waitingCount[place] = given.waiting.length;
    for (const endpoint of [0, 1]) this.#rows[place * 2 + endpoint] = parser.halves[endpoint].row;
    return true;
  }

  /**
   * The core lets go of a connection, whose parser goes on where it stopped.
   * @param {number} flow that it reads @param {import('./connection.js').Http1Connection} parser opened for it
   * @returns {PlainConnection} as it stood
   */
  takeOver(flow, parser) {
    const taken = this.#log.take(flow), { place, client, isConfirmed, methods, halves } = taken, server = /** @type {0|1} */ (1 - client);
    const orphans = this.#flowOf[place] === flow ? this.#orphans[place] ?? null : null;
    const answeredNs = taken.answeredNs < Infinity ? taken.answeredNs : this.#flows.progress(flow, server).timeNs;
    parser.isConfirmed = isConfirmed;
    const ring = place * MAX_WAITING_REQUESTS, oldest = this.#oldest[place];
    const waiting = methods.map((method, i) => ({ row: this.#waiting[ring + ((oldest + i) % MAX_WAITING_REQUESTS)], method }));
    parser.pairs.resume(waiting, answeredNs, isConfirmed ? this.#answered[place] : -1, orphans);
    for (const endpoint of /** @type {const} */ ([0, 1])) {
      const isInBody = BODY_STATES.includes(halves[endpoint].state);
      const kind = endpoint === client ? REQUEST : RESPONSE;
      parser.halves[endpoint].resume(isConfirmed ? kind : UNKNOWN, halves[endpoint], isInBody ? this.#rows[place * 2 + endpoint] : -1);
    }
    return taken;
  }
}
