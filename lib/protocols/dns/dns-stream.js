import { LENGTH_BYTES } from './signature.js';
/**
 * DNS on TCP (RFC 1035 section 4.2.2): messages, each after two bytes with its length. Only passed on: they are not
 * listed as messages.
 */

/** @typedef {import('../stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('../stream-parser.js').Place} Place */
/**
 * @typedef {(bytes: Uint8Array, start: number, end: number, timeNs: number) => void} OnDns valid during the call only
 */

class Half {
  #onDns;
  #length = 0;
  #lengthBytes = 0;
  #message = new Uint8Array(0);
  #taken = 0;
  position = 0;
  /** Bytes are missing: where the next message starts is not known. */
  isLost = false;

  /** @param {OnDns} onDns */
  constructor(onDns) {
    this.#onDns = onDns;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end @param {Place} at */
  push(bytes, start, end, at) {
    this.position += end - start;
    for (let i = start; i < end;) {
      if (this.#lengthBytes < LENGTH_BYTES) {
        this.#length = (this.#length << 8) | bytes[i++];
        if (++this.#lengthBytes === LENGTH_BYTES) this.#message = new Uint8Array(this.#length);
        continue;
      }
      const piece = bytes.subarray(i, Math.min(end, i + this.#length - this.#taken));
      this.#message.set(piece, this.#taken);
      this.#taken += piece.length;
      i += piece.length;
      if (this.#taken === this.#length) this.#hand(at);
    }
  }

  /** @param {Place} at */
  #hand({ deliveredNs }) {
    this.#onDns(this.#message, 0, this.#length, deliveredNs);
    this.#length = this.#lengthBytes = this.#taken = 0;
  }
}

/** @implements {StreamParser} */
export class DnsStream {
  #halves;

  /** @param {OnDns} onDns */
  constructor(onDns) {
    this.#halves = [new Half(onDns), new Half(onDns)];
  }

  /** @type {StreamParser['push']} */
  push(endpoint, streamOffset, bytes, start, end, at) {
    const half = this.#halves[endpoint];
    half.isLost ||= streamOffset > half.position;
    if (!half.isLost) half.push(bytes, start, end, at);
    return half.isLost ? Infinity : half.position;
  }

  /** @type {StreamParser['gap']} */
  gap(endpoint) {
    this.#halves[endpoint].isLost = true;
    return Infinity;
  }

  end() {}
}
