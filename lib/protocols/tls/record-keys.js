/** Decrypts the records of one direction with one set of keys (RFC 8446 section 5.2, RFC 5246 section 6.2.3). */
import { concatBytes } from '../model/concat-bytes.js';
import { expandLabel, NONCE_BYTES } from './key-derivation.js';
import { nonceOf, writeNumber } from './nonce.js';
import { Rc4 } from './rc4.js';

/** @typedef {import('./ciphers.js').Ciphers} Ciphers */
/** @typedef {import('./cipher-suites.js').CipherSuite} CipherSuite */

const TLS_1_1 = 0x0302;
const DES_KEY_BYTES = 8;

/**
 * A decrypted record.
 * @typedef {{ type: number, plain: Uint8Array }} Opened
 */

/** TLS 1.3. */
export class TrafficKeys {
  #ciphers;
  #suite;
  #secret;
  #key;
  #iv;
  #header = new Uint8Array(5);

  /** @param {Ciphers} ciphers @param {CipherSuite} suite @param {Uint8Array} secret a traffic secret */
  constructor(ciphers, suite, secret) {
    this.#ciphers = ciphers;
    this.#suite = suite;
    this.#secret = secret;
    this.#key = expandLabel(ciphers, suite.hash, secret, 'key', suite.keyBytes);
    this.#iv = expandLabel(ciphers, suite.hash, secret, 'iv', NONCE_BYTES);
  }

  /** The keys after a KeyUpdate (RFC 8446 section 7.2). */
  next() {
    const { hash } = this.#suite;
    return new TrafficKeys(
      this.#ciphers,
      this.#suite,
      expandLabel(this.#ciphers, hash, this.#secret, 'traffic upd', this.#secret.length),
    );
  }

  /**
   * @param {number} number of the record under these keys
   * @param {number} type
   * @param {number} version
   * @param {Uint8Array} sealed
   * @returns {Opened|null} null: wrong keys or number
   */
  open(number, type, version, sealed) {
    const header = this.#header;
    const { algorithm, tagBytes } = this.#suite;
    header.set([type, version >> 8, version & 0xff, sealed.length >> 8, sealed.length & 0xff]);
    const inner = this.#ciphers.open(algorithm, this.#key, nonceOf(this.#iv, number), header, sealed, tagBytes);
    if (inner === null) return null;
    let end = inner.length;
    while (end > 0 && inner[end - 1] === 0) end--;
    return end === 0 ? null : { type: inner[end - 1], plain: inner.subarray(0, end - 1) };
  }

  /** Bytes of a record's body that are not content. */
  get overheadBytes() {
    return this.#suite.tagBytes + 1;
  }
}

/**
 * Up to TLS 1.2.
 * @typedef {object} WriteKeys
 * @property {Uint8Array} mac
 * @property {Uint8Array} key
 * @property {Uint8Array} iv
 */

/** An AEAD of TLS 1.2 (RFC 5288, RFC 7905, RFC 6655). */
export class AeadKeys {
  #ciphers;
  #suite;
  #keys;
  #additional = new Uint8Array(13);

  /** @param {Ciphers} ciphers @param {CipherSuite} suite @param {WriteKeys} keys */
  constructor(ciphers, suite, keys) {
    this.#ciphers = ciphers;
    this.#suite = suite;
    this.#keys = keys;
  }

  /** @type {TrafficKeys['open']} */
  open(number, type, version, body) {
    const { explicitBytes, tagBytes, algorithm } = this.#suite;
    const length = body.length - explicitBytes - tagBytes;
    if (length < 0) return null;
    const { iv, key } = this.#keys;
    const additional = this.#additional;
    const nonce = explicitBytes > 0 ? concatBytes([iv, body.subarray(0, explicitBytes)]) : nonceOf(iv, number);
    writeNumber(additional, 0, number);
    additional.set([type, version >> 8, version & 0xff, length >> 8, length & 0xff], 8);
    const plain = this.#ciphers.open(algorithm, key, nonce, additional, body.subarray(explicitBytes), tagBytes);
    return plain && { type, plain };
  }

  get overheadBytes() {
    return this.#suite.explicitBytes + this.#suite.tagBytes;
  }
}

/** A block cipher with a MAC, before or after encryption (RFC 5246 section 6.2.3.2, RFC 7366). */
export class CbcKeys {
  #ciphers;
  #suite;
  #keys;
  #version;
  #encryptsThenMacs;
  /** TLS 1.0: the last block of the previous record; null: that record is missing. @type {Uint8Array|null} */
  #chained;

  /**
   * @param {Ciphers} ciphers
   * @param {CipherSuite} suite
   * @param {WriteKeys} keys
   * @param {number} version
   * @param {boolean} encryptsThenMacs
   */
  constructor(ciphers, suite, keys, version, encryptsThenMacs) {
    this.#ciphers = ciphers;
    this.#suite = suite;
    this.#keys = keys;
    this.#version = version;
    this.#encryptsThenMacs = encryptsThenMacs;
    this.#chained = keys.iv;
  }

  /** @type {TrafficKeys['open']} */
  open(number, type, version, body) {
    const { ivBytes, macBytes } = this.#suite;
    const isExplicit = this.#version >= TLS_1_1;
    const from = isExplicit ? ivBytes : 0;
    const to = this.#encryptsThenMacs ? body.length - macBytes : body.length;
    if (to - from < ivBytes || (to - from) % ivBytes !== 0) return null;
    if (this.#encryptsThenMacs && !this.#isMac(number, type, version, body.subarray(0, to), body.subarray(to))) {
      return null;
    }
    const iv = isExplicit ? body.subarray(0, ivBytes) : this.#chained;
    const padded = iv && this.#decrypt(iv, body.subarray(from, to));
    this.chain(body);
    if (padded === null) return null;
    const end = padded.length - 1 - padded[padded.length - 1] - (this.#encryptsThenMacs ? 0 : macBytes);
    if (end < 0) return null;
    const plain = padded.subarray(0, end);
    if (!this.#encryptsThenMacs && !this.#isMac(number, type, version, plain, padded.subarray(end, end + macBytes))) {
      return null;
    }
    return { type, plain };
  }

  get overheadBytes() {
    return this.#suite.ivBytes + this.#suite.macBytes + 1;
  }

  /** Whether nothing can be decrypted before another record is passed to `chain`. */
  get isChainLost() {
    return this.#chained === null;
  }

  /** The record before the next one is missing. */
  lose() {
    if (this.#version < TLS_1_1) this.#chained = null;
  }

  /** @param {Uint8Array} body of the record before the next */
  chain(body) {
    const { ivBytes, macBytes } = this.#suite;
    const end = this.#encryptsThenMacs ? body.length - macBytes : body.length;
    if (end >= ivBytes) this.#chained = body.slice(end - ivBytes, end);
  }

  /** DES is triple DES with the same key three times. @param {Uint8Array} iv @param {Uint8Array} bytes */
  #decrypt(iv, bytes) {
    const { algorithm } = this.#suite;
    const { key } = this.#keys;
    return this.#ciphers.decryptCbc(
      algorithm,
      key.length === DES_KEY_BYTES ? concatBytes([key, key, key]) : key,
      iv,
      bytes,
    );
  }

  /**
   * @param {number} number
   * @param {number} type
   * @param {number} version
   * @param {Uint8Array} bytes
   * @param {Uint8Array} mac
   */
  #isMac(number, type, version, bytes, mac) {
    return isMac(this.#ciphers, this.#suite, this.#keys, { number, type, version }, bytes, mac);
  }
}

/**
 * RC4 with a MAC (RFC 5246 section 6.2.3.1). A lost record desynchronises the key stream: nothing can be decrypted
 * after it.
 */
export class StreamKeys {
  #ciphers;
  #suite;
  #keys;
  #stream;

  /** @param {Ciphers} ciphers @param {CipherSuite} suite @param {WriteKeys} keys */
  constructor(ciphers, suite, keys) {
    this.#ciphers = ciphers;
    this.#suite = suite;
    this.#keys = keys;
    this.#stream = new Rc4(keys.key);
  }

  /** @type {TrafficKeys['open']} */
  open(number, type, version, body) {
    const before = this.#stream.save();
    const opened = this.#stream.decrypt(body);
    const end = opened.length - this.#suite.macBytes;
    const plain = opened.subarray(0, Math.max(0, end));
    if (
      end >= 0 &&
      isMac(this.#ciphers, this.#suite, this.#keys, { number, type, version }, plain, opened.subarray(end))
    ) {
      return { type, plain };
    }
    this.#stream.restore(before);
    return null;
  }

  get overheadBytes() {
    return this.#suite.macBytes;
  }
}

/** NULL-cipher records, with a MAC only: readable without any secret. */
export class NoKeys {
  #macBytes;

  /** @param {CipherSuite} suite */
  constructor({ macBytes }) {
    this.#macBytes = macBytes;
  }

  /** @type {TrafficKeys['open']} */
  open(_number, type, _version, body) {
    const end = body.length - this.#macBytes;
    return end < 0 ? null : { type, plain: body.subarray(0, end) };
  }

  get overheadBytes() {
    return this.#macBytes;
  }
}

/**
 * @param {Ciphers} ciphers
 * @param {CipherSuite} suite
 * @param {WriteKeys} keys
 * @param {{ number: number, type: number, version: number }} record
 * @param {Uint8Array} bytes @param {Uint8Array} mac
 */
function isMac(ciphers, { mac: hash }, keys, { number, type, version }, bytes, mac) {
  const header = new Uint8Array(13);
  if (hash === null) return false;
  writeNumber(header, 0, number);
  header.set([type, version >> 8, version & 0xff, bytes.length >> 8, bytes.length & 0xff], 8);
  const expected = ciphers.hmac(hash, keys.mac, concatBytes([header, bytes]));
  return expected.length === mac.length && expected.every((byte, i) => byte === mac[i]);
}
