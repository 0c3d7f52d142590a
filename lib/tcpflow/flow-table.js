import { formatAddress } from './address.js';
import {
  DIR, DIR_F, DIR_FLOATS, DIR_INTS, FLOATS_PER_FLOW, FLOW, FLOW_BIT, FLOW_BLOCK_BITS, FLOW_BLOCK_MASK, FLOW_F, FLOW_FLOATS,
  FLOW_INTS, FLOWS_PER_BLOCK, INTS_PER_FLOW,
} from './flow-fields.js';

/** @typedef {import('../packet/segment-batch.js').SegmentBatch} SegmentBatch */

const SYN_ACK = 0x12;
const SYN = 0x02;
const FIRST_SLOTS = 1 << 10;

/**
 * Numbers of connections that Wireshark takes for part of another stream (same addresses and ports in another VLAN or
 * tunnel): stream number plus a multiple of this, so that all other numbers stay Wireshark's.
 */
export const SCOPE_NUMBER_STEP = 1_000_000_000;

/**
 * Mixes one end point into 32 bits (the finaliser of MurmurHash3). Seeded, so that a capture cannot be made to collide.
 * @param {number} a @param {number} b @param {number} c @param {number} d @param {number} port @param {number} seed
 * @returns {number}
 */
function hashEndpoint(a, b, c, d, port, seed) {
  let h = seed ^ Math.imul(d, 0x9e3779b1) ^ Math.imul(port + 1, 0x85ebca77);
  if ((a | b | c) !== 0) h ^= Math.imul(a, 0xc2b2ae3d) ^ Math.imul(b, 0x27d4eb2f) ^ Math.imul(c, 0x165667b1);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** @param {number} flow */
const intBase = (flow) => (flow & FLOW_BLOCK_MASK) * INTS_PER_FLOW;
/** @param {number} flow */
const floatBase = (flow) => (flow & FLOW_BLOCK_MASK) * FLOATS_PER_FLOW;

/**
 * All connections: finds the one a segment belongs to, or opens a new one.
 *
 * A connection is a 5-tuple and a generation. As in Wireshark 4.0 (packet-tcp.c), a SYN without ACK whose sequence number is not
 * the one the direction began with opens a new stream on the same addresses and ports. Other than there, the same
 * addresses and ports in two VLANs, or inside and outside a tunnel, are connections of their own; a direction
 * that was not seen yet may come in any (taps often tag one direction only).
 */
export class FlowTable {
  #slots = new Int32Array(FIRST_SLOTS * 2); // [hash, flow + 1] pairs, linear probing
  #mask = FIRST_SLOTS - 1;
  #used = 0;
  #seed = (Math.random() * 2 ** 32) | 0;
  #streams = 0;

  constructor() {
    this.count = 0;
    /** @type {Int32Array[]} */
    this.ints = [];
    /** @type {Float64Array[]} */
    this.floats = [];
    /** Set by `find`: a new connection was opened because a SYN re-used the addresses and ports of an older one. */
    this.reused = false;
  }

  /** Number of streams, as Wireshark counts them. */
  get streams() { return this.#streams; }

  /**
   * @param {SegmentBatch} batch
   * @param {number} i
   * @returns {number} connection × 2 + endpoint that sent the segment
   */
  find(batch, i) {
    const source = batch.sourceAddress, destination = batch.destinationAddress, at = i << 2, ports = batch.ports[i];
    const hash = (hashEndpoint(source[at], source[at + 1], source[at + 2], source[at + 3], ports >>> 16, this.#seed)
      + hashEndpoint(destination[at], destination[at + 1], destination[at + 2], destination[at + 3], ports & 0xffff, this.#seed)) | 0;
    let slot = hash & this.#mask;
    for (;;) {
      const head = this.#slots[slot * 2 + 1] - 1;
      if (head < 0) break;
      if (this.#slots[slot * 2] === hash) {
        const endpoint = this.#endpointOf(head, batch, i);
        if (endpoint >= 0) return this.#inStream(head, endpoint, slot, batch, i);
      }
      slot = (slot + 1) & this.#mask;
    }
    this.reused = false;
    const flow = this.#open(batch, i, this.#streams++);
    this.#slots[slot * 2] = hash;
    this.#slots[slot * 2 + 1] = flow + 1;
    if (++this.#used * 2 > this.#mask) this.#growSlots();
    return flow << 1;
  }

  /** Which endpoint of the connection sent the segment, or −1 when it is of another. */
  #endpointOf(/** @type {number} */ flow, /** @type {SegmentBatch} */ batch, /** @type {number} */ i) {
    const ints = this.ints[flow >> FLOW_BLOCK_BITS], base = intBase(flow), at = i << 2;
    if (ints[base + FLOW.IP_VERSION] !== batch.ipVersion[i]) return -1;
    const ports = batch.ports[i], known = ints[base + FLOW.PORTS];
    const source = batch.sourceAddress, destination = batch.destinationAddress, a = base + FLOW.ADDRESS_0, b = base + FLOW.ADDRESS_1;
    if (known === ports
      && ints[a + 3] === source[at + 3] && ints[b + 3] === destination[at + 3]
      && ints[a] === source[at] && ints[a + 1] === source[at + 1] && ints[a + 2] === source[at + 2]
      && ints[b] === destination[at] && ints[b + 1] === destination[at + 1] && ints[b + 2] === destination[at + 2]) return 0;
    if (known === ((ports << 16) | (ports >>> 16))
      && ints[b + 3] === source[at + 3] && ints[a + 3] === destination[at + 3]
      && ints[b] === source[at] && ints[b + 1] === source[at + 1] && ints[b + 2] === source[at + 2]
      && ints[a] === destination[at] && ints[a + 1] === destination[at + 1] && ints[a + 2] === destination[at + 2]) return 1;
    return -1;
  }

  /** The connection within a stream: a new generation for a new SYN, else by VLAN and tunnel. */
  #inStream(/** @type {number} */ head, /** @type {number} */ endpoint, /** @type {number} */ slot, /** @type {SegmentBatch} */ batch, /** @type {number} */ i) {
    this.reused = false;
    const ints = this.ints[head >> FLOW_BLOCK_BITS], dir = intBase(head) + FLOW_INTS + endpoint * DIR_INTS;
    if ((batch.flags[i] & SYN_ACK) === SYN && ints[dir + DIR.BITS] & 1 && ints[dir + DIR.BASE_SEQ] !== batch.seq[i]) {
      const flow = this.#open(batch, i, this.#streams++);
      this.#slots[slot * 2 + 1] = flow + 1;
      this.reused = true;
      return flow << 1;
    }
    if (ints[dir + DIR.SCOPE] === batch.scope[i]) return (head << 1) | endpoint;
    return this.#inScope(head, batch, i);
  }

  #inScope(/** @type {number} */ head, /** @type {SegmentBatch} */ batch, /** @type {number} */ i) {
    const scope = batch.scope[i];
    let unseen = -1, last = head;
    for (let flow = head; flow >= 0; flow = this.ints[flow >> FLOW_BLOCK_BITS][intBase(flow) + FLOW.NEXT_SCOPE]) {
      last = flow;
      const side = this.#endpointOf(flow, batch, i);
      const ints = this.ints[flow >> FLOW_BLOCK_BITS], dirs = intBase(flow) + FLOW_INTS;
      const here = ints[dirs + side * DIR_INTS + DIR.SCOPE];
      if (here === scope) return (flow << 1) | side;
      if (here >= 0) continue;
      if (ints[dirs + (1 - side) * DIR_INTS + DIR.SCOPE] === scope) return this.#claim(flow, side, scope);
      if (unseen < 0) unseen = (flow << 1) | side;
    }
    if (unseen >= 0) return this.#claim(unseen >> 1, unseen & 1, scope);
    const ints = this.ints[head >> FLOW_BLOCK_BITS], stream = ints[intBase(head) + FLOW.STREAM];
    const ordinal = this.ints[last >> FLOW_BLOCK_BITS][intBase(last) + FLOW.SCOPE_ORDINAL] + 1;
    const flow = this.#open(batch, i, stream);
    this.ints[last >> FLOW_BLOCK_BITS][intBase(last) + FLOW.NEXT_SCOPE] = flow;
    this.ints[flow >> FLOW_BLOCK_BITS][intBase(flow) + FLOW.SCOPE_ORDINAL] = ordinal;
    return flow << 1;
  }

  #claim(/** @type {number} */ flow, /** @type {number} */ endpoint, /** @type {number} */ scope) {
    this.ints[flow >> FLOW_BLOCK_BITS][intBase(flow) + FLOW_INTS + endpoint * DIR_INTS + DIR.SCOPE] = scope;
    return (flow << 1) | endpoint;
  }

  #open(/** @type {SegmentBatch} */ batch, /** @type {number} */ i, /** @type {number} */ stream) {
    const flow = this.count++;
    if ((flow & FLOW_BLOCK_MASK) === 0) {
      this.ints.push(new Int32Array(FLOWS_PER_BLOCK * INTS_PER_FLOW));
      this.floats.push(new Float64Array(FLOWS_PER_BLOCK * FLOATS_PER_FLOW));
    }
    const ints = this.ints[flow >> FLOW_BLOCK_BITS], base = intBase(flow), at = i << 2;
    ints[base + FLOW.IP_VERSION] = batch.ipVersion[i];
    for (let k = 0; k < 4; k++) {
      ints[base + FLOW.ADDRESS_0 + k] = batch.sourceAddress[at + k];
      ints[base + FLOW.ADDRESS_1 + k] = batch.destinationAddress[at + k];
    }
    ints[base + FLOW.PORTS] = batch.ports[i];
    ints[base + FLOW.NEXT_SCOPE] = -1;
    ints[base + FLOW.STREAM] = stream;
    ints[base + FLOW.FIRST_ROW] = -1;
    ints[base + FLOW.LAST_ROW] = -1;
    const floats = this.floats[flow >> FLOW_BLOCK_BITS], timeBase = floatBase(flow);
    floats[timeBase + FLOW_F.START] = batch.timeNs[i];
    floats[timeBase + FLOW_F.END] = batch.timeNs[i];
    floats[timeBase + FLOW_F.HANDSHAKE_RTT] = -1;
    for (let endpoint = 0; endpoint < 2; endpoint++) {
      const dir = base + FLOW_INTS + endpoint * DIR_INTS;
      ints[dir + DIR.SCOPE] = -1;
      ints[dir + DIR.WINDOW_SCALE] = -1;
      ints[dir + DIR.UNACKED_ROW] = -1;
      const dirTime = timeBase + FLOW_FLOATS + endpoint * DIR_FLOATS;
      floats[dirTime + DIR_F.ACKED] = -1;
      floats[dirTime + DIR_F.RETRANSMITTED_END] = -1;
      floats[dirTime + DIR_F.FIN_OFFSET] = Infinity;
      floats[dirTime + DIR_F.FIRST_TIME] = -1;
    }
    ints[base + FLOW_INTS + DIR.SCOPE] = batch.scope[i];
    this.#guessRoles(ints, base, batch.flags[i]);
    return flow;
  }

  /** By the SYN; else the lower port is taken for the server's, as most services listen on low ports. */
  #guessRoles(/** @type {Int32Array} */ ints, /** @type {number} */ base, /** @type {number} */ flags) {
    if ((flags & SYN_ACK) === SYN) return;
    if ((flags & SYN_ACK) === SYN_ACK) {
      ints[base + FLOW.CLIENT] = 1;
      return;
    }
    const ports = ints[base + FLOW.PORTS];
    ints[base + FLOW.CLIENT] = (ports >>> 16) < (ports & 0xffff) ? 1 : 0;
    ints[base + FLOW.BITS] |= FLOW_BIT.ROLE_GUESSED;
  }

  #growSlots() {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    this.#mask = this.#slots.length / 2 - 1;
    for (let k = 0; k < old.length; k += 2) {
      if (old[k + 1] === 0) continue;
      let slot = old[k] & this.#mask;
      while (this.#slots[slot * 2 + 1] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot * 2] = old[k];
      this.#slots[slot * 2 + 1] = old[k + 1];
    }
  }

  /** A word of a connection. @param {number} flow @param {number} field of `FLOW` */
  int(flow, field) { return this.ints[flow >> FLOW_BLOCK_BITS][intBase(flow) + field]; }

  /** @param {number} flow @param {number} field of `FLOW_F` */
  float(flow, field) { return this.floats[flow >> FLOW_BLOCK_BITS][floatBase(flow) + field]; }

  /** A word of a direction. @param {number} flow @param {number} endpoint @param {number} field of `DIR` */
  dirInt(flow, endpoint, field) {
    return this.ints[flow >> FLOW_BLOCK_BITS][intBase(flow) + FLOW_INTS + endpoint * DIR_INTS + field];
  }

  /** @param {number} flow @param {number} endpoint @param {number} field of `DIR_F` */
  dirFloat(flow, endpoint, field) {
    return this.floats[flow >> FLOW_BLOCK_BITS][floatBase(flow) + FLOW_FLOATS + endpoint * DIR_FLOATS + field];
  }

  /** The number shown to users: Wireshark's `tcp.stream`, but see `SCOPE_NUMBER_STEP`. @param {number} flow */
  number(flow) {
    return this.int(flow, FLOW.STREAM) + SCOPE_NUMBER_STEP * this.int(flow, FLOW.SCOPE_ORDINAL);
  }

  /** @param {number} number @returns {number} the connection with that number, or −1 */
  indexOf(number) {
    for (let flow = Math.min(this.count - 1, number % SCOPE_NUMBER_STEP); flow < this.count && flow >= 0; flow++) {
      if (this.number(flow) === number) return flow;
    }
    return -1;
  }

  /** @param {number} flow @param {number} endpoint @returns {{ address: string, port: number }} */
  endpoint(flow, endpoint) {
    const ints = this.ints[flow >> FLOW_BLOCK_BITS], base = intBase(flow), ports = ints[base + FLOW.PORTS];
    const address = formatAddress(ints, base + (endpoint ? FLOW.ADDRESS_1 : FLOW.ADDRESS_0), ints[base + FLOW.IP_VERSION]);
    return { address, port: endpoint ? ports & 0xffff : ports >>> 16 };
  }

  /** @param {number} flow @returns {0|1} */
  clientEndpoint(flow) { return /** @type {0|1} */ (this.int(flow, FLOW.CLIENT)); }

  /** @param {number} flow @returns {boolean} true while no handshake told who is the client */
  isRoleGuessed(flow) { return (this.int(flow, FLOW.BITS) & FLOW_BIT.ROLE_GUESSED) !== 0; }

  /** What the connection's content says of a guessed role; still marked as guessed. @param {number} flow @param {0|1} endpoint */
  setClient(flow, endpoint) {
    this.ints[flow >> FLOW_BLOCK_BITS][intBase(flow) + FLOW.CLIENT] = endpoint;
  }
}
