import { LAYER } from '../layers.js';
import { uint16 } from '../packet.js';
import { tunnelKind } from '../scopes.js';

const TUNNEL = tunnelKind('l2tp');
const CONTROL = 0x8000;
const LENGTH = 0x4000;
const SEQUENCE = 0x0800;
const OFFSET = 0x0200;
const VERSION_MASK = 0x000f;

/**
 * L2TP version 2 (RFC 2661), data messages: PPP behind flags, optional length, ids, optional sequence numbers, optional
 * offset.
 *
 * @param {import('../packet.js').Packet} packet
 * @param {import('../scopes.js').Scopes} scopes
 * @returns {number}
 */
export function decodeL2tp(packet, scopes) {
  const { bytes } = packet;
  const start = packet.at;
  if (packet.isShortOf(6)) return LAYER.NONE;
  const flags = uint16(bytes, start);
  if ((flags & CONTROL) !== 0 || (flags & VERSION_MASK) !== 2) return LAYER.NONE;
  let at = start + 6;
  if ((flags & LENGTH) !== 0) at += 2;
  if ((flags & SEQUENCE) !== 0) at += 4;
  if ((flags & OFFSET) !== 0) {
    if (packet.isShortOf(2, at)) return LAYER.NONE;
    at += 2 + uint16(bytes, at);
  }
  packet.scope = scopes.enterTunnel(packet.scope, TUNNEL, 0);
  packet.at = at;
  return LAYER.PPP;
}
