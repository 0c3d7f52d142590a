import { HeldBytes } from './held-bytes.js';
import { SNIFFED_BYTES, PROTOCOL, sniff } from './sniff.js';

/** @typedef {import('./stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('./stream-parser.js').Place} Place */

/** Bytes of a direction that are held back while the other's may still tell the protocol. */
export const MAX_UNDECIDED_BYTES = 64 * 1024;

/** What is known of a direction before the protocol is. */
class Beginning {
  held = new HeldBytes(0);
  /** What its bytes tell so far, of `PROTOCOL`. @type {number} */
  found = PROTOCOL.MORE;
  /** Bytes missing before the held ones. */
  missing = 0;
  /** Where they were found to be missing. @type {Place|null} */
  missingAt = null;
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
  #beginnings = [new Beginning(), new Beginning()];
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
    const beginning = this.#beginnings[endpoint], { held } = beginning;
    held.add(bytes, start, end, at);
    beginning.found = sniff(held.bytes, 0, Math.min(held.length, SNIFFED_BYTES), this.#isMidConnection || beginning.missing > 0);
    if (beginning.found === PROTOCOL.MORE || this.#isForOther(endpoint)) return streamOffset + end - start;
    return this.#begin(beginning.found)[endpoint];
  }

  /** @type {StreamParser['gap']} */
  gap(endpoint, streamOffset, length, at) {
    const beginning = this.#beginnings[endpoint];
    if (this.#parser === null && !this.#isOpaque && beginning.held.length === 0) {
      beginning.missing = streamOffset + length;
      beginning.missingAt ??= { ...at };
      return streamOffset + length;
    }
    if (this.#parser === null && !this.#isOpaque) this.#begin(PROTOCOL.HTTP1);
    return this.#parser?.gap(endpoint, streamOffset, length, at) ?? Infinity;
  }

  /** @type {StreamParser['end']} */
  end(endpoint, how, at) {
    const { held, missing } = this.#beginnings[endpoint];
    if (this.#parser === null && !this.#isOpaque && held.length + missing > 0) this.#begin(PROTOCOL.HTTP1);
    this.#parser?.end(endpoint, how, at);
  }

  /**
   * Whether the other direction's bytes may yet tell what this one's do not: they may be anything but what is told by its start.
   * @param {0|1} endpoint
   */
  #isForOther(endpoint) {
    const { found, held } = this.#beginnings[endpoint], other = this.#beginnings[1 - endpoint];
    return found === PROTOCOL.HTTP1 && other.found === PROTOCOL.MORE && other.held.length > 0 && held.length < MAX_UNDECIDED_BYTES;
  }

  /**
   * @param {number} protocol of `PROTOCOL`
   * @returns {[number, number]} what the parser wants next of each direction
   */
  #begin(protocol) {
    const parser = this.#parser = this.#open(protocol), beginnings = this.#beginnings;
    this.#isOpaque = parser === null;
    this.#beginnings = [new Beginning(), new Beginning()];
    /** @type {[number, number]} */
    const wanted = [Infinity, Infinity];
    if (parser === null) return wanted;
    for (const endpoint of /** @type {const} */ ([0, 1])) {
      const { held, missing, missingAt } = beginnings[endpoint];
      if (missingAt !== null) wanted[endpoint] = parser.gap(endpoint, 0, missing, missingAt);
      for (const { bytes, start, end, at } of held.pieces(0)) wanted[endpoint] = parser.push(endpoint, missing + start, bytes, start, end, at);
    }
    return wanted;
  }
}
