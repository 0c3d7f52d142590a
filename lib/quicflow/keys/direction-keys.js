import { headerMask, PacketKeys } from './packet-keys.js';
import { fullNumber, UnprotectedHeader } from './protected-header.js';

/** @typedef {import('../../protocols/tls/ciphers.js').Ciphers} Ciphers */
/** @typedef {import('../../protocols/tls/cipher-suites.js').CipherSuite} CipherSuite */

/** Generations of keys that are derived ahead, once, for a direction whose beginning was not captured. */
export const MAX_KEY_GENERATIONS_AHEAD = 64;
/** A packet from mid-connection has only the last bytes of its number: so many values of the others are tried. */
export const MAX_LOCATED_WINDOWS = 64;
/** Packets in a row that no key opens; then only one in so many is tried. */
export const MAX_FAILED_OPENINGS = 32;
const TRIED_AFTERWARDS = 16;
const FAILURES_BEFORE_LOOK = 8;

/**
 * Opens the packets of one direction at one level: header protection, packet number, key phase. Its answers are in its
 * fields until the next packet.
 */
export class DirectionKeys {
  #mask;
  #header = new UnprotectedHeader();
  #current;
  /** @type {PacketKeys|null} */
  #next = null;
  /** @type {PacketKeys|null} */
  #previous = null;
  #phase = 0;
  /** Lowest number opened with the current keys. */
  #phaseFrom = Infinity;
  #opened = 0;
  #failures = 0;
  #skipped = 0;
  #hasLookedAhead = false;
  /** Phases begun after the first. */
  updates = 0;
  number = 0;
  keyPhase = 0;
  /** Whether the packet opened last is the first of a new phase. */
  isUpdate = false;

  /**
   * @param {Ciphers} ciphers @param {CipherSuite} suite @param {import('../wire/versions.js').Version} version
   * @param {Uint8Array} secret
   */
  constructor(ciphers, suite, version, secret) {
    this.#mask = headerMask(ciphers, suite, version, secret);
    this.#current = new PacketKeys(ciphers, suite, version, secret);
  }

  /**
   * @param {import('../wire/header.js').PacketHeader} packet that was captured whole
   * @param {number} expected the largest number opened in its space and direction, plus one
   * @returns {Uint8Array|null} its payload
   */
  open(packet, expected) {
    this.isUpdate = false;
    if (this.#isGivenUp()) return null;
    const header = this.#header;
    if (this.#mask === null || !header.take(packet, this.#mask)) return null;
    this.keyPhase = packet.isLong ? 0 : header.keyPhase;
    const sealed = packet.bytes.subarray(header.payloadAt, packet.end);
    const plain = this.#openAt(fullNumber(header.truncated, header.numberBytes, expected), sealed);
    const opened = plain ?? this.#tryFurther(expected, sealed);
    if (opened === null) this.#failures++;
    else {
      this.#failures = 0;
      this.#opened++;
    }
    return opened;
  }

  /**
   * Whether a short packet's header looks right without its protection.
   * @param {import('../wire/header.js').PacketHeader} packet
   */
  fits(packet) {
    return this.#mask !== null && this.#header.take(packet, this.#mask) && this.#header.isPlausible;
  }

  /**
   * Finds the generation of keys, and the number, of a packet from the midst of a connection, and goes on from there.
   * @param {import('../wire/header.js').PacketHeader} packet a short one
   * @returns {number} −1: it is not opened
   */
  locate(packet) {
    const header = this.#header;
    if (this.#mask === null || !header.take(packet, this.#mask)) return -1;
    const sealed = packet.bytes.subarray(header.payloadAt, packet.end);
    const window = 2 ** (8 * header.numberBytes);
    let keys = this.#current;
    /** @type {PacketKeys|null} */
    let previous = null;
    for (let generation = 0; generation <= MAX_KEY_GENERATIONS_AHEAD; generation++) {
      for (let k = 0; k < MAX_LOCATED_WINDOWS && generation % 2 === header.keyPhase; k++) {
        const number = header.truncated + k * window;
        if (this.#openBy(keys, number, sealed) === null) continue;
        this.#beginAt(keys, number);
        this.#previous = previous;
        return number;
      }
      previous = keys;
      keys = keys.next();
    }
    return -1;
  }

  /** @param {PacketKeys} keys that opened a packet of the header's phase @param {number} number */
  #beginAt(keys, number) {
    this.#current = keys;
    this.#next = null;
    this.#phase = this.#header.keyPhase;
    this.#phaseFrom = number;
    this.#opened++;
  }

  /** Whether a packet after many that stayed closed is not tried. */
  #isGivenUp() {
    if (this.#failures < MAX_FAILED_OPENINGS) return false;
    return ++this.#skipped % TRIED_AFTERWARDS !== 0;
  }

  /**
   * With more than half a window of numbers missing in the capture, a number is decoded a window off.
   * @param {number} expected @param {Uint8Array} sealed
   */
  #tryFurther(expected, sealed) {
    const { truncated, numberBytes } = this.#header;
    const window = 2 ** (8 * numberBytes);
    const number = fullNumber(truncated, numberBytes, expected);
    if (this.#opened === 0) return this.#lookAhead(number, sealed);
    return this.#openAt(number + window, sealed) ?? (number >= window ? this.#openAt(number - window, sealed) : null);
  }

  /** @param {number} number @param {Uint8Array} sealed */
  #openAt(number, sealed) {
    this.number = number;
    if (this.keyPhase === this.#phase) return this.#openWithCurrent(number, sealed);
    if (number < this.#phaseFrom && this.#previous !== null) return this.#openBy(this.#previous, number, sealed);
    this.#next ??= this.#current.next();
    const plain = this.#openBy(this.#next, number, sealed);
    if (plain !== null) this.#advance(number);
    return plain;
  }

  /** @param {number} number @param {Uint8Array} sealed */
  #openWithCurrent(number, sealed) {
    const plain = this.#openBy(this.#current, number, sealed);
    if (plain !== null && number < this.#phaseFrom) this.#phaseFrom = number;
    return plain;
  }

  /** @param {PacketKeys} keys @param {number} number @param {Uint8Array} sealed */
  #openBy(keys, number, sealed) {
    return keys.open(number, this.#header.additional, sealed);
  }

  /** @param {number} number of the first packet of the new phase */
  #advance(number) {
    this.#previous = this.#current;
    this.#current = /** @type {PacketKeys} */ (this.#next);
    this.#next = null;
    this.#phase = 1 - this.#phase;
    this.#phaseFrom = number;
    this.updates++;
    this.isUpdate = true;
  }

  /**
   * Where nothing has been opened yet, the capture may have begun in a later phase.
   * @param {number} number @param {Uint8Array} sealed
   */
  #lookAhead(number, sealed) {
    if (this.#hasLookedAhead || this.#failures < FAILURES_BEFORE_LOOK) return null;
    this.#hasLookedAhead = true;
    let keys = this.#current;
    for (let generation = 1; generation <= MAX_KEY_GENERATIONS_AHEAD; generation++) {
      keys = keys.next();
      if (generation % 2 !== this.keyPhase) continue;
      const plain = this.#openBy(keys, number, sealed);
      if (plain === null) continue;
      this.#beginAt(keys, number);
      this.number = number;
      return plain;
    }
    return null;
  }
}
