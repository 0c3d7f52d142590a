import { NS_PER_SECOND, splitEpoch } from '../shared/epoch.js';
import { captureInterface } from './frame-sink.js';
import { beginsCapture } from './joined.js';
import { MAX_FRAME_BYTES, MAX_INTERFACES, MAX_MESSAGE_FRAME_BYTES } from './limits.js';
import { LENGTH_ORDER, pcapHeader } from './pcap-header.js';
import { BYTES_TO_TELL, headerBytesOfRecords } from './pcap-variants.js';
import { int32At } from './read-integers.js';
import { warnCutShort, warnImpossibleLength } from './record-warnings.js';

/** Of the file, before its first packet. */
export const PCAP_HEADER_BYTES = 24;
/** D-Bus, and USB as written by Linux, FreeBSD, macOS and Windows: one "packet" can be megabytes. */
const MESSAGE_LINK_TYPES = new Set([186, 189, 220, 231, 249, 266]);

/**
 * Records of a pcap file:
 * ```
 *  | seconds | fraction | captured length | wire length |  captured bytes …
 * ```
 * An invalid header ends the reading, since nothing in the format says where the next record starts. Where another
 * file's header stands in its place, `another` is set.
 */
export class PcapParser {
  format = /** @type {const} */ ('pcap');
  /** @type {import('./pcap-header.js').PcapLayout} */
  #layout;
  #sink;
  #notes;
  #inHeader = true;
  /** The size of the records' headers is known. */
  #isSettled = false;
  /** Times of records are relative to the capture's start. */
  #isStarted = false;
  #interfaceIndex = 0;
  #stopped = false;
  #linkType = 0;
  #maxFrameBytes = MAX_FRAME_BYTES;
  /** @type {number} */
  #lengthOrder = LENGTH_ORDER.AS_WRITTEN;
  #baseSeconds = 0;
  #baseFraction = 0;
  /** View of the buffer that the last bytes came in. @type {DataView} */
  #view = new DataView(new ArrayBuffer(0));
  /** Captured length of the record that `#fill` left. */
  #refusedLength = 0;

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
    /** Another capture begins at that position. */
    this.another = false;
  }

  get inHeader() {
    return this.#inHeader;
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
    if (header.isAix) this.#layout = { ...this.#layout, nsPerFraction: 1 };
    this.#linkType = header.linkType;
    this.#lengthOrder = header.lengthOrder;
    if (MESSAGE_LINK_TYPES.has(header.linkType)) this.#maxFrameBytes = MAX_MESSAGE_FRAME_BYTES;
    const { interfaces } = this.#sink;
    if (interfaces.length < MAX_INTERFACES) interfaces.push(captureInterface(header.linkType, header.snapLength));
    this.#interfaceIndex = interfaces.length - 1;
    if (header.major !== 2 && header.major !== 543) {
      this.#notes.warn(
        'unknown_version',
        `The file calls itself pcap version ${header.major}.${header.minor}, which does not exist: it is read as 2.4.`,
        4,
      );
    }
    if (header.reservedBits !== 0) {
      this.#notes.warn(
        'reserved_bits',
        `Reserved bits are set in the link type at byte 20: it is read as link type ${header.linkType}.`,
        20,
      );
    }
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} end
   */
  #records(bytes, position, end) {
    this.need = this.#layout.recordHeaderBytes;
    if (!this.#isSettled && end - position >= this.need && !this.#settle(bytes, position, end)) return position;
    const { recordHeaderBytes } = this.#layout;
    this.need = recordHeaderBytes;
    while (end - position >= recordHeaderBytes) {
      if (!this.#isStarted) this.#startAt(bytes, position);
      const next = this.#fill(bytes, position, end);
      if (next !== position) {
        position = next;
        continue;
      }
      this.another = this.#isRefused && beginsCapture(bytes, position);
      if (this.another || this.#refusedLength !== 0) {
        this.#forgetStart();
        return this.another ? position : this.#wait(position, end);
      }
      this.#addEmpty(bytes, position);
      position += recordHeaderBytes;
    }
    return position;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} position of the first record
   * @param {number} end
   * @returns {boolean} whether these bytes sufficed; else `need` says how many do
   */
  #settle(bytes, position, end, isEnd = false) {
    const { bigEndian, recordHeaderBytes: usualBytes } = this.#layout;
    const captured = int32At(bytes, position + 8, bigEndian);
    if (captured > 0 && captured <= this.#maxFrameBytes && end - position !== usualBytes + captured) {
      this.need = captured + BYTES_TO_TELL;
      if (end - position < this.need && !isEnd) return false;
      const recordHeaderBytes = headerBytesOfRecords(this.#layout, this.#maxFrameBytes, bytes, position, end);
      this.#layout = { ...this.#layout, recordHeaderBytes };
    }
    this.#isSettled = true;
    return true;
  }

  /** Whether the record that `#fill` left is empty or invalid, rather than incomplete. */
  get #isRefused() {
    return this.#refusedLength <= 0 || this.#refusedLength > this.#maxFrameBytes;
  }

  /**
   * A packet of which nothing was captured; one of its lengths is 0.
   * @param {Uint8Array} bytes
   * @param {number} position
   */
  #addEmpty(bytes, position) {
    const { bigEndian, recordHeaderBytes, nsPerFraction } = this.#layout;
    const seconds = (int32At(bytes, position, bigEndian) >>> 0) - this.#baseSeconds;
    const fraction = (int32At(bytes, position + 4, bigEndian) >>> 0) - this.#baseFraction;
    const wire = int32At(bytes, position + 8, bigEndian) | int32At(bytes, position + 12, bigEndian);
    const timeNs = seconds * 1e9 + fraction * nsPerFraction;
    this.#sink.add(position + recordHeaderBytes, 0, wire, timeNs, this.#linkType, this.#interfaceIndex);
  }

  /** An invalid first record does not start the capture's clock. */
  #forgetStart() {
    if (this.#sink.frames > 0) return;
    this.#sink.startEpochNs = null;
    this.#isStarted = false;
  }

  /**
   * The record at `position` is incomplete or invalid.
   * @param {number} position
   * @param {number} end
   */
  #wait(position, end) {
    if (this.#isRefused) return this.#stop(this.#refusedLength, position, end);
    this.need = this.#layout.recordHeaderBytes + this.#refusedLength;
    return position;
  }

  /**
   * Takes records until the batch is full: the loop for every packet, hence columns and limits in local variables,
   * which halves its time.
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} end
   */
  #fill(bytes, position, end) {
    const sink = this.#sink;
    const batch = sink.makeRoom();
    if (batch.records?.holds(bytes)) return this.#fillBy(batch.records, batch, bytes, position, end);
    const { dataOffset, capturedLength, wireLength, timeNs, linkType, interfaceIndex, fileOffset, capacity } = batch;
    const { bigEndian, recordHeaderBytes, nsPerFraction } = this.#layout;
    const ownLinkType = this.#linkType;
    const ownInterface = this.#interfaceIndex;
    const order = this.#lengthOrder;
    const maxFrameBytes = this.#maxFrameBytes;
    const baseSeconds = this.#baseSeconds;
    const baseFraction = this.#baseFraction;
    const base = sink.base;
    const first = batch.count;
    const view = this.#viewOf(bytes);
    const offset = bytes.byteOffset;
    const littleEndian = !bigEndian;
    let i = first;
    while (i < capacity && end - position >= recordHeaderBytes) {
      let captured = view.getInt32(offset + position + 8, littleEndian);
      let wire = view.getInt32(offset + position + 12, littleEndian);
      if (order !== LENGTH_ORDER.AS_WRITTEN && (order === LENGTH_ORDER.SWAPPED || captured >>> 0 > wire >>> 0)) {
        const written = captured;
        captured = wire;
        wire = written;
      }
      const data = position + recordHeaderBytes;
      if (captured <= 0 || captured > maxFrameBytes || captured > end - data) {
        this.#refusedLength = captured;
        break;
      }
      const seconds = view.getUint32(offset + position, littleEndian);
      const fraction = view.getUint32(offset + position + 4, littleEndian);
      dataOffset[i] = data;
      capturedLength[i] = captured;
      wireLength[i] = wire < 0 ? 0x7fffffff : wire;
      // V8 assumes that the product is a small integer, and deoptimises from the third second on
      timeNs[i] = seconds - baseSeconds;
      timeNs[i] = timeNs[i] * 1e9 + (fraction - baseFraction) * nsPerFraction;
      linkType[i] = ownLinkType;
      interfaceIndex[i] = ownInterface;
      fileOffset[i] = base + data;
      i++;
      position = data + captured;
    }
    batch.count = i;
    sink.frames += i - first;
    return position;
  }

  /**
   * @param {import('./frame-batch.js').RecordFinder} finder
   * @param {import('./frame-batch.js').FrameBatch} batch
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} end
   */
  #fillBy(finder, batch, bytes, position, end) {
    const sink = this.#sink;
    const first = batch.count;
    const next = finder.fill(batch, bytes, position, end, sink.base);
    if (next === position) this.#refusedLength = finder.refusedLength;
    if (sink.interfaces.length > 1 || sink.otherFrames > 0) {
      batch.interfaceIndex.fill(this.#interfaceIndex, first, batch.count);
    }
    sink.frames += batch.count - first;
    return next;
  }

  /** @param {Uint8Array} bytes @returns {DataView} over all of their buffer */
  #viewOf({ buffer }) {
    if (this.#view.buffer !== buffer) this.#view = new DataView(buffer);
    return this.#view;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} position of the first record
   */
  #startAt(bytes, position) {
    const { bigEndian, recordHeaderBytes, nsPerFraction } = this.#layout;
    const { startEpochNs } = this.#sink;
    this.#isStarted = true;
    if (startEpochNs === null) {
      this.#baseSeconds = int32At(bytes, position, bigEndian) >>> 0;
      this.#baseFraction = int32At(bytes, position + 4, bigEndian) >>> 0;
      const nanoseconds = BigInt(this.#baseFraction * nsPerFraction);
      this.#sink.startEpochNs = BigInt(this.#baseSeconds) * NS_PER_SECOND + nanoseconds;
    } else {
      const { seconds, nanoseconds } = splitEpoch(startEpochNs);
      this.#baseSeconds = Number(seconds);
      this.#baseFraction = nanoseconds / nsPerFraction;
    }
    this.#sink.batch.records?.begin({
      bigEndian,
      recordHeaderBytes,
      nsPerFraction,
      lengthOrder: this.#lengthOrder,
      maxFrameBytes: this.#maxFrameBytes,
      linkType: this.#linkType,
      baseSeconds: this.#baseSeconds,
      baseFraction: this.#baseFraction,
    });
  }

  /**
   * @param {number} captured
   * @param {number} position
   * @param {number} end
   */
  #stop(captured, position, end) {
    this.#stopped = true;
    warnImpossibleLength(
      this.#notes,
      this.#sink,
      position,
      `${captured >>> 0} bytes, more than the ${this.#maxFrameBytes} a packet can have`,
    );
    return end;
  }

  /** @returns {import('./reader.js').RecordEdges} */
  edgesOf() {
    return [this.#layout.recordHeaderBytes, 0];
  }

  /**
   * The stream is over, with `bytes[position, end)` left.
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} end
   */
  finish(bytes, position, end) {
    const isWhole = this.#isSettled || end - position < this.#layout.recordHeaderBytes;
    if (!isWhole) this.#settle(bytes, position, end, true);
    const rest = isWhole ? position : this.#records(bytes, position, end);
    warnCutShort(this.#notes, this.#sink, rest, end, this.need);
  }
}
