/** TLS detected from the start of its first record (RFC 8446 section 5.1). */
import { fitOf } from '../detect/first-bytes.js';
import { FIT } from '../protocol.js';

/** Bytes examined: record type, version, length, handshake type. */
const TLS_SIGNATURE_BYTES = 6;
const HANDSHAKE = 0x16;
const MAX_RECORD_BYTES = 0x4100;

/**
 * Whether a byte is possible at an index of the first record. Connections seen from the middle may start with any
 * record type.
 * @param {number} place 0 to 5
 * @param {number} byte
 * @param {boolean} isMidConnection
 */
function fitsTlsRecord(place, byte, isMidConnection) {
  switch (place) {
    case 0:
      return byte === HANDSHAKE || (isMidConnection && byte >= 0x14 && byte <= 0x17);
    case 1:
      return byte === 3;
    case 2:
      return byte <= 4;
    case 3:
      return byte <= MAX_RECORD_BYTES >> 8;
    case 4:
      return true;
    default:
      return isMidConnection || byte === 1 || byte === 2;
  }
}

/** Bytes examined of a hello in the form of SSL 2.0: record length, message type, version, three lengths. */
const OLD_HELLO_BYTES = 11;

/**
 * Whether a byte is possible at an index of a ClientHello in the form of SSL 2.0 (RFC 5246 appendix E.2), which old
 * clients send.
 * @param {number} place 0 to 10
 * @param {number} byte
 */
function fitsOldHello(place, byte) {
  switch (place) {
    case 0:
      return byte === 0x80;
    case 2:
      return byte === 1;
    case 3:
      return byte === 3;
    case 4:
      return byte <= 3;
    case 5:
    case 7:
    case 9:
      return byte === 0;
    case 8:
      return byte === 0 || byte === 16 || byte === 32;
    case 10:
      return byte >= 16 && byte <= 32;
    default:
      return true;
  }
}

/** @type {NonNullable<import('../protocol.js').Protocol['detect']>} */
export function tlsAt(bytes, start, end, isMidConnection) {
  const old = fitOf(bytes, start, end, OLD_HELLO_BYTES, fitsOldHello);
  if (old === FIT.FOUND) return old;
  const fits = (/** @type {number} */ place, /** @type {number} */ byte) => fitsTlsRecord(place, byte, isMidConnection);
  return Math.max(old, fitOf(bytes, start, end, TLS_SIGNATURE_BYTES, fits));
}
