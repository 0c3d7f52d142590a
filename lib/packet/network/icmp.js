import { int32, uint16 } from '../packet.js';
import { AUTHENTICATION, FRAGMENT, isExtensionHeader, MAX_EXTENSION_HEADERS } from './ipv6.js';

/** @typedef {import('../packet.js').Packet} Packet */

/** ICMP errors about TCP that are taken up; more are counted. */
export const MAX_ICMP_ERRORS = 16_384;

/** Type, code, checksum, and four bytes that some types use. */
const HEADER = 8;
const MIN_IPV4_HEADER = 20;
const IPV6_HEADER = 40;
export const TCP = 6;
export const UDP = 17;
const FRAGMENT_HEADER = 8;
/** What RFC 792 has an error quote of the datagram's payload at the least: of TCP the ports and the sequence number. */
const QUOTED_BYTES = 8;
const FRAGMENT_OFFSET = 0x1fff;

/** Types that report what became of a datagram, and so quote it (RFC 792; RFC 4443). */
const ERRORS = Object.freeze({ 4: new Set([3, 4, 11, 12]), 6: new Set([1, 2, 3, 4]) });
const FRAGMENTATION_NEEDED = Object.freeze({ type: 3, code: 4 });
const PACKET_TOO_BIG = 2;

/**
 * An ICMP error that quotes a TCP segment, or a UDP datagram.
 * @typedef {object} IcmpError
 * @property {number} frame
 * @property {number} timeNs
 * @property {number} ipVersion 4 or 6
 * @property {number} type
 * @property {number} code
 * @property {number} mtu of the next hop, where the error has one (RFC 1191, RFC 4443 section 3.2); else 0
 * @property {number} scope VLANs and tunnels that enclose the error
 * @property {Int32Array} reporter address of who sent the error: four words, IPv4 the last alone
 * @property {Int32Array} receiver address that it was sent to
 * @property {Int32Array} source of the quoted packet
 * @property {Int32Array} destination
 * @property {number} ports of the quoted segment or datagram, the source's in the upper 16 bits
 * @property {number} seq of the quoted segment, as on the wire; of a datagram meaningless
 * @property {number} packetBytes length of the quoted packet, IP header included; 0: not known
 */

/**
 * Reads the ICMP or ICMPv6 message at `packet.at`. The quotation may be cut anywhere behind the first 8 bytes of the
 * TCP header, and is as it was where the error arose, unless a NAT translated it back (RFC 5508).
 *
 * @param {Packet} packet
 * @param {number} ipVersion whose errors these are
 * @param {number} [protocol] of what it is to quote: TCP or UDP
 * @returns {IcmpError | null} null: it is no error, is broken, or quotes something else
 */
export function readIcmpError(packet, ipVersion, protocol = TCP) {
  const { at, bytes, end } = packet;
  if (packet.ipVersion !== ipVersion || end - at < HEADER) return null;
  const type = bytes[at];
  if (!(ipVersion === 4 ? ERRORS[4] : ERRORS[6]).has(type)) return null;
  const quote = at + HEADER;
  const quoted = ipVersion === 4 ? quotedOfIpv4(packet, quote, protocol) : quotedOfIpv6(packet, quote, protocol);
  if (quoted < 0) return null;
  const { frames, entry, addressAt, scope } = packet;
  const inner = quote + (ipVersion === 4 ? 12 : 8);
  const next = ipVersion === 4 ? 4 : 16;
  return {
    frame: frames.firstFrame + entry,
    timeNs: frames.timeNs[entry],
    ipVersion,
    type,
    code: bytes[at + 1],
    mtu: mtuOf(bytes, at, ipVersion),
    scope,
    reporter: addressOf(bytes, addressAt, ipVersion),
    receiver: addressOf(bytes, addressAt + next, ipVersion),
    source: addressOf(bytes, inner, ipVersion),
    destination: addressOf(bytes, inner + next, ipVersion),
    ports: int32(bytes, quoted),
    seq: int32(bytes, quoted + 4),
    packetBytes: lengthOf(bytes, quote, ipVersion),
  };
}

/**
 * @param {Packet} packet @param {number} at of the quoted header @param {number} protocol
 * @returns {number} the TCP or UDP header behind it; −1: none
 */
function quotedOfIpv4({ bytes, end }, at, protocol) {
  if (end - at < MIN_IPV4_HEADER) return -1;
  const headerLength = (bytes[at] & 0x0f) << 2;
  if (bytes[at] >> 4 !== 4 || headerLength < MIN_IPV4_HEADER || bytes[at + 9] !== protocol) return -1;
  const isLaterFragment = (uint16(bytes, at + 6) & FRAGMENT_OFFSET) !== 0;
  return isLaterFragment || end - at - headerLength < QUOTED_BYTES ? -1 : at + headerLength;
}

/**
 * @param {Packet} packet @param {number} start of the quoted header @param {number} protocol
 * @returns {number} the TCP or UDP header behind it; −1: none
 */
function quotedOfIpv6({ bytes, end }, start, protocol) {
  if (end - start < IPV6_HEADER || bytes[start] >> 4 !== 6) return -1;
  let header = bytes[start + 6];
  let at = start + IPV6_HEADER;
  for (let headers = 0; header !== protocol && headers < MAX_EXTENSION_HEADERS; headers++) {
    if (!isExtensionHeader(header) || end - at < QUOTED_BYTES) return -1;
    const isFragment = header === FRAGMENT;
    if (isFragment && (uint16(bytes, at + 2) & 0xfff8) !== 0) return -1;
    const units = header === AUTHENTICATION ? (bytes[at + 1] + 2) << 2 : (bytes[at + 1] + 1) << 3;
    header = bytes[at];
    at += isFragment ? FRAGMENT_HEADER : units;
  }
  return header !== protocol || end - at < QUOTED_BYTES ? -1 : at;
}

/** @param {Uint8Array} bytes @param {number} at @param {number} ipVersion */
function mtuOf(bytes, at, ipVersion) {
  const [type, code] = [bytes[at], bytes[at + 1]];
  if (ipVersion === 6) return type === PACKET_TOO_BIG ? int32(bytes, at + 4) >>> 0 : 0;
  return type === FRAGMENTATION_NEEDED.type && code === FRAGMENTATION_NEEDED.code ? uint16(bytes, at + 6) : 0;
}

/** @param {Uint8Array} bytes @param {number} at of the quoted header @param {number} ipVersion */
function lengthOf(bytes, at, ipVersion) {
  if (ipVersion === 4) return uint16(bytes, at + 2);
  const payload = uint16(bytes, at + 4);
  return payload === 0 ? 0 : payload + IPV6_HEADER;
}

/** @param {Uint8Array} bytes @param {number} at @param {number} ipVersion */
function addressOf(bytes, at, ipVersion) {
  const words = new Int32Array(4);
  if (ipVersion === 4) words[3] = int32(bytes, at);
  else for (let word = 0; word < 4; word++) words[word] = int32(bytes, at + (word << 2));
  return words;
}
