/** Extracts the bodies of many messages on a second reading of a capture, each as soon as it is complete. */
import { concatBytes } from '../model/concat-bytes.js';
import { MESSAGE_FLAG } from '../model/message-table.js';
import { MAX_BODY_BYTES, MAX_HELD_BODIES_BYTES } from './limits.js';

/** @typedef {import('../model/message-table.js').MessageTable} MessageTable */

/** @typedef {{ pieces: Uint8Array[], length: number, isCut: boolean }} OpenBody */

/**
 * A body as transferred, without chunked framing; `isCut`: only its beginning.
 * @typedef {{ row: number, bytes: Uint8Array, isCut: boolean }} TakenBody
 */

export class BodiesCollector {
  #wants;
  /** By row. @type {Map<number, OpenBody>} */
  #open = new Map();
  /** Of all unfinished bodies. */
  #heldBytes = 0;
  /** Of the second reading. @type {MessageTable|null} */
  table = null;

  /** @param {(flow: number) => boolean} wants a connection's bodies */
  constructor(wants) {
    this.#wants = wants;
  }

  /** @param {number} flow */
  wants(flow) {
    return this.#wants(flow);
  }

  /** @type {import('./collector.js').BodyTaker['take']} */
  take(table, row, bytes, start, end) {
    this.table = table;
    const body = this.#open.get(row) ?? { pieces: [], length: 0, isCut: false };
    this.#open.set(row, body);
    const room = Math.max(0, Math.min(MAX_BODY_BYTES - body.length, MAX_HELD_BODIES_BYTES - this.#heldBytes));
    const length = body.isCut ? 0 : Math.min(end - start, room);
    body.isCut ||= length < end - start;
    body.length += length;
    this.#heldBytes += length;
    if (length > 0) body.pieces.push(bytes.slice(start, start + length));
  }

  /**
   * @param {boolean} isEnd of the capture: also unfinished ones
   * @returns {Iterable<TakenBody>} those finished since the last call, in the order in which they began
   */
  *over(isEnd) {
    const { table } = this;
    if (table === null) return;
    for (const [row, { pieces, length, isCut }] of this.#open) {
      if (!isEnd && (table.flags[row] & MESSAGE_FLAG.ENDED) === 0) continue;
      this.#open.delete(row);
      this.#heldBytes -= length;
      yield { row, bytes: concatBytes(pieces), isCut };
    }
  }
}
