import { LAYER } from '../layers.js';
import { ETHERTYPE_AT } from '../network/mpls.js';
import { knownLayerOfEthertype } from '../next-layer.js';
import { uint16 } from '../packet.js';
import { tunnelKind } from '../scopes.js';

const TUNNEL = tunnelKind('aruba');
/** First byte of frame control, whose low bits are version 0 and type "data". */
const WIFI_DATA = 0x08;
const WIFI_VERSION_AND_TYPE = 0x0f;

/**
 * Aruba's GRE between access point and controller: a frame of Wi-Fi, or of Ethernet where the access point has
 * converted it. Nothing says which: a data frame of Wi-Fi is known by its first byte, Ethernet by a known EtherType.
 *
 * @param {import('../packet.js').Packet} packet
 * @param {import('../scopes.js').Scopes} scopes
 * @returns {number}
 */
export function decodeArubaGre(packet, scopes) {
  packet.scope = scopes.enterTunnel(packet.scope, TUNNEL, 0);
  return holdsEthernet(packet) ? LAYER.ETHERNET : LAYER.TUNNELLED_WIFI;
}

/** @param {import('../packet.js').Packet} packet @returns {boolean} */
function holdsEthernet({ at, bytes, end }) {
  if (end - at < ETHERTYPE_AT + 2 || knownLayerOfEthertype(uint16(bytes, at + ETHERTYPE_AT)) === LAYER.NONE) {
    return false;
  }
  return (bytes[at] & WIFI_VERSION_AND_TYPE) !== WIFI_DATA;
}
