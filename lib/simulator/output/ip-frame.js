import { DIGIT_ZERO, POINT } from './text-buffer.js';
export const ETHERNET_BYTES = 14;
export const IP_BYTES = 20;
const TYPE_IPV4 = 0x0800;
const VERSION_AND_LENGTH = 0x45;
export const DONT_FRAGMENT = 0x4000;
/** Locally administered addresses differ in their last byte: all before it, and that byte. */
const MAC_START = 0x0200;
const CLIENT_MAC_END = 1;
const SERVER_MAC_END = 2;

/** Where frames are written: both views show the same bytes. @typedef {{ bytes: Uint8Array, view: DataView }} Target */

/**
 * @param {DataView} view
 * @param {number} start
 * @param {number} end
 * @param {number} sum
 * @returns {number} RFC 1071, not folded
 */
export function summed(view, start, end, sum) {
  let total = sum;
  for (let at = start; at + 1 < end; at += 2) total += view.getUint16(at);
  return (end - start) % 2 === 1 ? total + view.getUint8(end - 1) * 256 : total;
}

/** @param {number} sum @returns {number} the checksum */
export function folded(sum) {
  let rest = sum;
  while (rest > 0xffff) rest = (rest & 0xffff) + Math.floor(rest / 0x10000);
  return ~rest & 0xffff;
}

/** @param {string} address of IPv4 in dotted form @returns {number} its 32 bits */
export function addressBits(address) {
  let bits = 0;
  let octet = 0;
  for (let index = 0; index < address.length; index++) {
    const code = address.charCodeAt(index);
    if (code === POINT) {
      bits = bits * 256 + octet;
      octet = 0;
    } else octet = octet * 10 + code - DIGIT_ZERO;
  }
  return bits * 256 + octet;
}

/** @param {DataView} view @param {number} at @param {number} end last byte */
function writeMac(view, at, end) {
  view.setUint16(at, MAC_START);
  view.setUint32(at + 2, end);
}

/**
 * Ethernet and IP headers.
 * @param {Target} target @param {number} frameAt
 * @param {import('../network.js').Packet} packet
 * @param {number} protocol
 */
export function writeHeaders({ view }, frameAt, packet, protocol) {
  const { sizeBytes, identification, ecn, ttl, from } = packet;
  const address = ('altered' in packet && packet.altered?.address) || from.local.address;
  const at = frameAt + ETHERNET_BYTES;
  writeMac(view, frameAt, from.isClient ? SERVER_MAC_END : CLIENT_MAC_END);
  writeMac(view, frameAt + 6, from.isClient ? CLIENT_MAC_END : SERVER_MAC_END);
  view.setUint16(frameAt + 12, TYPE_IPV4);
  view.setUint8(at, VERSION_AND_LENGTH);
  view.setUint8(at + 1, ecn);
  view.setUint16(at + 2, sizeBytes);
  view.setUint16(at + 4, identification);
  view.setUint16(at + 6, DONT_FRAGMENT);
  view.setUint8(at + 8, ttl);
  view.setUint8(at + 9, protocol);
  view.setUint32(at + 12, addressBits(address));
  view.setUint32(at + 16, addressBits(from.remote.address));
  view.setUint16(at + 10, folded(summed(view, at, at + IP_BYTES, 0)));
}

/**
 * Over the pseudo header and everything after the IP header.
 * @param {Target} target @param {number} frameAt @param {number} sizeBytes of the datagram
 * @param {number} writtenEnd all bytes after it are zeros, which add nothing
 * @param {number} protocol @returns {number}
 */
export function transportChecksum({ view }, frameAt, sizeBytes, writtenEnd, protocol) {
  const start = frameAt + ETHERNET_BYTES + IP_BYTES;
  const pseudo = summed(view, start - 8, start, protocol + sizeBytes - IP_BYTES);
  return folded(summed(view, start, writtenEnd, pseudo));
}
