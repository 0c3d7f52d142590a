/**
 * What was sent over time, as Wireshark's I/O graph shows it: the column frame `io` of docs/protocol.md. Packets are
 * counted block by block and round trips connection by connection, so that other work runs in between.
 */
import { ROW_BLOCK_BITS } from '../transport/packets.js';
import { VERDICT } from '../transport/verdict.js';

/** @typedef {import('../transport/transport.js').Transport} Transport */
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
  #window;
  #chosen;
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
   */
  constructor(tcp, rows, { startNs, endNs, bins, direction, hasTrips }) {
    this.#tcp = tcp;
    this.#window = { startNs, endNs, bins };
    this.#binNs = (endNs - startNs) / bins;
    this.#direction = direction;
    this.#chosen = new Uint8Array(tcp.flows.count);
    for (const index of rows) this.#chosen[index] = 1;
    this.#packets = new Float64Array(bins);
    this.#bytes = new Float64Array(bins);
    this.#retransmissions = new Float64Array(bins);
    this.#perDecade = bins === 1 ? FINE_CLASSES_PER_DECADE : CLASSES_PER_DECADE;
    this.#trips = hasTrips ? new Uint32Array(bins * this.#classes) : null;
  }

  get #classes() {
    return this.#perDecade * DECADES;
  }

  /** Blocks of the packet table. */
  get blocks() {
    return this.#tcp.packets.blocks.length;
  }

  /** Counts the packets of a block of the packet table. @param {number} number */
  addBlock(number) {
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
   * at the capture point.
   * @param {number} index
   */
  addConnection(index) {
    const { flows } = this.#tcp;
    const client = flows.clientEndpoint(index);
    const sides = [client, 1 - client].map((endpoint) => flows.direction(index, endpoint).shortestRttNs ?? -1);
    if (this.#trips === null || Math.max(...sides) < 0 || flows.at(index).packets < 2) return;
    const { startNs, endNs, bins } = this.#window;
    const { timeNs, rttNs, count } = this.#tcp.roundTripsOf(index, sides[0] >= sides[1] ? 0 : 1);
    for (let i = 0; i < count; i++) {
      if (timeNs[i] < startNs || timeNs[i] >= endNs) continue;
      const bin = Math.min(bins - 1, Math.floor((timeNs[i] - startNs) / this.#binNs));
      const place = Math.floor(Math.log10(Math.max(1, rttNs[i] / SHORTEST_NS)) * this.#perDecade);
      this.#trips[bin * this.#classes + Math.min(this.#classes - 1, place)]++;
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
