import { MemoryColumns } from '../../engine/columns.js';
import { grownBuffer } from '../../engine/engine.js';
import { FIRST_SIGHT, PLAIN, REFUSED } from '../../engine/enums.js';
import { DIR } from '../../engine/flow-fields.js';
import { TCP } from '../../engine/segment-batch.js';
import { RowColumns, SACK_EDGES_PER_BLOCK } from '../../engine/table-columns.js';
import { SEQUENCE_SPACE } from '../../shared/tcp-numbers.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../../transport/packets.js';
import { VERDICT } from '../../transport/verdict.js';
import { Gathering } from './row-lists.js';

/** @typedef {import('../../engine/engine.js').Core} Core */
/** @typedef {import('./flow-table.js').FlowTable} FlowTable */
/** @typedef {import('../../transport/tcp/tcp-packets.js').TcpRowBlock} TcpRowBlock */
/** @typedef {import('../../transport/tcp/tcp-transport.js').TcpRows} TcpRows */

const ROWS_PER_BLOCK = 1 << ROW_BLOCK_BITS;

const { ACK } = TCP;

/** @param {FlowTable} flows @param {number} flowEnd connection × 2 + endpoint */
const firstBase = (flows, flowEnd) => flows.dirInt(flowEnd >> 1, flowEnd & 1, DIR.FIRST_BASE_SEQ);

/**
 * One block of the packet table: 77 bytes a row.
 * @implements {TcpRowBlock}
 */
export class PacketBlock extends RowColumns {
  #firstRow;

  /** @param {ArrayBufferLike} buffer @param {number} start @param {number} firstRow of the block */
  constructor(buffer, start, firstRow) {
    const columns = new MemoryColumns(buffer, start, ROWS_PER_BLOCK);
    super(columns);
    this.#firstRow = firstRow;
    /** One word: not 0 where `seqHigh` or `ackHigh` are used, so that pages of zeros are not even read. */
    this.hasHigh = new Int32Array(buffer, columns.end, 1);
  }

  /** Number of its frame, from 1. @param {number} at */
  frame(at) {
    return this.#firstRow + at + 1 + this.frameAhead[at];
  }

  /** Sequence number as in the header, bit pattern. @param {number} at @param {FlowTable} flows */
  seq(at, flows) {
    return (firstBase(flows, this.flowEnd[at]) + this.seqLow[at] + this.seqAhead[at]) | 0;
  }

  /**
   * Acknowledgement number as in the header, bit pattern, with or without ACK.
   * @param {number} at
   * @param {FlowTable} flows
   */
  ack(at, flows) {
    return (this.flags[at] & ACK) === 0
      ? this.ackAhead[at]
      : (firstBase(flows, this.flowEnd[at] ^ 1) + this.ackLow[at] + this.ackAhead[at]) | 0;
  }

  /** Of the verdict, in 255ths; without one it means nothing. @param {number} at */
  confidence(at) {
    return this.confidenceOff[at] ^ (this.verdict[at] === VERDICT.ORIGINAL ? PLAIN : FIRST_SIGHT);
  }

  /** Unwrapped sequence number: 0 = the SYN. @param {number} at */
  seqOffset(at) {
    return this.hasHigh[0] === 0 ? this.seqLow[at] >>> 0 : this.seqHigh[at] * SEQUENCE_SPACE + (this.seqLow[at] >>> 0);
  }

  /**
   * Unwrapped acknowledgement in the other direction's offsets; −1 without ACK, and for a segment that is refused.
   * @param {number} at
   */
  ackOffset(at) {
    if ((this.flags[at] & (ACK | REFUSED)) !== ACK) return -1;
    return this.hasHigh[0] === 0 ? this.ackLow[at] >>> 0 : this.ackHigh[at] * SEQUENCE_SPACE + (this.ackLow[at] >>> 0);
  }
}

/**
 * All TCP segments in capture order, as columns, in blocks that never move. Rows of one connection are linked by
 * `next`.
 * @implements {TcpRows}
 */
export class PacketTable {
  #core;
  /** @type {Gathering | undefined} */
  #gathering;
  count = 0;
  /** @type {PacketBlock[]} */
  blocks = [];
  /** SACK edges, wire numbers, left and right. @type {Int32Array[]} */
  #sackBlocks = [];

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
  }

  /** Gathers some of its rows as columns of their own. */
  get gathering() {
    return (this.#gathering ??= new Gathering(this.#core));
  }

  /** Takes up what the core has added. */
  refresh() {
    const core = this.#core;
    const count = core.rowCount();
    const sackBlocks = core.sackBlockCount();
    this.count = count;
    while (this.blocks.length * ROWS_PER_BLOCK < count) this.blocks.push(this.#block(this.blocks.length));
    for (let block = this.#sackBlocks.length; block < sackBlocks; block++) {
      this.#sackBlocks.push(new Int32Array(grownBuffer(core), core.sackBlock(block), SACK_EDGES_PER_BLOCK));
    }
  }

  #block(/** @type {number} */ index) {
    return new PacketBlock(grownBuffer(this.#core), this.#core.rowBlock(index), index * ROWS_PER_BLOCK);
  }

  /**
   * @param {number} index of the block
   * @param {0|1} side left or right edge
   * @returns {number} wire number, as bit pattern
   */
  sackEdge(index, side) {
    const edge = index * 2 + side;
    return this.#sackBlocks[(edge / SACK_EDGES_PER_BLOCK) | 0][edge % SACK_EDGES_PER_BLOCK];
  }

  /** @param {number} frame @returns {number} its time, ns; 0 where the table has no such frame */
  timeOfFrame(frame) {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.frame(middle) < frame) low = middle + 1;
      else high = middle;
    }
    return low < this.count && this.frame(low) === frame ? this.timeNs(low) : 0;
  }

  /** @param {number} row */
  frame(row) {
    return this.blocks[row >> ROW_BLOCK_BITS].frame(row & ROW_BLOCK_MASK);
  }

  /** The connection's next one, −1 at its last. @param {number} row */
  next(row) {
    return this.blocks[row >> ROW_BLOCK_BITS].next[row & ROW_BLOCK_MASK];
  }

  /** @param {number} row */
  timeNs(row) {
    return this.blocks[row >> ROW_BLOCK_BITS].timeNs[row & ROW_BLOCK_MASK];
  }
}
