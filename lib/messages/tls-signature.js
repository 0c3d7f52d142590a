/** TLS told by the start of its first record (RFC 8446 section 5.1): named, not dissected. */

/** Bytes that are looked at: record type, version, length, handshake type. */
export const TLS_SIGNATURE_BYTES = 6;
const HANDSHAKE = 0x16;
const MAX_RECORD_BYTES = 0x4100;

/**
 * Whether a byte may stand at a place of the first record. Connections seen from the middle may start with any record type.
 * @param {number} place 0 to 5
 * @param {number} byte
 * @param {boolean} isMidConnection
 */
export function fitsTlsRecord(place, byte, isMidConnection) {
  switch (place) {
    case 0: return byte === HANDSHAKE || (isMidConnection && byte >= 0x14 && byte <= 0x17);
    case 1: return byte === 3;
    case 2: return byte <= 4;
    case 3: return byte <= MAX_RECORD_BYTES >> 8;
    case 4: return true;
    default: return isMidConnection || byte === 1 || byte === 2;
  }
}
