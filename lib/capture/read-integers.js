// Without a DataView where creating one would cost more than it saves; the loop over pcap's records has one (pcap.js).

/**
 * 32 bits as a signed integer; `>>> 0` gives the unsigned value.
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {boolean} bigEndian
 */
export function int32At(bytes, at, bigEndian) {
  return bigEndian
    ? (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]
    : bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {boolean} bigEndian
 */
export function uint16At(bytes, at, bigEndian) {
  return bigEndian ? (bytes[at] << 8) | bytes[at + 1] : bytes[at] | (bytes[at + 1] << 8);
}

/**
 * 64 bits as a number, rounded above 2^53.
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {boolean} bigEndian
 */
export function uint64At(bytes, at, bigEndian) {
  const first = int32At(bytes, at, bigEndian) >>> 0;
  const second = int32At(bytes, at + 4, bigEndian) >>> 0;
  return bigEndian ? first * 0x1_0000_0000 + second : second * 0x1_0000_0000 + first;
}
