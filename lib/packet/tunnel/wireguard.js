import { LAYER } from '../layers.js';
import { int32 } from '../packet.js';

/** Type 4 and three bytes that are 0: transport data, always encrypted. */
const DATA = 0x04000000;
const HEADER = 16;

/**
 * WireGuard at its usual port: counted, as nothing in it can be read.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeWireguard(packet) {
  if (packet.end - packet.at < HEADER || int32(packet.bytes, packet.at) !== DATA) return LAYER.NONE;
  return packet.stop('WireGuard');
}
