import { LAYER } from '../layers.js';
import { layerOfEthertype, layerOfGreProtocol, STOPPED_AT } from '../next-layer.js';
import { uint16 } from '../packet.js';
import { tunnelKind } from '../scopes.js';

/** @typedef {import('../packet.js').Packet} Packet */
/** @typedef {import('../scopes.js').Scopes} Scopes */

const TUNNEL = tunnelKind('gre');
const CHECKSUM = 0x8000;
const ROUTING = 0x4000;
const KEY = 0x2000;
const SEQUENCE = 0x1000;
/** Of the enhanced header of PPTP (RFC 2637), version 1. */
const ACKNOWLEDGEMENT = 0x0080;
const VERSION_MASK = 0x0007;
const ROUTE_HEADER = 4;
const TYPE = Object.freeze({ ERSPAN_1_2: 0x88be, ERSPAN_3: 0x22eb, WCCP: 0x883e });

/**
 * GRE (RFC 2784, 2890, routing of RFC 1701), and PPTP's version of it.
 *
 * @param {Packet} packet
 * @param {Scopes} scopes
 * @returns {number}
 */
export function decodeGre(packet, scopes) {
  const { at, bytes } = packet;
  if (packet.isShortOf(4)) return LAYER.NONE;
  const flags = uint16(bytes, at);
  const version = flags & VERSION_MASK;
  if (version > 1) return packet.stop('GRE version', version);
  packet.at = at + 4;
  if ((flags & (CHECKSUM | ROUTING)) !== 0) packet.at += 4;
  if ((flags & KEY) !== 0) packet.at += 4;
  if ((flags & SEQUENCE) !== 0) packet.at += 4;
  if (version === 1 && (flags & ACKNOWLEDGEMENT) !== 0) packet.at += 4;
  if ((flags & ROUTING) !== 0) skipRoutes(packet);
  return enterPayload(packet, scopes, uint16(bytes, at + 2), flags);
}

/** Source routes, up to an empty one. @param {Packet} packet */
function skipRoutes(packet) {
  while (packet.end - packet.at >= ROUTE_HEADER) {
    const length = packet.bytes[packet.at + 3];
    packet.at += ROUTE_HEADER + length;
    if (length === 0) return;
  }
}

/** @param {Packet} packet @param {Scopes} scopes @param {number} type @param {number} flags @returns {number} */
function enterPayload(packet, scopes, type, flags) {
  if (type === TYPE.ERSPAN_1_2) return (flags & SEQUENCE) === 0 ? LAYER.ERSPAN_1 : LAYER.ERSPAN_2;
  if (type === TYPE.ERSPAN_3) return LAYER.ERSPAN_3;
  const layer = layerOfGreProtocol(type);
  if (layer !== LAYER.NONE) return layer;
  packet.scope = scopes.enterTunnel(packet.scope, TUNNEL, 0);
  return type === TYPE.WCCP ? layerOfRedirect(packet) : layerOfEthertype(packet, type, STOPPED_AT.GRE_PROTOCOL);
}

/** WCCP version 2 has a redirect header of four bytes before the IP header. @param {Packet} packet @returns {number} */
function layerOfRedirect(packet) {
  if (packet.at < packet.end && packet.bytes[packet.at] >> 4 !== 4) packet.at += 4;
  return LAYER.IPV4;
}
