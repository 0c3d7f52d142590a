import { CaptureReader } from '../capture/reader.js';
import { frameFields } from '../packet/frame-fields.js';

/** Most bytes of a frame. */
export const MAX_SHOWN_FRAME_BYTES = 64 * 1024;

/**
 * A frame's bytes and its header fields. Times in seconds since the capture's first packet.
 * @typedef {object} FrameBytes
 * @property {number} frame
 * @property {number} time
 * @property {number} wireLength
 * @property {number} capturedLength
 * @property {Uint8Array} bytes the first bytes
 * @property {import('../packet/frame-fields.js').FrameLayer[]} layers
 */

/** Takes one frame out of a capture that is read a second time: a target for `readCapture`. */
export class OneFrame {
  #frame;
  #reader = new CaptureReader({ onFrames: (batch) => this.#look(batch) });
  /** @type {FrameBytes|null} */
  found = null;

  /** @param {number} frame its number */
  constructor(frame) {
    this.#frame = frame;
  }

  get finished() {
    return this.found !== null;
  }

  /** @param {Uint8Array} chunk */
  push(chunk) {
    this.#reader.push(chunk);
  }

  end() {
    this.#reader.end();
  }

  /** @param {import('../capture/frame-batch.js').FrameBatch} batch */
  #look(batch) {
    const i = this.#frame - batch.firstFrame;
    if (i < 0 || i >= batch.count) return;
    const from = batch.dataOffset[i];
    const capturedLength = batch.capturedLength[i];
    const wireLength = batch.wireLength[i];
    const bytes = batch.bytes.slice(from, from + Math.min(capturedLength, MAX_SHOWN_FRAME_BYTES));
    this.found = {
      frame: this.#frame,
      time: batch.timeNs[i] / 1e9,
      wireLength,
      capturedLength,
      bytes,
      layers: frameFields(bytes, batch.linkType[i], wireLength),
    };
  }
}
