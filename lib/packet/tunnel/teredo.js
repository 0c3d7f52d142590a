import { LAYER } from '../layers.js';
import { uint16 } from '../packet.js';
import { tunnelKind } from '../scopes.js';

const TUNNEL = tunnelKind('teredo');
const AUTHENTICATION = 0x0001;
const ORIGIN = 0x0000;
/** Of the authentication indication: type, both lengths, nonce, confirmation. */
const AUTHENTICATION_FIXED = 13;
const ORIGIN_LENGTH = 8;

/**
 * Teredo (RFC 4380): optional authentication and origin indications, then IPv6.
 *
 * @param {import('../packet.js').Packet} packet
 * @param {import('../scopes.js').Scopes} scopes
 * @returns {number}
 */
export function decodeTeredo(packet, scopes) {
  const { bytes, end } = packet;
  let at = packet.at;
  if (end - at >= 4 && uint16(bytes, at) === AUTHENTICATION) at += AUTHENTICATION_FIXED + bytes[at + 2] + bytes[at + 3];
  if (end - at >= 2 && uint16(bytes, at) === ORIGIN) at += ORIGIN_LENGTH;
  if (at >= end || bytes[at] >> 4 !== 6) return LAYER.NONE;
  packet.scope = scopes.enterTunnel(packet.scope, TUNNEL, 0);
  packet.at = at;
  return LAYER.IPV6;
}
