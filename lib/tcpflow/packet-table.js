/** Rows a block holds, as a power of two. */
export const ROW_BLOCK_BITS = 16;
export const ROWS_PER_BLOCK = 1 << ROW_BLOCK_BITS;
export const ROW_BLOCK_MASK = ROWS_PER_BLOCK - 1;

const SACK_BLOCK_EDGES = 1 << 16;

/** One block of the packet table: 66 bytes a row. */
export class PacketBlock {
  constructor() {
    const n = ROWS_PER_BLOCK;
    this.timeNs = new Float64Array(n);
    /** Where the frame's bytes start in the capture stream. */
    this.fileOffset = new Float64Array(n);
    /** Unwrapped sequence number: 0 = the SYN. */
    this.seqOffset = new Float64Array(n);
    /** Unwrapped acknowledgement in the other direction's offsets; −1 without ACK. */
    this.ackOffset = new Float64Array(n);
    this.frame = new Int32Array(n);
    /** Connection × 2 + sending endpoint. */
    this.flowEnd = new Int32Array(n);
    /** Next row of the same connection, −1 at its end. */
    this.next = new Int32Array(n);
    this.length = new Int32Array(n);
    /** Scaled, bytes. */
    this.window = new Int32Array(n);
    /** Bits of `ANALYSIS`. */
    this.analysis = new Int32Array(n);
    /** Row of the segment whose acknowledgement this is, where that gives a valid RTT sample; else −1. */
    this.sampledRow = new Int32Array(n);
    /** Bytes in flight of this direction after this packet; −1 not known. */
    this.inFlight = new Int32Array(n);
    /** First SACK block's index in the table's edges, −1 none. */
    this.sack = new Int32Array(n);
    this.flags = new Uint16Array(n);
    this.verdict = new Uint8Array(n);
    this.sackCount = new Uint8Array(n);
  }
}

/**
 * All TCP segments in capture order, as columns, in blocks that never move. Rows of one connection are linked by `next`.
 */
export class PacketTable {
  #sackEdges = 0;
  /** The block that is being filled. @type {PacketBlock} */
  #last = new PacketBlock();

  constructor() {
    this.count = 0;
    /** @type {PacketBlock[]} */
    this.blocks = [];
    /** SACK edges, wire numbers, left and right. @type {Int32Array[]} */
    this.sackBlocks = [];
  }

  /**
   * Makes room for the next row.
   * @returns {PacketBlock} the block to write to, at `count & ROW_BLOCK_MASK`, before `count` is raised
   */
  room() {
    if ((this.count & ROW_BLOCK_MASK) === 0) {
      if (this.count > 0) this.#last = new PacketBlock();
      this.blocks.push(this.#last);
    }
    return this.#last;
  }

  /**
   * Keeps a segment's SACK blocks.
   * @param {Int32Array} edges @param {number} at index of the first edge @param {number} blocks
   * @returns {number} index for the column `sack`
   */
  addSack(edges, at, blocks) {
    const index = this.#sackEdges >> 1;
    for (let k = 0; k < blocks * 2; k++) {
      const edge = this.#sackEdges++;
      if (edge % SACK_BLOCK_EDGES === 0) this.sackBlocks.push(new Int32Array(SACK_BLOCK_EDGES));
      this.sackBlocks[(edge / SACK_BLOCK_EDGES) | 0][edge % SACK_BLOCK_EDGES] = edges[at + k];
    }
    return index;
  }

  /** @param {number} index of the block @param {0|1} side left or right edge @returns {number} wire number, as bit pattern */
  sackEdge(index, side) {
    const edge = index * 2 + side;
    return this.sackBlocks[(edge / SACK_BLOCK_EDGES) | 0][edge % SACK_BLOCK_EDGES];
  }

  /** @param {number} row */
  timeNs(row) { return this.blocks[row >> ROW_BLOCK_BITS].timeNs[row & ROW_BLOCK_MASK]; }

  /** @param {number} row */
  frame(row) { return this.blocks[row >> ROW_BLOCK_BITS].frame[row & ROW_BLOCK_MASK]; }

  /** @param {number} row @returns {number} next row of the same connection, −1 at its end */
  next(row) { return this.blocks[row >> ROW_BLOCK_BITS].next[row & ROW_BLOCK_MASK]; }
}
