/**
 * One flow's segments as Ethernet frames with valid checksums, written straight into the output. Headers that do not
 * change are kept as a template per direction.
 */

import { TCP } from '../../lib/engine/segment-batch.js';

export const { FIN, SYN, RST, PSH, ACK } = TCP;

/**
 * @typedef {object} Segment  a TCP segment under way
 * @property {boolean} fromServer
 * @property {number} flags
 * @property {number} seq offset from the side's ISN
 * @property {number} ack likewise
 * @property {number} window bytes
 * @property {number} length payload bytes
 * @property {number} tsValue
 * @property {number} tsEcho
 * @property {number[]} sack left, right, left, right … as offsets; usually empty
 * @property {boolean} lost
 *
 * @typedef {{ ipv6: boolean, timestamps: boolean, sackPermitted: boolean, windowScale: number, mss: number, clientIsn:
 *   number, serverIsn: number,
 *   tuple: number, serverPort: number }} FlowIdentity  `tuple`: which client address and port; unique per flow
 */

const PORTS_PER_ADDRESS = 50_000;
const NO_SACK = /** @type {number[]} */ ([]);
export { NO_SACK };

/** @param {Uint8Array} bytes @param {number} at @param {number} value */
function put16(bytes, at, value) {
  bytes[at] = value >>> 8;
  bytes[at + 1] = value;
}

/** @param {Uint8Array} bytes @param {number} at @param {number} value */
function put32(bytes, at, value) {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}

/**
 * RFC 1071's sum of big-endian words, folded by the caller.
 * @param {Uint8Array} bytes
 * @param {number} from
 * @param {number} to
 * @returns {number}
 */
function sumWords(bytes, from, to) {
  let sum = 0;
  let at = from;
  for (; at + 1 < to; at += 2) sum += (bytes[at] << 8) | bytes[at + 1];
  return at < to ? sum + (bytes[at] << 8) : sum;
}

/** @param {number} sum @returns {number} the checksum field */
function foldedComplement(sum) {
  let folded = (sum & 0xffff) + (sum >>> 16);
  folded = (folded & 0xffff) + (folded >>> 16);
  return ~folded & 0xffff;
}

/** @param {boolean} ipv6 @param {boolean} server @param {number} tuple @returns {number[]} */
function address(ipv6, server, tuple) {
  const host = server ? tuple % 20 : Math.floor(tuple / PORTS_PER_ADDRESS);
  const last = [10, server ? 80 : 9, host >> 8, (host & 0xff) + 1];
  return ipv6 ? [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, ...last] : last;
}

/**
 * @param {FlowIdentity} identity
 * @param {boolean} fromServer
 * @returns {Uint8Array} Ethernet, IP and the fixed TCP header
 */
function template({ ipv6, tuple, serverPort }, fromServer) {
  const clientMac = [2, 0, 0, 0, 9, 1];
  const serverMac = [2, 0, 0, 0, 80, 1];
  const clientPort = 10_000 + (tuple % PORTS_PER_ADDRESS);
  const [from, to] = fromServer ? [serverPort, clientPort] : [clientPort, serverPort];
  const ends = [...address(ipv6, fromServer, tuple), ...address(ipv6, !fromServer, tuple)];
  const ip = ipv6 ? [0x60, 0, 0, 0, 0, 0, 6, 60, ...ends] : [0x45, 0, 0, 0, 0, 0, 0x40, 0, 60, 6, 0, 0, ...ends];
  const ethernet = [
    ...(fromServer ? clientMac : serverMac),
    ...(fromServer ? serverMac : clientMac),
    ...(ipv6 ? [0x86, 0xdd] : [8, 0]),
  ];
  return Uint8Array.from([...ethernet, ...ip, from >> 8, from, to >> 8, to, ...new Array(16).fill(0)]);
}

export class FrameWriter {
  #templates;
  #addressSum;
  #identification = 1;

  /** @param {import('./pcap-output.js').PcapOutput} output @param {FlowIdentity} identity */
  constructor(output, identity) {
    this.output = output;
    this.identity = identity;
    this.#templates = [template(identity, false), template(identity, true)];
    this.#addressSum = sumWords(this.#templates[0], identity.ipv6 ? 22 : 26, identity.ipv6 ? 54 : 34);
  }

  /**
   * @param {number} timeNs @param {Segment} segment
   * @param {import('./byte-stream.js').ByteStream} stream of the side that sends it
   * @param {boolean} received whether the capturing host received it: then short frames are padded to 60 bytes
   */
  write(timeNs, segment, stream, received) {
    const { output, identity } = this;
    const bytes = output.bytes;
    const start = output.frameStart();
    const header = this.#templates[segment.fromServer ? 1 : 0];
    bytes.set(header, start);
    const tcp = start + header.length - 20;
    const payload = this.#options(bytes, tcp, segment);
    this.#tcpHeader(bytes, tcp, payload - tcp, segment);
    if (segment.length > 0) stream.copy(segment.seq - 1, segment.length, bytes, payload);
    let end = payload + segment.length;
    const sum = this.#addressSum + 6 + (end - tcp) + sumWords(bytes, tcp, end);
    put16(bytes, tcp + 16, foldedComplement(sum));
    if (identity.ipv6) put16(bytes, start + 18, end - tcp);
    else this.#ipv4Header(bytes, start + 14, end - start - 14);
    if (received) for (; end - start < 60; end++) bytes[end] = 0;
    output.commit(timeNs, end - start);
  }

  /** @param {Uint8Array} bytes @param {number} ip @param {number} length */
  #ipv4Header(bytes, ip, length) {
    put16(bytes, ip + 2, length);
    put16(bytes, ip + 4, this.#identification++ & 0xffff);
    put16(bytes, ip + 10, foldedComplement(sumWords(bytes, ip, ip + 20)));
  }

  /** @param {Uint8Array} bytes @param {number} tcp @param {number} headerLength @param {Segment} segment */
  #tcpHeader(bytes, tcp, headerLength, { fromServer, seq, ack, flags, window }) {
    const { clientIsn, serverIsn, windowScale } = this.identity;
    put32(bytes, tcp + 4, (fromServer ? serverIsn : clientIsn) + seq);
    put32(bytes, tcp + 8, flags & ACK ? (fromServer ? clientIsn : serverIsn) + ack : 0);
    bytes[tcp + 12] = headerLength << 2;
    bytes[tcp + 13] = flags;
    put16(bytes, tcp + 14, Math.min(65535, flags & SYN ? window : window >>> windowScale));
    put16(bytes, tcp + 16, 0);
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} tcp
   * @param {Segment} segment
   * @returns {number} where the payload starts
   */
  #options(bytes, tcp, { fromServer, flags, tsValue, tsEcho, sack }) {
    const { timestamps, sackPermitted, windowScale, mss, clientIsn, serverIsn } = this.identity;
    let at = tcp + 20;
    if (flags & SYN) {
      put32(bytes, at, (0x0204 << 16) | mss);
      put32(bytes, at + 4, sackPermitted ? 0x01010402 : 0x01010101);
      put32(bytes, at + 8, (0x010303 << 8) | windowScale);
      at += 12;
    }
    if (timestamps) {
      put32(bytes, at, 0x0101080a);
      put32(bytes, at + 4, tsValue);
      put32(bytes, at + 8, tsEcho);
      at += 12;
    }
    if (sack.length === 0) return at;
    const isn = fromServer ? clientIsn : serverIsn;
    put32(bytes, at, (0x010105 << 8) | (2 + 4 * sack.length));
    for (const edge of sack) put32(bytes, (at += 4), isn + edge);
    return at + 4;
  }
}
