/** Durations of name lookups, and the connections that waited for them. */
import { addressAt, namesInAnswer, questionOf } from './dns-message.js';
import { MAX_ANSWERS_OF_LOOK_UP, MAX_LOOK_UPS, MAX_SLOW_LOOK_UPS } from './limits.js';

/** The shortest delay that a person notices. */
const NOTICEABLE_NS = 100e6;
/** A resolver with nothing outstanding that asks later than this after an answer starts a new lookup. */
const ANEW_NS = 50e6;
/** … and so does one that has not asked for this long: glibc gives up after 10 s, others after 30. */
const GIVEN_UP_NS = 30e9;
/**
 * A client that waited for an answer connects at once or, where that of IPv6 is outstanding, 50 ms later (RFC 8305
 * section 3).
 */
const FOLLOWS_NS = 100e6;

/**
 * A lookup of one name by one host: its queries, each perhaps repeated, and their answers.
 * @typedef {object} Asked
 * @property {string} name
 * @property {string} asker address
 * @property {number} askedNs the first query
 * @property {number} latestNs the latest query or answer
 * @property {number} queriedNs the latest query
 * @property {number} queries
 * @property {Set<number>} outstanding types queried, without an answer
 * @property {number[]} answersNs
 * @property {Map<string, number>} addresses when each was first answered
 */

/**
 * The lookup that a connection waited for. `unanswered`: types of record whose queries had no answer, for which the
 * client waited until `answeredNs` though it had the address.
 * @typedef {{ name: string, queries: number, askedNs: number, answeredNs: number, unanswered: number[] }} LookUp
 */

/** Resolvers give a query up after whole seconds: glibc 5 s, Windows 1, 2 and 4 s, c-ares 2 or 5 s. */
const LIMIT_NS = 1e9;
/** … and connect so soon after that: their timers are late by a little. */
const GAVE_UP_WITHIN_NS = 50e6;

export class LookUps {
  /** By client and name. @type {Map<string, Asked>} */
  #asked = new Map();
  /** By address in the answer. @type {Map<string, Asked[]>} */
  #slow = new Map();
  #slowCount = 0;

  /** The slow ones, for a report. */
  get kept() {
    return this.#slow;
  }

  /** @param {LookUps['kept']} kept */
  restore(kept) {
    this.#slow = kept;
  }

  /** Whether none was slow. */
  get isEmpty() {
    return this.#slow.size === 0;
  }

  /**
   * A DNS message of any kind.
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @param {number} timeNs
   * @param {Uint8Array} asker address of the client
   */
  add(bytes, start, end, timeNs, asker) {
    const question = questionOf(bytes, start, end);
    if (question === null) return;
    const address = addressAt(asker, 0, asker.length);
    const key = `${address} ${question.name}`;
    if (!question.isAnswer) this.#ask(key, address, question, timeNs);
    else {
      const asked = this.#asked.get(key);
      if (asked !== undefined) this.#answer(asked, question.type, timeNs, namesInAnswer(bytes, start, end));
    }
  }

  /**
   * @param {string} key @param {string} asker
   * @param {import('./dns-message.js').Question} question @param {number} ns
   */
  #ask(key, asker, { name, type }, ns) {
    let asked = this.#asked.get(key);
    if (asked === undefined || isOver(asked, ns)) {
      asked = {
        name,
        asker,
        askedNs: ns,
        latestNs: ns,
        queriedNs: ns,
        queries: 0,
        outstanding: new Set(),
        answersNs: [],
        addresses: new Map(),
      };
      this.#asked.delete(key);
      this.#asked.set(key, asked);
      if (this.#asked.size > MAX_LOOK_UPS) this.#asked.delete(this.#asked.keys().next().value ?? '');
    }
    asked.queries++;
    asked.latestNs = asked.queriedNs = ns;
    if (asked.outstanding.size < MAX_ANSWERS_OF_LOOK_UP) asked.outstanding.add(type);
  }

  /** @param {Asked} asked @param {number} type @param {number} ns @param {readonly { address: string }[]} named */
  #answer(asked, type, ns, named) {
    if (asked.answersNs.length >= MAX_ANSWERS_OF_LOOK_UP) return;
    asked.outstanding.delete(type);
    asked.latestNs = ns;
    asked.answersNs.push(ns);
    for (const { address } of named) if (!asked.addresses.has(address)) asked.addresses.set(address, ns);
    if (ns - asked.askedNs < NOTICEABLE_NS && asked.outstanding.size === 0) {
      this.#forget(asked);
      return;
    }
    for (const address of asked.addresses.keys()) this.#keep(address, asked);
  }

  /** It was not slow after all: its last answer came at once, too. @param {Asked} asked */
  #forget(asked) {
    for (const address of asked.addresses.keys()) {
      const known = this.#slow.get(address) ?? [];
      if (known.at(-1) !== asked) continue;
      known.pop();
      this.#slowCount--;
      if (known.length === 0) this.#slow.delete(address);
    }
  }

  /** @param {string} address @param {Asked} asked */
  #keep(address, asked) {
    const known = this.#slow.get(address) ?? [];
    if (known.at(-1) === asked || this.#slowCount >= MAX_SLOW_LOOK_UPS) return;
    known.push(asked);
    this.#slow.set(address, known);
    this.#slowCount++;
  }

  /**
   * The slow lookup that a connection waited for: its client asked, the server's address was the answer, and the
   * connection began right after that.
   * @param {string} client address @param {string} server address @param {number} startNs of the connection
   * @returns {LookUp | null}
   */
  before(client, server, startNs) {
    for (const { name, asker, queries, askedNs, answersNs, addresses, outstanding, queriedNs } of this.#slow.get(
      server,
    ) ?? []) {
      if (asker !== client || (addresses.get(server) ?? Infinity) > startNs) continue;
      const answeredNs = answersNs.findLast((ns) => ns <= startNs) ?? -Infinity;
      if (startNs - answeredNs <= FOLLOWS_NS && answeredNs - askedNs >= NOTICEABLE_NS) {
        return { name, queries, askedNs, answeredNs, unanswered: [] };
      }
      if (outstanding.size > 0 && isAtLimit(startNs - queriedNs)) {
        return { name, queries, askedNs, answeredNs: startNs, unanswered: [...outstanding] };
      }
    }
    return null;
  }
}

/**
 * Whether a client that had one answer connected just when a resolver gives the other query up.
 * @param {number} ns from its latest query
 */
const isAtLimit = (ns) => ns >= LIMIT_NS && ns <= GIVEN_UP_NS && ns % LIMIT_NS <= GAVE_UP_WITHIN_NS;

/** @param {Asked} asked @param {number} ns of a further query */
function isOver({ outstanding, latestNs }, ns) {
  return ns - latestNs > (outstanding.size === 0 ? ANEW_NS : GIVEN_UP_NS);
}
