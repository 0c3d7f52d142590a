import { LAYER } from '../layers.js';
import { layerOfProtocol } from '../next-layer.js';
import { int32 } from '../packet.js';

/** @typedef {import('../packet.js').Packet} Packet */

/**
 * The IP authentication header (RFC 4302), which leaves the payload readable.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodeAuthenticationHeader(packet) {
  const { at, bytes } = packet;
  if (packet.isShortOf(12)) return LAYER.NONE;
  packet.at = at + ((bytes[at + 1] + 2) << 2);
  return layerOfProtocol(packet, bytes[at]);
}

/**
 * The encapsulating security payload (RFC 4303): encrypted, or not distinguishable from encrypted without keys.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function countEncrypted(packet) {
  packet.sealed.esp++;
  return LAYER.NONE;
}

/** Of a key exchange at the port of ESP in UDP, where the security parameters index would stand, which is never 0. */
const NO_ESP = 0;

/**
 * ESP in UDP (RFC 3948), behind a translator of addresses: key exchanges and keepalives of one byte are no ESP.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function countEncryptedInUdp(packet) {
  if (packet.end - packet.at < 8 || int32(packet.bytes, packet.at) === NO_ESP) return LAYER.NONE;
  return countEncrypted(packet);
}
