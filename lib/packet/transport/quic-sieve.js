/**
 * Which UDP datagrams may be QUIC, told from their first bytes and their ends: a few instructions for any other. It may
 * let through what is none, which lib/quicflow drops; it knows no connections.
 */
import { uint16 } from '../packet.js';

/** Ends known to speak QUIC: bits of a hash. A collision lets through a datagram more. */
const ENDS = 1 << 16;
export const LONG_HEADER = 0x80;
const FIXED_BIT = 0x40;
/** Bytes before the ID's length in a long header, and the longest ID (RFC 9000 section 17.2). */
const ID_LENGTH_AT = 5;
export const MAX_ID_BYTES = 20;
/** Flags, and the smallest packet number with what header protection samples (RFC 9001 section 5.4.2). */
const MIN_SHORT_HEADER_BYTES = 21;
/** A client's first datagram is at least as long (RFC 9000 section 14.1). */
const MIN_FIRST_BYTES = 1200;
/** Of HTTP/3: the one port at which packets of a connection without its beginning are looked for. */
export const HTTPS_PORT = 443;

export class QuicSieve {
  #known = new Uint8Array(ENDS);

  /**
   * @param {import('../packet.js').Packet} packet at its UDP payload, with the ports 8 bytes before
   * @returns {boolean}
   */
  lets(packet) {
    const { bytes, at, end } = packet;
    if (at >= end) return false;
    const source = this.#hashOf(packet, 0, uint16(bytes, at - 8));
    const destination = this.#hashOf(packet, 1, uint16(bytes, at - 6));
    const isKnown = this.#known[source] + this.#known[destination] > 0;
    if ((bytes[at] & LONG_HEADER) !== 0) {
      if (!isLongHeader(bytes, at, end, end - at + packet.missing, isKnown)) return false;
      this.#known[source] = this.#known[destination] = 1;
      return true;
    }
    if (end - at + packet.missing < MIN_SHORT_HEADER_BYTES) return false;
    if (isKnown) return true;
    return (
      (bytes[at] & FIXED_BIT) !== 0 && (uint16(bytes, at - 8) === HTTPS_PORT || uint16(bytes, at - 6) === HTTPS_PORT)
    );
  }

  /** @param {import('../packet.js').Packet} packet @param {number} which 0: the source @param {number} port */
  #hashOf({ view, addressAt, destinationAt, ipVersion }, which, port) {
    if (ipVersion === 4) return hash(view.getInt32(addressAt + 4 * which), port);
    const at = which === 1 && destinationAt >= 0 ? destinationAt : addressAt + 16 * which;
    return hash(view.getInt32(at) ^ view.getInt32(at + 4) ^ view.getInt32(at + 8) ^ view.getInt32(at + 12), port);
  }
}

/** @param {number} address @param {number} port */
const hash = (address, port) => (Math.imul(address ^ Math.imul(port, 0x9e3779b1), 0x85ebca6b) >>> 16) % ENDS;

/**
 * @param {Uint8Array} bytes @param {number} at @param {number} end @param {number} length on the wire
 * @param {boolean} isKnown whether an end speaks QUIC
 */
function isLongHeader(bytes, at, end, length, isKnown) {
  if (at + ID_LENGTH_AT + 2 > end || bytes[at + ID_LENGTH_AT] > MAX_ID_BYTES) return false;
  const second = at + ID_LENGTH_AT + 1 + bytes[at + ID_LENGTH_AT];
  if (second >= end || bytes[second] > MAX_ID_BYTES) return false;
  if (isKnown) return true;
  const version = ((bytes[at + 1] << 24) | (bytes[at + 2] << 16) | (bytes[at + 3] << 8) | bytes[at + 4]) >>> 0;
  if (version === 0) return false; // a Version Negotiation answers what would be known
  if ((bytes[at] & FIXED_BIT) === 0) return false;
  return isVersion(version) || length >= MIN_FIRST_BYTES;
}

/** Version 1, version 2, and the drafts whose headers are like theirs. @param {number} version */
const isVersion = (version) =>
  version === 1 || version === 0x6b3343cf || (version >= 0xff000016 && version <= 0xff000022);
