import { PROTOCOL_TCP, TIMESTAMPS_BYTES } from '../../shared/tcp-numbers.js';
import { sackBytes, synOptionsBytes, tcpHeaderBytes } from '../tcp/segment.js';
import { writeIcmp } from './icmp-frame.js';
import { ETHERNET_BYTES, IP_BYTES, transportChecksum, writeHeaders } from './ip-frame.js';
import { wireNumber } from './wire-number.js';

/** @typedef {import('../tcp/segment.js').Segment} Segment */

const OPTION_MSS = 2;
const OPTION_SCALE = 3;
const OPTION_SACK_PERMITTED = 4;
const OPTION_SACK = 5;
const OPTION_TIMESTAMPS = 8;
const OPTION_MD5 = 19;
const MD5_DIGEST_BYTES = 16;
const NOP = 1;
/** Added to a right checksum, makes it wrong: neither 0 nor 0xffff, which are one in its arithmetic. */
const DAMAGE = 0x5555;

/**
 * An Ethernet frame, with right checksums unless the segment was damaged; or the ICMP error that it is.
 * @param {import('./ip-frame.js').Target} target zeros from there on @param {number} frameAt @param {Segment} segment
 * @returns {number} end of what was written: the frame's filler after it is zeros
 */
export function writeSegment(target, frameAt, segment) {
  const { view, bytes } = target;
  const { altered } = segment;
  if (altered !== null && altered.icmp !== null) return writeIcmp(target, frameAt, segment, altered.icmp);
  const tcpAt = frameAt + ETHERNET_BYTES + IP_BYTES;
  const payloadAt = tcpAt + tcpHeaderBytes(segment);
  writeHeaders(target, frameAt, segment, PROTOCOL_TCP);
  writeTcp(view, tcpAt, segment);
  const end =
    payloadAt + (segment.length > 0 ? segment.from.content.copy(segment.start, segment.length, bytes, payloadAt) : 0);
  const checksum = transportChecksum(target, frameAt, segment.sizeBytes, end, PROTOCOL_TCP);
  view.setUint16(tcpAt + 16, altered?.isDamaged ? checksum ^ DAMAGE : checksum);
  return end;
}

/** @param {DataView} view @param {number} at @param {Segment} segment */
function writeTcp(view, at, segment) {
  const { from } = segment;
  view.setUint16(at, from.local.port);
  view.setUint16(at + 2, from.remote.port);
  view.setUint32(at + 4, sequenceNumber(segment));
  view.setUint32(at + 8, ackNumber(segment));
  view.setUint8(at + 12, tcpHeaderBytes(segment) << 2);
  view.setUint8(at + 13, segment.flags);
  view.setUint16(at + 14, segment.windowField);
  const next = segment.synOptions
    ? writeSynOptions(view, at + 20, segment, segment.synOptions)
    : writeOptions(view, at + 20, segment);
  if (segment.md5Key !== 0) writeSignature(view, next, segment.md5Key);
}

/** @param {DataView} view @param {number} at @param {number} key */
function writeSignature(view, at, key) {
  view.setUint32(at, NOP * 2 ** 24 + NOP * 2 ** 16 + OPTION_MD5 * 256 + MD5_DIGEST_BYTES + 2);
  for (let byte = 0; byte < MD5_DIGEST_BYTES; byte++) view.setUint8(at + 4 + byte, (key * 37 + byte * 101) & 0xff);
}

/** @param {Segment} segment @returns {number} as on the wire */
export function sequenceNumber({ from, start, altered }) {
  return wireNumber(from.isn, start + (altered?.sequenceShift ?? 0));
}

/** @param {Segment} segment @returns {number} as on the wire; 0 on a first SYN */
export function ackNumber({ from, ack, altered }) {
  return ack === 0 || !from.peer ? 0 : wireNumber(from.peer.isn, ack + from.peerShift + (altered?.ackShift ?? 0));
}

/**
 * @param {DataView} view
 * @param {number} at
 * @param {Segment} segment
 * @param {import('../tcp/segment.js').SynOptions} options
 * @returns {number} their end
 */
function writeSynOptions(view, at, segment, options) {
  const { mss, windowScale, sackPermitted, timestamps } = options;
  const end = at + synOptionsBytes(options);
  view.setUint16(at, OPTION_MSS * 256 + 4);
  view.setUint16(at + 2, mss);
  let next = at + 4;
  if (sackPermitted || timestamps) {
    view.setUint16(next, sackPermitted ? OPTION_SACK_PERMITTED * 256 + 2 : NOP * 256 + NOP);
    if (timestamps) writeTimestamps(view, next + 2, segment);
    else view.setUint16(next + 2, NOP * 256 + NOP);
    next += timestamps ? 12 : 4;
  }
  if (windowScale !== null && next < end) {
    view.setUint32(next, NOP * 2 ** 24 + OPTION_SCALE * 2 ** 16 + 3 * 256 + windowScale);
  }
  return end;
}

/** @param {DataView} view @param {number} at @param {Segment} segment */
function writeTimestamps(view, at, { timestamp, timestampEcho }) {
  view.setUint16(at, OPTION_TIMESTAMPS * 256 + 10);
  view.setUint32(at + 2, timestamp % 2 ** 32);
  view.setUint32(at + 6, timestampEcho % 2 ** 32);
}

/** @param {DataView} view @param {number} at @param {Segment} segment @returns {number} their end */
function writeOptions(view, at, segment) {
  const { timestamp, sack, sackEdges, from, altered } = segment;
  let next = at;
  if (timestamp >= 0) {
    view.setUint16(next, NOP * 256 + NOP);
    writeTimestamps(view, next + 2, segment);
    next += TIMESTAMPS_BYTES;
  }
  if (sackEdges === 0 || !from.peer) return next;
  const shift = from.peerShift + (altered?.sackShift ?? 0);
  view.setUint16(next, NOP * 256 + NOP);
  view.setUint16(next + 2, OPTION_SACK * 256 + sackBytes(sackEdges / 2) - 2);
  for (let edge = 0; edge < sackEdges; edge++) {
    view.setUint32(next + 4 + 4 * edge, wireNumber(from.peer.isn, sack[edge] + shift));
  }
  return next + sackBytes(sackEdges / 2);
}
