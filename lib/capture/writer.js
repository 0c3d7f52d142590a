import { NS_PER_SECOND, splitEpoch } from '../shared/epoch.js';

const encoder = new TextEncoder();
/** Seconds since 1970 have 32 bits in a pcap file: it begins there, and ends before 2106-02-07. */
const PCAP_SECONDS = 2n ** 32n;
/** From here on times are counted from the first one, so that they do not reach the end of their 64 bits. */
const FAR_NS = 2n ** 63n;
const DEFAULT_SNAP_LENGTH = 262144;

/**
 * @typedef {object} PacketToWrite
 * @property {bigint} epochNs nanoseconds since 1970
 * @property {Uint8Array} data captured bytes
 * @property {number} [wireLength] bytes on the wire, where more than were captured
 */

/** Whether a pcap file can hold a time; pcapng can hold any. @param {bigint} epochNs */
export const fitsPcap = (epochNs) => epochNs >= 0n && epochNs < PCAP_SECONDS * NS_PER_SECOND;

/** Before each packet of a pcap file. */
export const RECORD_HEADER_BYTES = 16;

/**
 * Makes the pieces of a pcap file (draft-ietf-opsawg-pcap), little-endian; the caller puts `header()` first and then a
 * `packet()` each.
 */
export class PcapWriter {
  #linkType;
  #snapLength;
  #nanoseconds;

  /**
   * @param {{ linkType?: number, snapLength?: number, nanoseconds?: boolean }} [options] link type as LINKTYPE_ number;
   *   times in
   *   microseconds, rounded down, unless `nanoseconds`
   */
  constructor({ linkType = 1, snapLength = DEFAULT_SNAP_LENGTH, nanoseconds = false } = {}) {
    this.#linkType = linkType;
    this.#snapLength = snapLength;
    this.#nanoseconds = nanoseconds;
  }

  header() {
    const view = new DataView(new ArrayBuffer(24));
    view.setUint32(0, this.#nanoseconds ? 0xa1b23c4d : 0xa1b2c3d4, true);
    view.setUint16(4, 2, true);
    view.setUint16(6, 4, true);
    view.setUint32(16, this.#snapLength, true);
    view.setUint32(20, this.#linkType, true);
    return new Uint8Array(view.buffer);
  }

  /** @param {PacketToWrite} packet of a time that `fitsPcap` */
  packet({ epochNs, data, wireLength = data.length }) {
    const { seconds, nanoseconds } = splitEpoch(epochNs);
    const record = new Uint8Array(RECORD_HEADER_BYTES + data.length);
    this.writeRecordHeader(new DataView(record.buffer), 0, Number(seconds), nanoseconds, data.length, wireLength);
    record.set(data, RECORD_HEADER_BYTES);
    return record;
  }

  /**
   * A packet's record header, for callers that write many into one buffer.
   * @param {DataView} view @param {number} at
   * @param {number} seconds since 1970 @param {number} fractionNs below a second
   * @param {number} capturedBytes @param {number} wireBytes
   */
  writeRecordHeader(view, at, seconds, fractionNs, capturedBytes, wireBytes) {
    view.setUint32(at, seconds, true);
    view.setUint32(at + 4, this.#nanoseconds ? fractionNs : Math.floor(fractionNs / 1000), true);
    view.setUint32(at + 8, capturedBytes, true);
    view.setUint32(at + 12, wireBytes, true);
  }
}

/** @param {number} length */
function padded(length) {
  return (length + 3) & ~3;
}

/**
 * @param {number} code
 * @param {Uint8Array} value
 */
function option(code, value) {
  const bytes = new Uint8Array(4 + padded(value.length));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, code, true);
  view.setUint16(2, value.length, true);
  bytes.set(value, 4);
  return bytes;
}

/**
 * @param {number} code
 * @param {string|undefined} text
 */
function textOption(code, text) {
  return text ? [option(code, encoder.encode(text))] : [];
}

/** @param {Uint8Array[]} options */
function ended(options) {
  return options.length > 0 ? [...options, new Uint8Array(4)] : [];
}

/**
 * @param {number} type
 * @param {Uint8Array[]} parts each of a length that is a multiple of 4
 */
function block(type, parts) {
  const length = 12 + parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, type, true);
  view.setUint32(4, length, true);
  view.setUint32(length - 4, length, true);
  let at = 8;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** A block's type, its length twice; a packet's interface, time and lengths; an option's head. */
const BLOCK_FRAME_BYTES = 12;
const PACKET_FIELDS_BYTES = 20;
const OPTION_HEAD_BYTES = 4;

/**
 * Bytes of a packet's block in a pcapng, before it is made.
 * @param {number} capturedBytes @param {string} [comment]
 */
export function packetBlockBytes(capturedBytes, comment) {
  const options = comment ? 2 * OPTION_HEAD_BYTES + padded(encoder.encode(comment).length) : 0;
  return BLOCK_FRAME_BYTES + PACKET_FIELDS_BYTES + padded(capturedBytes) + options;
}

/**
 * Makes the blocks of a pcapng section (draft-ietf-opsawg-pcapng), little-endian, times in nanoseconds: first
 * `header()`, then an `interface()` each, numbered from 0, then a `packet()` each. A time has 64 bits without a sign,
 * which is 584 years: they begin in 1970, or where the interfaces say (if_tsoffset).
 */
export class PcapngWriter {
  #fromSeconds;

  /** @param {{ fromNs?: bigint }} [options] no time is before it, nor 584 years after it */
  constructor({ fromNs = 0n } = {}) {
    this.#fromSeconds = fromNs < 0n || fromNs >= FAR_NS ? splitEpoch(fromNs).seconds : 0n;
  }

  /** @param {{ application?: string, comment?: string }} [options] */
  header({ application, comment } = {}) {
    const fixed = new DataView(new ArrayBuffer(16));
    fixed.setUint32(0, 0x1a2b3c4d, true);
    fixed.setUint16(4, 1, true);
    fixed.setBigInt64(8, -1n, true);
    return block(0x0a0d0d0a, [
      new Uint8Array(fixed.buffer),
      ...ended([...textOption(1, comment), ...textOption(4, application)]),
    ]);
  }

  /** @param {{ linkType?: number, snapLength?: number, name?: string, description?: string }} [options] */
  interface({ linkType = 1, snapLength = DEFAULT_SNAP_LENGTH, name, description } = {}) {
    const fixed = new DataView(new ArrayBuffer(8));
    fixed.setUint16(0, linkType, true);
    fixed.setUint32(4, snapLength, true);
    const clock = [option(9, Uint8Array.of(9)), ...this.#offset()];
    return block(1, [
      new Uint8Array(fixed.buffer),
      ...ended([...textOption(2, name), ...textOption(3, description), ...clock]),
    ]);
  }

  /** if_tsoffset, where times are not counted from 1970. */
  #offset() {
    if (this.#fromSeconds === 0n) return [];
    const seconds = new DataView(new ArrayBuffer(8));
    seconds.setBigInt64(0, this.#fromSeconds, true);
    return [option(14, new Uint8Array(seconds.buffer))];
  }

  /** @param {PacketToWrite & { interfaceId?: number, comment?: string }} packet */
  packet({ epochNs, data, wireLength = data.length, interfaceId = 0, comment }) {
    const fixed = new Uint8Array(20 + padded(data.length));
    const view = new DataView(fixed.buffer);
    view.setUint32(0, interfaceId, true);
    const ticks = epochNs - this.#fromSeconds * NS_PER_SECOND;
    view.setUint32(4, Number(ticks >> 32n), true);
    view.setUint32(8, Number(ticks & 0xffffffffn), true);
    view.setUint32(12, data.length, true);
    view.setUint32(16, wireLength, true);
    fixed.set(data, 20);
    return block(6, [fixed, ...ended(textOption(1, comment))]);
  }
}
