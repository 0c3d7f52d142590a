/** @typedef {import('../core/core.js').Core} Core */

/**
 * What is known of a connection's ends: the client's endpoint; by direction, 0 the client's, what its windows are multiplied by, and the wire number of its
 * offset 0.
 * @typedef {{ client: number, scales: readonly number[], bases: readonly number[] }} Ends
 */

const NONE = new Float64Array(0);

/** Packets that were gathered: columns in a core's memory from `at` on, laid as `ColumnRoom` lays them, and the edges of their SACK blocks. */
class Gathered {
  /** @param {number} count packets @param {ArrayBufferLike} buffer @param {number} at valid up to the next call */
  constructor(count, buffer, at) {
    this.count = count;
    this.buffer = buffer;
    this.at = at;
    this.sackLeft = NONE;
    this.sackRight = NONE;
  }
}

/** Gathers packets of one connection in the core's memory, a piece at a time (core/gather.ts). */
export class Gathering {
  #core;
  #rows;
  #left;
  #right;
  /** Rows of a piece. */
  most;

  /** @param {Core} core */
  constructor(core) {
    const { buffer, gatherRoom: { value: room }, gatherEdges: { value: edges }, GATHERED_BLOCKS: { value: blocks } } = core;
    this.#core = core;
    this.most = core.GATHERED_ROWS.value;
    this.#rows = new Int32Array(buffer, room, this.most);
    this.#left = new Float64Array(buffer, edges, blocks);
    this.#right = new Float64Array(buffer, edges + this.#left.byteLength, blocks);
  }

  /**
   * Lists a connection's rows.
   * @param {number} first of them; −1: there is none @param {number} end of the rows that are complete
   * @returns {number} how many are listed: `most` where there may be more
   */
  list(first, end) { return this.#core.listRows(first, end); }

  /** Lists any rows of a connection. @param {Int32Array} rows no more than `most` */
  listThese(rows) { this.#rows.set(rows); }

  /**
   * Gathers the rows that are listed.
   * @param {number} count @param {Ends} ends @param {number} sackStart SACK blocks of the pieces before
   */
  gather(count, { client, scales, bases }, sackStart) {
    const blocks = this.#core.gather(count, client, scales[0], scales[1], bases[0], bases[1], sackStart);
    const gathered = new Gathered(count, this.#rows.buffer, this.#rows.byteOffset);
    if (blocks > 0) {
      gathered.sackLeft = this.#left.slice(0, blocks);
      gathered.sackRight = this.#right.slice(0, blocks);
    }
    return gathered;
  }
}
