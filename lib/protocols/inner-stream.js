import { UndecidedStream } from './detect/undecided-stream.js';

/** @typedef {import('./stream-parser.js').StreamParser} StreamParser */

/**
 * A byte stream within another whose protocol is detected from its first bytes, of either direction; from then on
 * everything goes to that protocol's parser. Without a parser it is skipped.
 * @implements {StreamParser}
 */
export class Conversation {
  /** @type {StreamParser|null} */
  #parser = null;
  /** Until it is detected; null afterwards. @type {UndecidedStream|null} */
  #beginnings = new UndecidedStream(false);
  #open;

  /**
   * @param {(protocol: import('./protocol.js').Protocol) => StreamParser|null} open creates the parser of a protocol;
   *   null: there is none
   */
  constructor(open) {
    this.#open = open;
  }

  /** @type {StreamParser['push']} */
  push(endpoint, streamOffset, bytes, start, end, at) {
    if (this.#beginnings === null) return this.#parser?.push(endpoint, streamOffset, bytes, start, end, at) ?? Infinity;
    return this.#begin(this.#beginnings.push(endpoint, bytes, start, end, at), streamOffset + end - start);
  }

  /** @type {StreamParser['gap']} */
  gap(endpoint, streamOffset, length, at) {
    const found = this.#beginnings?.gap(endpoint, streamOffset, length, at);
    if (found === null) return streamOffset + length;
    if (found !== undefined) this.#begin(found, 0);
    return this.#parser?.gap(endpoint, streamOffset, length, at) ?? Infinity;
  }

  /** @type {StreamParser['end']} */
  end(endpoint, how, at) {
    if (this.#beginnings === null) this.#parser?.end(endpoint, how, at);
    else this.#begin(this.#beginnings.end(endpoint, how, at), 0);
  }

  /**
   * @param {import('./protocol.js').Protocol|null} protocol null: not known yet
   * @param {number} nextNeeded the offset that is wanted next, if anything is
   */
  #begin(protocol, nextNeeded) {
    if (protocol === null || this.#beginnings === null) return nextNeeded;
    const beginnings = this.#beginnings;
    const parser = (this.#parser = this.#open(protocol));
    this.#beginnings = null;
    if (parser === null) return Infinity;
    beginnings.handOn(parser);
    return nextNeeded;
  }
}
