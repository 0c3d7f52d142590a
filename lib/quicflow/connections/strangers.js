import { hashOfWords } from '../../shared/secret-hash.js';
import { PAIR_WORDS, writePair } from './pair-words.js';

/** Pairs of ends that are watched for a connection without its beginning; beyond, further pairs are not. */
export const MAX_QUIC_STRANGERS = 4096;
/** Header protection makes these bits of a first byte random; in other protocols at the port they are not. */
const RANDOM_BITS = 0x1f;
/** Values of them that must have come. */
const ENOUGH_VALUES = 4;
const BOTH_WAYS = 3;

/**
 * Short headers between ends whose connection began before the capture, or never was one: recognised by talk in both
 * directions, with first bytes as random as QUIC's.
 */
export class Strangers {
  /** By hash of the ends: directions and values seen. @type {Map<number, { ways: number, values: Set<number> }>} */
  #seen = new Map();
  #words = new Int32Array(PAIR_WORDS);

  /**
   * @param {import('../../packet/datagram-batch.js').Datagrams} batch @param {number} i
   * @param {number} first byte of the datagram
   * @returns {boolean} whether these ends speak QUIC
   */
  isQuic(batch, i, first) {
    const ports = batch.ports[i];
    const isUpward = ports >>> 16 > (ports & 0xffff);
    writePair(this.#words, batch, i, !isUpward); // the same for both directions
    const key = hashOfWords(this.#words);
    const seen = this.#seen.get(key) ?? this.#begin(key);
    if (seen === null) return false;
    seen.ways |= isUpward ? 1 : 2;
    seen.values.add(first & RANDOM_BITS);
    return seen.ways === BOTH_WAYS && seen.values.size >= ENOUGH_VALUES;
  }

  /** @param {number} key */
  #begin(key) {
    if (this.#seen.size === MAX_QUIC_STRANGERS) return null;
    const seen = { ways: 0, values: new Set() };
    this.#seen.set(key, seen);
    return seen;
  }
}
