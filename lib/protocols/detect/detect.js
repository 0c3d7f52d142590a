/** Detects a byte stream's protocol from its first bytes alone, never from ports. */
import { HTTP1 } from '../http1/protocol.js';
import { isHttp1Start } from '../http1/start-line.js';
import { FIT } from '../protocol.js';
import { PROTOCOLS } from '../registry.js';
import { SIGNATURE_BYTES } from './first-bytes.js';

/** @typedef {import('../protocol.js').Protocol} Protocol */

/** Least bytes to detect anything. */
export const MIN_DETECTABLE_BYTES = 4;

const DETECTED = PROTOCOLS.filter(({ detect }) => detect !== undefined);
const SIGNED = PROTOCOLS.filter(({ signature }) => signature !== undefined);

/**
 * @param {Uint8Array} bytes
 * @param {number} start of a direction's first byte
 * @param {number} end
 * @param {boolean} isMidConnection whether these may not be the connection's first bytes
 * @returns {Protocol|null} null: the bytes so far match several; HTTP/1, whose parser takes everything else: none
 */
export function detect(bytes, start, end, isMidConnection) {
  let isMore = false;
  for (const protocol of DETECTED) {
    const fit = protocol.detect?.(bytes, start, end, isMidConnection);
    if (fit === FIT.FOUND) return protocol;
    isMore ||= fit === FIT.MORE;
  }
  return isMore ? null : HTTP1;
}

/**
 * Another protocol, by a signature.
 * @param {Uint8Array} bytes @param {number} start of a direction's first byte @param {number} end
 * @param {import('../protocol.js').First} [other] the other direction's first bytes, if it has sent any
 * @returns {Protocol|null} null: not known
 */
export function signedProtocol(bytes, start, end, other) {
  // nearly always TLS, `G` and `HT` HTTP
  if (bytes[start] === 0x16 || bytes[start] === 0x47 || (bytes[start] === 0x48 && bytes[start + 1] === 0x54)) {
    return null;
  }
  const first = { bytes, start, end: Math.min(end, start + SIGNATURE_BYTES), other };
  return SIGNED.find(({ signature }) => signature?.(first)) ?? null;
}

/**
 * The name of the protocol by an end's first bytes.
 * @param {Uint8Array} bytes @param {number} length
 * @returns {string|null} null: not known
 */
export function nameOfFirst(bytes, length) {
  return isHttp1Start(bytes, 0, length) ? 'http' : (signedProtocol(bytes, 0, length)?.names[0] ?? null);
}
