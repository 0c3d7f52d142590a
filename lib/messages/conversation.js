import { SNIFFED_BYTES, PROTOCOL, sniff } from './sniff.js';

/** @typedef {import('./stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('./stream-parser.js').Place} Place */

/** First bytes of a direction, too few to tell the protocol by. */
class HeldBytes {
  bytes = new Uint8Array(SNIFFED_BYTES);
  length = 0;

  /** @param {Place} at of the first of them */
  constructor(at) {
    this.at = { ...at };
  }
}

/**
 * A byte stream whose protocol is told by its first bytes, whichever direction's come first; from then on everything goes to that
 * protocol's parser. What nobody reads is passed over.
 * @implements {StreamParser}
 */
export class Conversation {
  /** @type {StreamParser|null} */
  #parser = null;
  #isOpaque = false;
  /** @type {[HeldBytes|null, HeldBytes|null]} */
  #held = [null, null];
  #open;
  #isMidConnection;

  /**
   * @param {(protocol: number) => StreamParser|null} open makes the parser of a protocol (of `PROTOCOL`); null: nobody reads it
   * @param {boolean} isMidConnection whether the first bytes handed in may not be the stream's first
   */
  constructor(open, isMidConnection) {
    this.#open = open;
    this.#isMidConnection = isMidConnection;
  }

  /** @type {StreamParser['push']} */
  push(endpoint, streamOffset, bytes, start, end, at) {
    if (this.#isOpaque) return Infinity;
    if (this.#parser !== null) return this.#parser.push(endpoint, streamOffset, bytes, start, end, at);
    const held = this.#held[endpoint] ??= new HeldBytes(at);
    const used = Math.min(end - start, SNIFFED_BYTES - held.length);
    held.bytes.set(bytes.subarray(start, start + used), held.length);
    held.length += used;
    const found = sniff(held.bytes, 0, held.length, this.#isMidConnection);
    if (found === PROTOCOL.MORE) return streamOffset + used;
    held.length -= used;
    this.#begin(found);
    return this.push(endpoint, streamOffset, bytes, start, end, at);
  }

  /** @type {StreamParser['gap']} */
  gap(endpoint, streamOffset, length, at) {
    if (this.#parser === null && !this.#isOpaque && streamOffset + length > 0) this.#begin(PROTOCOL.HTTP1);
    if (this.#isOpaque || this.#parser === null) return Infinity;
    return this.#parser.gap(endpoint, streamOffset, length, at);
  }

  /** @type {StreamParser['end']} */
  end(endpoint, how, at) {
    if (this.#parser === null && !this.#isOpaque && this.#held[endpoint] !== null) this.#begin(PROTOCOL.HTTP1);
    this.#parser?.end(endpoint, how, at);
  }

  /** @param {number} protocol of `PROTOCOL` */
  #begin(protocol) {
    this.#parser = this.#open(protocol);
    this.#isOpaque = this.#parser === null;
    for (const endpoint of /** @type {const} */ ([0, 1])) {
      const held = this.#held[endpoint];
      if (held !== null && held.length > 0) this.#parser?.push(endpoint, 0, held.bytes, 0, held.length, held.at);
    }
    this.#held = [null, null];
  }
}
