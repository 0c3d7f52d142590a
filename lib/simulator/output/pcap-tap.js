import { PcapWriter, RECORD_HEADER_BYTES } from '../../capture/writer.js';
import { NS_PER_SECOND } from '../units.js';
import { writeSegment } from './frame.js';
import { ETHERNET_BYTES } from './ip-frame.js';
import { writeDatagram } from './udp-frame.js';

/** When simulated time 0 is: the start of 2026, UTC. */
export const EPOCH_SECONDS = 1_767_225_600;
/**
 * The file grows by pieces, each of which takes the largest packet and is twice as long as the one before, up to a
 * bound.
 */
const FIRST_PIECE_BYTES = 1 << 17;
const LONGEST_PIECE_BYTES = 1 << 23;

/** A capture of what passes a place, with times in nanoseconds. */
export class PcapTap {
  #writer;
  #snapLength;
  /** Those that are full. @type {Uint8Array[]} */
  #pieces;
  #target = targetOf(FIRST_PIECE_BYTES);
  #end = 0;

  /** @param {{ snapLength?: number }} [options] */
  constructor({ snapLength = 262_144 } = {}) {
    this.#snapLength = snapLength;
    this.#writer = new PcapWriter({ nanoseconds: true, snapLength });
    this.#pieces = [this.#writer.header()];
  }

  /** @type {import('../network.js').Tap} */
  see = (packet, nowNs) => {
    const frameBytes = ETHERNET_BYTES + packet.sizeBytes;
    const capturedBytes = Math.min(frameBytes, this.#snapLength);
    const seconds = Math.floor(nowNs / NS_PER_SECOND);
    if (this.#end + RECORD_HEADER_BYTES + frameBytes > this.#target.bytes.length) this.#beginPiece();
    const target = this.#target;
    const frameAt = this.#end + RECORD_HEADER_BYTES;
    this.#writer.writeRecordHeader(
      target.view,
      this.#end,
      EPOCH_SECONDS + seconds,
      nowNs - seconds * NS_PER_SECOND,
      capturedBytes,
      frameBytes,
    );
    const writtenEnd =
      'payload' in packet ? writeDatagram(target, frameAt, packet) : writeSegment(target, frameAt, packet);
    this.#end = frameAt + capturedBytes;
    if (writtenEnd > this.#end) target.bytes.fill(0, this.#end, writtenEnd);
  };

  #beginPiece() {
    this.#pieces.push(this.#target.bytes.subarray(0, this.#end));
    this.#target = targetOf(Math.min(2 * this.#target.bytes.length, LONGEST_PIECE_BYTES));
    this.#end = 0;
  }

  /** @returns {Uint8Array} the file */
  bytes() {
    const pieces = [...this.#pieces, this.#target.bytes.subarray(0, this.#end)];
    const file = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      file.set(piece, at);
      at += piece.length;
    }
    return file;
  }
}

/** @param {number} length @returns {import('./ip-frame.js').Target} zeros */
function targetOf(length) {
  const bytes = new Uint8Array(length);
  return { bytes, view: new DataView(bytes.buffer) };
}
