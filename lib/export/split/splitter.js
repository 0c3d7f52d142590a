import { FRAME_BATCH_SIZE } from '../../capture/frame-batch.js';
import { NO_INTERFACE } from '../../capture/frame-sink.js';
import { MAX_BLOCK_BYTES } from '../../capture/limits.js';
import { CaptureReader } from '../../capture/reader.js';
import { StraddleBuffer } from '../../capture/straddle-buffer.js';
import { coreSegments } from '../../engine/batches.js';
import { createCore } from '../../engine/engine.js';
import { PacketDecoder } from '../../packet/decoder.js';
import { LAYER } from '../../packet/layers.js';
import { Fates, HeldBack } from './fates.js';
import { ALL_PARTS, PartBuffers } from './part-buffers.js';
import { partOf, partOfPacket } from './part-of.js';

/** Parts of a capture: each is an open file and a buffer. */
export const MAX_PARTS = 256;
/** Most bytes kept between two packets as a possible record header; none is as long. */
const MAX_LEFT_BYTES = 2 * MAX_BLOCK_BYTES;

const NOT_KNOWN = -2;

/** @typedef {import('../../capture/frame-batch.js').FrameBatch} FrameBatch */
/** @typedef {import('../../engine/segment-batch.js').SegmentBatch} SegmentBatch */

/**
 * Splits a capture by connection, in one pass, byte for byte: a target for `readCapture`. Every record goes into the
 * part of its connection, and everything else (file header, interfaces, secrets, names) into all parts, as well as DNS
 * messages over UDP, which name addresses.
 */
export class Splitter {
  #parts;
  #decoder;
  #reader;
  #chunk;
  #buffers;
  #held;
  #fates = new Fates();
  /** By entry of the current batch: the part; without TCP that of its addresses. */
  #places = new Int32Array(FRAME_BATCH_SIZE);
  #otherPlaces = new Int32Array(FRAME_BATCH_SIZE);
  /** Further parts of frames that hold segments of several connections. @type {Map<number, Set<number>>} */
  #several = new Map();
  /** Stream offset up to which everything is assigned. */
  #doneTo = 0;
  /** Unassigned bytes before the current piece. */
  #left = new StraddleBuffer();
  /** @type {Uint8Array} */
  #piece = new Uint8Array(0);
  /** Its stream offset. */
  #base = 0;

  /**
   * @param {number} parts 1 to MAX_PARTS
   * @param {(part: number, bytes: Uint8Array) => void} write takes a part's next bytes before it returns
   * @param {ConstructorParameters<typeof PacketDecoder>[0]['inflate']} [inflate] unpacks what IPComp compressed
   */
  constructor(parts, write, inflate) {
    this.#parts = parts;
    this.#buffers = new PartBuffers(parts, write);
    this.#held = new HeldBack(this.#buffers);
    const core = createCore();
    this.#decoder = new PacketDecoder({
      core,
      batch: coreSegments(core),
      inflate,
      onSegments: (batch) => this.#takeSegments(batch),
      onIcmpError: (error) => this.#takeIcmpError(error),
      maxIcmpErrors: Infinity,
      onLayer: (layer, _, packet) => this.#takeLayer(layer, packet),
    });
    this.#decoder.fragments.onFragment = this.#fates.take;
    this.#reader = new CaptureReader({ onFrames: (batch) => this.#takeFrames(batch), batch: this.#decoder.frameBatch });
    const [own, ...others] = this.#decoder.chunks;
    this.#chunk = own;
    /** Preferred buffers of the reader: bytes pushed from elsewhere are copied. */
    this.chunks = others;
  }

  get frames() {
    return this.#reader.frames;
  }

  get warnings() {
    return this.#reader.warnings;
  }

  /** @param {string} code @param {string} message @param {number} [offset] byte of the uncompressed stream */
  warn(code, message, offset) {
    this.#reader.warn(code, message, offset);
  }

  /**
   * @param {Uint8Array} chunk may be re-used when this returns
   * @throws {import('../../capture/capture-error.js').CaptureError} this is not a capture
   */
  push(chunk) {
    const own = this.#chunk;
    if (chunk.buffer === own.buffer) {
      this.#take(chunk);
      return;
    }
    for (let at = 0; at < chunk.length; at += own.length) {
      const piece = chunk.subarray(at, at + own.length);
      own.set(piece);
      this.#take(own.subarray(0, piece.length));
    }
  }

  /** @param {Uint8Array} piece */
  #take(piece) {
    this.#piece = piece;
    this.#base = this.#reader.bytesRead;
    this.#reader.push(piece);
    const from = Math.max(this.#doneTo - this.#base, 0);
    if (this.#left.length === 0) this.#left.clear();
    if (from < piece.length) this.#left.append(piece, from, piece.length);
    this.#base += piece.length;
    this.#piece = piece.subarray(0, 0);
    if (this.#left.length > MAX_LEFT_BYTES) this.#putOther(this.#base);
  }

  /**
   * End of input.
   * @throws {import('../../capture/capture-error.js').CaptureError} it was empty, or not a capture
   */
  end() {
    this.#reader.end();
    this.#fates.end();
    this.#held.release();
    this.#putOther(this.#base);
    this.#buffers.end();
  }

  /** @param {SegmentBatch} batch */
  #takeSegments({ count, frame, sourceAddress, destinationAddress, ports }) {
    const first = this.#decoder.frameBatch.firstFrame;
    for (let i = 0; i < count; i++) {
      const at = i << 2;
      this.#place(frame[i] - first, partOf(this.#parts, sourceAddress, at, destinationAddress, at, ports[i]));
    }
  }

  /** @param {import('../../packet/network/icmp.js').IcmpError} error goes into the part of the packet it quotes */
  #takeIcmpError({ frame, source, destination, ports }) {
    this.#place(frame - this.#decoder.frameBatch.firstFrame, partOf(this.#parts, source, 0, destination, 0, ports));
  }

  /** @param {number} layer @param {import('../../packet/packet.js').Packet} packet behind it */
  #takeLayer(layer, packet) {
    if (layer === LAYER.DNS) this.#places[packet.entry] = ALL_PARTS;
    else if (layer === LAYER.IPV4 || layer === LAYER.IPV6) {
      this.#otherPlaces[packet.entry] = partOfPacket(this.#parts, packet);
    }
  }

  /** @param {number} entry @param {number} part */
  #place(entry, part) {
    const known = this.#places[entry];
    if (known === NOT_KNOWN) this.#places[entry] = part;
    else if (known >= 0 && known !== part) {
      const further = this.#several.get(entry) ?? new Set();
      this.#several.set(entry, further.add(part));
    }
  }

  /** @param {FrameBatch} batch */
  #takeFrames(batch) {
    this.#places.fill(NOT_KNOWN, 0, batch.count);
    this.#otherPlaces.fill(0, 0, batch.count);
    this.#decoder.decode(batch);
    this.#fates.decide((entry) => this.#placeOf(entry));
    this.#held.release();
    const { bytes, dataOffset, capturedLength, fileOffset, interfaceIndex, count } = batch;
    for (let entry = 0; entry < count; entry++) {
      // A custom block has a number, but no connection: it is treated as metadata.
      if (interfaceIndex[entry] === NO_INTERFACE) continue;
      const at = dataOffset[entry];
      const captured = capturedLength[entry];
      const [head, tail] = this.#reader.edgesOf(bytes, at, captured);
      this.#putOther(fileOffset[entry] - head);
      this.#putFrame(entry, bytes, at - head, at + captured + tail);
      this.#passTo(fileOffset[entry] + captured + tail);
    }
    this.#fates.leaveBatch();
    this.#several.clear();
  }

  /** @param {number} entry */
  #placeOf(entry) {
    const place = this.#places[entry];
    return place === NOT_KNOWN ? this.#otherPlaces[entry] : place;
  }

  /** @param {number} entry @param {Uint8Array} bytes @param {number} from of its record @param {number} to */
  #putFrame(entry, bytes, from, to) {
    const fate = this.#fates.of(entry);
    if (fate !== undefined) {
      this.#held.add(fate, bytes.subarray(from, to));
      this.#held.release();
      return;
    }
    this.#put(this.#placeOf(entry), bytes, from, to);
    const further = this.#several.size > 0 ? this.#several.get(entry) : undefined;
    if (further !== undefined) for (const part of further) this.#put(part, bytes, from, to);
  }

  /** @param {number} place @param {Uint8Array} bytes @param {number} from @param {number} to */
  #put(place, bytes, from, to) {
    if (this.#held.isEmpty) this.#buffers.put(place, bytes, from, to);
    else this.#held.add({ place, next: null }, bytes.subarray(from, to));
  }

  /** Puts bytes outside packet records into all parts. @param {number} to stream offset */
  #putOther(to) {
    const left = this.#left;
    if (this.#doneTo < this.#base && this.#doneTo < to) {
      const length = Math.min(to, this.#base) - this.#doneTo;
      this.#put(ALL_PARTS, left.bytes, left.start, left.start + length);
      left.drop(length);
      this.#doneTo += length;
    }
    if (this.#doneTo >= to) return;
    this.#put(ALL_PARTS, this.#piece, this.#doneTo - this.#base, to - this.#base);
    this.#doneTo = to;
  }

  /** @param {number} to stream offset up to which bytes are assigned */
  #passTo(to) {
    if (this.#doneTo < this.#base) this.#left.drop(Math.min(to, this.#base) - this.#doneTo);
    this.#doneTo = to;
  }
}
