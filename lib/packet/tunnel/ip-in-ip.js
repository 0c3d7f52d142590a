import { LAYER } from '../layers.js';
import { tunnelKind } from '../scopes.js';

/** @typedef {import('../packet.js').Packet} Packet */
/** @typedef {import('../scopes.js').Scopes} Scopes */

const IP_IN_IP_TUNNEL = tunnelKind('ip-in-ip');
const ETHER_IP_TUNNEL = tunnelKind('etherip');

/** IPv4 directly in IP (RFC 2003). @param {Packet} packet @param {Scopes} scopes @returns {number} */
export function decodeIpv4InIp(packet, scopes) {
  packet.scope = scopes.enterTunnel(packet.scope, IP_IN_IP_TUNNEL, 0);
  return LAYER.IPV4;
}

/** IPv6 directly in IP (RFC 4213). @param {Packet} packet @param {Scopes} scopes @returns {number} */
export function decodeIpv6InIp(packet, scopes) {
  packet.scope = scopes.enterTunnel(packet.scope, IP_IN_IP_TUNNEL, 0);
  return LAYER.IPV6;
}

/**
 * Ethernet in IP (RFC 3378): version 3 and twelve zero bits.
 * @param {Packet} packet
 * @param {Scopes} scopes
 * @returns {number}
 */
export function decodeEtherIp(packet, scopes) {
  const at = packet.at;
  if (packet.isShortOf(2) || packet.bytes[at] !== 0x30) return LAYER.NONE;
  packet.scope = scopes.enterTunnel(packet.scope, ETHER_IP_TUNNEL, 0);
  packet.at = at + 2;
  return LAYER.ETHERNET;
}
