/** @typedef {import('./core/core.js').Core} Core */

/** Rows a block holds, as a power of two. */
export const ROW_BLOCK_BITS = 16;
export const ROWS_PER_BLOCK = 1 << ROW_BLOCK_BITS;
export const ROW_BLOCK_MASK = ROWS_PER_BLOCK - 1;

const SACK_EDGES_PER_BLOCK = 1 << 16;

/** One block of the packet table, as core/rows.ts lays it out: 72 bytes a row. */
export class PacketBlock {
  /** @param {ArrayBufferLike} buffer @param {number} start */
  constructor(buffer, start) {
    const n = ROWS_PER_BLOCK;
    this.timeNs = new Float64Array(buffer, start, n);
    /** Where the frame's bytes start in the capture stream. */
    this.fileOffset = new Float64Array(buffer, start + n * 8, n);
    /** Unwrapped sequence number: 0 = the SYN. */
    this.seqOffset = new Float64Array(buffer, start + n * 16, n);
    /** Unwrapped acknowledgement in the other direction's offsets; −1 without ACK. */
    this.ackOffset = new Float64Array(buffer, start + n * 24, n);
    this.frame = new Int32Array(buffer, start + n * 32, n);
    /** Connection × 2 + sending endpoint. */
    this.flowEnd = new Int32Array(buffer, start + n * 36, n);
    /** Next row of the same connection, −1 at its end. */
    this.next = new Int32Array(buffer, start + n * 40, n);
    this.length = new Int32Array(buffer, start + n * 44, n);
    /** Scaled, bytes. */
    this.window = new Int32Array(buffer, start + n * 48, n);
    /** Bits of `ANALYSIS`. */
    this.analysis = new Int32Array(buffer, start + n * 52, n);
    /** Row of the segment whose acknowledgement this is, where that gives a valid RTT sample; else −1. */
    this.sampledRow = new Int32Array(buffer, start + n * 56, n);
    /** Bytes in flight of this direction after this packet; −1 not known. */
    this.inFlight = new Int32Array(buffer, start + n * 60, n);
    /** First SACK block's index in the table's edges, −1 none. */
    this.sack = new Int32Array(buffer, start + n * 64, n);
    this.flags = new Uint16Array(buffer, start + n * 68, n);
    this.verdict = new Uint8Array(buffer, start + n * 70, n);
    this.sackCount = new Uint8Array(buffer, start + n * 71, n);
  }
}

/** All TCP segments in capture order, as columns, in blocks that never move. Rows of one connection are linked by `next`. */
export class PacketTable {
  #core;
  count = 0;
  /** @type {PacketBlock[]} */
  blocks = [];
  /** SACK edges, wire numbers, left and right. @type {Int32Array[]} */
  #sackBlocks = [];

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
  }

  /** Takes up what the core has added. */
  refresh() {
    const core = this.#core;
    this.count = core.rowCount();
    while (this.blocks.length * ROWS_PER_BLOCK < this.count) this.blocks.push(new PacketBlock(core.memory.buffer, core.rowBlock(this.blocks.length)));
    for (let block = this.#sackBlocks.length; block < core.sackBlockCount(); block++) {
      this.#sackBlocks.push(new Int32Array(core.memory.buffer, core.sackBlock(block), SACK_EDGES_PER_BLOCK));
    }
  }

  /** @param {number} index of the block @param {0|1} side left or right edge @returns {number} wire number, as bit pattern */
  sackEdge(index, side) {
    const edge = index * 2 + side;
    return this.#sackBlocks[(edge / SACK_EDGES_PER_BLOCK) | 0][edge % SACK_EDGES_PER_BLOCK];
  }

  /** @param {number} row */
  timeNs(row) { return this.blocks[row >> ROW_BLOCK_BITS].timeNs[row & ROW_BLOCK_MASK]; }
}
