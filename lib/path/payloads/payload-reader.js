import { FrameBatch } from '../../capture/frame-batch.js';
import { CaptureReader } from '../../capture/reader.js';
import { PacketDecoder } from '../../packet/decoder.js';
import { CHECKSUM } from '../../packet/transport/checksum.js';

/** Bytes of a payload that are compared. */
export const MAX_PAYLOAD_BYTES = 2048;

/**
 * A segment's payload as a capture has it: its first bytes, as far as the snap length left them.
 * @typedef {object} Payload
 * @property {number} frame
 * @property {Uint8Array} bytes
 * @property {boolean} isDamaged the checksum is wrong
 * @property {boolean} isRight it is right
 * @property {boolean} isUnknown it cannot be checked, as a part is missing; else it is left to the network card
 */

/**
 * A target that decodes some frames of a capture.
 * @param {number[]} frames numbers; frames that hold several segments, or none, are left out
 * @param {(payload: Payload) => void} onPayload
 * @param {() => void} onDone past the last of them
 */
export function payloadReader(frames, onPayload, onDone) {
  const ascending = frames.toSorted((a, b) => a - b);
  const one = new FrameBatch(1);
  one.count = 1;
  const decoder = new PacketDecoder({
    onSegments({ count, bytes, payloadOffset, payloadCaptured, checksum }) {
      if (count !== 1) return;
      const from = payloadOffset[0];
      const length = Math.min(payloadCaptured[0], MAX_PAYLOAD_BYTES);
      onPayload({
        frame: one.firstFrame,
        bytes: bytes.slice(from, from + length),
        isDamaged: checksum[0] === CHECKSUM.WRONG,
        isRight: checksum[0] === CHECKSUM.RIGHT,
        isUnknown: checksum[0] === CHECKSUM.UNKNOWN,
      });
    },
  });
  let next = 0;
  const reader = new CaptureReader({
    onFrames(batch) {
      for (; next < ascending.length && ascending[next] < batch.firstFrame + batch.count; next++) {
        copyFrame(batch, ascending[next] - batch.firstFrame, one);
        decoder.decode(one);
      }
      if (next === ascending.length) onDone();
    },
  });
  return {
    push: (/** @type {Uint8Array} */ chunk) => reader.push(chunk),
    warn: (/** @type {string} */ code, /** @type {string} */ message) => reader.warn(code, message),
    end: () => reader.end(),
  };
}

/** @param {FrameBatch} batch @param {number} entry @param {FrameBatch} to its only entry */
function copyFrame(batch, entry, to) {
  to.bytes = batch.bytes;
  to.firstFrame = batch.firstFrame + entry;
  to.dataOffset[0] = batch.dataOffset[entry];
  to.capturedLength[0] = batch.capturedLength[entry];
  to.wireLength[0] = batch.wireLength[entry];
  to.timeNs[0] = batch.timeNs[entry];
  to.linkType[0] = batch.linkType[entry];
  to.interfaceIndex[0] = batch.interfaceIndex[entry];
}
