import { LAYER } from '../layers.js';
import { uint16 } from '../packet.js';
import { tunnelKind } from '../scopes.js';

const TUNNEL = tunnelKind('trill');
const HEADER = 6;
const OPTION_WORD_SHIFT = 2;

/**
 * TRILL (RFC 6325), version 0: flags, length of the options in words, hop count; both nicknames; options; an Ethernet
 * frame.
 *
 * @param {import('../packet.js').Packet} packet
 * @param {import('../scopes.js').Scopes} scopes
 * @returns {number}
 */
export function decodeTrill(packet, scopes) {
  const { at, bytes } = packet;
  if (packet.isShortOf(HEADER)) return LAYER.NONE;
  const flags = uint16(bytes, at);
  if (flags >> 14 !== 0) return packet.stop('TRILL version', flags >> 14);
  packet.at = at + HEADER + (((flags >> 6) & 0x1f) << OPTION_WORD_SHIFT);
  packet.scope = scopes.enterTunnel(packet.scope, TUNNEL, 0);
  return LAYER.ETHERNET;
}
