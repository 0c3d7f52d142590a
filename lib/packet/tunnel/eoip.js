import { LAYER } from '../layers.js';
import { littleUint16, uint16 } from '../packet.js';
import { tunnelKind } from '../scopes.js';

const TUNNEL = tunnelKind('eoip');
const GRE_HEADER = 8;
/** Version 1, with a key, whose place length and tunnel take. */
const GRE_FLAGS = 0x2001;

/**
 * MikroTik's Ethernet over IP: a GRE header of eight bytes, of which the last four are the length and, little-endian,
 * the tunnel; then an Ethernet frame. Nothing follows in a keepalive.
 *
 * @param {import('../packet.js').Packet} packet behind the GRE header
 * @param {import('../scopes.js').Scopes} scopes
 * @returns {number}
 */
export function decodeEoip(packet, scopes) {
  const { at, bytes } = packet;
  if (uint16(bytes, at - GRE_HEADER) !== GRE_FLAGS || at > packet.end) return LAYER.NONE;
  packet.scope = scopes.enterTunnel(packet.scope, TUNNEL, littleUint16(bytes, at - 2));
  packet.boundByLink(at, uint16(bytes, at - 4));
  return LAYER.ETHERNET;
}
