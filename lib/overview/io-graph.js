/**
 * What was sent over time, as Wireshark's I/O graph shows it: the column frame `io` of docs/protocol.md. Packets are
 * counted block by block and round trips connection by connection, so that other work runs in between.
 */
import { isQuicFlow, QUIC_FLOWS } from '../shared/quic-flow.js';
import { ROW_BLOCK_BITS } from '../transport/packets.js';
import { VERDICT } from '../transport/verdict.js';
import { blockCount, rowsOfOther } from './packet-blocks.js';

/** @typedef {import('../transport/transport.js').Transport} Transport */
/** @typedef {import('../transport/other-connections.js').OtherConnections} OtherConnections */
/** @typedef {{ startNs: number, endNs: number, bins: number }} IoWindow */

/**
 * Round trips are counted by their length: so many classes to a factor of ten, from a microsecond on. A single interval
 * has finer ones.
 */
const CLASSES_PER_DECADE = 64;
const FINE_CLASSES_PER_DECADE = 1024;
const DECADES = 9;
const SHORTEST_NS = 1e3;

export class IoGraph {
  #tcp;
  #other;
  #window;
  #chosen;
  #chosenOther;
  #direction;
  #binNs;
  #packets;
  #bytes;
  #retransmissions;
  #trips;
  #perDecade;

  /**
   * @param {Transport} tcp
   * @param {Uint32Array} rows indexes of the connections that count
   * @param {IoWindow & { direction: 'both'|'client'|'server', hasTrips: boolean }} asked `direction`: whose packets are
   *   counted
   * @param {OtherConnections|null} [other] null: there are none
   */
  constructor(tcp, rows, { startNs, endNs, bins, direction, hasTrips }, other = null) {
    this.#tcp = tcp;
    this.#other = other;
    this.#window = { startNs, endNs, bins };
    this.#binNs = (endNs - startNs) / bins;
    this.#direction = direction;
    this.#chosen = new Uint8Array(tcp.flows.count);
    this.#chosenOther = new Uint8Array(other?.count ?? 0);
    for (const index of rows) {
      if (isQuicFlow(index)) this.#chosenOther[index - QUIC_FLOWS] = 1;
      else this.#chosen[index] = 1;
    }
    this.#packets = new Float64Array(bins);
    this.#bytes = new Float64Array(bins);
    this.#retransmissions = new Float64Array(bins);
    this.#perDecade = bins === 1 ? FINE_CLASSES_PER_DECADE : CLASSES_PER_DECADE;
    this.#trips = hasTrips ? new Uint32Array(bins * this.#classes) : null;
  }

  get #classes() {
    return this.#perDecade * DECADES;
  }

  /** Blocks of the packet table, and of the other transport's. */
  get blocks() {
    return blockCount(this.#tcp, this.#other);
  }

  /** Counts the packets of a block. @param {number} number */
  addBlock(number) {
    const ofOther = rowsOfOther(this.#tcp, this.#other, number);
    if (ofOther === null) this.#addOfTcp(number);
    else this.#addOther(ofOther);
  }

  /** @param {NonNullable<ReturnType<typeof rowsOfOther>>} rows */
  #addOther({ packets, from, to }) {
    const { connection, direction, timeNs, length } = packets;
    for (let row = from; row < to; row++) {
      if (this.#chosenOther[connection[row]] !== 1 || !this.#isCounted(direction[row])) continue;
      const bin = this.#binOf(timeNs[row]);
      if (bin < 0) continue;
      this.#packets[bin]++;
      this.#bytes[bin] += length[row];
    }
  }

  /** @param {number} direction 0: from the client */
  #isCounted(direction) {
    return this.#direction === 'both' || (this.#direction === 'client') === (direction === 0);
  }

  /** @param {number} timeNs @returns {number} −1: outside the window */
  #binOf(timeNs) {
    const { startNs, endNs, bins } = this.#window;
    if (timeNs < startNs || timeNs >= endNs) return -1;
    return Math.min(bins - 1, Math.floor((timeNs - startNs) / this.#binNs));
  }

  /** @param {number} number */
  #addOfTcp(number) {
    const { packets, flows } = this.#tcp;
    const { startNs, endNs, bins } = this.#window;
    const block = packets.blocks[number];
    const rows = Math.min(1 << ROW_BLOCK_BITS, packets.count - number * (1 << ROW_BLOCK_BITS));
    const side = { both: -1, client: 1, server: 0 }[this.#direction];
    for (let at = 0; at < rows; at++) {
      const timeNs = block.timeNs[at];
      const flow = block.flowEnd[at] >> 1;
      if (timeNs < startNs || timeNs >= endNs || this.#chosen[flow] !== 1) continue;
      if (side >= 0 && Number((block.flowEnd[at] & 1) === flows.clientEndpoint(flow)) !== side) continue;
      const bin = Math.min(bins - 1, Math.floor((timeNs - startNs) / this.#binNs));
      this.#packets[bin]++;
      this.#bytes[bin] += block.length[at];
      if (block.verdict[at] === VERDICT.RETRANSMISSION && block.length[at] > 0) this.#retransmissions[bin]++;
    }
  }

  /**
   * Counts the round trips of a connection, if requested: of the direction with the longer path, as the other's may end
   * at the capture point. Of another transport also the packets that were declared lost.
   * @param {number} index
   */
  addConnection(index) {
    if (!isQuicFlow(index)) this.#addTripsOfTcp(index);
    else if (this.#other !== null) this.#addLossesAndTrips(this.#other, index - QUIC_FLOWS);
  }

  /** @param {OtherConnections} other @param {number} index */
  #addLossesAndTrips(other, index) {
    for (const [direction, times] of other.lossesOf(index).entries()) {
      for (const timeNs of this.#isCounted(direction) ? times : []) {
        const bin = this.#binOf(timeNs);
        if (bin >= 0) this.#retransmissions[bin]++;
      }
    }
    if (this.#trips !== null) this.#addTrips(other.roundTripsOf(index), this.#trips);
  }

  /** @param {number} index */
  #addTripsOfTcp(index) {
    const { flows } = this.#tcp;
    const client = flows.clientEndpoint(index);
    const sides = [client, 1 - client].map((endpoint) => flows.direction(index, endpoint).shortestRttNs ?? -1);
    if (this.#trips === null || Math.max(...sides) < 0 || flows.at(index).packets < 2) return;
    this.#addTrips(this.#tcp.roundTripsOf(index, sides[0] >= sides[1] ? 0 : 1), this.#trips);
  }

  /** @param {ReturnType<OtherConnections['roundTripsOf']>} samples @param {Uint32Array} trips */
  #addTrips({ timeNs, rttNs, count }, trips) {
    for (let i = 0; i < count; i++) {
      const bin = this.#binOf(timeNs[i]);
      if (bin < 0) continue;
      const place = Math.floor(Math.log10(Math.max(1, rttNs[i] / SHORTEST_NS)) * this.#perDecade);
      trips[bin * this.#classes + Math.min(this.#classes - 1, place)]++;
    }
  }

  /** @returns {import('../shared/columns/column-frame.js').ColumnFrame} */
  frame() {
    const { startNs, endNs, bins } = this.#window;
    return {
      kind: 'io',
      rows: bins,
      meta: { startNs, endNs },
      columns: {
        packets: this.#packets,
        bytes: this.#bytes,
        retransmissions: this.#retransmissions,
        ...(this.#trips === null
          ? {}
          : { rttP5: this.#quantile(0.05), rttMedian: this.#quantile(0.5), rttP95: this.#quantile(0.95) }),
      },
    };
  }

  /** @param {number} share @returns {Float64Array} ns by bin; NaN where there is no sample */
  #quantile(share) {
    const trips = /** @type {Uint32Array} */ (this.#trips);
    return Float64Array.from({ length: this.#window.bins }, (_, bin) => {
      const classes = trips.subarray(bin * this.#classes, (bin + 1) * this.#classes);
      const needed = Math.ceil(classes.reduce((sum, count) => sum + count, 0) * share);
      if (needed === 0) return NaN;
      let seen = 0;
      const place = classes.findIndex((count) => (seen += count) >= needed);
      return Math.round(SHORTEST_NS * 10 ** ((place + 0.5) / this.#perDecade)); // Math.pow differs in the last bit
    });
  }
}
