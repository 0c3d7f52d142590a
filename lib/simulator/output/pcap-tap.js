import { PcapWriter } from '../../capture/writer.js';
import { frameOf } from './frame.js';
import { udpFrameOf } from './udp-frame.js';

/** When simulated time 0 is: the start of 2026, UTC. */
export const EPOCH_SECONDS = 1_767_225_600;
const EPOCH_NS = BigInt(EPOCH_SECONDS) * 1_000_000_000n;

/** A capture of what passes a place, with times in nanoseconds. */
export class PcapTap {
  #writer;
  #snapLength;
  /** @type {Uint8Array[]} */
  #pieces;

  /** @param {{ snapLength?: number }} [options] */
  constructor({ snapLength = 262_144 } = {}) {
    this.#snapLength = snapLength;
    this.#writer = new PcapWriter({ nanoseconds: true, snapLength });
    this.#pieces = [this.#writer.header()];
  }

  /** @type {import('../network.js').Tap} */
  see = (packet, nowNs) => {
    const frame = 'payload' in packet ? udpFrameOf(packet) : frameOf(packet);
    this.#pieces.push(this.#writer.packet({ epochNs: EPOCH_NS + BigInt(nowNs), data: frame.subarray(0, this.#snapLength), wireLength: frame.length }));
  };

  /** @returns {Uint8Array} the file */
  bytes() {
    const file = new Uint8Array(this.#pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of this.#pieces) {
      file.set(piece, at);
      at += piece.length;
    }
    return file;
  }
}
