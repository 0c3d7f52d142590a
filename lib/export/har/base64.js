/** Bytes per call of `btoa`: bounded by the arguments of a call, and a multiple of three. */
const PIECE_BYTES = 3 * 4096;

/** @param {Uint8Array} bytes @returns {string} in base64 (RFC 4648) */
export function base64(bytes) {
  const pieces = [];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES))));
  }
  return pieces.join('');
}
