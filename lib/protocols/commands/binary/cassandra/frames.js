/** Frames of version 5 (native_protocol_v5.spec, section 2.2), which contain envelopes, or parts of large ones. */

export const FRAME_BYTES = 6;
/** Where they are compressed by LZ4. */
export const PACKED_FRAME_BYTES = 8;
export const TRAILER_BYTES = 4;
const CRC_BYTES = 3;
const CRC_START = 0x875060;
const CRC_POLYNOMIAL = 0x1974f0b;
const CRC_OVERFLOW = 0x1000000;
const LENGTH_MASK = 0x1ffff;

/** @param {Uint8Array} bytes @param {number} start @param {number} end */
function crc24(bytes, start, end) {
  let crc = CRC_START;
  for (let at = start; at < end; at++) {
    crc ^= bytes[at] << 16;
    for (let bit = 0; bit < 8; bit++) {
      crc <<= 1;
      if ((crc & CRC_OVERFLOW) !== 0) crc ^= CRC_POLYNOMIAL;
    }
  }
  return crc;
}

/** @param {Uint8Array} bytes @param {number} at */
const three = (bytes, at) => bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16);

/**
 * @param {Uint8Array} bytes at least as many from there on as the header has
 * @param {number} at @param {number} headerBytes
 * @returns {{ length: number, unpacked: number }|null} bytes of its payload, and unpacked, 0: it is not packed; null:
 *   there is no frame
 */
export function frameAt(bytes, at, headerBytes) {
  const crcAt = at + headerBytes - CRC_BYTES;
  if (crc24(bytes, at, crcAt) !== three(bytes, crcAt)) return null;
  const length = three(bytes, at) & LENGTH_MASK;
  if (headerBytes === FRAME_BYTES) return { length, unpacked: 0 };
  // 17 bits behind the first 17
  const unpacked = (three(bytes, at + 2) >> 1) & LENGTH_MASK;
  return { length, unpacked };
}
