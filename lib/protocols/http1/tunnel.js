/** The stream after an upgrade or a CONNECT: another protocol's bytes in both directions, with offsets of their own. */
import { latin1 } from '../model/latin1.js';
import { MAX_UPGRADE_HEAD_BYTES } from './limits.js';

/** @typedef {import('../stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('../stream-parser.js').Place} Place */

/** The first protocol of the first Upgrade field. */
const UPGRADE_FIELD = /\nupgrade[ \t]*:[ \t]*([^\r\n,]*?)[ \t]*[\r\n,]/i;

/** @param {Uint8Array} head @returns {string|null} the protocol in its Upgrade field, in lower case */
export function upgradeOf(head) {
  const text = latin1(head, 0, Math.min(head.length, MAX_UPGRADE_HEAD_BYTES));
  return UPGRADE_FIELD.exec(text)?.[1].toLowerCase() ?? null;
}

export class Tunnel {
  #parser;
  /** Offset of each direction's first byte; −1 before it. @type {[number, number]} */
  #starts = [-1, -1];

  /** @param {StreamParser} parser who reads it */
  constructor(parser) {
    this.#parser = parser;
  }

  /**
   * @param {0|1} endpoint
   * @param {number} position of the first byte in the outer stream
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @param {Place} at
   * @returns {boolean} whether more of the direction is wanted
   */
  push(endpoint, position, bytes, start, end, at) {
    return this.#parser.push(endpoint, this.#inside(endpoint, position), bytes, start, end, at) !== Infinity;
  }

  /**
   * @param {0|1} endpoint
   * @param {number} position
   * @param {number} length
   * @param {Place} at
   * @returns {boolean} whether more of the direction is wanted
   */
  gap(endpoint, position, length, at) {
    return this.#parser.gap(endpoint, this.#inside(endpoint, position), length, at) !== Infinity;
  }

  /** @type {StreamParser['end']} */
  end(endpoint, how, at) {
    this.#parser.end(endpoint, how, at);
  }

  /** @param {0|1} endpoint @param {number} position @returns {number} offset within the tunnel */
  #inside(endpoint, position) {
    if (this.#starts[endpoint] < 0) this.#starts[endpoint] = position;
    return position - this.#starts[endpoint];
  }
}
