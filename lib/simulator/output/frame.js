import { sackBytes, synOptionsBytes, tcpHeaderBytes, TIMESTAMPS_BYTES } from '../tcp/segment.js';

/** @typedef {import('../tcp/segment.js').Segment} Segment */

const ETHERNET_BYTES = 14;
const IP_BYTES = 20;
const TTL = 64;
const PROTOCOL_TCP = 6;
const OPTION_MSS = 2, OPTION_SCALE = 3, OPTION_SACK_PERMITTED = 4, OPTION_SACK = 5, OPTION_TIMESTAMPS = 8, NOP = 1;
/** Locally administered addresses. */
const CLIENT_MAC = [2, 0, 0, 0, 0, 1], SERVER_MAC = [2, 0, 0, 0, 0, 2];

/** @param {number} isn @param {number} offset @returns {number} on the wire */
export function wireNumber(isn, offset) {
  return (isn + offset) % 2 ** 32;
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end @param {number} sum @returns {number} RFC 1071, not folded */
function summed(bytes, start, end, sum) {
  let total = sum;
  for (let at = start; at + 1 < end; at += 2) total += bytes[at] * 256 + bytes[at + 1];
  return (end - start) % 2 === 1 ? total + bytes[end - 1] * 256 : total;
}

/** @param {number} sum @returns {number} */
function folded(sum) {
  let rest = sum;
  while (rest > 0xffff) rest = (rest & 0xffff) + Math.floor(rest / 0x10000);
  return ~rest & 0xffff;
}

/** @param {string} address @returns {number[]} */
function octets(address) {
  return address.split('.').map(Number);
}

/** @param {Segment} segment @returns {Uint8Array} an Ethernet frame, with right checksums */
export function frameOf(segment) {
  const frame = new Uint8Array(ETHERNET_BYTES + segment.sizeBytes), view = new DataView(frame.buffer), { isClient } = segment.from;
  frame.set(isClient ? SERVER_MAC : CLIENT_MAC, 0);
  frame.set(isClient ? CLIENT_MAC : SERVER_MAC, 6);
  view.setUint16(12, 0x0800);
  writeIp(frame, view, segment);
  const tcpAt = ETHERNET_BYTES + IP_BYTES, payloadAt = tcpAt + tcpHeaderBytes(segment);
  writeTcp(view, tcpAt, segment);
  if (segment.length > 0) segment.from.content.copy(segment.start, frame.subarray(payloadAt));
  const pseudo = summed(frame, ETHERNET_BYTES + 12, tcpAt, PROTOCOL_TCP + frame.length - tcpAt);
  view.setUint16(tcpAt + 16, folded(summed(frame, tcpAt, frame.length, pseudo)));
  return frame;
}

/** @param {Uint8Array} frame @param {DataView} view @param {Segment} segment */
function writeIp(frame, view, { sizeBytes, ipId, ecn, from }) {
  const at = ETHERNET_BYTES;
  frame[at] = 0x45;
  frame[at + 1] = ecn;
  view.setUint16(at + 2, sizeBytes);
  view.setUint16(at + 4, ipId);
  view.setUint16(at + 6, 0x4000);
  frame[at + 8] = TTL;
  frame[at + 9] = PROTOCOL_TCP;
  frame.set(octets(from.local.address), at + 12);
  frame.set(octets(from.remote.address), at + 16);
  view.setUint16(at + 10, folded(summed(frame, at, at + IP_BYTES, 0)));
}

/** @param {DataView} view @param {number} at @param {Segment} segment */
function writeTcp(view, at, segment) {
  const { from } = segment;
  view.setUint16(at, from.local.port);
  view.setUint16(at + 2, from.remote.port);
  view.setUint32(at + 4, wireNumber(from.isn, segment.start));
  view.setUint32(at + 8, ackNumber(segment));
  view.setUint8(at + 12, tcpHeaderBytes(segment) << 2);
  view.setUint8(at + 13, segment.flags);
  view.setUint16(at + 14, segment.windowField);
  if (segment.synOptions) writeSynOptions(view, at + 20, segment, segment.synOptions);
  else writeOptions(view, at + 20, segment);
}

/** @param {Segment} segment @returns {number} as on the wire; 0 on a first SYN */
export function ackNumber({ from, ack }) {
  return ack === 0 || !from.peer ? 0 : wireNumber(from.peer.isn, ack);
}

/** @param {DataView} view @param {number} at @param {Segment} segment @param {import('../tcp/segment.js').SynOptions} options */
function writeSynOptions(view, at, segment, options) {
  const { mss, windowScale, sackPermitted, timestamps } = options, end = at + synOptionsBytes(options);
  view.setUint16(at, OPTION_MSS * 256 + 4);
  view.setUint16(at + 2, mss);
  let next = at + 4;
  if (sackPermitted || timestamps) {
    view.setUint16(next, sackPermitted ? OPTION_SACK_PERMITTED * 256 + 2 : NOP * 256 + NOP);
    if (timestamps) writeTimestamps(view, next + 2, segment);
    else view.setUint16(next + 2, NOP * 256 + NOP);
    next += timestamps ? 12 : 4;
  }
  if (windowScale !== null && next < end) view.setUint32(next, NOP * 2 ** 24 + OPTION_SCALE * 2 ** 16 + 3 * 256 + windowScale);
}

/** @param {DataView} view @param {number} at @param {Segment} segment */
function writeTimestamps(view, at, { timestamp, timestampEcho }) {
  view.setUint16(at, OPTION_TIMESTAMPS * 256 + 10);
  view.setUint32(at + 2, timestamp % 2 ** 32);
  view.setUint32(at + 6, timestampEcho % 2 ** 32);
}

/** @param {DataView} view @param {number} at @param {Segment} segment */
function writeOptions(view, at, segment) {
  const { timestamp, sack, sackEdges, from } = segment;
  let next = at;
  if (timestamp >= 0) {
    view.setUint16(next, NOP * 256 + NOP);
    writeTimestamps(view, next + 2, segment);
    next += TIMESTAMPS_BYTES;
  }
  if (sackEdges === 0 || !from.peer) return;
  view.setUint16(next, NOP * 256 + NOP);
  view.setUint16(next + 2, OPTION_SACK * 256 + sackBytes(sackEdges / 2) - 2);
  for (let edge = 0; edge < sackEdges; edge++) view.setUint32(next + 4 + 4 * edge, wireNumber(from.peer.isn, sack[edge]));
}
