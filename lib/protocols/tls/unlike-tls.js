/** Bytes of an end of a TLS connection that are not TLS: a server of another protocol, contacted by mistake. */
import { RECORD } from './records.js';

/** Bytes of it that are kept. */
export const MAX_UNLIKE_BYTES = 200;

/**
 * @typedef {object} UnlikeTls
 * @property {0|1} endpoint that said it
 * @property {Uint8Array} bytes
 * @property {number} length of them that have come
 * @property {number} frame of the first
 * @property {number} timeNs
 */

/**
 * Whether a direction may begin with that byte: a record's type, or the length of a hello of SSL 2.0.
 * @param {number} byte
 */
const mayBeTls = (byte) => (byte >= RECORD.CHANGE_CIPHER_SPEC && byte <= RECORD.HEARTBEAT) || byte >= 0x80;

/**
 * Processes a direction's first bytes.
 * @param {UnlikeTls|null} known
 * @param {0|1} endpoint @param {number} streamOffset
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 * @param {import('../stream-parser.js').Place} at
 * @returns {UnlikeTls|null}
 */
export function lookAtFirst(known, endpoint, streamOffset, bytes, start, end, at) {
  if (start >= end || (known === null && (streamOffset > 0 || mayBeTls(bytes[start])))) return known;
  const unlike = known ?? {
    endpoint,
    bytes: new Uint8Array(MAX_UNLIKE_BYTES),
    length: 0,
    frame: at.frame,
    timeNs: at.timeNs,
  };
  if (unlike.endpoint !== endpoint || unlike.length !== streamOffset) return unlike;
  const part = bytes.subarray(start, Math.min(end, start + MAX_UNLIKE_BYTES - unlike.length));
  unlike.bytes.set(part, unlike.length);
  unlike.length += part.length;
  return unlike;
}
