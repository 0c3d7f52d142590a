/** Where packets begin: a connection's first, and those that show after missing bytes that one begins there. */
import { CLIENT, METHODS, SERVER } from './packets.js';

/** Revisions since 2014, and for a long time. */
const FIRST_REVISION = 50000;
const LAST_REVISION = 60000;
const LONGEST_NAME = 64;
const LONGEST_ID = 128;
/** A block that is no part of a distributed aggregation: its bucket is −1. */
const BLOCK_INFO = [1, 0, 2, 0xff, 0xff, 0xff, 0xff];
const METHOD_AT = 16;
const EXCEPTION_NAME = [0x44, 0x42, 0x3a, 0x3a];

/** Reads fields of a whole packet. */
class Whole {
  /** @param {Uint8Array} bytes @param {number} at @param {number} end */
  constructor(bytes, at, end) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  /** @returns {number} −1: it is not there */
  varint() {
    let value = 0;
    for (let scale = 1; this.at < this.end && scale <= 2 ** 28; scale *= 128) {
      const byte = this.bytes[this.at++];
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    return -1;
  }

  /** @param {number} most characters @returns {string|null} null: it is not there, or no plain text */
  text(most) {
    const length = this.varint();
    if (length < 0 || length > most || this.at + length > this.end) return null;
    const text = String.fromCharCode(...this.bytes.subarray(this.at, this.at + length));
    this.at += length;
    return /^[\x20-\x7e]*$/.test(text) ? text : null;
  }
}

/** A client's Hello, which is all that it sends at first. @param {import('../../../protocol.js').First} first */
export function isHello({ bytes, start, end }) {
  if (bytes[start] !== CLIENT.HELLO) return false;
  const whole = new Whole(bytes, start + 1, end);
  const name = whole.text(LONGEST_NAME);
  const version = [whole.varint(), whole.varint()];
  const revision = whole.varint();
  if (!name || version.includes(-1) || revision < FIRST_REVISION || revision > LAST_REVISION) return false;
  const [database, user] = [whole.text(end - start), whole.text(end - start)];
  const password = whole.varint();
  return database !== null && user !== null && password >= 0 && whole.at + password === end;
}

/** A Query that says who asks, or a Ping alone. @param {Uint8Array} bytes @param {number} start @param {number} end */
export function isQuery(bytes, start, end) {
  if (bytes[start] === CLIENT.PING) return end - start === 1;
  if (bytes[start] !== CLIENT.QUERY) return false;
  const whole = new Whole(bytes, start + 1, end);
  if (whole.text(LONGEST_ID) === null) return false;
  const kind = whole.varint();
  const [user, id] = [whole.text(LONGEST_ID), whole.text(LONGEST_ID)];
  const address = whole.text(LONGEST_ID);
  return (kind === 1 || kind === 2) && user !== null && id !== null && /^[\w.:[\]-]*:\d+$/.test(address ?? '');
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end */
export function isServerPacket(bytes, start, end) {
  const isThere = (/** @type {number[]} */ wanted, /** @type {number} */ at) =>
    at + wanted.length <= end && wanted.every((byte, k) => bytes[at + k] === byte);
  switch (bytes[start]) {
    case SERVER.DATA:
      return (
        bytes[start + 1] === 0 && (isThere(BLOCK_INFO, start + 2) || METHODS.includes(bytes[start + 2 + METHOD_AT]))
      );
    case SERVER.LOG:
    case SERVER.PROFILE_EVENTS:
      return bytes[start + 1] === 0 && isThere(BLOCK_INFO, start + 2);
    case SERVER.EXCEPTION:
      return isThere(EXCEPTION_NAME, start + 6);
    case SERVER.PONG:
    case SERVER.END_OF_STREAM:
      return end - start === 1;
    default:
      return false;
  }
}
