import { NS_PER_SECOND } from '../shared/epoch.js';
import { captureInterface, UNKNOWN_LINK_TYPE } from './frame-sink.js';
import { MAX_FRAME_BYTES } from './limits.js';
import { int32At } from './read-integers.js';
import { warnCutShort, warnImpossibleLength } from './record-warnings.js';

const FILE_HEADER_BYTES = 16;
const RECORD_HEADER_BYTES = 24;

/** Most padding accepted between two records; snoop itself pads to a multiple of 4. */
const MAX_PADDING_BYTES = 4096;

/**
 * LINKTYPE_ numbers of snoop's datalink types (RFC 1761, section 4, and Solaris' sys/dlpi.h).
 * @type {Map<number, number>}
 */
const LINK_TYPES = new Map([
  [0, 1],
  [4, 1],
  [0x18, 1],
  [0x19, 1], // IEEE 802.3 and Ethernet
  [2, 6], // IEEE 802.5 token ring
  [8, 10], // FDDI
  [14, 0], // loopback
  [16, 122], // IP over Fibre Channel
  [18, 123], // SunATM
  [0x1a, 242], // IP over InfiniBand
  [-0x7fffffff, 101],
  [-0x7ffffffe, 101], // raw IPv4 and IPv6, 0x80000001 and 0x80000002
]);

/**
 * Records of a Solaris snoop file (RFC 1761), always big-endian:
 * ```
 *  | wire length | captured length | record length | drops so far | seconds | microseconds | captured bytes | padding |
 * ```
 */
export class SnoopParser {
  format = /** @type {const} */ ('snoop');
  #sink;
  #notes;
  #stopped = false;
  #linkType = UNKNOWN_LINK_TYPE;
  #baseSeconds = 0;
  #baseMicroseconds = 0;

  /**
   * @param {import('./frame-sink.js').FrameSink} sink
   * @param {import('./capture-notes.js').CaptureNotes} notes
   */
  constructor(sink, notes) {
    this.#sink = sink;
    this.#notes = notes;
    this.inHeader = true;
    /** Bytes wanted from the position that `consume` returned. */
    this.need = FILE_HEADER_BYTES;
    /** Concatenated captures are not looked for. */
    this.another = false;
  }

  /**
   * Takes whole records from `bytes[position, end)`.
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} end
   * @returns {number} where the first record that is not whole starts
   */
  consume(bytes, position, end) {
    if (this.#stopped) return end;
    if (this.inHeader) {
      if (end - position < FILE_HEADER_BYTES) return position;
      this.#header(bytes, position);
      position += FILE_HEADER_BYTES;
    }
    this.need = RECORD_HEADER_BYTES;
    while (end - position >= RECORD_HEADER_BYTES) {
      const captured = int32At(bytes, position + 4, true);
      const length = int32At(bytes, position + 8, true);
      if (captured < 0 || captured > MAX_FRAME_BYTES) {
        return this.#stop(`${captured >>> 0} captured bytes`, position, end);
      }
      const padding = length - RECORD_HEADER_BYTES - captured;
      if (padding < 0 || padding > MAX_PADDING_BYTES) {
        return this.#stop(`a record of ${length >>> 0} bytes for ${captured} captured`, position, end);
      }
      if (length > end - position) {
        this.need = length;
        return position;
      }
      this.#record(bytes, position, captured);
      position += length;
    }
    return position;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} position
   */
  #header(bytes, position) {
    this.inHeader = false;
    const version = int32At(bytes, position + 8, true) >>> 0;
    const datalink = int32At(bytes, position + 12, true);
    this.#linkType = LINK_TYPES.get(datalink) ?? UNKNOWN_LINK_TYPE;
    this.#sink.interfaces.push(captureInterface(this.#linkType, 0));
    if (version !== 2) {
      this.#notes.warn(
        'unknown_version',
        `The file calls itself snoop version ${version}: it is read as version 2.`,
        8,
      );
    }
    if (this.#linkType === UNKNOWN_LINK_TYPE) {
      this.#notes.warn(
        'unknown_link_type',
        `The snoop file states datalink type ${datalink >>> 0} at byte 12, which is not known: ` +
          'its packets are counted but not decoded.',
        12,
      );
    }
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} captured
   */
  #record(bytes, position, captured) {
    const sink = this.#sink;
    const seconds = int32At(bytes, position + 16, true) >>> 0;
    const microseconds = int32At(bytes, position + 20, true) >>> 0;
    if (sink.startEpochNs === null) {
      this.#baseSeconds = seconds;
      this.#baseMicroseconds = microseconds;
      sink.startEpochNs = BigInt(seconds) * NS_PER_SECOND + BigInt(microseconds) * 1000n;
    }
    const timeNs = (seconds - this.#baseSeconds) * 1e9 + (microseconds - this.#baseMicroseconds) * 1000;
    sink.add(position + RECORD_HEADER_BYTES, captured, int32At(bytes, position, true), timeNs, this.#linkType, 0);
    sink.interfaces[0].dropped = int32At(bytes, position + 12, true) >>> 0;
  }

  /**
   * @param {string} what
   * @param {number} position
   * @param {number} end
   */
  #stop(what, position, end) {
    this.#stopped = true;
    warnImpossibleLength(this.#notes, this.#sink, position, what);
    return end;
  }

  /** @type {import('./reader.js').EdgesOf} */
  edgesOf(bytes, at, captured) {
    return [RECORD_HEADER_BYTES, int32At(bytes, at - 16, true) - RECORD_HEADER_BYTES - captured];
  }

  /**
   * The stream is over, with `bytes[position, end)` left.
   * @param {Uint8Array} _bytes
   * @param {number} position
   * @param {number} end
   */
  finish(_bytes, position, end) {
    warnCutShort(this.#notes, this.#sink, position, end, this.need);
  }
}
