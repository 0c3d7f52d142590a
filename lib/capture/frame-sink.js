import { FrameBatch } from './frame-batch.js';

/**
 * @typedef {object} CaptureInterface
 * @property {number} linkType LINKTYPE_ number, or UNKNOWN_LINK_TYPE
 * @property {string} name
 * @property {string} description
 * @property {string} filter
 * @property {number} snapLength bytes kept of a packet; 0: no limit stated
 * @property {number|null} received packets that the interface saw, as the capturing program says
 * @property {number|null} dropped packets lost on the way, likewise
 */

/** For frames whose link type has no LINKTYPE_ number (snoop), or that are no packets (pcapng's custom blocks). */
export const UNKNOWN_LINK_TYPE = -1;

/** `interfaceIndex` of frames that are not packets. */
export const NO_INTERFACE = -1;

/**
 * An interface about which the file says nothing else.
 * @param {number} linkType LINKTYPE_ number, or UNKNOWN_LINK_TYPE
 * @param {number} snapLength bytes; 0: no limit stated
 * @returns {CaptureInterface}
 */
export function captureInterface(linkType, snapLength) {
  return { linkType, name: '', description: '', filter: '', snapLength, received: null, dropped: null };
}

/** Where the format parsers put frames: a batch, handed on when it is full and before its bytes are reused. */
export class FrameSink {
  /** @type {(batch: FrameBatch) => void} */
  #onFrames;

  /** @param {(batch: FrameBatch) => void} onFrames @param {FrameBatch} [batch] */
  constructor(onFrames, batch = new FrameBatch()) {
    this.#onFrames = onFrames;
    this.batch = batch;
    /** Frames so far, including those in the batch. */
    this.frames = 0;
    /** Frames that are not packets: blocks of pcapng to which Wireshark gives frame numbers. */
    this.otherFrames = 0;
    /** Epoch of the first packet with a timestamp. @type {bigint|null} */
    this.startEpochNs = null;
    /** @type {CaptureInterface[]} */
    this.interfaces = [];
    /** Stream offset of byte 0 of `batch.bytes`. */
    this.base = 0;
  }

  /**
   * Entries from now on point into `bytes`.
   * @param {Uint8Array} bytes
   * @param {number} base stream offset of its first byte
   */
  use(bytes, base) {
    this.batch.bytes = bytes;
    this.base = base;
  }

  /** Packets so far, as capinfos counts. */
  get packets() {
    return this.frames - this.otherFrames;
  }

  flush() {
    const batch = this.batch;
    if (batch.count === 0) return;
    batch.firstFrame = this.frames - batch.count + 1;
    this.#onFrames(batch);
    batch.count = 0;
  }

  /** The batch, with room for at least one entry. */
  makeRoom() {
    if (this.batch.count === this.batch.capacity) this.flush();
    return this.batch;
  }

  /**
   * @param {number} position where the captured bytes start in `batch.bytes`
   * @param {number} captured
   * @param {number} wire bytes on the wire as an int32 bit pattern
   * @param {number} timeNs
   * @param {number} linkType
   * @param {number} interfaceIndex
   */
  add(position, captured, wire, timeNs, linkType, interfaceIndex) {
    const batch = this.makeRoom();
    const i = batch.count++;
    batch.dataOffset[i] = position;
    batch.capturedLength[i] = captured;
    batch.wireLength[i] = wire < 0 ? 0x7fffffff : wire;
    batch.timeNs[i] = timeNs;
    batch.linkType[i] = linkType;
    batch.interfaceIndex[i] = interfaceIndex;
    batch.fileOffset[i] = this.base + position;
    this.frames++;
  }
}
