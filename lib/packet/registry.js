import { FIRST_FREE_LAYER, LAYER, OTHER } from './layers.js';
import { decodeArcnet, decodeLinuxArcnet } from './link/arcnet.js';
import { decodeErf } from './link/erf.js';
import { decodeBackboneTag, decodeCiscoMetadata, decodeVnTag } from './link/ethernet-tags.js';
import { decodeFabricPath } from './link/fabric-path.js';
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
import { decodeHsrTag } from './link/hsr.js';
import { decodeJuniperEthernet, decodeJuniperFrameRelay, decodeJuniperHdlc, decodeJuniperPpp } from './link/juniper.js';
import { decodeCookedV1, decodeCookedV2 } from './link/linux-cooked.js';
import { decodeLlc } from './link/llc.js';
import { decodeEnc, decodeLoopback } from './link/loopback.js';
import { decodeMacsec } from './link/macsec.js';
import { decodeNflog } from './link/nflog.js';
import { decodePktap } from './link/pktap.js';
import {
  decodeBridgedFrame,
  decodeCiscoHdlc,
  decodePpp,
  decodePppd,
  decodePppoe,
  decodeSerialLine,
  decodeSerialLineWithDirection,
} from './link/ppp.js';
import { decodeRawIp, decodeSlip } from './link/raw-ip.js';
import { decodeFddi, decodeTokenRing } from './link/ring-networks.js';
import { decodeTrill } from './link/trill.js';
import { decodePaddedWifi, decodeSubframe, decodeTunnelledWifi, decodeWifi } from './link/wifi.js';
import { decodeAvs, decodePpi, decodePrism, decodeRadiotap } from './link/wifi-headers.js';
import { decodeIpComp } from './network/ipcomp.js';
import { countEncrypted, countEncryptedInUdp, decodeAuthenticationHeader } from './network/ipsec.js';
import { decodeMpls } from './network/mpls.js';
import { TABLES } from './next-layer.js';
import { OTHER_PROTOCOLS } from './other-protocols.js';
import { decodeUdp } from './transport/udp.js';
import { decodeArubaGre } from './tunnel/aruba-gre.js';
import { decodeAyiya } from './tunnel/ayiya.js';
import { decodeCapwap } from './tunnel/capwap.js';
import { decodeEoip } from './tunnel/eoip.js';
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
import { decodeWireguard } from './tunnel/wireguard.js';

/** @typedef {import('./packet.js').Packet} Packet */
/** @typedef {import('./scopes.js').Scopes} Scopes */
/**
 * @typedef {object} Tools
 * @property {import('./network/fragments.js').Fragments} fragments
 * @property {((bytes: Uint8Array, history: Uint8Array, limit: number) => Uint8Array|null)|null} inflate raw DEFLATE up
 *   to a limit; null: it cannot be unpacked here, or is broken
 * @property {import('./transport/quic-sieve.js').QuicSieve|null} quic null: nobody asks for it
 */
/** @typedef {(packet: Packet, scopes: Scopes, tools: Tools) => number} LayerDecoder */

/**
 * @typedef {object} Registration
 * @property {number} [layer] of LAYER, where another decoder names it as what follows
 * @property {number[]} [linkTypes] LINKTYPE_ numbers of the pcap registry whose frames begin with it
 * @property {number[]} [ethertypes] of Ethernet, GRE, SNAP and all else that has EtherTypes
 * @property {number[]} [ipProtocols]
 * @property {number[]} [pppProtocols]
 * @property {number[]} [udpPorts]
 * @property {number[]} [greProtocols] of GRE alone, before EtherTypes
 */

/**
 * What is read: name, decoder (null: `decoder.js` has it, as most packets need it), and the numbers that announce it.
 * @type {Array<[string, LayerDecoder|null, Registration]>}
 */
export const READ = [
  // in nearly every packet
  ['Ethernet', null, { layer: LAYER.ETHERNET, linkTypes: [1], ethertypes: [0x6558] }],
  ['VLAN', null, { layer: LAYER.VLAN, ethertypes: [0x8100, 0x88a8, 0x9100] }],
  ['IPv4', null, { layer: LAYER.IPV4, linkTypes: [228], ethertypes: [0x0800], pppProtocols: [0x0021] }],
  ['IPv6', null, { layer: LAYER.IPV6, linkTypes: [229], ethertypes: [0x86dd], pppProtocols: [0x0057] }],
  ['TCP', null, { layer: LAYER.TCP, ipProtocols: [6] }],
  ['UDP', decodeUdp, { ipProtocols: [17] }],
  ['ICMP', null, { layer: LAYER.ICMP, ipProtocols: [1] }],
  ['ICMPv6', null, { layer: LAYER.ICMP_V6, ipProtocols: [58] }],
  ['QUIC', null, { layer: LAYER.QUIC }], // by its bytes, in UDP
  ['DNS', null, { layer: LAYER.DNS, udpPorts: [53, 5353, 5355] }], // multicast DNS and LLMNR have its form

  // Inside Ethernet and its relatives
  ['LLC', decodeLlc, { layer: LAYER.LLC, linkTypes: [100], ethertypes: [0x8870] }], // 100: ATM, RFC 2684
  [
    'MPLS',
    decodeMpls,
    {
      layer: LAYER.MPLS,
      linkTypes: [219],
      ethertypes: [0x8847, 0x8848],
      pppProtocols: [0x0281],
      ipProtocols: [137],
      udpPorts: [6635],
    },
  ],
  ['PPPoE', decodePppoe, { linkTypes: [51], ethertypes: [0x8864] }],
  ['802.1ah', decodeBackboneTag, { ethertypes: [0x88e7] }],
  ['VN-Tag', decodeVnTag, { ethertypes: [0x8926] }],
  ['Cisco metadata', decodeCiscoMetadata, { ethertypes: [0x8909] }],
  ['MACsec', decodeMacsec, { ethertypes: [0x88e5] }],
  ['FabricPath', decodeFabricPath, { ethertypes: [0x8903] }],
  ['TRILL', decodeTrill, { ethertypes: [0x22f3] }],
  ['HSR', decodeHsrTag, { ethertypes: [0x892f] }],
  ['NSH', decodeNsh, { layer: LAYER.NSH, ethertypes: [0x894f] }],

  // Other link types
  ['loopback', decodeLoopback, { linkTypes: [0, 108] }],
  ['IP', decodeRawIp, { layer: LAYER.RAW_IP, linkTypes: [12, 14, 101] }], // most systems, OpenBSD, the registry
  ['Linux cooked', decodeCookedV1, { linkTypes: [113] }],
  ['Linux cooked 2', decodeCookedV2, { linkTypes: [276] }],
  ['PPP', decodePpp, { layer: LAYER.PPP, ethertypes: [0x880b] }],
  ['PPP', decodeSerialLine, { layer: LAYER.SERIAL_LINE, linkTypes: [9, 50] }], // 50: with HDLC's framing
  ['PPP', decodePppd, { linkTypes: [166] }],
  ['PPP', decodeSerialLineWithDirection, { linkTypes: [204, 205] }],
  ['PPP bridging', decodeBridgedFrame, { pppProtocols: [0x0031] }],
  ['Cisco HDLC', decodeCiscoHdlc, { layer: LAYER.CISCO_HDLC, linkTypes: [104] }],
  ['Frame Relay', decodeFrameRelay, { layer: LAYER.FRAME_RELAY, linkTypes: [107] }],
  ['Frame Relay', decodeFrameRelayWithDirection, { linkTypes: [206] }],
  ['FDDI', decodeFddi, { linkTypes: [10] }],
  ['Token Ring', decodeTokenRing, { linkTypes: [6] }],
  ['Wi-Fi', decodeWifi, { layer: LAYER.WIFI, linkTypes: [105] }],
  ['Wi-Fi', decodePaddedWifi, { layer: LAYER.PADDED_WIFI }],
  ['Wi-Fi', decodeTunnelledWifi, { layer: LAYER.TUNNELLED_WIFI }],
  ['A-MSDU', decodeSubframe, { layer: LAYER.A_MSDU }],
  ['radiotap', decodeRadiotap, { linkTypes: [127] }],
  ['Prism', decodePrism, { layer: LAYER.PRISM, linkTypes: [119] }],
  ['AVS', decodeAvs, { layer: LAYER.AVS, linkTypes: [163] }],
  ['PPI', decodePpi, { linkTypes: [192] }],
  ['PKTAP', decodePktap, { linkTypes: [149, 258] }], // 149 before its number was assigned
  ['SLIP', decodeSlip, { linkTypes: [8] }],
  ['NFLOG', decodeNflog, { linkTypes: [239] }],
  ['ENC', decodeEnc, { linkTypes: [109] }],
  ['FireWire', decodeFirewire, { linkTypes: [138] }],
  ['PF log', decodePflog, { linkTypes: [117] }],
  ['PF log', decodeOldPflog, { linkTypes: [17] }],
  ['IPNET', decodeIpnet, { linkTypes: [226] }],
  ['IP over InfiniBand', decodeIpOverInfiniband, { linkTypes: [242] }],
  ['Fibre Channel', decodeFibreChannel, { linkTypes: [122] }],
  ['Sun ATM', decodeSunAtm, { linkTypes: [123] }],
  ['ERF', decodeErf, { linkTypes: [197] }],
  ['NetANALYZER', decodeNetAnalyzer, { linkTypes: [240] }],
  ['NetANALYZER', decodeNetAnalyzerTransparent, { linkTypes: [241] }],
  ['ARCNET', decodeArcnet, { linkTypes: [7] }],
  ['ARCNET', decodeLinuxArcnet, { linkTypes: [129] }],
  ['Juniper Ethernet', decodeJuniperEthernet, { linkTypes: [178] }],
  ['Juniper PPP', decodeJuniperPpp, { linkTypes: [179] }],
  ['Juniper Frame Relay', decodeJuniperFrameRelay, { linkTypes: [180] }],
  ['Juniper HDLC', decodeJuniperHdlc, { linkTypes: [181] }],

  // Inside IP
  ['IP in IP', decodeIpv4InIp, { layer: LAYER.IPV4_IN_IP, ipProtocols: [4] }],
  ['IPv6 in IP', decodeIpv6InIp, { layer: LAYER.IPV6_IN_IP, ipProtocols: [41] }],
  ['IPsec AH', decodeAuthenticationHeader, { ipProtocols: [51] }],
  ['IPsec ESP', countEncrypted, { ipProtocols: [50] }],
  ['IPComp', decodeIpComp, { ipProtocols: [108] }],
  ['IPsec ESP', countEncryptedInUdp, { udpPorts: [4500] }],
  ['EtherIP', decodeEtherIp, { ipProtocols: [97] }],
  ['GRE', decodeGre, { ipProtocols: [47], udpPorts: [4754] }],
  ['ERSPAN', decodeErspan1, { layer: LAYER.ERSPAN_1 }],
  ['ERSPAN', decodeErspan2, { layer: LAYER.ERSPAN_2 }],
  ['ERSPAN', decodeErspan3, { layer: LAYER.ERSPAN_3 }],

  ['EoIP', decodeEoip, { greProtocols: [0x6400] }],
  ['Aruba', decodeArubaGre, { greProtocols: Array.from({ length: 0x200 }, (_, type) => 0x8200 + type) }],

  // Inside UDP
  ['VXLAN', decodeVxlan, { udpPorts: [4789] }],
  ['VXLAN', decodeLinuxVxlan, { udpPorts: [8472] }],
  ['VXLAN-GPE', decodeVxlanGpe, { udpPorts: [4790] }],
  ['Geneve', decodeGeneve, { udpPorts: [6081] }],
  ['GTP-U', decodeGtpU, { udpPorts: [2152] }],
  ['Teredo', decodeTeredo, { udpPorts: [3544] }],
  ['AYIYA', decodeAyiya, { udpPorts: [5072] }],
  ['L2TP', decodeL2tp, { udpPorts: [1701] }],
  ['LISP', decodeLisp, { udpPorts: [4341] }],
  ['CAPWAP', decodeCapwap, { udpPorts: [5247] }],
  ['WireGuard', decodeWireguard, { udpPorts: [51820] }],
  ['TZSP', decodeTzsp, { udpPorts: [37008] }],
];

/** Layer number to decoder. @type {Array<LayerDecoder|null>} */
const DECODERS = new Array(OTHER).fill(null);
/** Layer number to name. @type {string[]} */
const NAMES = new Array(OTHER).fill('');

/**
 * Layers that common captures do not have in every packet.
 *
 * @param {number} layer
 * @param {Packet} packet
 * @param {Scopes} scopes
 * @param {Tools} tools
 * @returns {number} the next layer
 */
export function decodeRareLayer(layer, packet, scopes, tools) {
  const decode = DECODERS[layer];
  return decode === null ? LAYER.NONE : decode(packet, scopes, tools);
}

/** @param {number} layer @returns {string} */
export const nameOfLayer = (layer) => NAMES[layer];

for (const [name, numbers] of Object.entries(OTHER_PROTOCOLS)) {
  announce(/** @type {keyof typeof TABLES} */ (name), numbers, OTHER);
}
READ.forEach(([name, decode, { layer: named, ...numbers }], index) => {
  const layer = named ?? FIRST_FREE_LAYER + index;
  DECODERS[layer] = decode;
  NAMES[layer] = name;
  for (const [table, values] of Object.entries(numbers)) {
    announce(/** @type {keyof typeof TABLES} */ (table), values, layer);
  }
});

/** @param {keyof typeof TABLES} table @param {readonly number[]} numbers @param {number} layer */
function announce(table, numbers, layer) {
  for (const number of numbers) TABLES[table][number] = layer;
}
