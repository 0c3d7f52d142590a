/** One direction of a stream that carries a request and its response (RFC 9114 section 4.1). */
import { FRAME } from './frame-types.js';
import { FrameReader } from './frames.js';
import { fieldsOf, prefixOf } from './qpack/field-section.js';

/** @typedef {import('../stream-parser.js').Place} Place */
/** @typedef {import('./frames.js').FrameSink} FrameSink */
/** @typedef {import('../http2/stream-messages.js').HeadPlace} HeadPlace */

/**
 * A field section that waits for entries of the dynamic table, or for the settings that it is read with.
 * @typedef {{ section: Uint8Array, place: HeadPlace, at: Place, countsFromNs: number|null }} Waiting `countsFromNs`:
 *   since when it waits for entries
 */

/**
 * What comes meanwhile: bytes, missing ones, or the end.
 * @typedef {{ bytes: Uint8Array|null, missing: number, isFin: boolean, at: Place }} Held
 */

/** Of an event that is held, besides its bytes. */
const EVENT_BYTES = 128;

/** @implements {FrameSink} */
export class RequestDirection {
  #connection;
  #reader = new FrameReader(this);
  /** @type {Waiting|null} */
  #waiting = null;
  /** @type {Held[]} */
  #held = [];
  /** Of these, those that were read. */
  #replayed = 0;
  #hasHead = false;
  /** See `Sender`. */
  losses = 0;
  /** Bytes of the stream that have come, or are known to be missing. */
  position = 0;
  /** Whether its first bytes came in a 0-RTT packet. */
  isEarly = false;

  /**
   * @param {import('./connection.js').Http3Connection} connection
   * @param {number} id of the stream
   * @param {0|1} endpoint that sends
   */
  constructor(connection, id, endpoint) {
    this.#connection = connection;
    this.id = id;
    this.endpoint = endpoint;
  }

  /** See `Sender`. */
  get reached() {
    return this.#reader.reached;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end the next ones @param {Place} at */
  push(bytes, start, end, at) {
    const read = this.#isHeld ? start : this.#reader.push(bytes, start, end, at);
    if (read < end) this.#hold({ bytes: bytes.slice(read, end), missing: 0, isFin: false, at: { ...at } });
  }

  /** @param {number} length @param {Place} at */
  gap(length, at) {
    if (this.#isHeld) this.#hold({ bytes: null, missing: length, isFin: false, at: { ...at } });
    else this.#reader.gap(length, at);
  }

  /** @param {boolean} isFin @param {Place} at */
  end(isFin, at) {
    if (this.#isHeld) this.#hold({ bytes: null, missing: 0, isFin, at: { ...at } });
    else this.#end(isFin, at);
  }

  get #isHeld() {
    return this.#waiting !== null || this.#held.length > 0;
  }

  /** @param {Held} event */
  #hold(event) {
    this.#held.push(event);
    this.#connection.addHeld(EVENT_BYTES + (event.bytes?.length ?? 0));
  }

  /** Reads what was held, until another field section must wait. */
  #replay() {
    while (this.#waiting === null && this.#replayed < this.#held.length) {
      const event = this.#held[this.#replayed];
      const read = event.bytes === null ? 0 : this.#reader.push(event.bytes, 0, event.bytes.length, event.at);
      const rest = event.bytes?.subarray(read) ?? null;
      this.#connection.addHeld(-read);
      event.bytes = rest;
      if (rest !== null && rest.length > 0) return;
      this.#replayed++;
      this.#connection.addHeld(-EVENT_BYTES);
      if (event.missing > 0) this.#reader.gap(event.missing, event.at);
      else if (rest === null) this.#end(event.isFin, event.at);
    }
    if (this.#replayed < this.#held.length) return;
    this.#held = [];
    this.#replayed = 0;
  }

  /** @param {boolean} isFin @param {Place} at */
  #end(isFin, at) {
    const isWhole = isFin && !this.#reader.isInside;
    this.#connection.messages.endStream(this, this.id, isWhole, at);
    this.#connection.forget(this.id, this.endpoint);
  }

  /** @type {FrameSink['onFrame']} */
  onFrame(frame, payload, at) {
    if (frame.type === FRAME.HEADERS) return this.#takeSection(frame, payload, at);
    if (frame.type === FRAME.PUSH_PROMISE) this.#connection.sides[this.endpoint].facts.pushes++;
    return true;
  }

  /** @type {FrameSink['onData']} */
  onData(bytes, start, end, at) {
    const { messages } = this.#connection;
    messages.onContent(this, this.id, end - start, at);
    messages.passBody(this, this.id, bytes, start, end, at);
  }

  /** @type {FrameSink['onMissing']} */
  onMissing(at) {
    this.#connection.messages.onMissing(this, this.id, at);
    this.#connection.noteGap();
  }

  /** @type {FrameSink['onBroken']} */
  onBroken() {
    this.losses++;
    this.#connection.noteGap();
  }

  /** @type {FrameSink['onOther']} */
  onOther(frame) {
    const { facts } = this.#connection.sides[this.endpoint];
    if (frame.type === FRAME.WEBTRANSPORT_STREAM) facts.webTransportStreams++;
    else if (frame.isReserved) facts.reserved++;
    else facts.unknown++;
  }

  /** @type {FrameSink['onLost']} */
  onLost() {
    this.losses++;
    this.#connection.noteGap();
  }

  /**
   * @param {import('./frames.js').FrameHeader} frame @param {Uint8Array} payload @param {Place} at
   * @returns {boolean} false: it must wait
   */
  #takeSection({ offset, firstFrame, startNs }, payload, at) {
    const place = {
      stream: this.id,
      promised: 0,
      endsStream: false,
      bytes: payload.length,
      offset,
      firstFrame,
      startNs,
    };
    const wait = this.#waitFor(payload);
    if (wait === 'nothing' || !this.#connection.mayWait) {
      this.#read(payload, place, at, 0);
      return true;
    }
    const countsFromNs = wait === 'entries' ? at.deliveredNs : null;
    this.#waiting = { section: payload.slice(), place, at: { ...at }, countsFromNs };
    this.#connection.wait(this);
    return false;
  }

  /** @param {Uint8Array} section @returns {'nothing'|'entries'|'settings'} what must come before it can be read */
  #waitFor(section) {
    const { table } = this.#connection.sides[this.endpoint];
    const other = this.#connection.sides[1 - this.endpoint];
    const prefix = prefixOf(section, table, other.mostTableBytes);
    if (table.isCut || prefix === null || prefix.required === 0) return 'nothing';
    if (prefix.required < 0) return other.mayTellSettings ? 'settings' : 'nothing';
    return prefix.required > table.insertCount ? 'entries' : 'nothing';
  }

  /**
   * Goes on if what it waits for has come.
   * @param {Place} now @param {boolean} isLast whether nothing more will come
   * @returns {boolean} whether it does
   */
  resume(now, isLast) {
    const waiting = this.#waiting;
    if (waiting === null) return true;
    const wait = isLast ? 'nothing' : this.#waitFor(waiting.section);
    if (wait === 'entries') waiting.countsFromNs ??= now.deliveredNs;
    if (wait !== 'nothing') return false;
    this.#waiting = null;
    const waitedNs = waiting.countsFromNs === null ? 0 : Math.max(0, now.deliveredNs - waiting.countsFromNs);
    this.#read(waiting.section, waiting.place, waiting.at, waitedNs);
    this.#replay();
    return true;
  }

  /** @param {Uint8Array} section @param {HeadPlace} place @param {Place} at @param {number} waitedNs for entries */
  #read(section, place, at, waitedNs) {
    const connection = this.#connection;
    const { table, facts } = connection.sides[this.endpoint];
    const prefix = prefixOf(section, table, connection.sides[1 - this.endpoint].mostTableBytes);
    if (prefix !== null) table.learn(prefix.required);
    const opensRequest = !this.#hasHead && this.endpoint === connection.client;
    if (!this.#hasHead && !opensRequest) connection.noteResponse(this, place, at);
    this.#hasHead = true;
    connection.messages.onHeaders(this, place, fieldsOf(section, prefix, table), at, opensRequest);
    if (waitedNs > 0) facts.blockedSections++;
    facts.blockedNs += waitedNs;
    connection.noteHead(this, waitedNs);
  }
}
