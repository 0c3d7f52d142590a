import { NOTE } from '../model/notes.js';

/** Bytes of heads that the engine buffers, and an upper bound of their number: the shortest head has 7 bytes. */
const HEAD_ROOM = 2 ** 18;
const MAX_HEADS = 2 ** 16;

/**
 * Copies the heads of new messages from the engine's memory, many at a time: one by one they would cost as much as the
 * rest of a message.
 */
export class NewHeads {
  #heads;
  #length;
  /** Whose rows wait for their heads. @type {import('../model/message-table.js').MessageTable|null} */
  #table = null;
  #rows = new Int32Array(MAX_HEADS);
  #count = 0;

  /** @param {import('../../engine/engine.js').Core} core */
  constructor(core) {
    this.#heads = new Uint8Array(core.buffer, core.http1Heads.value, HEAD_ROOM);
    this.#length = new Int32Array(core.buffer, core.http1HeadBytes.value, 1);
  }

  /**
   * The row's head is the last one that the engine buffered. Until `take` its column `headAt` is the offset there.
   * @param {import('../model/message-table.js').MessageTable} table
   * @param {number} row
   * @param {number} headAt −1: not kept
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

  /** Copies the buffered heads to their table. */
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
