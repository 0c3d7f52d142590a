import { LAYER } from '../layers.js';
import { layerOfProtocol } from '../next-layer.js';

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
 * The encapsulating security payload (RFC 4303): encrypted, or without keys not to be told from what is.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function countEncrypted(packet) {
  packet.sealed.esp++;
  return LAYER.NONE;
}
