/**
 * Packets as bytes: a TCP segment's fields in, a whole frame with valid IP and TCP checksums out.
 *
 *   Ethernet (14) [VLAN tags (4 each)] IPv4 (20) or IPv6 (40), TCP (20 + options), payload
 *
 * Used by the packet scripts (packets.js) and by whoever wants one odd frame. Nothing here is hot.
 */

export const SYN = 0x02;
export const FIN = 0x01;
export const RST = 0x04;
export const PSH = 0x08;
export const ACK = 0x10;
export const URG = 0x20;
export const ECE = 0x40;
export const CWR = 0x80;

/**
 * @typedef {{ address: string, port: number }} Endpoint
 * @typedef {{ mss?: number, windowScale?: number, sackPermitted?: boolean, timestamps?: [number, number], sack?:
 *   [number, number][], order?: string }} TcpOptions
 *   `timestamps`: value, echo reply. `sack`: left, right edges as on the wire. `order`: other than Linux's, by letter
 *   (M MSS, S SACK permitted, T timestamps, W window scale, N NOP, E end, ? an unknown one).
 * @typedef {{ source: Endpoint, destination: Endpoint, seq: number, ack?: number, flags: number, window?: number,
 *   urgent?: number,
 *   options?: TcpOptions, payload?: Uint8Array, link?: 'ethernet'|'raw', vlan?: number[], identification?: number,
 *   ttl?: number, pad?: boolean, corrupt?: boolean }} Segment
 *   `pad`: Ethernet padding up to 60 bytes, as a received frame has. `corrupt`: a wrong TCP checksum.
 */

/** Sixteen-bit ones' complement sum (RFC 1071), not yet inverted. @param {Uint8Array} bytes @param {number} [sum] */
function onesSum(bytes, sum = 0) {
  for (let at = 0; at < bytes.length; at += 2) sum += (bytes[at] << 8) | (bytes[at + 1] ?? 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + Math.floor(sum / 0x10000);
  return sum;
}

/** @param {string} address "10.0.0.1" @returns {Uint8Array} */
function ipv4Bytes(address) {
  return Uint8Array.from(address.split('.'), Number);
}

/** @param {string} address "2001:db8::1", with at most one "::" @returns {Uint8Array} */
function ipv6Bytes(address) {
  const [head, tail] = address.split('::');
  const groups = (/** @type {string|undefined} */ text) =>
    text ? text.split(':').map((group) => parseInt(group, 16)) : [];
  const left = groups(head);
  const right = groups(tail);
  const all = [...left, ...new Array(8 - left.length - right.length).fill(0), ...right];
  return Uint8Array.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}

/** @param {string} address @returns {boolean} */
const isIpv6 = (address) => address.includes(':');
/** @param {string} address @returns {Uint8Array} */
const addressBytes = (address) => (isIpv6(address) ? ipv6Bytes(address) : ipv4Bytes(address));
/** @param {number} value @returns {number[]} */
const u16 = (value) => [(value >>> 8) & 0xff, value & 0xff];
/** @param {number} value @returns {number[]} */
const u32 = (value) => [...u16(value >>> 16), ...u16(value)];

/**
 * Options in the order in which Linux sends them, padded with NOPs to a multiple of four.
 * @param {TcpOptions} options
 * @returns {Uint8Array}
 */
function optionBytes({ mss, windowScale, sackPermitted, timestamps, sack, order }) {
  if (order !== undefined) return orderedOptions(order, { mss, windowScale, timestamps });
  const bytes = [];
  if (mss !== undefined) bytes.push(2, 4, ...u16(mss));
  if (sackPermitted) bytes.push(4, 2);
  if (timestamps) {
    if (!sackPermitted) bytes.push(1, 1);
    bytes.push(8, 10, ...u32(timestamps[0]), ...u32(timestamps[1]));
  }
  if (windowScale !== undefined) bytes.push(1, 3, 3, windowScale);
  if (sack?.length) {
    bytes.push(1, 1, 5, 2 + 8 * sack.length, ...sack.flatMap(([left, right]) => [...u32(left), ...u32(right)]));
  }
  while (bytes.length % 4) bytes.push(1);
  return Uint8Array.from(bytes);
}

/** @param {string} order @param {TcpOptions} options */
function orderedOptions(order, { mss = 1460, windowScale = 0, timestamps = [1, 0] }) {
  /** @type {Record<string, number[]>} */
  const bytes = {
    M: [2, 4, ...u16(mss)],
    S: [4, 2],
    T: [8, 10, ...u32(timestamps[0]), ...u32(timestamps[1])],
    W: [3, 3, windowScale],
    N: [1],
    E: [0],
    5: [19, 18, ...Array(16).fill(7)], // TCP MD5
    P: [30, 4, 0x20, 0], // MPTCP
    '?': [200, 2],
  };
  const all = [...order].flatMap((letter) => bytes[letter]);
  while (all.length % 4) all.push(0);
  return Uint8Array.from(all);
}

/**
 * @param {Segment} segment
 * @returns {Uint8Array} header, options, payload, with the checksum over the pseudo-header (RFC 9293, 3.1)
 */
function tcpBytes(segment) {
  const { source, destination, payload = new Uint8Array(0) } = segment;
  const options = optionBytes(segment.options ?? {});
  const bytes = new Uint8Array(20 + options.length + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, source.port);
  view.setUint16(2, destination.port);
  view.setUint32(4, segment.seq >>> 0);
  view.setUint32(8, (segment.ack ?? 0) >>> 0);
  view.setUint16(12, ((20 + options.length) << 10) | segment.flags);
  view.setUint16(14, segment.window ?? 65535);
  view.setUint16(18, segment.urgent ?? 0);
  bytes.set(options, 20);
  bytes.set(payload, 20 + options.length);
  const addresses = onesSum(addressBytes(destination.address), onesSum(addressBytes(source.address)));
  const sum = ~onesSum(bytes, addresses + 6 + bytes.length);
  view.setUint16(16, segment.corrupt ? sum ^ 0x5555 : sum);
  return bytes;
}

/** @param {Segment} segment @param {number} payloadLength bytes after the IP header @returns {Uint8Array} */
function ipHeader({ source, destination, identification = 0, ttl = 64 }, payloadLength) {
  const addresses = [...addressBytes(source.address), ...addressBytes(destination.address)];
  if (isIpv6(source.address)) return Uint8Array.from([0x60, 0, 0, 0, ...u16(payloadLength), 6, ttl, ...addresses]);
  const header = Uint8Array.from([
    0x45,
    0,
    ...u16(20 + payloadLength),
    ...u16(identification),
    0x40,
    0,
    ttl,
    6,
    0,
    0,
    ...addresses,
  ]);
  new DataView(header.buffer).setUint16(10, ~onesSum(header));
  return header;
}

/** Locally administered MAC that ends like the address. @param {string} address @returns {number[]} */
const macOf = (address) => [0x02, 0, ...addressBytes(address).slice(-4)];

/** @param {Segment} segment @returns {Uint8Array} */
function ethernetHeader({ source, destination, vlan = [] }) {
  const type = isIpv6(source.address) ? 0x86dd : 0x0800;
  const tags = vlan.flatMap((id, index) => [...u16(index < vlan.length - 1 ? 0x88a8 : 0x8100), ...u16(id)]);
  return Uint8Array.from([...macOf(destination.address), ...macOf(source.address), ...tags, ...u16(type)]);
}

/** @param {...Uint8Array} parts @returns {Uint8Array} */
export function concatBytes(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @param {Segment} segment @returns {Uint8Array} the frame */
export function frameBytes(segment) {
  const tcp = tcpBytes(segment);
  const packet = concatBytes(ipHeader(segment, tcp.length), tcp);
  if (segment.link === 'raw') return packet;
  const frame = concatBytes(ethernetHeader(segment), packet);
  return segment.pad && frame.length < 60 ? concatBytes(frame, new Uint8Array(60 - frame.length)) : frame;
}
