/** Headers as arrays of bytes, to be joined by `join`, and what the decoder makes of frames. */
import { FrameBatch } from '../../lib/capture/frame-batch.js';
import { MAX_SACK_BLOCKS } from '../../lib/engine/segment-batch.js';
import { PacketDecoder } from '../../lib/packet/decoder.js';

/** @typedef {ArrayLike<number>} Bytes */

/** @param {number} value @returns {number[]} */
export const u16 = (value) => [(value >> 8) & 0xff, value & 0xff];
/** @param {number} value @returns {number[]} */
export const u32 = (value) => [...u16(value >>> 16), ...u16(value & 0xffff)];
/** @param {number} value @returns {number[]} */
export const u16le = (value) => u16(value).reverse();
/** @param {number} value @returns {number[]} */
export const u32le = (value) => u32(value).reverse();
/** @param {number} count @returns {number[]} */
export const zeros = (count) => new Array(count).fill(0);
/** @param {...Bytes} parts @returns {Uint8Array} */
export function join(...parts) {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => {
    bytes.set(part, at);
    return at + part.length;
  }, 0);
  return bytes;
}

/**
 * @param {{ ports?: [number, number], seq?: number, ack?: number, flags?: number, window?: number, urgent?: number,
 *   options?: Bytes, payload?: Bytes, offset?: number }} [fields] `offset` is the data offset in words, right by itself
 * @returns {Uint8Array}
 */
export function tcp({
  ports = [1000, 80],
  seq = 1,
  ack = 2,
  flags = 0x10,
  window = 512,
  urgent = 0,
  options = [],
  payload = [],
  offset,
} = {}) {
  const words = offset ?? 5 + options.length / 4;
  return join(
    u16(ports[0]),
    u16(ports[1]),
    u32(seq),
    u32(ack),
    u16((words << 12) | flags),
    u16(window),
    u16(0),
    u16(urgent),
    options,
    payload,
  );
}

/** @param {Bytes} payload @param {[number, number]} [ports] @returns {Uint8Array} */
export const udp = (payload, ports = [50000, 50001]) =>
  join(u16(ports[0]), u16(ports[1]), u16(payload.length + 8), u16(0), payload);

/**
 * @param {Bytes} payload
 * @param {{ protocol?: number, id?: number, fragment?: number, length?: number, options?: Bytes, tos?: number, ttl?:
 *   number, host?: number }} [fields]
 *   `fragment` is the flags and offset field, `length` the total length, right by itself; `host` the source's last byte
 * @returns {Uint8Array}
 */
export function ipv4(
  payload,
  { protocol = 6, id = 7, fragment = 0, length, options = [], tos = 0, ttl = 64, host = 1 } = {},
) {
  const header = 20 + options.length;
  return join(
    [0x40 | (header / 4), tos],
    u16(length ?? header + payload.length),
    u16(id),
    u16(fragment),
    [ttl, protocol, 0, 0],
    [10, 0, 0, host, 10, 0, 0, 2],
    options,
    payload,
  );
}

const IPV6_SOURCE = [0x20, 1, 0x0d, 0xb8, ...zeros(11), 1];
const IPV6_DESTINATION = [0x20, 1, 0x0d, 0xb8, ...zeros(11), 2];

/**
 * @param {Bytes} payload
 * @param {{ next?: number, length?: number, trafficClass?: number, ttl?: number }} [fields]
 * @returns {Uint8Array}
 */
export function ipv6(payload, { next = 6, length, trafficClass = 0, ttl = 64 } = {}) {
  return join(
    [0x60 | (trafficClass >> 4), (trafficClass & 15) << 4, 0, 0],
    u16(length ?? payload.length),
    [next, ttl],
    IPV6_SOURCE,
    IPV6_DESTINATION,
    payload,
  );
}

/** @param {Bytes} payload @param {number} [type] @returns {Uint8Array} */
export const ethernet = (payload, type = 0x0800) => join(zeros(12), u16(type), payload);
/** @param {Bytes} payload @param {number} id @param {number} [type] @returns {Uint8Array} */
export const vlan = (payload, id, type = 0x0800) => join(u16(id), u16(type), payload);
/** @param {Bytes} payload @param {number} [type] @returns {Uint8Array} */
export const snap = (payload, type = 0x0800) => join([0xaa, 0xaa, 3, 0, 0, 0], u16(type), payload);

/**
 * @typedef {object} Frame
 * @property {Bytes} bytes as captured
 * @property {number} [linkType] Ethernet unless given
 * @property {number} [wireLength] that of `bytes` unless given
 * @property {number} [timeNs] a second per frame unless given
 */

/** @typedef {ReturnType<typeof segmentAt>} Segment */

/**
 * @param {Frame[]} frames
 * @param {Pick<ConstructorParameters<typeof PacketDecoder>[0], 'inflate' | 'onDatagrams'>} [options]
 * @returns {{ segments: Segment[], decoder: PacketDecoder }} segments, and the decoder for its counters
 */
export function decodeFrames(frames, options = {}) {
  /** @type {Segment[]} */
  const segments = [];
  const decoder = new PacketDecoder({
    ...options,
    onSegments(batch) {
      for (let entry = 0; entry < batch.count; entry++) segments.push(segmentAt(batch, entry));
    },
  });
  decoder.decode(frameBatch(frames));
  return { segments, decoder };
}

/** @param {Frame[]} frames @param {number} [firstFrame] @returns {FrameBatch} frames with strange bytes between them */
export function frameBatch(frames, firstFrame = 1) {
  const batch = new FrameBatch(Math.max(1, frames.length));
  batch.bytes = join(...frames.flatMap(({ bytes }) => [[0xa5, 0xa5, 0xa5], bytes]), [0xa5]);
  batch.firstFrame = firstFrame;
  batch.count = frames.length;
  let at = 3;
  frames.forEach(({ bytes, linkType = 1, wireLength = bytes.length, timeNs }, entry) => {
    batch.dataOffset[entry] = at;
    batch.capturedLength[entry] = bytes.length;
    batch.wireLength[entry] = wireLength;
    batch.linkType[entry] = linkType;
    batch.timeNs[entry] = timeNs ?? entry * 1e9;
    at += bytes.length + 3;
  });
  return batch;
}

/** @param {import('../../lib/engine/segment-batch.js').SegmentBatch} batch @param {number} entry */
export function segmentAt(batch, entry) {
  const start = batch.payloadOffset[entry];
  const sackAt = entry * MAX_SACK_BLOCKS * 2;
  return {
    frame: batch.frame[entry],
    timeNs: batch.timeNs[entry],
    frameLength: batch.frameLength[entry],
    ipVersion: batch.ipVersion[entry],
    source: [...batch.sourceAddress.subarray(entry * 4, entry * 4 + 4)],
    destination: [...batch.destinationAddress.subarray(entry * 4, entry * 4 + 4)],
    ports: [batch.ports[entry] >>> 16, batch.ports[entry] & 0xffff],
    scope: batch.scope[entry],
    seq: batch.seq[entry] >>> 0,
    ack: batch.ack[entry] >>> 0,
    window: batch.window[entry],
    flags: batch.flags[entry],
    urgent: batch.urgent[entry],
    payloadLength: batch.payloadLength[entry],
    recordLength: batch.recordLength[entry],
    payload: [...batch.bytes.subarray(start, start + batch.payloadCaptured[entry])],
    options: batch.options[entry],
    mss: batch.mss[entry],
    windowScale: batch.windowScale[entry],
    timestamps: [batch.tsValue[entry] >>> 0, batch.tsEcho[entry] >>> 0],
    sack: [...batch.sackEdges.subarray(sackAt, sackAt + batch.sackCount[entry] * 2)].map((edge) => edge >>> 0),
    ipId: batch.ipId[entry],
    ttl: batch.ttl[entry],
    ecn: batch.ecn[entry],
    checksum: batch.checksum[entry],
  };
}
