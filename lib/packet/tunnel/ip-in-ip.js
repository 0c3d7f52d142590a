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
 * Ethernet in IP (RFC 3378): version 3, which older BSDs and MikroTik have in the low bits, and twelve bits more.
 * @param {Packet} packet
 * @param {Scopes} scopes
 * @returns {number}
 */
export function decodeEtherIp(packet, scopes) {
  const { at, bytes } = packet;
  if (packet.isShortOf(2) || (bytes[at] >> 4 !== 3 && (bytes[at] & 0x0f) !== 3)) return LAYER.NONE;
  packet.scope = scopes.enterTunnel(packet.scope, ETHER_IP_TUNNEL, 0);
  packet.at = at + 2;
  return LAYER.ETHERNET;
}
