import { captureInterface } from './frame-sink.js';
import { MAX_FRAME_BYTES, MAX_MESSAGE_FRAME_BYTES } from './limits.js';
import { LENGTH_ORDER, pcapHeader } from './pcap-header.js';
import { int32At } from './read-integers.js';

/** D-Bus, and USB as Linux, FreeBSD, macOS and Windows write it: one "packet" can be megabytes. */
const MESSAGE_LINK_TYPES = new Set([186, 189, 220, 231, 249, 266]);

/**
 * Records of a pcap file:
 * ```
 *  | seconds | fraction | captured length | wire length |  captured bytes …
 * ```
 * A header that cannot be ends the reading, since nothing in the format tells where the next record starts.
 */
export class PcapParser {
  /** @type {import('./pcap-header.js').PcapLayout} */
  #layout;
  #sink;
  #notes;
  #inHeader = true;
  #stopped = false;
  #linkType = 0;
  #maxFrameBytes = MAX_FRAME_BYTES;
  /** @type {number} */
  #lengthOrder = LENGTH_ORDER.AS_WRITTEN;
  #baseSeconds = 0;
  #baseFraction = 0;

  /**
   * @param {import('./pcap-header.js').PcapLayout} layout
   * @param {import('./frame-sink.js').FrameSink} sink
   * @param {import('./capture-notes.js').CaptureNotes} notes
   */
  constructor(layout, sink, notes) {
    this.#layout = layout;
    this.#sink = sink;
    this.#notes = notes;
    /** Bytes wanted from the position that `consume` returned. */
    this.need = layout.fileHeaderBytes;
  }

  get inHeader() { return this.#inHeader; }

  /**
   * Takes whole records from `bytes[position, end)`.
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} end
   * @returns {number} where the first record that is not whole starts
   */
  consume(bytes, position, end) {
    if (this.#stopped) return end;
    if (!this.#inHeader) return this.#records(bytes, position, end);
    if (end - position < this.need) return position;
    this.#header(bytes, position);
    return this.#records(bytes, position + this.#layout.fileHeaderBytes, end);
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} position
   */
  #header(bytes, position) {
    const header = pcapHeader(bytes, position, this.#layout.bigEndian);
    this.#inHeader = false;
    this.#linkType = header.linkType;
    this.#lengthOrder = header.lengthOrder;
    if (MESSAGE_LINK_TYPES.has(header.linkType)) this.#maxFrameBytes = MAX_MESSAGE_FRAME_BYTES;
    this.#sink.interfaces.push(captureInterface(header.linkType, header.snapLength));
    if (header.major !== 2 && header.major !== 543) {
      this.#notes.warn('unknown_version', `The file calls itself pcap version ${header.major}.${header.minor}, which does not exist: it is read as 2.4.`, 4);
    }
    if (header.reservedBits !== 0) {
      this.#notes.warn('reserved_bits', `Reserved bits are set in the link type at byte 20: it is read as link type ${header.linkType}.`, 20);
    }
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} end
   */
  #records(bytes, position, end) {
    const sink = this.#sink;
    const { bigEndian, recordHeaderBytes, nsPerFraction } = this.#layout;
    const linkType = this.#linkType;
    const order = this.#lengthOrder;
    const maxFrameBytes = this.#maxFrameBytes;
    let baseSeconds = this.#baseSeconds;
    let baseFraction = this.#baseFraction;
    while (end - position >= recordHeaderBytes) {
      let captured = int32At(bytes, position + 8, bigEndian);
      let wire = int32At(bytes, position + 12, bigEndian);
      if (order !== LENGTH_ORDER.AS_WRITTEN && (order === LENGTH_ORDER.SWAPPED || captured >>> 0 > wire >>> 0)) {
        const first = captured;
        captured = wire;
        wire = first;
      }
      if (captured < 0 || captured > maxFrameBytes) return this.#stop(captured, position, end);
      const next = position + recordHeaderBytes + captured;
      if (next > end) {
        this.need = recordHeaderBytes + captured;
        return position;
      }
      const seconds = int32At(bytes, position, bigEndian) >>> 0;
      const fraction = int32At(bytes, position + 4, bigEndian) >>> 0;
      if (sink.startEpochNs === null) {
        this.#startAt(seconds, fraction);
        baseSeconds = seconds;
        baseFraction = fraction;
      }
      sink.add(position + recordHeaderBytes, captured, wire,
        (seconds - baseSeconds) * 1e9 + (fraction - baseFraction) * nsPerFraction, linkType, 0);
      position = next;
    }
    this.need = recordHeaderBytes;
    return position;
  }

  /**
   * @param {number} seconds
   * @param {number} fraction
   */
  #startAt(seconds, fraction) {
    this.#baseSeconds = seconds;
    this.#baseFraction = fraction;
    this.#sink.startEpochNs = BigInt(seconds) * 1_000_000_000n + BigInt(fraction) * BigInt(this.#layout.nsPerFraction);
  }

  /**
   * @param {number} captured
   * @param {number} position
   * @param {number} end
   */
  #stop(captured, position, end) {
    this.#stopped = true;
    const { frames, base } = this.#sink;
    this.#notes.warn('impossible_length',
      `The record of packet ${frames + 1} at byte ${base + position} states ${captured >>> 0} bytes, more than the ${this.#maxFrameBytes} a packet can have: `
      + `the file is damaged there. The ${frames} packets before are shown.`, base + position);
    return end;
  }

  /**
   * The stream is over, with `bytes[position, end)` left.
   * @param {Uint8Array} _bytes
   * @param {number} position
   * @param {number} end
   */
  finish(_bytes, position, end) {
    if (position === end) return;
    const { frames, base } = this.#sink;
    this.#notes.warn('cut_short',
      `The file ends in the middle of packet ${frames + 1} at byte ${base + end}: ${end - position} of its ${this.need} bytes are there. `
      + `The ${frames} packets before are shown.`, base + end);
  }
}
