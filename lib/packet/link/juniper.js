import { LAYER } from '../layers.js';
import { uint16 } from '../packet.js';

/** @typedef {import('../packet.js').Packet} Packet */

const MAGIC = 0x4d4743;
const HEADER = 4;
const EXTENSION_LENGTH = 2;
const PROTOCOL = 4;
const FLAG = Object.freeze({ WITHOUT_LINK_LAYER: 0x02, EXTENSION: 0x80 });

/**
 * Passes the header that Juniper's routers put before every frame: "MGC", flags, extensions. A frame that lost its link
 * layer on the way through the router begins with the IP packet, behind four bytes for its protocol.
 *
 * @param {Packet} packet
 * @param {number} layer of the link type
 * @returns {number}
 */
function passCookie(packet, layer) {
  const { at, bytes } = packet;
  if (packet.isShortOf(HEADER + EXTENSION_LENGTH)) return LAYER.NONE;
  if (((uint16(bytes, at) << 8) | bytes[at + 2]) !== MAGIC) return packet.stop('Juniper header');
  const flags = bytes[at + 3];
  packet.at = at + HEADER + ((flags & FLAG.EXTENSION) === 0 ? 0 : EXTENSION_LENGTH + uint16(bytes, at + HEADER));
  if ((flags & FLAG.WITHOUT_LINK_LAYER) === 0) return layer;
  packet.at += PROTOCOL;
  return LAYER.RAW_IP;
}

/** @param {Packet} packet @returns {number} */
export const decodeJuniperEthernet = (packet) => passCookie(packet, LAYER.ETHERNET);
/** @param {Packet} packet @returns {number} */
export const decodeJuniperPpp = (packet) => passCookie(packet, LAYER.PPP);
/** @param {Packet} packet @returns {number} */
export const decodeJuniperFrameRelay = (packet) => passCookie(packet, LAYER.FRAME_RELAY);
/** @param {Packet} packet @returns {number} */
export const decodeJuniperHdlc = (packet) => passCookie(packet, LAYER.CISCO_HDLC);
