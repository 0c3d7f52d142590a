import { LAYER } from '../layers.js';

/** @typedef {import('../packet.js').Packet} Packet */

/** Source and destination. */
const ADDRESSES = 2;
/** Of Linux, behind the addresses. */
const OFFSET_FIELD = 2;
/** Split flag and sequence number behind the type (RFC 1201); its forerunner has none (RFC 1051). */
const SPLIT = 3;
/** A split flag that says: type, flag and sequence number come once more, so that the frame is long enough. */
const EXCEPTION = 0xff;
const EXCEPTION_PADDING = 4;
const TYPE = Object.freeze({ IP: 0xd4, IPV6: 0xc4, OLD_IP: 0xf0 });

/**
 * ARCNET as BSD captures it: addresses, type, split flag, sequence number.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export const decodeArcnet = (packet) => decodeFrame(packet, ADDRESSES);

/**
 * As Linux captures it: an offset before the type.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export const decodeLinuxArcnet = (packet) => decodeFrame(packet, ADDRESSES + OFFSET_FIELD);

/** @param {Packet} packet @param {number} before bytes before the type @returns {number} */
function decodeFrame(packet, before) {
  const { bytes } = packet;
  const at = packet.at + before;
  if (packet.isShortOf(1, at)) return LAYER.NONE;
  const type = bytes[at];
  packet.at = at + 1;
  if (type === TYPE.OLD_IP) return LAYER.IPV4;
  if (type !== TYPE.IP && type !== TYPE.IPV6) return LAYER.NONE;
  if (packet.isShortOf(SPLIT + EXCEPTION_PADDING)) return LAYER.NONE;
  if (bytes[at + 1] === EXCEPTION) packet.at += EXCEPTION_PADDING;
  const split = bytes[packet.at];
  packet.at += SPLIT;
  if (split !== 0) return packet.stop('ARCNET fragment');
  return type === TYPE.IP ? LAYER.IPV4 : LAYER.IPV6;
}
