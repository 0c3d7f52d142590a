import { OCCURRENCE } from '../../engine/enums.js';
import { occurrencesFrom } from './occurrences.js';

/** @typedef {import('../../engine/engine.js').Core} Core */

/**
 * A connection's ends: the client's endpoint; by direction, 0 the client's, its window factor and the wire sequence
 * number of its offset 0.
 * @typedef {{ client: number, scales: readonly number[], bases: readonly number[] }} Ends
 */

const NONE = new Float64Array(0);
const NOWHERE = new Int32Array(0);

/**
 * Gathered packets: columns in a core's memory from `at` on, in the layout of `ColumnRoom`, the edges of their SACK
 * blocks, and the indexes of packets with SYN, FIN or RST and of retransmissions of data.
 */
class Gathered {
  /** @param {number} count packets @param {ArrayBufferLike} buffer @param {number} at valid up to the next call */
  constructor(count, buffer, at) {
    this.count = count;
    this.buffer = buffer;
    this.at = at;
    this.sackLeft = NONE;
    this.sackRight = NONE;
    this.controls = NOWHERE;
    this.resends = NOWHERE;
  }
}

/** Gathers packets of one connection in the core's memory, piece by piece (lib/engine/track/extract-connection.ts). */
export class Gathering {
  #core;
  #rows;
  #left;
  #right;
  #controls;
  #resends;
  #words;
  /** Rows of a piece. */
  most;

  /** @param {Core} core */
  constructor(core) {
    const {
      buffer,
      gatherRoom: { value: room },
      gatherEdges: { value: edges },
      gatherLists: { value: lists },
      GATHERED_BLOCKS: { value: blocks },
    } = core;
    this.#core = core;
    this.most = core.GATHERED_ROWS.value;
    this.#rows = new Int32Array(buffer, room, this.most);
    this.#left = new Float64Array(buffer, edges, blocks);
    this.#right = new Float64Array(buffer, edges + this.#left.byteLength, blocks);
    this.#controls = new Int32Array(buffer, lists, this.most);
    this.#resends = new Int32Array(buffer, lists + this.#controls.byteLength, this.most);
    this.#words = new Int32Array(buffer, core.occurrences.value, OCCURRENCE.COUNT);
  }

  /**
   * Lists a connection's rows.
   * @param {number} first of them; −1: there is none @param {number} end of the rows that are complete
   * @returns {number} how many are listed: `most` where there may be more
   */
  list(first, end) {
    return this.#core.listRows(first, end);
  }

  /** Lists the rows after those listed. @param {number} end */
  listNext(end) {
    return this.#core.listNext(end);
  }

  /**
   * How many rows a connection has, and SACK blocks.
   * @param {number} first
   * @param {number} end
   * @returns {{ count: number, sackBlocks: number }}
   */
  count(first, end) {
    return { count: this.#core.countRows(first, end), sackBlocks: this.#core.countedBlocks() };
  }

  /** Lists any rows of a connection. @param {Int32Array} rows no more than `most` @returns {number} how many */
  listThese(rows) {
    this.#rows.set(rows);
    return rows.length;
  }

  /**
   * Gathers the rows that are listed.
   * @param {number} count
   * @param {Ends} ends
   * @param {number} first packets of the pieces before
   * @param {number} sackStart SACK blocks of these
   */
  gather(count, { client, scales, bases }, first, sackStart) {
    const blocks = this.#core.gather(count, client, scales[0], scales[1], bases[0], bases[1], first, sackStart);
    const words = this.#words;
    const gathered = new Gathered(count, this.#rows.buffer, this.#rows.byteOffset);
    if (blocks > 0) {
      gathered.sackLeft = this.#left.slice(0, blocks);
      gathered.sackRight = this.#right.slice(0, blocks);
    }
    const { CONTROLS, RESENDS } = OCCURRENCE;
    if (words[CONTROLS] > 0) gathered.controls = this.#controls.slice(0, words[CONTROLS]);
    if (words[RESENDS] > 0) gathered.resends = this.#resends.slice(0, words[RESENDS]);
    return gathered;
  }

  /** Occurrences among the packets of all pieces so far. */
  get occurrences() {
    return occurrencesFrom(this.#words);
  }
}
