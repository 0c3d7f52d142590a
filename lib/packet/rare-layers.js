import { decodeAyiya } from './ayiya.js';
import { decodeErf } from './erf.js';
import { decodeErspan1, decodeErspan2, decodeErspan3 } from './erspan.js';
import { decodeBackboneTag, decodeCiscoMetadata, decodeVnTag } from './ethernet-tags.js';
import { decodeFirewire } from './firewire.js';
import {
  decodeFibreChannel, decodeFrameRelayWithDirection, decodeIpOverInfiniband, decodeIpnet, decodeNetAnalyzer, decodeNetAnalyzerTransparent,
  decodeOldPflog, decodePflog, decodeSunAtm,
} from './fixed-headers.js';
import { decodeFrameRelay } from './frame-relay.js';
import { decodeGeneve } from './geneve.js';
import { decodeGre } from './gre.js';
import { decodeGtpU } from './gtp-u.js';
import { decodeEtherIp, decodeIpv4InIp, decodeIpv6InIp } from './ip-in-ip.js';
import {
  decodeJuniperEthernet, decodeJuniperFrameRelay, decodeJuniperHdlc, decodeJuniperPpp,
} from './juniper.js';
import { decodeL2tp } from './l2tp.js';
import { LAYER } from './layers.js';
import { decodeCookedV1, decodeCookedV2 } from './linux-cooked.js';
import { decodeLisp } from './lisp.js';
import { decodeLlc } from './llc.js';
import { decodeEnc, decodeLoopback } from './loopback.js';
import { decodeMacsec } from './macsec.js';
import { decodeMpls } from './mpls.js';
import { decodeNflog } from './nflog.js';
import { decodePktap } from './pktap.js';
import { decodeCiscoHdlc, decodePpp, decodePppd, decodePppoe, decodeSerialLine, decodeSerialLineWithDirection } from './ppp.js';
import { decodeRawIp, decodeSlip } from './raw-ip.js';
import { decodeFddi, decodeTokenRing } from './ring-networks.js';
import { countEncrypted, decodeAuthenticationHeader } from './security-headers.js';
import { decodeTeredo } from './teredo.js';
import { decodeTzsp } from './tzsp.js';
import { decodeUdp } from './udp.js';
import { decodeLinuxVxlan, decodeNsh, decodeVxlan, decodeVxlanGpe } from './vxlan.js';
import { decodeAvs, decodePpi, decodePrism, decodeRadiotap } from './wifi-headers.js';
import { decodePaddedWifi, decodeSubframe, decodeWifi } from './wifi.js';

/** @typedef {import('./packet.js').Packet} Packet */
/** @typedef {import('./scopes.js').Scopes} Scopes */
/** @typedef {(packet: Packet, scopes: Scopes) => number} LayerDecoder */

/**
 * Layers that common captures do not have in every packet.
 *
 * @param {number} layer
 * @param {Packet} packet
 * @param {Scopes} scopes
 * @returns {number} the next layer
 */
export function decodeRareLayer(layer, packet, scopes) {
  const decode = DECODERS[layer];
  return decode === null ? LAYER.NONE : decode(packet, scopes);
}

/** Layer number to decoder. */
const DECODERS = /** @type {Array<LayerDecoder|null>} */ (new Array(1 + Math.max(...Object.values(LAYER))).fill(null));
for (const [layer, decode] of /** @type {Array<[number, LayerDecoder]>} */ ([
  [LAYER.LLC, decodeLlc],
  [LAYER.MPLS, decodeMpls],
  [LAYER.PPPOE, decodePppoe],
  [LAYER.BACKBONE_TAG, decodeBackboneTag],
  [LAYER.NSH, decodeNsh],
  [LAYER.VN_TAG, decodeVnTag],
  [LAYER.CISCO_METADATA, decodeCiscoMetadata],
  [LAYER.MACSEC, decodeMacsec],
  [LAYER.LOOPBACK, decodeLoopback],
  [LAYER.RAW_IP, decodeRawIp],
  [LAYER.COOKED_V1, decodeCookedV1],
  [LAYER.COOKED_V2, decodeCookedV2],
  [LAYER.PPP, decodePpp],
  [LAYER.SERIAL_LINE, decodeSerialLine],
  [LAYER.SERIAL_LINE_WITH_DIRECTION, decodeSerialLineWithDirection],
  [LAYER.CISCO_HDLC, decodeCiscoHdlc],
  [LAYER.FDDI, decodeFddi],
  [LAYER.TOKEN_RING, decodeTokenRing],
  [LAYER.PKTAP, decodePktap],
  [LAYER.PPI, decodePpi],
  [LAYER.SLIP, decodeSlip],
  [LAYER.NFLOG, decodeNflog],
  [LAYER.ENC, decodeEnc],
  [LAYER.FIREWIRE, decodeFirewire],
  [LAYER.FRAME_RELAY, decodeFrameRelay],
  [LAYER.WIFI, decodeWifi],
  [LAYER.PADDED_WIFI, decodePaddedWifi],
  [LAYER.RADIOTAP, decodeRadiotap],
  [LAYER.PRISM, decodePrism],
  [LAYER.AVS, decodeAvs],
  [LAYER.A_MSDU, decodeSubframe],
  [LAYER.PPPD, decodePppd],
  [LAYER.PFLOG, decodePflog],
  [LAYER.OLD_PFLOG, decodeOldPflog],
  [LAYER.IPNET, decodeIpnet],
  [LAYER.IPOIB, decodeIpOverInfiniband],
  [LAYER.FIBRE_CHANNEL, decodeFibreChannel],
  [LAYER.SUN_ATM, decodeSunAtm],
  [LAYER.ERF, decodeErf],
  [LAYER.FRAME_RELAY_WITH_DIRECTION, decodeFrameRelayWithDirection],
  [LAYER.NET_ANALYZER, decodeNetAnalyzer],
  [LAYER.NET_ANALYZER_TRANSPARENT, decodeNetAnalyzerTransparent],
  [LAYER.JUNIPER_ETHERNET, decodeJuniperEthernet],
  [LAYER.JUNIPER_PPP, decodeJuniperPpp],
  [LAYER.JUNIPER_FRAME_RELAY, decodeJuniperFrameRelay],
  [LAYER.JUNIPER_HDLC, decodeJuniperHdlc],
  [LAYER.UDP, decodeUdp],
  [LAYER.GRE, decodeGre],
  [LAYER.IPV4_IN_IP, decodeIpv4InIp],
  [LAYER.IPV6_IN_IP, decodeIpv6InIp],
  [LAYER.AUTHENTICATION, decodeAuthenticationHeader],
  [LAYER.ENCAPSULATED_SECURITY, countEncrypted],
  [LAYER.ETHER_IP, decodeEtherIp],
  [LAYER.ERSPAN_1, decodeErspan1],
  [LAYER.ERSPAN_2, decodeErspan2],
  [LAYER.ERSPAN_3, decodeErspan3],
  [LAYER.VXLAN, decodeVxlan],
  [LAYER.LINUX_VXLAN, decodeLinuxVxlan],
  [LAYER.VXLAN_GPE, decodeVxlanGpe],
  [LAYER.GENEVE, decodeGeneve],
  [LAYER.GTP_U, decodeGtpU],
  [LAYER.TEREDO, decodeTeredo],
  [LAYER.AYIYA, decodeAyiya],
  [LAYER.L2TP, decodeL2tp],
  [LAYER.LISP, decodeLisp],
  [LAYER.TZSP, decodeTzsp],
])) DECODERS[layer] = decode;
