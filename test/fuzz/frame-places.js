/** Where the headers of a plain frame lie, and checksums that fit again after one was changed. */

/**
 * @typedef {{ ip: number, version: 4|6, transport: number, protocol: number, end: number }} Places  offsets in a frame;
 *   end: of the IP packet
 */

const VLAN_TYPES = new Set([0x8100, 0x88a8, 0x9100]);
const IPV4 = 0x0800;
const IPV6 = 0x86dd;
/**
 * Bytes before the IP header by link type, where there is no type field to look at: null, raw, Linux cooked.
 * @type {Map<number, number>}
 */
const IP_STARTS = new Map([
  [0, 4],
  [12, 0],
  [101, 0],
  [108, 4],
  [113, 16],
  [228, 0],
  [229, 0],
  [276, 20],
]);

/** @param {Uint8Array} bytes @param {number} at */
const uint16 = (bytes, at) => (bytes[at] << 8) | bytes[at + 1];

/** @param {Uint8Array} bytes @returns {number} where IP begins in an Ethernet frame; −1: it has none */
function ethernetIp(bytes) {
  let at = 12;
  while (VLAN_TYPES.has(uint16(bytes, at)) && at < bytes.length) at += 4;
  const type = uint16(bytes, at);
  return type === IPV4 || type === IPV6 ? at + 2 : -1;
}

/** @param {{ bytes: Uint8Array, linkType: number }} frame @returns {Places|null} null: no IP that is plain to see */
export function placesIn({ bytes, linkType }) {
  const ip = linkType === 1 ? ethernetIp(bytes) : (IP_STARTS.get(linkType) ?? -1);
  const version = bytes[ip] >> 4;
  if (ip < 0) return null;
  if (version === 4 && ip + 20 <= bytes.length) {
    return {
      ip,
      version,
      transport: ip + (bytes[ip] & 15) * 4,
      protocol: bytes[ip + 9],
      end: Math.min(bytes.length, ip + uint16(bytes, ip + 2)),
    };
  }
  if (version === 6 && ip + 40 <= bytes.length) {
    return {
      ip,
      version,
      transport: ip + 40,
      protocol: bytes[ip + 6],
      end: Math.min(bytes.length, ip + 40 + uint16(bytes, ip + 4)),
    };
  }
  return null;
}

/**
 * @param {{ bytes: Uint8Array, linkType: number }} frame
 * @returns {(Places & { payload: number })|null} null: no TCP that is plain to see
 */
export function tcpIn(frame) {
  const places = placesIn(frame);
  if (places === null || places.protocol !== 6 || places.transport + 20 > frame.bytes.length) return null;
  return { ...places, payload: Math.min(places.end, places.transport + (frame.bytes[places.transport + 12] >> 4) * 4) };
}

/**
 * Ones' complement sum (RFC 1071).
 * @param {Uint8Array} bytes
 * @param {number} from
 * @param {number} to
 * @param {number} sum
 */
function onesSum(bytes, from, to, sum) {
  for (let at = from; at < to; at += 2) sum += (bytes[at] << 8) | (at + 1 < to ? bytes[at + 1] : 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + Math.floor(sum / 0x10000);
  return sum;
}

/** Makes the checksums of IPv4 and TCP fit, in place. @param {{ bytes: Uint8Array, linkType: number }} frame */
export function fixChecksums(frame) {
  const places = placesIn(frame);
  const { bytes } = frame;
  if (places === null) return;
  const { ip, version, transport, protocol, end } = places;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (version === 4 && transport <= bytes.length) {
    view.setUint16(ip + 10, 0);
    view.setUint16(ip + 10, ~onesSum(bytes, ip, transport, 0));
  }
  if (protocol !== 6 || transport + 20 > end) return;
  const addresses = version === 4 ? onesSum(bytes, ip + 12, ip + 20, 0) : onesSum(bytes, ip + 8, ip + 40, 0);
  view.setUint16(transport + 16, 0);
  view.setUint16(transport + 16, ~onesSum(bytes, transport, end, addresses + 6 + end - transport));
}
