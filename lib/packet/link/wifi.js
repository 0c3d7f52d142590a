import { LAYER } from '../layers.js';
import { uint16 } from '../packet.js';

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
 * Bits of the frame control field's first byte: type 2 is data, of whose subtype bit 2 means "no data" and bit 3 QoS.
 */
const TYPE_MASK = 0x0c;
const TYPE_DATA = 0x08;
const WITHOUT_DATA = 0x40;
const QOS = 0x80;
/** Bits of its second byte. */
const TO_AND_FROM_DISTRIBUTION = 0x03;
const MORE_FRAGMENTS = 0x04;
const PROTECTED = 0x40;
const ORDER = 0x80;
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
  return decodeDataFrame(packet, 1);
}

/**
 * As `decodeWifi`, from a driver that pads the header to a multiple of four bytes.
 *
 * @param {Packet} packet
 * @returns {number}
 */
export function decodePaddedWifi(packet) {
  return decodeDataFrame(packet, 4);
}

/** @param {Packet} packet @param {number} alignment of the header's length @returns {number} */
function decodeDataFrame(packet, alignment) {
  const { at, bytes } = packet;
  if (packet.isShortOf(HEADER) || !holdsPlainData(packet)) return LAYER.NONE;
  const isQos = (bytes[at] & QOS) !== 0;
  const hasFourAddresses = (bytes[at + 1] & TO_AND_FROM_DISTRIBUTION) === TO_AND_FROM_DISTRIBUTION;
  const addresses = hasFourAddresses ? HEADER + FOURTH_ADDRESS : HEADER;
  if (!isQos) return enter(packet, addresses, alignment, LAYER.LLC);
  if (packet.isShortOf(addresses + QOS_CONTROL)) return LAYER.NONE;
  const isAggregate = (bytes[at + addresses] & A_MSDU_PRESENT) !== 0;
  const length = addresses + QOS_CONTROL + ((bytes[at + 1] & ORDER) === 0 ? 0 : HT_CONTROL);
  if (isAggregate) return enter(packet, length, alignment, LAYER.A_MSDU);
  enter(packet, length, alignment, LAYER.LLC);
  return hasFourAddresses && (bytes[at + addresses + 1] & MESH_CONTROL_PRESENT) !== 0
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

/** Counts what it would hold were it not encrypted. @param {Packet} packet @returns {boolean} */
function holdsPlainData(packet) {
  const { bytes, at, sealed } = packet;
  const isData = (bytes[at] & (TYPE_MASK | WITHOUT_DATA)) === TYPE_DATA;
  const isFragment = (bytes[at + 1] & MORE_FRAGMENTS) !== 0 || (bytes[at + 22] & 0x0f) !== 0;
  const isSealed = isData && (bytes[at + 1] & PROTECTED) !== 0;
  if (isSealed) sealed.wifi++;
  if (isData && !isSealed && isFragment) packet.stop('Wi-Fi fragment');
  return isData && !isFragment && !isSealed;
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
