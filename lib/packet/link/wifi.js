import { LAYER } from '../layers.js';
import { littleUint16, uint16 } from '../packet.js';

/** @typedef {import('../packet.js').Packet} Packet */

const HEADER = 24;
const FOURTH_ADDRESS = 6;
const QOS_CONTROL = 2;
const HT_CONTROL = 4;
const SUBFRAME_HEADER = 14;
const MESH_CONTROL = 6;
const MESH_ADDRESS = 6;
/** Extra addresses of a mesh control field; three is reserved. */
const MAX_MESH_ADDRESSES = 2;

/**
 * Bits of the frame control field, little-endian: version 0; type 2 is data, of whose subtype bit 2 means "no data" and
 * bit 3 QoS; then the flags.
 */
const VERSION_AND_TYPE = 0x0f;
const TYPE_MASK = 0x0c;
const TYPE_DATA = 0x08;
const WITHOUT_DATA = 0x40;
const QOS = 0x80;
const TO_AND_FROM_DISTRIBUTION = 0x0300;
const MORE_FRAGMENTS = 0x0400;
const PROTECTED = 0x4000;
const ORDER = 0x8000;
/** Bit of the QoS control field: several frames in one. */
const A_MSDU_PRESENT = 0x80;
/** Bit of its second byte: a mesh control field precedes LLC. */
const MESH_CONTROL_PRESENT = 0x01;

/**
 * An IEEE 802.11 frame: whole, unprotected data frames with LLC inside.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodeWifi(packet) {
  if (packet.isShortOf(HEADER)) return LAYER.NONE;
  return decodeDataFrame(packet, littleUint16(packet.bytes, packet.at), 1);
}

/**
 * As `decodeWifi`, from a driver that pads the header to a multiple of four bytes.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodePaddedWifi(packet) {
  if (packet.isShortOf(HEADER)) return LAYER.NONE;
  return decodeDataFrame(packet, littleUint16(packet.bytes, packet.at), 4);
}

/**
 * As `decodeWifi`, between access point and controller. Cisco's swap the bytes of frame control; and the access point
 * may have decrypted a frame and left the bit that says it is encrypted.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodeTunnelledWifi(packet) {
  const { at, bytes } = packet;
  if (packet.isShortOf(HEADER)) return LAYER.NONE;
  const asWritten = littleUint16(bytes, at);
  const control = isSwapped(asWritten) ? uint16(bytes, at) : asWritten;
  const isOpen = isSnap(packet, at + headerLength(control));
  return decodeDataFrame(packet, isOpen ? control & ~PROTECTED : control, 1);
}

/** A data frame's type, where the flags should be; and in its place flags that name a direction. @param {number} c */
const isSwapped = (c) =>
  (c & VERSION_AND_TYPE) !== TYPE_DATA && ((c >> 8) & VERSION_AND_TYPE) === TYPE_DATA && (c & 3) !== 0;

/** @param {Packet} packet @param {number} at @returns {boolean} */
const isSnap = ({ bytes, end }, at) => end - at >= 3 && uint16(bytes, at) === 0xaaaa && bytes[at + 2] === 3;

/** @param {number} control @returns {number} */
function headerLength(control) {
  const addresses = HEADER + (hasFourAddresses(control) ? FOURTH_ADDRESS : 0);
  if ((control & QOS) === 0) return addresses;
  return addresses + QOS_CONTROL + ((control & ORDER) === 0 ? 0 : HT_CONTROL);
}

/** @param {number} control @returns {boolean} */
const hasFourAddresses = (control) => (control & TO_AND_FROM_DISTRIBUTION) === TO_AND_FROM_DISTRIBUTION;

/** @param {Packet} packet @param {number} control @param {number} alignment of the header's length @returns {number} */
function decodeDataFrame(packet, control, alignment) {
  const { at, bytes } = packet;
  if (!holdsPlainData(packet, control)) return LAYER.NONE;
  const length = headerLength(control);
  if ((control & QOS) === 0) return enter(packet, length, alignment, LAYER.LLC);
  const qosAt = at + HEADER + (hasFourAddresses(control) ? FOURTH_ADDRESS : 0);
  if (packet.isShortOf(QOS_CONTROL, qosAt)) return LAYER.NONE;
  if ((bytes[qosAt] & A_MSDU_PRESENT) !== 0) return enter(packet, length, alignment, LAYER.A_MSDU);
  enter(packet, length, alignment, LAYER.LLC);
  return hasFourAddresses(control) && (bytes[qosAt + 1] & MESH_CONTROL_PRESENT) !== 0
    ? passMeshControl(packet)
    : LAYER.LLC;
}

/** @param {Packet} packet @param {number} length @param {number} alignment @param {number} layer @returns {number} */
function enter(packet, length, alignment, layer) {
  packet.at += (length + alignment - 1) & -alignment;
  return layer;
}

/**
 * Flags, of which two bits count the addresses at its end, time to live, sequence number.
 * @param {Packet} packet
 * @returns {number}
 */
function passMeshControl(packet) {
  if (packet.isShortOf(MESH_CONTROL)) return LAYER.NONE;
  const addresses = packet.bytes[packet.at];
  if (addresses <= MAX_MESH_ADDRESSES) packet.at += MESH_CONTROL + addresses * MESH_ADDRESS;
  return LAYER.LLC;
}

/**
 * Counts what it would hold were it not encrypted.
 *
 * @param {Packet} packet
 * @param {number} control
 * @returns {boolean}
 */
function holdsPlainData(packet, control) {
  const { bytes, at, sealed } = packet;
  if ((control & (TYPE_MASK | WITHOUT_DATA)) !== TYPE_DATA) return false;
  if ((control & PROTECTED) !== 0) {
    sealed.wifi++;
    return false;
  }
  const isFragment = (control & MORE_FRAGMENTS) !== 0 || (bytes[at + 22] & 0x0f) !== 0;
  if (isFragment) packet.stop('Wi-Fi fragment');
  return !isFragment;
}

/**
 * The next subframe of an aggregate (A-MSDU): addresses, length, LLC, padding to four bytes. The packet resumes
 * behind it.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodeSubframe(packet) {
  const { at, bytes } = packet;
  if (packet.isShortOf(SUBFRAME_HEADER)) return LAYER.NONE;
  const length = SUBFRAME_HEADER + uint16(bytes, at + 12);
  packet.resumeAfter(at + ((length + 3) & ~3));
  packet.at = at + SUBFRAME_HEADER;
  return LAYER.LLC;
}
