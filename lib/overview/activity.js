import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../transport/packets.js';
import { VERDICT } from '../transport/verdict.js';

/** @typedef {import('../transport/transport.js').Transport} Transport */
/** @typedef {import('../transport/packets.js').RowBlock} RowBlock */

/** @typedef {Omit<import('../transport/other-connections.js').OtherPackets, 'connection'>} OtherPackets */

const FIRST_BIN_NS = 1e6;

/** Bytes each way and retransmissions over time, for sparklines. */
class Bins {
  /** @param {number} count @param {number} binNs */
  constructor(count, binNs) {
    this.binNs = binNs;
    this.clientToServer = new Float64Array(count);
    this.serverToClient = new Float64Array(count);
    this.retransmissions = new Float64Array(count);
  }

  /** @param {RowBlock} block @param {number} at @param {boolean} fromClient @param {number} bin */
  add(block, at, fromClient, bin) {
    if (block.length[at] === 0) return;
    (fromClient ? this.clientToServer : this.serverToClient)[bin] += block.length[at];
    if (block.verdict[at] === VERDICT.RETRANSMISSION) this.retransmissions[bin]++;
  }

  /** Two bins become one: the same number of bins then spans twice the time. */
  halve() {
    this.binNs *= 2;
    for (const column of [this.clientToServer, this.serverToClient, this.retransmissions]) {
      const half = column.length >> 1;
      for (let i = 0; i < half; i++) column[i] = column[2 * i] + column[2 * i + 1];
      column.fill(0, half);
    }
  }
}

/** Activity of a whole capture. Each call continues from the row where the last one stopped. */
export class CaptureActivity {
  #tcp;
  #packets;
  #row = 0;
  #otherRow = 0;
  #count;
  #bins;
  #lastBin = 0;

  /**
   * @param {Transport} tcp
   * @param {() => OtherPackets|null} [packets] of another transport; null: there are none
   * @param {number} [bins] even
   */
  constructor(tcp, packets = () => null, bins = 64) {
    this.#tcp = tcp;
    this.#packets = packets;
    this.#count = bins;
    this.#bins = new Bins(bins, FIRST_BIN_NS);
  }

  /**
   * Makes the next call begin at the first row again: verdicts have changed, since the capture was read and its
   * connections are classified.
   */
  restart() {
    this.#row = this.#otherRow = this.#lastBin = 0;
    this.#bins = new Bins(this.#count, FIRST_BIN_NS);
  }

  /** @param {number} timeNs @returns {number} its bin, for which there is room then */
  #binAt(timeNs) {
    const bins = this.#bins;
    const time = Math.max(0, timeNs);
    while (time >= bins.binNs * this.#count) {
      bins.halve();
      this.#lastBin >>= 1;
    }
    const bin = Math.floor(time / bins.binNs);
    if (bin > this.#lastBin) this.#lastBin = bin;
    return bin;
  }

  #addOthers() {
    const packets = this.#packets();
    if (packets === null) return;
    for (; this.#otherRow < packets.count; this.#otherRow++) {
      const bin = this.#binAt(packets.timeNs[this.#otherRow]);
      const { clientToServer, serverToClient } = this.#bins;
      (packets.direction[this.#otherRow] === 0 ? clientToServer : serverToClient)[bin] +=
        packets.length[this.#otherRow];
    }
  }

  /**
   * @returns {{ binSeconds: number, clientToServer: number[], serverToClient: number[], retransmissions: number[] }}
   */
  describe() {
    const { packets, flows } = this.#tcp;
    const bins = this.#bins;
    for (; this.#row < packets.count; this.#row++) {
      const block = packets.blocks[this.#row >> ROW_BLOCK_BITS];
      const at = this.#row & ROW_BLOCK_MASK;
      const bin = this.#binAt(block.timeNs[at]);
      bins.add(block, at, (block.flowEnd[at] & 1) === flows.clientEndpoint(block.flowEnd[at] >> 1), bin);
    }
    this.#addOthers();
    const used = (/** @type {Float64Array} */ column) => [...column.subarray(0, this.#lastBin + 1)];
    return {
      binSeconds: bins.binNs / 1e9,
      clientToServer: used(bins.clientToServer),
      serverToClient: used(bins.serverToClient),
      retransmissions: used(bins.retransmissions),
    };
  }
}

/**
 * Activity of one connection over a span of the capture.
 * @param {Transport} tcp
 * @param {number} flow index
 * @param {number} count bins
 * @param {number} spanNs from the capture's first packet
 * @returns {[number[], number[], number[]]} bytes client to server, bytes server to client, retransmissions
 */
export function flowActivity({ flows, packets }, flow, count, spanNs) {
  const bins = new Bins(count, Math.max(1, spanNs) / count);
  const client = flows.clientEndpoint(flow);
  for (let row = flows.at(flow).firstRow; row >= 0;) {
    const block = packets.blocks[row >> ROW_BLOCK_BITS];
    const at = row & ROW_BLOCK_MASK;
    const bin = Math.min(count - 1, Math.max(0, Math.floor(block.timeNs[at] / bins.binNs)));
    bins.add(block, at, (block.flowEnd[at] & 1) === client, bin);
    row = block.next[at];
  }
  return [[...bins.clientToServer], [...bins.serverToClient], [...bins.retransmissions]];
}
