/**
 * DNS over TCP, detected from the length and the header of its first message and the question in it (RFC 1035 section
 * 4.2.2).
 */
import { FIT } from '../protocol.js';

/** Before each message on TCP (RFC 1035 section 4.2.2). */
export const LENGTH_BYTES = 2;
export const HEADER_BYTES = 12;
/** The shortest question: the root, a type, a class. */
const MIN_MESSAGE_BYTES = HEADER_BYTES + 5;
const MAX_LABEL_BYTES = 63;

/**
 * Whether a byte is possible at an index of the length and header: a query or response with one question; a query has
 * no answers, and few additional records.
 * @param {number} place 0 to 13 @param {number} byte @param {boolean} isAnswer
 */
function fits(place, byte, isAnswer) {
  switch (place) {
    case 4:
      return (byte & 0x78) === 0;
    case 5:
      return (byte & 0x40) === 0;
    case 6:
      return byte === 0;
    case 7:
      return byte === 1;
    case 8:
    case 9:
    case 10:
    case 11:
    case 12:
      return isAnswer || byte === 0;
    default:
      return true;
  }
}

/**
 * @param {Uint8Array} bytes @param {number} start of a direction's first byte @param {number} end
 * @returns {number} of `FIT`
 */
export function dnsAt(bytes, start, end) {
  const there = end - start;
  const first = LENGTH_BYTES + HEADER_BYTES;
  const isAnswer = there > 4 && (bytes[start + 4] & 0x80) !== 0;
  for (let place = 0; place < first && place < there; place++) {
    if (!fits(place, bytes[start + place], isAnswer)) return FIT.NONE;
  }
  if (there >= LENGTH_BYTES && ((bytes[start] << 8) | bytes[start + 1]) < MIN_MESSAGE_BYTES) return FIT.NONE;
  return there <= first
    ? FIT.MORE
    : questionAt(bytes, start + first, end, start + LENGTH_BYTES + ((bytes[start] << 8) | bytes[start + 1]));
}

/**
 * A name of labels, a type, the class of the Internet.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {number} stop of the message
 */
function questionAt(bytes, start, end, stop) {
  let at = start;
  while (at < end && bytes[at] > 0) {
    if (bytes[at] > MAX_LABEL_BYTES) return FIT.NONE;
    at += bytes[at] + 1;
  }
  if (at + 5 > stop) return FIT.NONE;
  if (at + 5 > end) return FIT.MORE;
  return bytes[at + 3] === 0 && bytes[at + 4] === 1 ? FIT.FOUND : FIT.NONE;
}
