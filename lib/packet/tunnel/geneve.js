import { LAYER } from '../layers.js';
import { layerOfEthertype } from '../next-layer.js';
import { uint16 } from '../packet.js';
import { tunnelKind } from '../scopes.js';

const TUNNEL = tunnelKind('geneve');
const HEADER = 8;

/**
 * Geneve (RFC 8926), version 0: length of the options in words, type of the payload, network identifier.
 *
 * @param {import('../packet.js').Packet} packet
 * @param {import('../scopes.js').Scopes} scopes
 * @returns {number}
 */
export function decodeGeneve(packet, scopes) {
  const { at, bytes } = packet;
  if (packet.isShortOf(HEADER) || bytes[at] >> 6 !== 0) return LAYER.NONE;
  packet.scope = scopes.enterTunnel(packet.scope, TUNNEL, (bytes[at + 4] << 16) | uint16(bytes, at + 5));
  packet.at = at + HEADER + ((bytes[at] & 0x3f) << 2);
  return layerOfEthertype(packet, uint16(bytes, at + 2));
}
