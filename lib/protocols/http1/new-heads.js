import { NOTE } from '../model/notes.js';

/**
 * Bytes of heads that the engine keeps until they are taken, and more messages than these can belong to: the shortest
 * that has any has 7.
 */
const HEAD_ROOM = 2 ** 18;
const MOST_HEADS = 2 ** 16;

/**
 * Takes the heads of new messages out of the engine's memory, many at once: copied one by one they would cost as much
 * as all else of a message.
 */
export class NewHeads {
  #heads;
  #length;
  /** Whose rows wait for their heads. @type {import('../model/message-table.js').MessageTable|null} */
  #table = null;
  #rows = new Int32Array(MOST_HEADS);
  #count = 0;

  /** @param {import('../../engine/engine.js').Core} core */
  constructor(core) {
    this.#heads = new Uint8Array(core.buffer, core.http1Heads.value, HEAD_ROOM);
    this.#length = new Int32Array(core.buffer, core.http1HeadBytes.value, 1);
  }

  /**
   * The row's head is the last one that the engine kept. Until `take` its column `headAt` says where it lies there.
   * @param {import('../model/message-table.js').MessageTable} table
   * @param {number} row
   * @param {number} headAt −1: it was not kept
   */
  add(table, row, headAt) {
    if (headAt < 0) {
      table.notes[row] |= NOTE.HEAD_NOT_KEPT;
      return;
    }
    table.headAt[row] = headAt;
    this.#table = table;
    this.#rows[this.#count++] = row;
  }

  /** Copies the heads that are there to their table. */
  take() {
    if (this.#length[0] === 0) return;
    const table = this.#table;
    const first = table?.heads.addAll(this.#heads.subarray(0, this.#length[0])) ?? -1;
    if (table !== null) for (let i = 0; i < this.#count; i++) settle(table, this.#rows[i], first);
    this.#length[0] = this.#count = 0;
    this.#table = null;
  }
}

/**
 * @param {import('../model/message-table.js').MessageTable} table
 * @param {number} row
 * @param {number} first handle of the first head; −1: the store is full
 */
function settle(table, row, first) {
  if (first >= 0) table.headAt[row] += first;
  else {
    table.headAt[row] = -1;
    table.notes[row] |= NOTE.HEAD_NOT_KEPT;
  }
}
