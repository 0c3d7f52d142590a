import { grownBuffer } from '../../engine/engine.js';
import {
  DIR,
  DIR_F,
  DIR_FLOATS,
  DIR_INTS,
  FLAG_COUNTERS,
  FLOATS_PER_FLOW,
  FLOW,
  FLOW_BIT,
  FLOW_BLOCK_BITS,
  FLOW_BLOCK_MASK,
  FLOW_F,
  FLOW_FLOATS,
  FLOW_INTS,
  FLOWS_PER_BLOCK,
  INTS_PER_FLOW,
  STREAM,
  STREAM_BIT,
  STREAM_CLIENT_SHIFT,
  STREAM_F,
  STREAM_FLOATS,
} from '../../engine/flow-fields.js';
import { formatAddress } from '../../shared/text/address.js';
import { SCOPE_NUMBER_STEP } from '../../transport/conversation.js';
import { TcpDirection } from '../../transport/tcp/direction-fields.js';
import { TcpConversation } from '../../transport/tcp/tcp-conversation.js';

/** @typedef {import('../../engine/engine.js').Core} Core */
/** @typedef {import('../../transport/tcp/tcp-transport.js').Connections} Connections */

/** @param {number} flow */
const intBase = (flow) => (flow & FLOW_BLOCK_MASK) * INTS_PER_FLOW;
/** @param {number} flow */
const floatBase = (flow) => (flow & FLOW_BLOCK_MASK) * FLOATS_PER_FLOW;
/** @param {number} flow @param {number} endpoint */
const streamBase = (flow, endpoint) => ((flow & FLOW_BLOCK_MASK) * 2 + endpoint) * STREAM_FLOATS;

/**
 * All connections.
 *
 * A connection is a 5-tuple and a generation. As in Wireshark 4.0 (packet-tcp.c), a SYN without ACK whose sequence
 * number is not the one the direction began with opens a new stream on the same addresses and ports. Unlike there, the
 * same addresses and ports in two VLANs, or inside and outside a tunnel, are connections of their own; a direction not
 * seen yet may come in any (taps often tag one direction only), and one whose sequence numbers continue in another VLAN
 * or tunnel stays in its connection (failover, a migrating virtual machine).
 * @implements {Connections}
 */
export class FlowTable {
  #core;
  #packets;
  /** All of the core's memory that was in use. */
  #words = new Int32Array(0);
  count = 0;
  /** Blocks of connections. @type {Int32Array[]} */
  ints = [];
  /** @type {Float64Array[]} */
  floats = [];
  /** Their streams, as words of 64 and of 32 bits. @type {Float64Array[]} */
  streams = [];
  /** @type {Int32Array[]} */
  streamInts = [];

  /** @param {Core} core @param {import('./packet-table.js').PacketTable} packets */
  constructor(core, packets) {
    this.#core = core;
    this.#packets = packets;
  }

  /** Updates the views after the core has added blocks. */
  refresh() {
    const count = this.#core.flowCount();
    this.count = count;
    while (this.ints.length * FLOWS_PER_BLOCK < count) {
      const block = this.ints.length;
      const buffer = grownBuffer(this.#core);
      this.ints.push(new Int32Array(buffer, this.#core.intBlock(block), FLOWS_PER_BLOCK * INTS_PER_FLOW));
      this.floats.push(new Float64Array(buffer, this.#core.floatBlock(block), FLOWS_PER_BLOCK * FLOATS_PER_FLOW));
      this.streams.push(new Float64Array(buffer, this.#core.streamBlock(block), FLOWS_PER_BLOCK * 2 * STREAM_FLOATS));
      this.streamInts.push(new Int32Array(buffer, this.#core.streamBlock(block), FLOWS_PER_BLOCK * 4 * STREAM_FLOATS));
    }
  }

  /** Bytes of the core's memory where `writeJson` writes. */
  get jsonBuffer() {
    return new Uint8Array(this.#core.buffer, this.#core.jsonBuffer.value, this.#core.JSON_BYTES.value);
  }

  /**
   * Writes a connection as JSON into the core's memory, without its closing brace (lib/engine/json/flow.ts).
   * @param {number} start byte of the memory @param {number} flow
   * @returns {number} the byte after it; 0: the core leaves it to JSON.stringify
   */
  writeJson(start, flow) {
    return this.#core.writeFlow(start, flow) >>> 0;
  }

  /** Number of streams, as Wireshark counts them. */
  get streamCount() {
    return this.#core.streamCount();
  }

  /**
   * Finds the next connection with a property; in the core, as there may be very many without it.
   * @param {number} from the first to be examined @param {number} what bits of `SURVEY`: any of them
   * @param {number} [leastPackets] that make a connection eventful
   * @returns {number} `count`: there is none
   */
  next(from, what, leastPackets = 0) {
    return this.#core.nextFlow(from, this.count, what, leastPackets);
  }

  /** @param {number} flow */
  at(flow) {
    const block = flow >> FLOW_BLOCK_BITS;
    return new TcpConversation(this.ints[block], intBase(flow), this.floats[block], floatBase(flow));
  }

  /** @param {number} flow @param {number} endpoint that sends */
  direction(flow, endpoint) {
    const block = flow >> FLOW_BLOCK_BITS;
    const ints = intBase(flow) + FLOW_INTS + endpoint * DIR_INTS;
    return new TcpDirection(
      this.ints[block],
      ints,
      this.floats[block],
      floatBase(flow) + FLOW_FLOATS + endpoint * DIR_FLOATS,
    );
  }

  /** @param {number} flow */
  state(flow) {
    return this.at(flow).state(this.clientEndpoint(flow));
  }

  /** How the handshake ended. @param {number} flow */
  handshake(flow) {
    return this.at(flow).handshake(this.clientEndpoint(flow));
  }

  /** A word of a connection. @param {number} flow @param {number} field of `FLOW` */
  int(flow, field) {
    return this.ints[flow >> FLOW_BLOCK_BITS][intBase(flow) + field];
  }

  /** @param {number} flow @param {number} field of `FLOW_F` */
  float(flow, field) {
    return this.floats[flow >> FLOW_BLOCK_BITS][floatBase(flow) + field];
  }

  /** A word of a direction. @param {number} flow @param {number} endpoint @param {number} field of `DIR` */
  dirInt(flow, endpoint, field) {
    return this.ints[flow >> FLOW_BLOCK_BITS][intBase(flow) + FLOW_INTS + endpoint * DIR_INTS + field];
  }

  /**
   * How many packets of a direction bore an analysis flag.
   * @param {number} flow
   * @param {number} endpoint
   * @param {number} flag place in `ANALYSIS_FLAGS`
   */
  flagCount(flow, endpoint, flag) {
    const at = this.dirInt(flow, endpoint, DIR.FLAG_COUNTS) >>> 2;
    if (at === 0) return 0;
    if (at + FLAG_COUNTERS > this.#words.length) this.#words = new Int32Array(grownBuffer(this.#core));
    return this.#words[at + flag];
  }

  /** @param {number} flow @param {number} endpoint @param {number} field of `DIR_F` */
  dirFloat(flow, endpoint, field) {
    return this.floats[flow >> FLOW_BLOCK_BITS][floatBase(flow) + FLOW_FLOATS + endpoint * DIR_FLOATS + field];
  }

  /** The number shown to users: Wireshark's `tcp.stream`, but see `SCOPE_NUMBER_STEP`. @param {number} flow */
  number(flow) {
    return this.int(flow, FLOW.STREAM) + SCOPE_NUMBER_STEP * this.int(flow, FLOW.SCOPE_ORDINAL);
  }

  /** For some connections of a capture that keep their numbers. @param {readonly number[]} numbers */
  renumber(numbers) {
    numbers.forEach((number, flow) => {
      const ints = this.ints[flow >> FLOW_BLOCK_BITS];
      ints[intBase(flow) + FLOW.STREAM] = number % SCOPE_NUMBER_STEP;
      ints[intBase(flow) + FLOW.SCOPE_ORDINAL] = Math.floor(number / SCOPE_NUMBER_STEP);
    });
  }

  /** @param {number} number @returns {number} the connection with that number, or −1 */
  indexOf(number) {
    const likely = Math.min(this.count - 1, number % SCOPE_NUMBER_STEP);
    for (let flow = likely; flow < this.count && flow >= 0; flow++) if (this.number(flow) === number) return flow;
    for (let flow = likely - 1; flow >= 0; flow--) if (this.number(flow) === number) return flow;
    return -1;
  }

  /** @param {number} flow @param {number} endpoint @returns {{ address: string, port: number }} */
  endpoint(flow, endpoint) {
    const ints = this.ints[flow >> FLOW_BLOCK_BITS];
    const base = intBase(flow);
    const ports = ints[base + FLOW.PORTS];
    const address = formatAddress(
      ints,
      base + (endpoint ? FLOW.ADDRESS_1 : FLOW.ADDRESS_0),
      ints[base + FLOW.IP_VERSION],
    );
    return { address, port: endpoint ? ports & 0xffff : ports >>> 16 };
  }

  /** @param {number} flow @param {number} endpoint */
  port(flow, endpoint) {
    const ports = this.int(flow, FLOW.PORTS);
    return endpoint ? ports & 0xffff : ports >>> 16;
  }

  /**
   * By the handshake; without one by the connection's content, else by its ports.
   * @param {number} flow
   * @returns {0|1}
   */
  clientEndpoint(flow) {
    const byContent = this.isRoleGuessed(flow) ? this.clientByContent(flow) : null;
    return byContent ?? /** @type {0|1} */ (this.int(flow, FLOW.CLIENT));
  }

  /** The client by the connection's content; null: unknown. @param {number} flow @returns {0|1|null} */
  clientByContent(flow) {
    const byContent =
      this.streamInts[flow >> FLOW_BLOCK_BITS][streamBase(flow, 0) * 2 + STREAM.BITS] >> STREAM_CLIENT_SHIFT;
    return byContent > 0 ? /** @type {0|1} */ (byContent - 1) : null;
  }

  /** @param {number} flow @returns {boolean} true while no handshake has shown the client */
  isRoleGuessed(flow) {
    return (this.int(flow, FLOW.BITS) & FLOW_BIT.ROLE_GUESSED) !== 0;
  }

  /**
   * The same as of the segment that is being delivered: later ones have already been tracked.
   * @param {number} flow
   * @returns {boolean}
   */
  wasRoleGuessed(flow) {
    return (
      (this.streamInts[flow >> FLOW_BLOCK_BITS][streamBase(flow, 0) * 2 + STREAM.BITS] & STREAM_BIT.ROLE_GUESSED) !== 0
    );
  }

  /**
   * The sink wants the stream's next byte after all, although it had asked for one far ahead.
   * @param {number} flow @param {0|1} endpoint that sends
   */
  wake(flow, endpoint) {
    const streams = this.streams[flow >> FLOW_BLOCK_BITS];
    const base = streamBase(flow, endpoint);
    streams[base + STREAM_F.NEXT_NEEDED] = streams[base + STREAM_F.DELIVERED];
  }

  /**
   * The sink searches for the start of a message: of segments cut by the snap length it wants only those whose captured
   * bytes contain its needle (`StreamSink`). Others are skipped without a call, as if before the wanted byte.
   * @param {number} flow @param {0|1} endpoint that sends @param {boolean} on
   */
  skim(flow, endpoint, on) {
    this.#setStreamBit(flow, endpoint, STREAM_BIT.SKIMMED, on);
  }

  /**
   * Whether the sink also wants gaps before the byte it wants next.
   * @param {number} flow @param {0|1} endpoint that sends @param {boolean} on
   */
  reportGaps(flow, endpoint, on) {
    this.#setStreamBit(flow, endpoint, STREAM_BIT.GAPS_REPORTED, on);
  }

  /** @param {number} flow @param {0|1} endpoint @param {number} bit of `STREAM_BIT` @param {boolean} on */
  #setStreamBit(flow, endpoint, bit, on) {
    const ints = this.streamInts[flow >> FLOW_BLOCK_BITS];
    const bits = streamBase(flow, endpoint) * 2 + STREAM.BITS;
    ints[bits] = on ? ints[bits] | bit : ints[bits] & ~bit;
  }

  /**
   * How far a stream has been delivered, including bytes that its sink skipped.
   * @param {number} flow @param {0|1} endpoint that sends
   * @returns {{ streamOffset: number, frame: number, timeNs: number }} of the next byte; of the frame that brought the
   *   last one
   */
  progress(flow, endpoint) {
    const block = flow >> FLOW_BLOCK_BITS;
    const base = streamBase(flow, endpoint);
    const frame = this.streamInts[block][base * 2 + STREAM.DELIVERED_FRAME];
    return {
      streamOffset: this.streams[block][base + STREAM_F.DELIVERED] - 1,
      frame,
      timeNs: this.#packets.timeOfFrame(frame),
    };
  }

  /** When a frame that carried a segment was captured. @param {number} frame @returns {number} ns */
  timeOfFrame(frame) {
    return this.#packets.timeOfFrame(frame);
  }

  /**
   * Replaces a direction's counts from the tracker's first verdicts by those from the final ones.
   * @param {number} flow @param {number} endpoint that sends
   * @param {{ retransmittedPackets: number, retransmittedBytes: number, reorderedPackets: number }} counts
   */
  setRepairs(flow, endpoint, { retransmittedPackets, retransmittedBytes, reorderedPackets }) {
    const ints = this.ints[flow >> FLOW_BLOCK_BITS];
    const base = intBase(flow) + FLOW_INTS + endpoint * DIR_INTS;
    ints[base + DIR.RETRANSMITTED_PACKETS] = retransmittedPackets;
    ints[base + DIR.REORDERED_PACKETS] = reorderedPackets;
    this.floats[flow >> FLOW_BLOCK_BITS][
      floatBase(flow) + FLOW_FLOATS + endpoint * DIR_FLOATS + DIR_F.RETRANSMITTED_BYTES
    ] = retransmittedBytes;
  }

  /**
   * Replaces an endpoint's round trips by the final ones; times ns.
   * @param {number} flow @param {number} endpoint
   * @param {{ samples: number, minNs: number, maxNs: number, sumNs: number, squares: number }} roundTrips
   */
  setRoundTrips(flow, endpoint, { samples, minNs, maxNs, sumNs, squares }) {
    const floats = this.floats[flow >> FLOW_BLOCK_BITS];
    const base = floatBase(flow) + FLOW_FLOATS + endpoint * DIR_FLOATS;
    this.ints[flow >> FLOW_BLOCK_BITS][intBase(flow) + FLOW_INTS + endpoint * DIR_INTS + DIR.RTT_SAMPLES] = samples;
    floats[base + DIR_F.RTT_MIN] = minNs;
    floats[base + DIR_F.RTT_MAX] = maxNs;
    floats[base + DIR_F.RTT_SUM] = sumNs;
    floats[base + DIR_F.RTT_SQUARES] = squares;
  }

  /** Notes that an ICMP error quotes a segment of it: a reason to examine it. @param {number} flow */
  markIcmpError(flow) {
    this.ints[flow >> FLOW_BLOCK_BITS][intBase(flow) + FLOW.BITS] |= FLOW_BIT.ICMP_ERROR;
  }

  /** From a connection's first to its latest packet. @param {number} flow */
  durationNs(flow) {
    return this.float(flow, FLOW_F.END) - this.float(flow, FLOW_F.START);
  }

  /**
   * Sets a guessed role from the connection's content; still marked as guessed.
   * @param {number} flow
   * @param {0|1} endpoint
   */
  setClient(flow, endpoint) {
    const ints = this.streamInts[flow >> FLOW_BLOCK_BITS];
    const bits = streamBase(flow, 0) * 2 + STREAM.BITS;
    const below = (1 << STREAM_CLIENT_SHIFT) - 1;
    ints[bits] = (ints[bits] & below) | ((1 + endpoint) << STREAM_CLIENT_SHIFT);
  }
}
