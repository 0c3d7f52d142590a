/**
 * All lanes of a capture downsampled, for a strip beside them: the column frame `overview-density` of docs/protocol.md.
 * Packets are counted block by block, so that other work runs in between.
 */
import { isQuicFlow, QUIC_FLOWS } from '../shared/quic-flow.js';
import { ROW_BLOCK_BITS } from '../transport/packets.js';
import { VERDICT } from '../transport/verdict.js';
import { blockCount, rowsOfOther } from './packet-blocks.js';

/** @typedef {import('../transport/other-connections.js').OtherConnections} OtherConnections */

/** Row of connections that are not shown. */
const NO_ROW = -1;

export class LaneDensity {
  #tcp;
  #other;
  #rows;
  #bins;
  #binNs;
  #durationNs;
  /** The strip's row of each connection, by index. */
  #rowOf;
  #rowOfOther;
  #open;
  #packets;
  #retransmissions;

  /**
   * @param {import('../transport/transport.js').Transport} tcp
   * @param {Uint32Array} order indexes of connections by lane
   * @param {{ rows: number, bins: number, durationNs: number }} asked `rows`: at most; one lane per row
   * @param {OtherConnections|null} [other] null: there are none
   */
  constructor(tcp, order, { rows, bins, durationNs }, other = null) {
    this.#tcp = tcp;
    this.#other = other;
    this.#rows = Math.min(rows, order.length);
    this.#bins = bins;
    this.#durationNs = durationNs;
    this.#binNs = Math.max(1, durationNs) / bins;
    this.#rowOf = new Int32Array(tcp.flows.count).fill(NO_ROW);
    this.#rowOfOther = new Int32Array(other?.count ?? 0).fill(NO_ROW);
    const cells = this.#rows * bins;
    this.#open = new Uint32Array(cells);
    this.#packets = new Uint32Array(cells);
    this.#retransmissions = new Uint32Array(cells);
    order.forEach((index, lane) => this.#place(index, Math.floor((lane * this.#rows) / order.length)));
    this.#sumOpen();
  }

  /** Notes where a connection begins and ends. @param {number} index @param {number} row */
  #place(index, row) {
    const first = row * this.#bins;
    const { startNs, endNs } = this.#spanOf(index, row);
    this.#open[first + this.#binOf(startNs)]++;
    const past = this.#binOf(endNs) + 1;
    if (past < this.#bins) this.#open[first + past]--; // wraps around, and back when it is summed
  }

  /** @param {number} index @param {number} row which it has from now on */
  #spanOf(index, row) {
    if (!isQuicFlow(index) || this.#other === null) {
      this.#rowOf[index] = row;
      return this.#tcp.flows.at(index);
    }
    const ofOther = index - QUIC_FLOWS;
    this.#rowOfOther[ofOther] = row;
    for (const timeNs of this.#other.lossesOf(ofOther).flat()) {
      this.#retransmissions[row * this.#bins + this.#binOf(timeNs)]++;
    }
    return this.#other.spanOf(ofOther);
  }

  #sumOpen() {
    for (let cell = 0; cell < this.#open.length; cell++) {
      if (cell % this.#bins > 0) this.#open[cell] += this.#open[cell - 1];
    }
  }

  /** @param {number} timeNs */
  #binOf(timeNs) {
    return Math.min(this.#bins - 1, Math.max(0, Math.floor(timeNs / this.#binNs)));
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
    for (let at = from; at < to; at++) {
      const row = this.#rowOfOther[packets.connection[at]] ?? NO_ROW;
      if (row >= 0) this.#packets[row * this.#bins + this.#binOf(packets.timeNs[at])]++;
    }
  }

  /** @param {number} number */
  #addOfTcp(number) {
    const { packets } = this.#tcp;
    const block = packets.blocks[number];
    const rows = Math.min(1 << ROW_BLOCK_BITS, packets.count - number * (1 << ROW_BLOCK_BITS));
    for (let at = 0; at < rows; at++) {
      const row = this.#rowOf[block.flowEnd[at] >> 1] ?? NO_ROW; // a connection that began later is not counted
      if (row < 0) continue;
      const cell = row * this.#bins + this.#binOf(block.timeNs[at]);
      this.#packets[cell]++;
      if (block.verdict[at] === VERDICT.RETRANSMISSION && block.length[at] > 0) this.#retransmissions[cell]++;
    }
  }

  /** @returns {import('../shared/columns/column-frame.js').ColumnFrame} */
  frame() {
    return {
      kind: 'overview-density',
      rows: this.#rows,
      meta: { bins: this.#bins, durationNs: this.#durationNs },
      columns: { open: this.#open, packets: this.#packets, retransmissions: this.#retransmissions },
    };
  }
}
