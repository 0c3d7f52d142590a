import {
  DIR, DIR_BIT, DIR_F, DIR_FLOATS, DIR_INTS, FLOATS_PER_FLOW, FLOW_BLOCK_BITS, FLOW_BLOCK_MASK, FLOW_FLOATS, FLOW_INTS, INTS_PER_FLOW,
} from '../flow-fields.js';

/**
 * What the flow table has of one direction's stream; one object, pointed at one after the other. Offsets are unwrapped sequence numbers.
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

  /** @param {import('../flow-table.js').FlowTable} flows @param {number} flow @param {number} endpoint */
  point(flows, flow, endpoint) {
    const block = flow >> FLOW_BLOCK_BITS, place = flow & FLOW_BLOCK_MASK;
    if (block !== this.#block) {
      this.#block = block;
      this.#ints = flows.ints[block];
      this.#floats = flows.floats[block];
    }
    this.flow = flow;
    this.endpoint = /** @type {0|1} */ (endpoint);
    this.#at = place * INTS_PER_FLOW + FLOW_INTS + endpoint * DIR_INTS;
    this.#atFloats = place * FLOATS_PER_FLOW + FLOW_FLOATS + endpoint * DIR_FLOATS;
  }

  /** Number of the direction among all. */
  get direction() { return this.flow * 2 + this.endpoint; }

  /** The stream is handed on up to here. */
  get delivered() { return this.#floats[this.#atFloats + DIR_F.DELIVERED]; }
  set delivered(offset) { this.#floats[this.#atFloats + DIR_F.DELIVERED] = offset; }

  /** The next byte that the sink wants; Infinity: none any more. */
  get wanted() { return this.#floats[this.#atFloats + DIR_F.WANTED]; }
  set wanted(offset) { this.#floats[this.#atFloats + DIR_F.WANTED] = offset; }

  /** Where the stream ends; Infinity while no FIN was seen. */
  get finOffset() { return this.#floats[this.#atFloats + DIR_F.FIN_OFFSET]; }
  set finOffset(offset) { this.#floats[this.#atFloats + DIR_F.FIN_OFFSET] = offset; }

  get resets() { return this.#ints[this.#at + DIR.RESETS]; }

  get hasEnded() { return this.#has(DIR_BIT.STREAM_ENDED); }
  get hasHeld() { return this.#has(DIR_BIT.HAS_BUFFERED); }
  set hasHeld(value) { this.#set(DIR_BIT.HAS_BUFFERED, value); }
  /** The same of the connection's other direction. */
  get otherHasHeld() { return (this.#ints[this.#at + (1 - 2 * this.endpoint) * DIR_INTS + DIR.BITS] & DIR_BIT.HAS_BUFFERED) !== 0; }
  /** Bytes of it may be among the recent ones. */
  get hasRecent() { return this.#has(DIR_BIT.HAS_RECENT); }

  markEnded() { this.#set(DIR_BIT.STREAM_ENDED, true); }
  markRecent() { this.#set(DIR_BIT.HAS_RECENT, true); }

  #has(/** @type {number} */ bit) { return (this.#ints[this.#at + DIR.BITS] & bit) !== 0; }

  #set(/** @type {number} */ bit, /** @type {boolean} */ value) {
    if (value) this.#ints[this.#at + DIR.BITS] |= bit;
    else this.#ints[this.#at + DIR.BITS] &= ~bit;
  }
}
