import { LAYER } from '../layers.js';
import { layerOfProtocol } from '../next-layer.js';
import { tunnelKind } from '../scopes.js';

const TUNNEL = tunnelKind('ayiya');
const HEADER = 8;
const FORWARD = 1;

/**
 * AYIYA (draft-massar-v6ops-ayiya): lengths of identity (a power of two) and signature (in words) in the first two
 * bytes, then operation, next header, time.
 *
 * @param {import('../packet.js').Packet} packet
 * @param {import('../scopes.js').Scopes} scopes
 * @returns {number}
 */
export function decodeAyiya(packet, scopes) {
  const { at, bytes } = packet;
  if (packet.isShortOf(HEADER) || (bytes[at + 2] & 0x0f) !== FORWARD) return LAYER.NONE;
  const next = layerOfProtocol(packet, bytes[at + 3]);
  packet.at = at + HEADER + (1 << (bytes[at] >> 4)) + ((bytes[at + 1] >> 4) << 2);
  packet.scope = scopes.enterTunnel(packet.scope, TUNNEL, 0);
  switch (next) {
    case LAYER.IPV4_IN_IP:
      return LAYER.IPV4;
    case LAYER.IPV6_IN_IP:
      return LAYER.IPV6;
    default:
      return packet.stop('AYIYA payload');
  }
}
