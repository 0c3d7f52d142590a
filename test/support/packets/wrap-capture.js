/**
 * The same traffic as other links and tunnels bear it: rewrites of a frame of plain Ethernet with IPv4 or IPv6, and
 * what a capture of such frames has as its link type.
 */
import { rewritten } from './rewrite-capture.js';

const LINK_TYPE_AT = 20;
const RECORD_HEADER = 16;
const ETHERNET = 14;
const MIN_FRAME = 60;
const IPV4 = 0x0800;
const IPV6 = 0x86dd;
const GRE = 47;
const IP_IN_IP = 4;
const IPV6_IN_IP = 41;
const UDP = 17;
/** Where a pcap record has how much was captured, and how much there was. */
const CAPTURED_AT = 8;
const WIRE_AT = 12;

/**
 * @typedef {{ linkType: number, of: (frame: Uint8Array, wireBytes: number) => number[] | Uint8Array }} Wrapping of: the
 *   frame's bytes in their new form
 */

/** @param {number} value */
const word = (value) => [(value >> 8) & 0xff, value & 0xff];

/** An IPv4 header between 192.0.2.1 and 192.0.2.2. @param {number} protocol @param {number} payloadBytes */
const ipv4 = (protocol, payloadBytes) => [
  0x45,
  0,
  ...word(20 + payloadBytes),
  0,
  0,
  0,
  0,
  64,
  protocol,
  0,
  0,
  192,
  0,
  2,
  1,
  192,
  0,
  2,
  2,
];

/** @param {Uint8Array} frame */
const etherType = (frame) => (frame[12] << 8) | frame[13];

/**
 * The link header's addresses, then what stands in place of the rest of it, then the packet.
 * @param {Uint8Array} frame
 * @param {number[]} between
 */
const behindAddresses = (frame, between) => [...frame.subarray(0, 12), ...between, ...frame.subarray(ETHERNET)];

/** @type {Record<string, Wrapping>} */
export const WRAPPINGS = {
  'in a VLAN': { linkType: 1, of: (frame) => behindAddresses(frame, [0x81, 0, 0x20, 42, frame[12], frame[13]]) },
  'in two VLANs': {
    linkType: 1,
    of: (frame) => behindAddresses(frame, [0x88, 0xa8, 0, 7, 0x81, 0, 0x20, 42, frame[12], frame[13]]),
  },
  'in GRE': {
    linkType: 1,
    of: (frame, wire) =>
      behindAddresses(frame, [...word(IPV4), ...ipv4(GRE, wire - ETHERNET + 4), 0, 0, frame[12], frame[13]]),
  },
  'IP in IP': {
    linkType: 1,
    of: (frame, wire) =>
      behindAddresses(frame, [
        ...word(IPV4),
        ...ipv4(etherType(frame) === IPV6 ? IPV6_IN_IP : IP_IN_IP, wire - ETHERNET),
      ]),
  },
  'in VXLAN': {
    linkType: 1,
    of: (frame, wire) => [
      ...frame.subarray(0, 12),
      ...word(IPV4),
      ...ipv4(UDP, wire + 16),
      ...word(49153),
      ...word(4789),
      ...word(wire + 16),
      0,
      0,
      8,
      0,
      0,
      0,
      0,
      0,
      5,
      0,
      ...frame,
    ],
  },
  'Linux cooked': {
    linkType: 113,
    of: (frame) => [0, 0, 0, 1, 0, 6, ...frame.subarray(6, 12), 0, 0, ...frame.subarray(12)],
  },
  'Linux cooked, version 2': {
    linkType: 276,
    of: (frame) => [
      frame[12],
      frame[13],
      0,
      0,
      0,
      0,
      0,
      3,
      0,
      1,
      0,
      6,
      ...frame.subarray(6, 12),
      0,
      0,
      ...frame.subarray(ETHERNET),
    ],
  },
  'raw IP': { linkType: 101, of: (frame) => frame.subarray(ETHERNET) },
  'BSD loopback': {
    linkType: 0,
    of: (frame) => [etherType(frame) === IPV6 ? 30 : 2, 0, 0, 0, ...frame.subarray(ETHERNET)],
  },
  PPP: {
    linkType: 9,
    of: (frame) => [0xff, 3, 0, etherType(frame) === IPV6 ? 0x57 : 0x21, ...frame.subarray(ETHERNET)],
  },
  'padded to the shortest frame': {
    linkType: 1,
    of: (frame, wire) => (wire < MIN_FRAME ? [...frame, ...new Uint8Array(MIN_FRAME - wire)] : frame),
  },
  'with a frame check sequence': {
    linkType: 1,
    of: (frame, wire) => (frame.length === wire ? [...frame, 1, 2, 3, 4] : frame),
  },
};

/** Whether a capture has nothing but Ethernet with IP. @param {Uint8Array} capture one that `canRewrite` */
export function isPlain(capture) {
  let plain = true;
  rewritten(capture, ({ record }) => {
    plain &&= [IPV4, IPV6].includes(etherType(record.subarray(RECORD_HEADER)));
    return [];
  });
  return plain;
}

/** @param {Uint8Array} capture a plain one @param {Wrapping} wrapping */
export function wrapped(capture, { linkType, of }) {
  const out = rewritten(capture, ({ record, view }) => {
    const frame = record.subarray(RECORD_HEADER);
    const wireBytes = view.getUint32(WIRE_AT, true);
    const bytes = of(frame, wireBytes);
    const copy = new Uint8Array(RECORD_HEADER + bytes.length);
    const head = new DataView(copy.buffer);
    copy.set(record.subarray(0, RECORD_HEADER));
    copy.set(bytes, RECORD_HEADER);
    head.setUint32(CAPTURED_AT, bytes.length, true);
    head.setUint32(WIRE_AT, wireBytes + bytes.length - frame.length, true);
    return [copy];
  });
  new DataView(out.buffer).setUint32(LINK_TYPE_AT, linkType, true);
  return out;
}
