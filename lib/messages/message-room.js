import { REQUEST } from '../protocols/http1/start-line.js';
import { MESSAGE_PROTOCOL } from '../protocols/model/message-table.js';

/** Words of a message, of 64 and of 32 bits (lib/engine/track/pipelining.ts). */
const MESSAGE_F = Object.freeze({ START_NS: 0, END_NS: 1 });
const MESSAGE = Object.freeze({ ROW: 4, PAIR: 5, FIRST_FRAME: 6, LAST_FRAME: 7, IS_REQUEST: 8 });
const MESSAGE_FLOATS = 5;
export const MESSAGE_BYTES = 8 * MESSAGE_FLOATS;

/** Of a connection: it is not one stream of HTTP/1, or has more messages than the core takes. */
export const NOT_LAID = -1;

/** Memory in which the core finds the messages of connections, for what they come to together. */
export class MessageRoom {
  #floats;
  #ints;
  #most;

  /**
   * @param {ArrayBufferLike} buffer of the core @param {number} at byte of it @param {number} count messages that there is room for
   * @param {number} most of a connection
   */
  constructor(buffer, at, count, most) {
    this.#floats = new Float64Array(buffer, at, count * MESSAGE_FLOATS);
    this.#ints = new Int32Array(buffer, at, count * MESSAGE_FLOATS * 2);
    this.#most = most;
    this.count = count;
  }

  /**
   * Lays a connection's messages down.
   * @param {import('../protocols/model/message-table.js').MessageTable} table @param {number} flow
   * @param {number} [from] place of the first @returns {number} how many there are, or `NOT_LAID`
   */
  lay(table, flow, from = 0) {
    const limit = Math.min(this.count, from + this.#most);
    let place = from;
    for (let row = table.firstOf(flow); row >= 0; row = table.nextOfFlow[row], place++) {
      if (place === limit || table.stream[row] >= 0 || table.protocol[row] > MESSAGE_PROTOCOL.HTTP_1_1) return NOT_LAID;
      this.#write(table, row, place * MESSAGE_FLOATS);
    }
    return place - from;
  }

  /** @param {import('../protocols/model/message-table.js').MessageTable} table @param {number} row @param {number} at word of 64 bits */
  #write(table, row, at) {
    const floats = this.#floats, ints = this.#ints;
    floats[at + MESSAGE_F.START_NS] = table.startNs[row];
    floats[at + MESSAGE_F.END_NS] = table.endNs[row];
    ints[at * 2 + MESSAGE.ROW] = row;
    ints[at * 2 + MESSAGE.PAIR] = table.pair[row];
    ints[at * 2 + MESSAGE.FIRST_FRAME] = table.firstFrame[row];
    ints[at * 2 + MESSAGE.LAST_FRAME] = table.lastFrame[row];
    ints[at * 2 + MESSAGE.IS_REQUEST] = table.kind[row] === REQUEST ? 1 : 0;
  }
}
