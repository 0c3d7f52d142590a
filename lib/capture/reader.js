import { CaptureNotes } from './capture-notes.js';
import { FrameSink } from './frame-sink.js';
import { warnJoined } from './joined.js';
import { MAX_CHUNK_BYTES } from './limits.js';
import { LineFeeds } from './line-feeds.js';
import { cutHeader, emptyInput, notACapture, TAR_BLOCK_BYTES } from './not-a-capture.js';
import { PcapParser } from './pcap.js';
import { pcapLayout } from './pcap-header.js';
import { PcapngParser } from './pcapng.js';
import { BLOCK, sectionIsBigEndian } from './pcapng-blocks.js';
import { int32At } from './read-integers.js';
import { SnoopParser } from './snoop.js';
import { StraddleBuffer } from './straddle-buffer.js';

/** @typedef {import('./frame-batch.js').FrameBatch} FrameBatch */

/**
 * The parts of a frame's record before and after its captured bytes.
 * @typedef {[headBytes: number, tailBytes: number]} RecordEdges
 * @typedef {(bytes: Uint8Array, at: number, captured: number) => RecordEdges} EdgesOf `at`: where those lie
 */

/** First bytes that tell the format. */
const HEAD_BYTES = 16;
const SNOOP_MAGIC = [0x73, 0x6e, 0x6f, 0x6f, 0x70, 0, 0, 0];

/**
 * Reads a capture of any supported format, detected from its content, as its bytes come in. Any chunking gives the same
 * frames.
 *
 * Frames are handed on in place, pointing into the caller's chunk; only what straddles two chunks is copied. A batch
 * ends when it is full, when its bytes change and when `push` returns, so the caller may then reuse the chunk.
 */
export class CaptureReader {
  bytesRead = 0;
  #sink;
  #notes = new CaptureNotes();
  #straddle = new StraddleBuffer();
  /** @type {PcapParser|PcapngParser|SnoopParser|null} */
  #parser = null;
  /** @type {PcapParser|PcapngParser|SnoopParser|null} */
  #firstParser = null;
  #headBytes = HEAD_BYTES;
  #lineFeeds = new LineFeeds();

  /**
   * @param {{ onFrames: (batch: FrameBatch) => void, batch?: FrameBatch }} options `onFrames` must not keep the batch;
   *   `batch`: what to
   *   fill, where the receiver has its own
   */
  constructor({ onFrames, batch }) {
    this.#sink = new FrameSink(onFrames, batch);
  }

  /** Of concatenated captures, the first one's; null: too few bytes yet. @returns {'pcap'|'pcapng'|'snoop'|null} */
  get format() {
    return this.#firstParser?.format ?? null;
  }

  /** Frames so far, over all link types, as Wireshark numbers them. */
  get frames() {
    return this.#sink.frames;
  }

  /** Packets so far: frames but for blocks of pcapng that are none. */
  get packets() {
    return this.#sink.packets;
  }

  /** Epoch of the first packet, in nanoseconds. @returns {bigint|null} */
  get startEpochNs() {
    return this.#sink.startEpochNs;
  }

  /** Over all sections; `interfaceIndex` of a batch points here. */
  get interfaces() {
    return this.#sink.interfaces;
  }

  /** Link types of the interfaces, each once, in order. */
  get linkTypes() {
    return [...new Set(this.#sink.interfaces.map(({ linkType }) => linkType))];
  }

  get warnings() {
    return this.#notes.warnings;
  }

  /** TLS key logs that came with the capture. */
  get secrets() {
    return this.#notes.secrets;
  }

  get names() {
    return this.#notes.names;
  }

  get comments() {
    return this.#notes.comments;
  }

  /**
   * The record of a frame being handed on; not of a custom block.
   * @type {EdgesOf}
   */
  edgesOf(bytes, at, captured) {
    return this.#parser?.edgesOf(bytes, at, captured) ?? [0, 0];
  }

  /**
   * Adds a warning of the bytes' source, such as a truncated gzip.
   * @param {string} code
   * @param {string} message
   * @param {number} [offset] byte of the uncompressed stream
   */
  warn(code, message, offset = this.bytesRead) {
    this.#notes.warn(code, message, offset);
  }

  /**
   * Takes the next bytes.
   * @param {Uint8Array} chunk
   * @throws {import('./capture-error.js').CaptureError} this is not a capture
   */
  push(chunk) {
    for (let at = 0; at < chunk.length; at += MAX_CHUNK_BYTES) {
      this.#pushPiece(chunk.subarray(at, at + MAX_CHUNK_BYTES));
    }
  }

  /** @param {Uint8Array} chunk */
  #pushPiece(chunk) {
    const base = this.bytesRead;
    this.bytesRead += chunk.length;
    if (this.#lineFeeds.wantsMore) this.#lineFeeds.look(chunk);
    const position = this.#finishStraddling(chunk, base);
    if (position === chunk.length) return;
    const rest = this.#consume(chunk, position, chunk.length, base);
    if (rest < chunk.length) this.#straddle.append(chunk, rest, chunk.length);
  }

  /**
   * Completes what earlier chunks left over.
   * @param {Uint8Array} chunk
   * @param {number} base stream offset of the chunk
   * @returns {number} from where the chunk can be read in place
   */
  #finishStraddling(chunk, base) {
    const straddle = this.#straddle;
    let position = 0;
    while (straddle.length > 0 && position < chunk.length) {
      const held = straddle.length;
      const take = Math.min(chunk.length - position, Math.max(this.#need() - held, held));
      straddle.append(chunk, position, position + take);
      position += take;
      if (straddle.length < this.#need()) continue;
      const { bytes, start, end } = straddle;
      const rest = this.#consume(bytes, start, end, base + position - end);
      const used = rest - start;
      if (used >= held) {
        straddle.clear();
        return position - (end - rest);
      }
      straddle.drop(used);
    }
    return position;
  }

  #need() {
    return this.#parser ? this.#parser.need : this.#headBytes;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} end
   * @param {number} base stream offset of `bytes[0]`
   */
  #consume(bytes, position, end, base) {
    this.#sink.use(bytes, base);
    let at = position;
    for (;;) {
      const parser = this.#parser ?? this.#begin(bytes, at, end);
      if (parser === null) break;
      at = parser.consume(bytes, at, end);
      if (!parser.another) break;
      this.#sink.flush();
      warnJoined(this.#notes, this.#sink.frames, base + at);
      this.#parser = null;
    }
    this.#sink.flush();
    return at;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} position
   * @param {number} end
   * @returns {PcapParser|PcapngParser|SnoopParser|null} null: more bytes are needed to see what begins here
   */
  #begin(bytes, position, end) {
    if (end - position < this.#headBytes) return null;
    const head = bytes.slice(position, position + this.#headBytes);
    this.#parser = this.#parserFor(head);
    this.#firstParser ??= this.#parser;
    if (this.#parser !== null) return this.#parser;
    if (this.#headBytes === TAR_BLOCK_BYTES) throw notACapture(head);
    this.#headBytes = TAR_BLOCK_BYTES;
    return this.#begin(bytes, position, end);
  }

  /** @param {Uint8Array} head the first bytes; null: not a capture */
  #parserFor(head) {
    const layout = pcapLayout(head, 0);
    if (layout) return new PcapParser(layout, this.#sink, this.#notes);
    if (int32At(head, 0, true) === BLOCK.SECTION_HEADER && sectionIsBigEndian(head, 0) !== null) {
      return new PcapngParser(this.#sink, this.#notes);
    }
    return SNOOP_MAGIC.every((byte, i) => head[i] === byte) ? new SnoopParser(this.#sink, this.#notes) : null;
  }

  /**
   * The stream is over: adds a warning where it ends in the middle of a packet.
   * @throws {import('./capture-error.js').CaptureError} it was empty, not a capture, or ended within the file header
   */
  end() {
    if (this.bytesRead === 0) throw emptyInput();
    const { bytes, start, end, length } = this.#straddle;
    if (!this.#parser) {
      const head = bytes.slice(start, end);
      throw this.#parserFor(head) ? cutHeader(length) : notACapture(head);
    }
    if (this.#parser.inHeader && this.#parser === this.#firstParser) throw cutHeader(this.bytesRead);
    this.#sink.use(bytes, this.bytesRead - end);
    this.#parser.finish(bytes, start, end);
    this.#sink.flush();
    this.#straddle.clear();
    this.#lineFeeds.warn(this.#notes);
    this.#notes.summariseWarnings();
  }
}
