import {
  FLOW_BLOCK_BITS,
  FLOW_BLOCK_MASK,
  STREAM,
  STREAM_BIT,
  STREAM_F,
  STREAM_FLOATS,
} from '../../engine/flow-fields.js';

const STREAM_INTS = STREAM_FLOATS * 2;

/**
 * View of one direction's stream in the flow table; one object, moved from one to the other. Offsets are unwrapped
 * sequence numbers.
 */
export class StreamState {
  flow = 0;
  /** That sends. @type {0|1} */
  endpoint = 0;
  #block = -1;
  /** @type {Int32Array} */
  #ints = new Int32Array(0);
  #at = 0;
  /** @type {Float64Array} */
  #floats = new Float64Array(0);
  #atFloats = 0;

  /** @param {import('../tables/flow-table.js').FlowTable} flows @param {number} flow @param {number} endpoint */
  point(flows, flow, endpoint) {
    const block = flow >> FLOW_BLOCK_BITS;
    const place = (flow & FLOW_BLOCK_MASK) * 2 + endpoint;
    if (block !== this.#block) {
      this.#block = block;
      this.#ints = flows.streamInts[block];
      this.#floats = flows.streams[block];
    }
    this.flow = flow;
    this.endpoint = /** @type {0|1} */ (endpoint);
    this.#at = place * STREAM_INTS;
    this.#atFloats = place * STREAM_FLOATS;
  }

  /** Number of the direction among all. */
  get direction() {
    return this.flow * 2 + this.endpoint;
  }

  /** The stream is delivered up to here. */
  get delivered() {
    return this.#floats[this.#atFloats + STREAM_F.DELIVERED];
  }
  set delivered(offset) {
    this.#floats[this.#atFloats + STREAM_F.DELIVERED] = offset;
  }

  /** Available bytes became in order. @param {number} end @param {number} frame that completed them */
  deliver(end, frame) {
    this.#floats[this.#atFloats + STREAM_F.DELIVERED] = end;
    this.#ints[this.#at + STREAM.DELIVERED_FRAME] = frame;
  }

  /** The next byte that the sink needs; Infinity: no more. */
  get nextNeeded() {
    return this.#floats[this.#atFloats + STREAM_F.NEXT_NEEDED];
  }
  set nextNeeded(offset) {
    this.#floats[this.#atFloats + STREAM_F.NEXT_NEEDED] = offset;
  }

  /** Where the stream ends; Infinity while no FIN was seen. */
  get finOffset() {
    return this.#floats[this.#atFloats + STREAM_F.FIN_OFFSET];
  }
  set finOffset(offset) {
    this.#floats[this.#atFloats + STREAM_F.FIN_OFFSET] = offset;
  }

  /** A FIN ends it at an offset, unless another has ended it before that. @param {number} offset */
  endBy(offset) {
    if (offset < this.finOffset) this.finOffset = offset;
  }

  /** Whether it sent a reset. */
  get hasReset() {
    return this.#has(STREAM_BIT.RESET_PASSED);
  }
  get hasEnded() {
    return this.#has(STREAM_BIT.ENDED);
  }
  get hasHeld() {
    return this.#has(STREAM_BIT.HAS_HELD);
  }
  set hasHeld(value) {
    this.#set(STREAM_BIT.HAS_HELD, value);
  }
  /** The same of the connection's other direction. */
  get otherHasHeld() {
    return (this.#ints[this.#at + (1 - 2 * this.endpoint) * STREAM_INTS + STREAM.BITS] & STREAM_BIT.HAS_HELD) !== 0;
  }
  /** The sink wants calls for all gaps, even before the byte that it wants next. */
  get gapsReported() {
    return this.#has(STREAM_BIT.GAPS_REPORTED);
  }
  /** Its bytes may be in the ring of recent ones. */
  get hasRecent() {
    return this.#has(STREAM_BIT.HAS_RECENT);
  }

  markEnded() {
    this.#set(STREAM_BIT.ENDED, true);
  }
  markRecent() {
    this.#set(STREAM_BIT.HAS_RECENT, true);
  }

  #has(/** @type {number} */ bit) {
    return (this.#ints[this.#at + STREAM.BITS] & bit) !== 0;
  }

  #set(/** @type {number} */ bit, /** @type {boolean} */ value) {
    if (value) this.#ints[this.#at + STREAM.BITS] |= bit;
    else this.#ints[this.#at + STREAM.BITS] &= ~bit;
  }
}
