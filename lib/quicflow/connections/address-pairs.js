import { ADDRESS_WORDS } from '../../packet/datagram-batch.js';
import { hashOfWords } from '../../shared/secret-hash.js';
import { PAIR_WORDS, writePair } from './pair-words.js';

/** @typedef {import('../../packet/datagram-batch.js').Datagrams} Datagrams */
/** @typedef {import('./connection.js').Connection} Connection */
/** @typedef {import('./connection.js').Path} Path */

/**
 * A connection that uses a pair of ends.
 * @typedef {{ connection: Connection, path: Path, isFromClient: boolean }} PairUser `isFromClient`: the client is the
 *   pair's source
 *
 * One way between two ends.
 * @typedef {object} AddressPair
 * @property {Int32Array} words source, destination, ports, scope
 * @property {PairUser[]} users newest first
 * @property {AddressPair|null} next with the same hash
 */

/** Connections of one pair of ends that are looked through. */
export const MAX_CONNECTIONS_OF_PAIR = 16;

/** Finds connections by the addresses and ports of a datagram, without an object for the question. */
export class AddressPairs {
  /** @type {Map<number, AddressPair>} */
  #pairs = new Map();
  #words = new Int32Array(PAIR_WORDS);
  count = 0;

  /** @param {Datagrams} batch @param {number} i @returns {AddressPair|null} */
  find(batch, i) {
    writePair(this.#words, batch, i, false);
    return this.#findWords();
  }

  /**
   * Of the datagram that an ICMP error quotes. A NAT that does not translate the quotation leaves the outside address
   * there; the error itself is sent to the address here.
   * @param {import('../../packet/network/icmp.js').IcmpError} error @returns {AddressPair|null}
   */
  findQuoted({ source, receiver, destination, ports, scope }) {
    for (const sender of [source, receiver]) {
      this.#words.set(sender);
      this.#words.set(destination, ADDRESS_WORDS);
      this.#words[PAIR_WORDS - 2] = ports;
      this.#words[PAIR_WORDS - 1] = scope;
      const pair = this.#findWords();
      if (pair !== null) return pair;
    }
    return null;
  }

  #findWords() {
    const words = this.#words;
    for (let pair = this.#pairs.get(hashOfWords(words)) ?? null; pair !== null; pair = pair.next) {
      if (isSame(pair.words, words)) return pair;
    }
    return null;
  }

  /**
   * A connection uses the datagram's ends, in both directions.
   * @param {Datagrams} batch @param {number} i @param {Connection} connection @param {Path} path
   * @param {boolean} isFromClient whether the datagram is the client's
   */
  add(batch, i, connection, path, isFromClient) {
    if (this.find(batch, i) === null) this.#insert();
    const there = /** @type {AddressPair} */ (this.#findWords());
    writePair(this.#words, batch, i, true);
    if (this.#findWords() === null) this.#insert();
    const back = /** @type {AddressPair} */ (this.#findWords());
    this.#use(there, { connection, path, isFromClient });
    this.#use(back, { connection, path, isFromClient: !isFromClient });
  }

  /** @param {AddressPair} pair @param {PairUser} user */
  #use(pair, user) {
    if (pair.users.some(({ connection, path }) => connection === user.connection && path === user.path)) return;
    pair.users.unshift(user);
    if (pair.users.length > MAX_CONNECTIONS_OF_PAIR) pair.users.pop();
  }

  #insert() {
    const hash = hashOfWords(this.#words);
    this.#pairs.set(hash, { words: this.#words.slice(), users: [], next: this.#pairs.get(hash) ?? null });
    this.count++;
  }
}

/** @param {Int32Array} a @param {Int32Array} b */
function isSame(a, b) {
  for (let i = 0; i < PAIR_WORDS; i++) if (a[i] !== b[i]) return false;
  return true;
}
