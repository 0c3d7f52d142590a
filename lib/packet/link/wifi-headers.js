import { LAYER } from '../layers.js';
import { layerOfInnerLinkType } from '../next-layer.js';
import { int32, littleUint16 } from '../packet.js';

/** @typedef {import('../packet.js').Packet} Packet */

const RADIOTAP_TSFT = 1;
const RADIOTAP_FLAGS = 2;
const RADIOTAP_MORE_FIELDS = 0x80;
/** Of the flags field: the 802.11 header is padded to four bytes. */
const RADIOTAP_PADDED = 0x20;
const PPI_HEADER = 8;
const PRISM_HEADER = 144;
/** First bytes of an AVS header. */
const AVS_MAGIC = 0x80211000;

/**
 * Radiotap, of whose fields only the padding flag matters.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodeRadiotap(packet) {
  const { at, bytes, end } = packet;
  if (packet.isShortOf(8) || bytes[at] !== 0) return LAYER.NONE;
  const length = littleUint16(bytes, at + 2);
  if (length < 8 || length > end - at) return LAYER.NONE;
  packet.at = at + length;
  return radiotapFlags(bytes, at, at + length) & RADIOTAP_PADDED ? LAYER.PADDED_WIFI : LAYER.WIFI;
}

/**
 * The fields stand in the order of the bits that announce them, behind all words of such bits; the first is of eight
 * bytes and aligned to eight.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} the flags field, 0 where there is none
 */
function radiotapFlags(bytes, start, end) {
  const present = bytes[start + 4];
  if ((present & RADIOTAP_FLAGS) === 0) return 0;
  let offset = 4;
  while (start + offset + 4 <= end && (bytes[start + offset + 3] & RADIOTAP_MORE_FIELDS) !== 0) offset += 4;
  offset += 4;
  if ((present & RADIOTAP_TSFT) !== 0) offset = ((offset + 7) & ~7) + 8;
  return start + offset < end ? bytes[start + offset] : 0;
}

/**
 * Per-packet information: a length, and the link type of what follows.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodePpi(packet) {
  const { at, bytes, end } = packet;
  if (packet.isShortOf(PPI_HEADER)) return LAYER.NONE;
  const length = littleUint16(bytes, at + 2);
  if (length < PPI_HEADER || length > end - at) return LAYER.NONE;
  packet.at = at + length;
  return layerOfInnerLinkType(packet, littleUint16(bytes, at + 4));
}

/**
 * The Prism header, of a fixed length, or the AVS header that some drivers give instead.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodePrism(packet) {
  const { at, bytes } = packet;
  if (packet.isShortOf(8)) return LAYER.NONE;
  if ((int32(bytes, at) & ~0xfff) === (AVS_MAGIC | 0)) return LAYER.AVS;
  packet.at = at + PRISM_HEADER;
  return LAYER.WIFI;
}

/**
 * The AVS header: magic, length.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodeAvs(packet) {
  const { at, bytes, end } = packet;
  if (packet.isShortOf(8)) return LAYER.NONE;
  const length = int32(bytes, at + 4);
  if (length < 8 || length > end - at) return LAYER.NONE;
  packet.at = at + length;
  return LAYER.WIFI;
}
