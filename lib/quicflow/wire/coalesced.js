/** @typedef {import('./header.js').PacketHeader} PacketHeader */

/**
 * Zeros behind the last packet: aioquic fills datagrams so.
 * @param {Uint8Array} bytes @param {number} at @param {number} end
 */
export function isPadding(bytes, at, end) {
  if (bytes[at] !== 0) return false;
  for (let i = at; i < end; i++) if (bytes[i] !== 0) return false;
  return true;
}

/**
 * Packets of one datagram are sent to one ID (RFC 9000 section 12.2).
 * @param {PacketHeader} header @param {number} idAt @param {number} idLength
 */
export function isSameId({ bytes, dcidAt, dcidLength }, idAt, idLength) {
  if (dcidLength !== idLength) return false;
  for (let i = 0; i < idLength; i++) if (bytes[dcidAt + i] !== bytes[idAt + i]) return false;
  return true;
}
