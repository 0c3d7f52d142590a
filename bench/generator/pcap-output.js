/** A pcap file (nanoseconds, Ethernet) written in large strides. */
import { closeSync, openSync, writeSync } from 'node:fs';

const STRIDE_BYTES = 4 * 1024 * 1024;
/** Room for one more record and its frame, kept free at the end of the stride. */
const SLACK_BYTES = 70_000;
const EPOCH_SECONDS = 1_700_000_000;

export class PcapOutput {
  #file;
  #view;
  packets = 0;
  bytesWritten = 0;

  /** @param {string} path @param {number} snapLength */
  constructor(path, snapLength) {
    this.snapLength = snapLength;
    this.bytes = new Uint8Array(STRIDE_BYTES + SLACK_BYTES);
    this.#view = new DataView(this.bytes.buffer);
    this.#file = openSync(path, 'w');
    this.#view.setUint32(0, 0xa1b23c4d, true);
    this.#view.setUint16(4, 2, true);
    this.#view.setUint16(6, 4, true);
    this.#view.setUint32(16, snapLength, true);
    this.#view.setUint32(20, 1, true);
    this.position = 24;
  }

  /** Where the next frame's bytes are to be written, before `commit`. @returns {number} */
  frameStart() {
    if (this.position > STRIDE_BYTES) this.#flush();
    return this.position + 16;
  }

  /** The frame at `frameStart` is complete. @param {number} timeNs since the capture's start @param {number} length */
  commit(timeNs, length) {
    const captured = length < this.snapLength ? length : this.snapLength;
    const at = this.position;
    const seconds = Math.floor(timeNs / 1e9);
    this.#view.setUint32(at, EPOCH_SECONDS + seconds, true);
    this.#view.setUint32(at + 4, Math.floor(timeNs - seconds * 1e9), true);
    this.#view.setUint32(at + 8, captured, true);
    this.#view.setUint32(at + 12, length, true);
    this.position = at + 16 + captured;
    this.packets++;
  }

  close() {
    this.#flush();
    closeSync(this.#file);
  }

  #flush() {
    for (let at = 0; at < this.position;) at += writeSync(this.#file, this.bytes, at, this.position - at);
    this.bytesWritten += this.position;
    this.position = 0;
  }
}
