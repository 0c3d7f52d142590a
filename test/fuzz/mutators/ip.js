/** Link layers, IPv4 and IPv6, fragments and tunnels. Each takes frames and gives frames. */
import { concatBytes } from '../../support/packets/frames.js';
import { fixChecksums, placesIn } from '../frame-places.js';
import { mutateBytes } from './bytes.js';

/** @typedef {import('../random.js').Random} Random */
/** @typedef {import('../capture-form.js').Frame} Frame */

/** Without options, extension headers. */
const IPV4_HEADER = 20;
const IPV6_HEADER = 40;

const EXTENSIONS = [0, 43, 44, 51, 60, 135, 139, 140];
const PROTOCOLS = [0, 1, 4, 6, 17, 41, 43, 44, 47, 50, 51, 55, 60, 94, 98, 108, 115, 132, 137];

/** @param {number} value */
const u16 = (value) => [(value >>> 8) & 255, value & 255];

/**
 * @param {Uint8Array} inner an IP packet
 * @param {number} protocol what the outer header says of it
 * @returns {Uint8Array}
 */
function inIpv4(inner, protocol) {
  return concatBytes(
    Uint8Array.of(0x45, 0, ...u16(20 + inner.length), 0, 1, 0x40, 0, 64, protocol, 0, 0, 192, 0, 2, 1, 192, 0, 2, 2),
    inner,
  );
}

/** @param {Uint8Array} inner @param {number} protocol @returns {Uint8Array} */
function inIpv6(inner, protocol) {
  const address = [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  return concatBytes(
    Uint8Array.of(0x60, 0, 0, 0, ...u16(inner.length), protocol, 64, ...address, 1, ...address, 2),
    inner,
  );
}

/** @param {Uint8Array} inner @param {number} port @returns {Uint8Array} */
const inUdp = (inner, port) =>
  inIpv4(concatBytes(Uint8Array.of(...u16(40000), ...u16(port), ...u16(8 + inner.length), 0, 0), inner), 17);

/** @param {Uint8Array} ip @returns {Uint8Array} */
const inEthernet = (ip) =>
  concatBytes(Uint8Array.of(2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, ...u16(ip[0] >> 4 === 6 ? 0x86dd : 0x0800)), ip);

/** A header of so many words that are mostly zero. @param {Random} random @param {number[]} bytes */
const noisy = (random, bytes) => Uint8Array.from(bytes, (byte) => (random.chance(0.05) ? random.below(256) : byte));

/** Tunnels: an IP packet in, an IP packet out. @type {((ip: Uint8Array, random: Random) => Uint8Array)[]} */
const TUNNELS = [
  (ip) => inIpv4(ip, ip[0] >> 4 === 6 ? 41 : 4),
  (ip) => inIpv6(ip, ip[0] >> 4 === 6 ? 41 : 4),
  (ip, random) => inIpv4(concatBytes(noisy(random, [0, 0, ...u16(ip[0] >> 4 === 6 ? 0x86dd : 0x0800)]), ip), 47),
  (ip, random) =>
    inIpv4(concatBytes(noisy(random, [0xb0, 0, ...u16(0x0800), 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 9]), ip), 47),
  (ip, random) => inUdp(concatBytes(noisy(random, [8, 0, 0, 0, 0, 0, random.below(4), 0]), inEthernet(ip)), 4789),
  (ip, random) => inUdp(concatBytes(noisy(random, [0, 0, 0x65, 0x58, 0, 0, random.below(4), 0]), inEthernet(ip)), 6081),
  (ip, random) =>
    inUdp(concatBytes(noisy(random, [0x30, 0xff, ...u16(ip.length), 0, 0, 0, random.below(4)]), ip), 2152),
  (ip, random) => inUdp(concatBytes(noisy(random, [0, 2, 0, 1, 0, 2, 0xff, 3, 0, 0x21]), ip), 1701),
  (ip) => inUdp(ip, 3544),
  (ip, random) =>
    inIpv6(
      concatBytes(noisy(random, [6, 0, 1, 4, 0, 0, 0, 0]), ip.subarray(ip[0] >> 4 === 4 ? 20 : 40)),
      random.pick(EXTENSIONS),
    ),
];

/**
 * Link layers around an IP packet: link type and frame.
 * @type {((ip: Uint8Array, random: Random) => { linkType: number, bytes: Uint8Array })[]}
 */
const LINKS = [
  (ip) => ({ linkType: 101, bytes: ip }),
  (ip, random) => ({
    linkType: 113,
    bytes: concatBytes(noisy(random, [0, 0, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0, ...typeOf(ip)]), ip),
  }),
  (ip, random) => ({
    linkType: 276,
    bytes: concatBytes(noisy(random, [...typeOf(ip), 0, 0, 0, 0, 0, 1, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0]), ip),
  }),
  (ip, random) => ({ linkType: 0, bytes: concatBytes(noisy(random, [ip[0] >> 4 === 6 ? 30 : 2, 0, 0, 0]), ip) }),
  (ip, random) => ({ linkType: 1, bytes: tagged(ip, random) }),
  (ip, random) => ({
    linkType: 9,
    bytes: concatBytes(noisy(random, [0xff, 3, 0, ip[0] >> 4 === 6 ? 0x57 : 0x21]), ip),
  }),
];

/** @param {Uint8Array} ip */
const typeOf = (ip) => u16(ip[0] >> 4 === 6 ? 0x86dd : 0x0800);

/** VLAN tags, MPLS labels or PPPoE between Ethernet and IP. @param {Uint8Array} ip @param {Random} random */
function tagged(ip, random) {
  const frame = inEthernet(ip);
  const kind = random.below(3);
  const macs = frame.subarray(0, 12);
  const rest = frame.subarray(12);
  if (kind === 0) {
    const tags = Array.from({ length: random.few(40) }, () =>
      Uint8Array.of(...u16(random.pick([0x8100, 0x88a8, 0x9100])), ...u16(random.below(4096))),
    );
    return concatBytes(macs, ...tags, rest);
  }
  if (kind === 1) {
    const labels = Array.from({ length: random.few(6) }, (_, i, all = random.below(2)) => Uint8Array.of(0, i, all, 64));
    return concatBytes(macs, Uint8Array.of(0x88, 0x47), ...labels, Uint8Array.of(0, 0, 1, 64), ip);
  }
  return concatBytes(
    macs,
    noisy(random, [0x88, 0x64, 0x11, 0, 0, 1, ...u16(ip.length + 2), 0, ip[0] >> 4 === 6 ? 0x57 : 0x21]),
    ip,
  );
}

/** @param {Frame} frame @returns {Uint8Array|null} its IP packet */
function ipOf(frame) {
  const places = placesIn(frame);
  return places === null ? null : frame.bytes.slice(places.ip, Math.max(places.transport, places.end));
}

/** @param {Frame} frame @param {Uint8Array} bytes @param {number} [linkType] @returns {Frame} */
const reframed = (frame, bytes, linkType = 1) => ({ ...frame, bytes, linkType, originalLength: bytes.length });

/**
 * All frames in the same tunnel, or on the same link layer.
 * @param {Frame[]} frames
 * @param {Random} random
 * @returns {Frame[]}
 */
export function wrapFrames(frames, random) {
  const tunnels = Array.from({ length: random.few(4) }, () => random.pick(TUNNELS));
  const link = random.chance(0.3) ? random.pick(LINKS) : null;
  const isWrapped = random.chance(0.7) ? () => true : () => random.chance(0.5);
  return frames.map((frame) => {
    const ip = ipOf(frame);
    if (ip === null || !isWrapped()) return frame;
    const outer = tunnels.reduce((packet, tunnel) => tunnel(packet, random), ip);
    if (link === null) return reframed(frame, inEthernet(outer));
    const { linkType, bytes } = link(outer, random);
    return reframed(frame, bytes, linkType);
  });
}

/**
 * Fragments of an IPv4 or IPv6 packet, some lost, doubled, overlapping or out of order.
 * @param {Frame} frame
 * @param {Random} random
 * @returns {Frame[]}
 */
function fragmented(frame, random) {
  const places = placesIn(frame);
  if (places === null) return [frame];
  const { ip, version, transport, protocol, end } = places;
  // what was damaged before may say that its header is shorter than one can be
  if (transport - ip < (version === 4 ? IPV4_HEADER : IPV6_HEADER)) return [frame];
  const head = frame.bytes.slice(ip, transport);
  const data = frame.bytes.slice(transport, end);
  const size = 8 * random.between(1, 40);
  const id = random.below(4);
  const pieces = [];
  for (let at = 0; at < data.length; at += size) {
    const start = random.chance(0.1) ? Math.max(0, at - 8) : at;
    const piece = data.subarray(start, at + size);
    const more = at + size < data.length ? 1 : 0;
    pieces.push(
      version === 4
        ? ipv4Fragment(head, piece, id, start >> 3, more)
        : ipv6Fragment(head, piece, protocol, { id, offset: start >> 3, more }),
    );
  }
  if (pieces.length > 1 && random.chance(0.3)) {
    pieces.splice(random.below(pieces.length), random.below(2), random.pick(pieces));
  }
  if (random.chance(0.3)) pieces.reverse();
  return pieces.map((piece) => reframed(frame, inEthernet(piece)));
}

/**
 * @param {Uint8Array} head
 * @param {Uint8Array} data
 * @param {number} id
 * @param {number} offset in 8 bytes
 * @param {number} more
 */
function ipv4Fragment(head, data, id, offset, more) {
  const packet = concatBytes(head, data);
  const view = new DataView(packet.buffer);
  view.setUint16(2, packet.length);
  view.setUint16(4, id);
  view.setUint16(6, (more << 13) | (offset & 0x1fff));
  return packet;
}

/**
 * @param {Uint8Array} head
 * @param {Uint8Array} data
 * @param {number} protocol
 * @param {{ id: number, offset: number, more: number }} fragment
 */
function ipv6Fragment(head, data, protocol, { id, offset, more }) {
  const packet = concatBytes(
    head.slice(0, 40),
    Uint8Array.of(protocol, 0, ...u16((offset << 3) | more), 0, 0, 0, id),
    data,
  );
  packet[6] = 44;
  new DataView(packet.buffer).setUint16(4, packet.length - 40);
  return packet;
}

/** Another value in a field of the IP header. @param {Frame} frame @param {Random} random @returns {Frame} */
function mutateHeader(frame, random) {
  const places = placesIn(frame);
  const bytes = frame.bytes.slice();
  if (places === null || bytes.length === 0) return { ...frame, bytes: mutateBytes(bytes, random) };
  const { ip, version } = places;
  const view = new DataView(bytes.buffer);
  const kind = random.below(6);
  if (kind === 0) {
    view.setUint16(ip + (version === 4 ? 2 : 4), random.field(16, view.getUint16(ip + (version === 4 ? 2 : 4))));
  } else if (kind === 1) bytes[ip + (version === 4 ? 9 : 6)] = random.pick(PROTOCOLS);
  else if (kind === 2) bytes[ip] = random.field(8, bytes[ip]);
  else if (kind === 3) view.setUint16(ip + 6, random.field(16, view.getUint16(ip + 6)));
  else bytes[ip + random.below(20)] = random.field(8);
  const changed = { ...frame, bytes };
  if (random.chance(0.5)) fixChecksums(changed);
  return changed;
}

/** @param {Frame[]} frames @param {Random} random @returns {Frame[]} */
export function mutateIp(frames, random) {
  const kind = random.below(4);
  const share = random.pick([0.02, 0.1, 0.5, 1]);
  if (kind === 0) return wrapFrames(frames, random);
  const change =
    kind === 1
      ? (/** @type {Frame} */ frame) => fragmented(frame, random)
      : (/** @type {Frame} */ frame) => [mutateHeader(frame, random)];
  return frames.flatMap((frame) => (random.chance(share) ? change(frame) : [frame]));
}
