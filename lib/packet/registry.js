import { LAYER } from './layers.js';
import { decodeErf } from './link/erf.js';
import { decodeBackboneTag, decodeCiscoMetadata, decodeVnTag } from './link/ethernet-tags.js';
import { decodeFirewire } from './link/firewire.js';
import {
  decodeFibreChannel,
  decodeFrameRelayWithDirection,
  decodeIpnet,
  decodeIpOverInfiniband,
  decodeNetAnalyzer,
  decodeNetAnalyzerTransparent,
  decodeOldPflog,
  decodePflog,
  decodeSunAtm,
} from './link/fixed-length-headers.js';
import { decodeFrameRelay } from './link/frame-relay.js';
import { decodeJuniperEthernet, decodeJuniperFrameRelay, decodeJuniperHdlc, decodeJuniperPpp } from './link/juniper.js';
import { decodeCookedV1, decodeCookedV2 } from './link/linux-cooked.js';
import { decodeLlc } from './link/llc.js';
import { decodeEnc, decodeLoopback } from './link/loopback.js';
import { decodeMacsec } from './link/macsec.js';
import { decodeNflog } from './link/nflog.js';
import { decodePktap } from './link/pktap.js';
import {
  decodeCiscoHdlc,
  decodePpp,
  decodePppd,
  decodePppoe,
  decodeSerialLine,
  decodeSerialLineWithDirection,
} from './link/ppp.js';
import { decodeRawIp, decodeSlip } from './link/raw-ip.js';
import { decodeFddi, decodeTokenRing } from './link/ring-networks.js';
import { decodePaddedWifi, decodeSubframe, decodeWifi } from './link/wifi.js';
import { decodeAvs, decodePpi, decodePrism, decodeRadiotap } from './link/wifi-headers.js';
import { countEncrypted, decodeAuthenticationHeader } from './network/ipsec.js';
import { decodeMpls } from './network/mpls.js';
import { decodeUdp } from './transport/udp.js';
import { decodeAyiya } from './tunnel/ayiya.js';
import { decodeErspan1, decodeErspan2, decodeErspan3 } from './tunnel/erspan.js';
import { decodeGeneve } from './tunnel/geneve.js';
import { decodeGre } from './tunnel/gre.js';
import { decodeGtpU } from './tunnel/gtp-u.js';
import { decodeEtherIp, decodeIpv4InIp, decodeIpv6InIp } from './tunnel/ip-in-ip.js';
import { decodeL2tp } from './tunnel/l2tp.js';
import { decodeLisp } from './tunnel/lisp.js';
import { decodeTeredo } from './tunnel/teredo.js';
import { decodeTzsp } from './tunnel/tzsp.js';
import { decodeLinuxVxlan, decodeNsh, decodeVxlan, decodeVxlanGpe } from './tunnel/vxlan.js';

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
])) {
  DECODERS[layer] = decode;
}
