import { FLOW_BLOCK_BITS, FLOW_BLOCK_MASK, STREAM, STREAM_BIT, STREAM_FLOATS, STREAM_PLACE_SHIFT } from './flow-fields.js';

/** Words of a record, of 64 and of 32 bits (core/http-log.ts says what they are). */
export const RECORD_F = Object.freeze({ START_OFFSET: 0, START_NS: 1, END_OFFSET: 2, BODY_BYTES: 3, END_NS: 4 });
export const RECORD = Object.freeze({
  FLOW: 10, HALF: 11, IS_REQUEST: 12, STATUS: 13, MINOR_VERSION: 14, HEAD_BYTES: 15, HEAD_AT: 16, START_FRAME: 17, END_FRAME: 18, ENDS: 19,
  ANSWERS: 20, NOTES: 21, WARNS: 22, DEPTH: 23, KEPT_AT: 24,
});
export const RECORD_FLOATS = 13;
/** Of `RECORD.ENDS`. */
export const COMPLETE = 2;
const RECORDS = 16384, HEAD_ROOM = 2 ** 18;

/** Words of a direction and of a connection that the core reads (core/plain-places.ts). */
const HALF_F = Object.freeze({ POSITION: 0, REMAINING: 1, BODY_BYTES: 2, LAST_NS: 3 });
const HALF = Object.freeze({
  LAST_FRAME: 8, STATE: 9, MESSAGES: 10, BITS: 11, SEARCHED: 12, GAPS: 13, PHASE: 14, DIGITS: 15, LINE_BYTES: 16, TRAILER_BYTES: 17,
});
const HALF_BIT = Object.freeze({ AT_LINE_START: 1, WAS_LOST: 2, PAUSED: 4 });
const HALF_FLOATS = 9;
const PLAIN_F = Object.freeze({ ANSWERED_NS: 0 });
const PLAIN = Object.freeze({ CLIENT: 4, WAITING: 5, METHODS: 6, IS_CONFIRMED: 7, IS_WARNED: 8 });
/** Beside `IS_WARNED`, which has half of its word. */
const PIPELINED_SHIFT = 16;
/** Requests of a connection that may wait, and the bits of each one's method. */
export const MAX_WAITING_REQUESTS = 16;
const METHOD_BITS = 2;

/** Where a direction stands: between messages, in a body of known length, in one up to its end, behind its end, looking for a start line, in chunks. */
export const PLAIN_STATE = Object.freeze({ START: 0, IN_LENGTH: 1, TO_END: 2, OVER: 3, LOST: 4, IN_CHUNKS: 5 });

/**
 * A direction as the core has read it.
 * @typedef {object} PlainHalf
 * @property {number} state of `PLAIN_STATE`
 * @property {number} position stream offset of the next byte to be looked at
 * @property {number} remaining bytes of the body, or of its chunk, that are to come @property {number} bodyBytes those that came
 * @property {number} lastFrame that brought the bytes looked at last @property {number} lastNs its time
 * @property {number} messages that began
 * @property {boolean} areGapsTold whether its stream tells of missing bytes before the wanted one
 * @property {boolean} isPaused whether it waits for the other direction @property {boolean} isSkimmed whether cut segments without a start line are passed over
 * @property {boolean} wasLost whether it ever looked for a start line @property {boolean} isAtLineStart whether a line begins with the next byte
 * @property {import('../protocols/http1/chunks.js').ChunkFraming} framing of a chunked body
 * @property {number} searched bytes among which a first start line was looked for @property {number} gaps met since the last message
 *
 * @typedef {object} PlainConnection
 * @property {number} place its place among those that the core reads
 * @property {0|1} client the endpoint that sends the requests
 * @property {boolean} isConfirmed whether a message was seen
 * @property {number[]} methods of the requests that wait for their answers, of `METHOD`, the oldest's first
 * @property {number} answeredNs when the last answer ended; −1: none has
 * @property {PlainHalf[]} halves by endpoint
 *
 * A direction, and a connection, that the core is to read on.
 * @typedef {Pick<PlainHalf, 'state'|'position'|'remaining'|'bodyBytes'|'lastFrame'|'lastNs'|'messages'|'framing'>} GivenHalf
 * @typedef {object} GivenConnection
 * @property {0|1} client the endpoint that sends the requests
 * @property {{ row: number, method: number }[]} waiting requests, the oldest first: their rows in the table, and of `METHOD`
 * @property {number} answeredNs when the last answer ended; −1: none has
 * @property {number} answered row of the request that was answered last, −1 none was
 * @property {GivenHalf[]} halves by endpoint
 */

/** The connections of plain HTTP/1 that the core reads by itself, and what it has found. */
export class HttpLog {
  #core;
  #flows;
  #counts;
  #heads;
  #places;
  #placeInts;
  floats;
  ints;

  /** @param {import('./engine.js').Core} core @param {import('../tcpflow/tables/flow-table.js').FlowTable} flows */
  constructor(core, flows) {
    const { buffer } = core, placeWords = (core.MAX_PLAIN_CONNECTIONS.value * core.PLAIN_BYTES.value) / 8;
    this.#core = core;
    this.#flows = flows;
    this.#counts = new Int32Array(buffer, core.httpLogCount.value, 2);
    this.#heads = new Uint8Array(buffer, core.httpHeads.value, HEAD_ROOM);
    this.floats = new Float64Array(buffer, core.httpLog.value, RECORDS * RECORD_FLOATS);
    this.ints = new Int32Array(buffer, core.httpLog.value, RECORDS * RECORD_FLOATS * 2);
    this.#places = new Float64Array(buffer, core.plainPlaces.value, placeWords);
    this.#placeInts = new Int32Array(buffer, core.plainPlaces.value, placeWords * 2);
  }

  /** Most connections that the core reads at once. */
  get places() { return this.#core.MAX_PLAIN_CONNECTIONS.value; }

  /** Those that it reads now. */
  get open() { return this.#core.openPlain(); }

  /** From now on the core reads what is plain. */
  start() { this.#core.readPlainHttp(); }

  /** Records to be taken in. */
  get count() { return this.#counts[0]; }

  /** Heads of the records, which say where they begin (`KEPT_AT`). */
  get heads() { return this.#heads.subarray(0, this.#counts[1]); }

  /** They have been. */
  clear() { this.#counts[0] = this.#counts[1] = 0; }

  /** @param {number} flow @returns {number} its place; −1: the core does not read it */
  placeOf(flow) { return flow < this.#flows.count ? (this.#streamInts(flow)[this.#bitsAt(flow, 1)] >> STREAM_PLACE_SHIFT) - 1 : -1; }

  /** A connection as the core has read it, which lets go of it. @param {number} flow that it reads @returns {PlainConnection} */
  take(flow) {
    const place = this.placeOf(flow), ints = this.#streamInts(flow), base = (place * this.#core.PLAIN_BYTES.value) / 8, own = base + 2 * HALF_FLOATS;
    const taken = {
      place, client: /** @type {0|1} */ (this.#placeInts[own * 2 + PLAIN.CLIENT]),
      isConfirmed: this.#placeInts[own * 2 + PLAIN.IS_CONFIRMED] !== 0,
      methods: methodsOf(this.#placeInts[own * 2 + PLAIN.WAITING], this.#placeInts[own * 2 + PLAIN.METHODS]),
      answeredNs: this.#places[own + PLAIN_F.ANSWERED_NS],
      halves: [0, 1].map((endpoint) => this.#half(base + endpoint * HALF_FLOATS, ints[this.#bitsAt(flow, endpoint)])),
    };
    this.#core.leavePlain(ints.byteOffset + 4 * (this.#bitsAt(flow, 1) - STREAM.BITS));
    return taken;
  }

  /** Whether bytes of a connection wait for others before them. @param {number} flow */
  hasHeld(flow) {
    const ints = this.#streamInts(flow);
    return ((ints[this.#bitsAt(flow, 0)] | ints[this.#bitsAt(flow, 1)]) & STREAM_BIT.HAS_HELD) !== 0;
  }

  /**
   * Has the core read a connection on.
   * @param {number} flow that it does not read @param {GivenConnection} given
   * @param {{ isWarned: boolean, isPipelined: boolean }} told whether it was told that bytes are missing, and that a request was sent ahead of an answer
   * @returns {number} its place; −1: the core has none
   */
  give(flow, { client, waiting, answeredNs, halves }, { isWarned, isPipelined }) {
    const second = this.#streamInts(flow).byteOffset + 4 * (this.#bitsAt(flow, 1) - STREAM.BITS), place = this.#core.enterPlain(client, second);
    if (place < 0) return place;
    const base = (place * this.#core.PLAIN_BYTES.value) / 8, own = base + 2 * HALF_FLOATS, ints = this.#placeInts;
    halves.forEach((half, endpoint) => this.#giveHalf(base + endpoint * HALF_FLOATS, half));
    this.#places[own + PLAIN_F.ANSWERED_NS] = answeredNs;
    ints[own * 2 + PLAIN.WAITING] = waiting.length;
    ints[own * 2 + PLAIN.METHODS] = waiting.reduce((methods, { method }, i) => methods | (method << (METHOD_BITS * i)), 0);
    ints[own * 2 + PLAIN.IS_CONFIRMED] = 1;
    ints[own * 2 + PLAIN.IS_WARNED] = Number(isWarned) | (Number(isPipelined) << PIPELINED_SHIFT);
    return place;
  }

  /** @param {number} at word of 64 bits @param {GivenHalf} half */
  #giveHalf(at, { state, position, remaining, bodyBytes, lastFrame, lastNs, messages, framing }) {
    const floats = this.#places, ints = this.#placeInts;
    floats[at + HALF_F.POSITION] = position;
    floats[at + HALF_F.REMAINING] = remaining;
    floats[at + HALF_F.BODY_BYTES] = bodyBytes;
    floats[at + HALF_F.LAST_NS] = lastNs;
    ints[at * 2 + HALF.LAST_FRAME] = lastFrame;
    ints[at * 2 + HALF.STATE] = state;
    ints[at * 2 + HALF.MESSAGES] = messages;
    ints[at * 2 + HALF.PHASE] = framing.phase;
    ints[at * 2 + HALF.DIGITS] = framing.digits;
    ints[at * 2 + HALF.LINE_BYTES] = framing.lineBytes;
    ints[at * 2 + HALF.TRAILER_BYTES] = framing.trailerBytes;
  }

  /** @param {number} at word of 64 bits @param {number} streamBits of `STREAM_BIT` @returns {PlainHalf} */
  #half(at, streamBits) {
    const floats = this.#places, ints = this.#placeInts, bits = ints[at * 2 + HALF.BITS];
    return {
      state: ints[at * 2 + HALF.STATE], position: floats[at + HALF_F.POSITION], remaining: floats[at + HALF_F.REMAINING],
      bodyBytes: floats[at + HALF_F.BODY_BYTES], lastFrame: ints[at * 2 + HALF.LAST_FRAME], lastNs: floats[at + HALF_F.LAST_NS],
      messages: ints[at * 2 + HALF.MESSAGES], searched: ints[at * 2 + HALF.SEARCHED], gaps: ints[at * 2 + HALF.GAPS],
      framing: {
        phase: ints[at * 2 + HALF.PHASE], digits: ints[at * 2 + HALF.DIGITS],
        lineBytes: ints[at * 2 + HALF.LINE_BYTES], trailerBytes: ints[at * 2 + HALF.TRAILER_BYTES],
      },
      isAtLineStart: (bits & HALF_BIT.AT_LINE_START) !== 0, wasLost: (bits & HALF_BIT.WAS_LOST) !== 0, isPaused: (bits & HALF_BIT.PAUSED) !== 0,
      areGapsTold: (streamBits & STREAM_BIT.GAPS_TOLD) !== 0, isSkimmed: (streamBits & STREAM_BIT.SKIMMED) !== 0,
    };
  }

  /** @param {number} flow */
  #streamInts(flow) { return this.#flows.streamInts[flow >> FLOW_BLOCK_BITS]; }

  /** @param {number} flow @param {number} endpoint @returns {number} the place of its stream's bits */
  #bitsAt(flow, endpoint) { return ((flow & FLOW_BLOCK_MASK) * 2 + endpoint) * STREAM_FLOATS * 2 + STREAM.BITS; }
}

/** @param {number} waiting requests @param {number} methods theirs, side by side @returns {number[]} */
const methodsOf = (waiting, methods) => Array.from({ length: waiting }, (_, i) => (methods >>> (METHOD_BITS * i)) & ((1 << METHOD_BITS) - 1));
