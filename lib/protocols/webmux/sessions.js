/**
 * The sessions of a MUX connection: the SYN that opened them, the parser of their stream, and the end of each
 * direction.
 */

/** @typedef {import('../stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('../stream-parser.js').Place} Place */

/** A session that is or was open. */
export class Session {
  /** Parser of its bytes; null: none. @type {StreamParser|null} */
  parser = null;
  /** Payload bytes so far of each direction. @type {[number, number]} */
  offsets = [0, 0];
  /** @type {[boolean, boolean]} */
  ended = [false, false];
  /** Whether an end has reset it: data of the other that was in flight still comes, and is ignored. */
  isReset = false;
  /** Ends that have sent a SYN. @type {[boolean, boolean]} */
  synSeen = [false, false];

  /**
   * @param {number} index in the record's `uses`; −1: none
   * @param {0|1|null} initiator the end that opened it; null: not captured
   */
  constructor(index, initiator) {
    this.index = index;
    this.initiator = initiator;
  }

  get isOver() {
    return this.ended[0] && this.ended[1];
  }

  /**
   * Whether a SYN of this endpoint answers the session's own.
   * @param {0|1} endpoint
   */
  isAnswer(endpoint) {
    if (this.isReset || this.ended[endpoint] || this.synSeen[endpoint]) return false;
    return this.initiator === null ? this.offsets[endpoint] === 0 : this.initiator !== endpoint;
  }

  /** @param {0|1} endpoint @param {Uint8Array} bytes @param {number} start @param {number} end @param {Place} at */
  push(endpoint, bytes, start, end, at) {
    if (this.ended[endpoint]) return;
    this.parser?.push(endpoint, this.offsets[endpoint], bytes, start, end, at);
    this.offsets[endpoint] += end - start;
  }

  /** @param {0|1} endpoint @param {number} length @param {Place} at */
  gap(endpoint, length, at) {
    if (this.ended[endpoint]) return;
    this.parser?.gap(endpoint, this.offsets[endpoint], length, at);
    this.offsets[endpoint] += length;
  }

  /** @param {0|1} endpoint @param {'fin'|'rst'|'capture_end'} how @param {Place} at */
  end(endpoint, how, at) {
    if (this.ended[endpoint]) return;
    this.ended[endpoint] = true;
    this.parser?.end(endpoint, this.isReset ? 'rst' : how, at);
    if (this.isOver) this.parser = null;
  }
}
