import { expandLabel, NONCE_BYTES } from '../../protocols/tls/key-derivation.js';
import { nonceOf } from '../../protocols/tls/nonce.js';

/** @typedef {import('../../protocols/tls/ciphers.js').Ciphers} Ciphers */
/** @typedef {import('../../protocols/tls/cipher-suites.js').CipherSuite} CipherSuite */
/** @typedef {import('../wire/versions.js').Version} Version */

export const TAG_BYTES = 16;

/** The keys of one direction in one phase (RFC 9001 section 5). */
export class PacketKeys {
  #ciphers;
  #suite;
  #version;
  #secret;
  #key;
  #iv;

  /** @param {Ciphers} ciphers @param {CipherSuite} suite @param {Version} version @param {Uint8Array} secret */
  constructor(ciphers, suite, version, secret) {
    this.#ciphers = ciphers;
    this.#suite = suite;
    this.#version = version;
    this.#secret = secret;
    this.#key = expandLabel(ciphers, suite.hash, secret, `${version.label}key`, suite.keyBytes);
    this.#iv = expandLabel(ciphers, suite.hash, secret, `${version.label}iv`, NONCE_BYTES);
  }

  /** Those after a key update (section 6.1). */
  next() {
    const { hash } = this.#suite;
    const secret = expandLabel(this.#ciphers, hash, this.#secret, `${this.#version.label}ku`, this.#secret.length);
    return new PacketKeys(this.#ciphers, this.#suite, this.#version, secret);
  }

  /**
   * @param {number} number of the packet
   * @param {Uint8Array} additional its header, without protection
   * @param {Uint8Array} sealed its payload and tag
   * @returns {Uint8Array|null} null: other keys, another number, or damaged
   */
  open(number, additional, sealed) {
    const nonce = nonceOf(this.#iv, number);
    return this.#ciphers.open(this.#suite.algorithm, this.#key, nonce, additional, sealed, TAG_BYTES);
  }
}

/**
 * What takes a direction's header protection off; it is the same in all phases (section 5.4).
 * @param {Ciphers} ciphers @param {CipherSuite} suite @param {Version} version @param {Uint8Array} secret
 */
export function headerMask(ciphers, suite, version, secret) {
  const key = expandLabel(ciphers, suite.hash, secret, `${version.label}hp`, suite.keyBytes);
  return ciphers.headerMask(suite.algorithm, key);
}
