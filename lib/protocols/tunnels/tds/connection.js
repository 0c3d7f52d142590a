/**
 * SQL Server's TDS (MS-TDS), as far as it contains TLS: the handshake's records in the data of PRELOGIN packets
 * (section 3.2.5.2), later ones directly over TCP, and TDS again where only the login was encrypted.
 */

import { isRecord, PACKET_HEADER_BYTES, RECORD_HEADER_BYTES } from '../../commands/binary/tds/packets.js';

/** @typedef {import('../../stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('../../stream-parser.js').Place} Place */

const PRELOGIN = 0x12;
/** One direction: consecutive packets of TDS and records of TLS. */
class Direction {
  /** Of the current unit. */
  #header = new Uint8Array(PACKET_HEADER_BYTES);
  #headerBytes = 0;
  /** Remaining bytes of it after its header. */
  #left = 0;
  /** Whether they are TLS's. */
  #isInner = false;
  /** Bytes passed on. */
  passed = 0;
  isLost = false;

  /**
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   * @param {(bytes: Uint8Array, start: number, end: number) => void} pass receives TLS's bytes
   */
  push(bytes, start, end, pass) {
    let i = start;
    while (i < end && !this.isLost) {
      if (this.#left === 0) {
        this.#header[this.#headerBytes++] = bytes[i++];
        this.#begin(pass);
        continue;
      }
      if (this.#isFirstOfPacket) this.#isInner = this.passed > 0 || isRecord(bytes[i]);
      this.#isFirstOfPacket = false;
      const taken = Math.min(end - i, this.#left);
      if (this.#isInner) pass(bytes, i, i + taken);
      this.#left -= taken;
      i += taken;
    }
  }

  /** Whether the next byte is the first of a PRELOGIN's data, which may be TLS's. */
  #isFirstOfPacket = false;

  /** @param {(bytes: Uint8Array, start: number, end: number) => void} pass */
  #begin(pass) {
    const header = this.#header;
    const isTls = isRecord(header[0]);
    if (this.#headerBytes < (isTls ? RECORD_HEADER_BYTES : PACKET_HEADER_BYTES)) return;
    this.#headerBytes = 0;
    if (isTls) {
      this.isLost = header[1] !== 3;
      this.#left = (header[3] << 8) | header[4];
      this.#isInner = !this.isLost;
      if (this.#isInner) pass(header, 0, RECORD_HEADER_BYTES);
      return;
    }
    const length = (header[2] << 8) | header[3];
    this.isLost = length < PACKET_HEADER_BYTES;
    this.#left = this.isLost ? 0 : length - PACKET_HEADER_BYTES;
    this.#isInner = false;
    this.#isFirstOfPacket = header[0] === PRELOGIN;
  }

  /**
   * Bytes are missing.
   * @param {number} length
   * @returns {number} how many of them are TLS's
   */
  gap(length) {
    if (this.#left < length || this.#isFirstOfPacket) this.isLost = true;
    if (this.isLost) return 0;
    this.#left -= length;
    return this.#isInner ? length : 0;
  }
}

/** @implements {StreamParser} */
export class TdsConnection {
  #directions = [new Direction(), new Direction()];
  #openInner;
  #outer;
  /** @type {StreamParser|null} */
  #inner = null;

  /**
   * @param {(upgrade: string|null) => StreamParser|null} openInner
   * @param {StreamParser} outer receives everything, TLS or not
   */
  constructor(openInner, outer) {
    this.#openInner = openInner;
    this.#outer = outer;
  }

  /** @type {StreamParser['push']} */
  push(endpoint, streamOffset, bytes, start, end, at) {
    const direction = this.#directions[endpoint];
    direction.push(bytes, start, end, (content, from, to) => {
      this.#inner ??= this.#openInner(null);
      this.#inner?.push(endpoint, direction.passed, content, from, to, at);
      direction.passed += to - from;
    });
    return this.#outer.push(endpoint, streamOffset, bytes, start, end, at);
  }

  /** @type {StreamParser['gap']} */
  gap(endpoint, streamOffset, length, at) {
    const direction = this.#directions[endpoint];
    const missing = direction.isLost ? 0 : direction.gap(length);
    if (missing > 0) this.#inner?.gap(endpoint, direction.passed, missing, at);
    direction.passed += missing;
    return this.#outer.gap(endpoint, streamOffset, length, at);
  }

  /** @type {StreamParser['end']} */
  end(endpoint, how, at) {
    this.#inner?.end(endpoint, how, at);
    this.#outer.end(endpoint, how, at);
  }
}
