import { LAYER } from '../layers.js';

const AF_INET = 2;
/** The values of Linux, Windows, the BSDs (24, 28) and macOS. */
const AF_INET6 = [10, 23, 24, 28, 30];

/**
 * NULL and LOOP: the address family in four bytes of either byte order, since NULL has that of the capturing host.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeLoopback(packet) {
  const { at, bytes } = packet;
  if (packet.isShortOf(4) || bytes[at + 1] !== 0 || bytes[at + 2] !== 0) return LAYER.NONE;
  packet.at = at + 4;
  return layerOfFamily(packet, bytes[at] | bytes[at + 3]);
}

/**
 * OpenBSD's ENC: address family, security parameter index and flags.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeEnc(packet) {
  const { at, bytes } = packet;
  if (packet.isShortOf(12)) return LAYER.NONE;
  packet.at = at + 12;
  return layerOfFamily(packet, bytes[at] | bytes[at + 3]);
}

/** @param {import('../packet.js').Packet} packet @param {number} family @returns {number} */
function layerOfFamily(packet, family) {
  if (family === AF_INET) return LAYER.IPV4;
  return AF_INET6.includes(family) ? LAYER.IPV6 : packet.stop('address family', family);
}
