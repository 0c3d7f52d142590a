/**
 * Which layer a number announces: tables that `registry.js` fills, so that decoders find each other without importing
 * each other. A number that is not known stops reading, and the packet notes it.
 */
import { LAYER, OTHER } from './layers.js';

/** @typedef {import('./packet.js').Packet} Packet */

/** What stopped reading, where that is an unknown number. */
export const STOPPED_AT = Object.freeze({
  LINK_TYPE: 'link type',
  ETHERTYPE: 'EtherType',
  IP_PROTOCOL: 'IP protocol',
  PPP_PROTOCOL: 'PPP protocol',
  GRE_PROTOCOL: 'GRE protocol',
});

/** By the names that registrations have for them. */
export const TABLES = Object.freeze({
  linkTypes: new Uint8Array(1 << 16),
  ethertypes: new Uint8Array(1 << 16),
  ipProtocols: new Uint8Array(1 << 8),
  pppProtocols: new Uint8Array(1 << 16),
  udpPorts: new Uint8Array(1 << 16),
  greProtocols: new Uint8Array(1 << 16),
});

/**
 * The layer that a frame of a link type begins with.
 *
 * @param {number} linkType LINKTYPE_ number of the pcap registry
 * @returns {number} NONE for a link type that is not decoded
 */
export const layerOfLinkType = (linkType) => TABLES.linkTypes[linkType] ?? LAYER.NONE;

/** @param {Packet} packet @param {number} linkType @returns {number} the layer, of a frame within a frame */
export const layerOfInnerLinkType = (packet, linkType) =>
  layerOf(packet, TABLES.linkTypes[linkType], STOPPED_AT.LINK_TYPE, linkType);

/** @param {Packet} packet @param {number} type from 0x0600 on @param {string} [what] stops where it is unknown */
export const layerOfEthertype = (packet, type, what = STOPPED_AT.ETHERTYPE) =>
  layerOf(packet, TABLES.ethertypes[type], what, type);

/**
 * The layer behind an IP protocol number (IANA), of IPv4's protocol field or the last next-header field of IPv6.
 *
 * @param {Packet} packet
 * @param {number} protocol
 * @returns {number}
 */
export const layerOfProtocol = (packet, protocol) =>
  layerOf(packet, TABLES.ipProtocols[protocol], STOPPED_AT.IP_PROTOCOL, protocol);

/** @param {Packet} packet @param {number} protocol PPP's, of two bytes @returns {number} */
export const layerOfPppProtocol = (packet, protocol) =>
  layerOf(packet, TABLES.pppProtocols[protocol], STOPPED_AT.PPP_PROTOCOL, protocol);

/** Of an IP protocol that may as well be an extension header of IPv6. @param {number} protocol @returns {number} */
export const knownLayerOfProtocol = (protocol) => known(TABLES.ipProtocols[protocol]);

/** Of bytes that may as well be no EtherType. @param {number} type @returns {number} */
export const knownLayerOfEthertype = (type) => known(TABLES.ethertypes[type]);

/** Tunnels are known by UDP's well-known ports; all else that UDP carries is no TCP. @param {number} port */
export const layerOfPort = (port) => TABLES.udpPorts[port];

/** GRE's own protocol numbers; most of the others are EtherTypes. @param {number} type @returns {number} */
export const layerOfGreProtocol = (type) => TABLES.greProtocols[type];

/** @param {number} layer @returns {number} */
const known = (layer) => (layer === OTHER ? LAYER.NONE : layer);

/** @param {Packet} packet @param {number|undefined} layer @param {string} what @param {number} number */
function layerOf(packet, layer, what, number) {
  if (layer === OTHER) return LAYER.NONE;
  return layer === undefined || layer === LAYER.NONE ? packet.stop(what, number) : layer;
}
