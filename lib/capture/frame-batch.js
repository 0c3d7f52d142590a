/** Frames handed on at a time. Small enough for the columns to stay in the processor's second-level cache. */
export const FRAME_BATCH_SIZE = 4096;

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
  }
}
