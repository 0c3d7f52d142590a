/** Frames handed on at a time. Small enough for the columns to stay in the processor's second-level cache. */
export const FRAME_BATCH_SIZE = 4096;

/**
 * Record layout of a pcap file, and its start time.
 * @typedef {object} RecordLayout
 * @property {boolean} bigEndian
 * @property {number} recordHeaderBytes
 * @property {number} lengthOrder of `LENGTH_ORDER`
 * @property {number} maxFrameBytes
 * @property {number} linkType
 * @property {number} nsPerFraction
 * @property {number} baseSeconds
 * @property {number} baseFraction
 *
 * A faster record parser, for bytes in its own memory; a batch may carry one.
 * @typedef {object} RecordFinder
 * @property {(bytes: Uint8Array) => boolean} holds
 * @property {(layout: RecordLayout) => void} begin another file
 * @property {(batch: FrameBatch, bytes: Uint8Array, position: number, end: number, base: number) => number} fill takes
 *   whole records of `bytes[position, end)`, whose stream offset is `base`, until the batch is full; returns the
 *   position of the first one not taken
 * @property {number} refusedLength captured length of that one
 */

/**
 * A run of consecutive frames, as columns over one stretch of bytes.
 *
 * ```
 *  bytes      ……[hdr|frame 0 bytes……][hdr|frame 1 bytes…][hdr|…
 *  dataOffset        ^                     ^
 * ```
 *
 * One batch object is refilled over and over; a consumer that needs anything after it returns must copy it.
 */
export class FrameBatch {
  constructor(capacity = FRAME_BATCH_SIZE) {
    this.capacity = capacity;
    /** Entries in use. */
    this.count = 0;
    /** What the offsets point into; valid only until the consumer returns. @type {Uint8Array} */
    this.bytes = new Uint8Array(0);
    /** Number of entry 0, from 1 over all packets of the capture, as Wireshark counts; entries are consecutive. */
    this.firstFrame = 1;
    /** Where the captured bytes of a frame start in `bytes`. */
    this.dataOffset = new Int32Array(capacity);
    /** Bytes captured (never beyond `bytes`). */
    this.capturedLength = new Int32Array(capacity);
    /** Bytes on the wire as the record says, at most 2^31 − 1. */
    this.wireLength = new Int32Array(capacity);
    /** Integer nanoseconds since the capture's first packet (exact for spans up to 104 days). */
    this.timeNs = new Float64Array(capacity);
    /** Link type, a LINKTYPE_ number of the pcap registry. */
    this.linkType = new Int32Array(capacity);
    /** Index into the reader's `interfaces`. */
    this.interfaceIndex = new Int32Array(capacity);
    /** Where the captured bytes start in the (uncompressed) capture stream. */
    this.fileOffset = new Float64Array(capacity);
    /** Null: the reader parses the records itself. @type {RecordFinder|null} */
    this.records = null;
  }
}
