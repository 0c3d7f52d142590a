import { LAYER } from '../layers.js';
import { uint16 } from '../packet.js';

/** @typedef {import('../packet.js').Packet} Packet */

/** Link types whose own header has one length and says nothing that is needed. */
const skipping = (/** @type {number} */ header, /** @type {number} */ layer) => (/** @type {Packet} */ packet) => {
  packet.at += header;
  return layer;
};

/** Solaris's IPNET: version, family, hook, length, interfaces, zones. */
export const decodeIpnet = skipping(24, LAYER.RAW_IP);

/** IP over Fibre Channel (RFC 2625): the network header. */
export const decodeFibreChannel = skipping(16, LAYER.LLC);

/** OpenBSD's PF log before it had a length field: family, interface, rule, reason, action, direction. */
export const decodeOldPflog = skipping(28, LAYER.RAW_IP);

/** Frame Relay with a byte for the direction before it. */
export const decodeFrameRelayWithDirection = skipping(1, LAYER.FRAME_RELAY);

/** Hilscher's NetANALYZER: what its ports saw, then the frame. */
export const decodeNetAnalyzer = skipping(4, LAYER.ETHERNET);

/** The same with preamble and start of frame. */
export const decodeNetAnalyzerTransparent = skipping(12, LAYER.ETHERNET);

const GLOBAL_ROUTING_HEADER = 40;
const ENCAPSULATION_HEADER = 4;

/**
 * IP over InfiniBand (RFC 4391) behind a global routing header: an EtherType and two bytes that are not used.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodeIpOverInfiniband(packet) {
  const at = packet.at + GLOBAL_ROUTING_HEADER;
  if (packet.isShortOf(GLOBAL_ROUTING_HEADER + ENCAPSULATION_HEADER)) return LAYER.NONE;
  packet.at = at + ENCAPSULATION_HEADER;
  return uint16(packet.bytes, at) === 0x0800 || uint16(packet.bytes, at) === 0x86dd ? LAYER.RAW_IP : LAYER.NONE;
}

/**
 * The log of the packet filter of OpenBSD and its relatives: the first byte is the header's length, padded to four
 * bytes.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodePflog(packet) {
  if (packet.isShortOf(1)) return LAYER.NONE;
  packet.at += (packet.bytes[packet.at] + 3) & ~3;
  return LAYER.RAW_IP;
}

const SUN_HEADER = 4;
const LANE_HEADER = 2;
const TRAFFIC = Object.freeze({ LANE: 1, LLC: 2 });

/**
 * ATM as Sun's drivers give it: direction and kind of traffic, virtual path and circuit. LAN emulation has an
 * identifier before its Ethernet frame.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodeSunAtm(packet) {
  const { at, bytes } = packet;
  if (packet.isShortOf(SUN_HEADER)) return LAYER.NONE;
  const traffic = bytes[at] & 0x0f;
  packet.at = at + SUN_HEADER + (traffic === TRAFFIC.LANE ? LANE_HEADER : 0);
  if (traffic === TRAFFIC.LANE) return LAYER.ETHERNET;
  return traffic === TRAFFIC.LLC ? LAYER.LLC : LAYER.NONE;
}
