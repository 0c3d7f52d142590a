/** Start lines of HTTP/1.x by their first bytes: RFC 9112 sections 3 and 4. */

import { HTTP1_KIND } from '../../engine/enums.js';
import { CR, LF } from '../../shared/text/ascii.js';

export { HTTP1_METHOD as METHOD } from '../../engine/enums.js';
/** Kinds of message. */
export const { REQUEST, RESPONSE } = HTTP1_KIND;

/** 1xx except 101: more responses to the same request follow. @param {number} status */
export const isInterim = (status) => status < 200 && status !== 101;

const bytesOf = (/** @type {string} */ text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

const KNOWN_METHODS = [
  'GET ',
  'HEAD ',
  'POST ',
  'PUT ',
  'DELETE ',
  'CONNECT ',
  'OPTIONS ',
  'TRACE ',
  'PATCH ',
  'PROPFIND ',
  'REPORT ',
].map(bytesOf);

/** Contained in every start line. */
export const VERSION_PREFIX = bytesOf('HTTP/1.');

/**
 * Whether there is a common method and a space.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
export function isCommonMethod(bytes, start, end) {
  return KNOWN_METHODS.some(
    (method) => end - start >= method.length && method.every((byte, place) => bytes[start + place] === byte),
  );
}

/**
 * Whether a direction begins like a message of HTTP/1: with a common method and a space, or a version, perhaps after
 * empty lines.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 */
export function isHttp1Start(bytes, start, end) {
  let first = start;
  while (first < end && (bytes[first] === CR || bytes[first] === LF)) first++;
  if (bytes[first] !== VERSION_PREFIX[0] || bytes[first + 1] !== VERSION_PREFIX[1]) {
    return isCommonMethod(bytes, first, end);
  }
  return end - first >= VERSION_PREFIX.length && VERSION_PREFIX.every((byte, place) => bytes[first + place] === byte);
}

/**
 * Whether a direction that does not begin so may still, with more bytes.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 */
export const mayBecomeHttp1 = (bytes, start, end) =>
  end - start < VERSION_PREFIX.length &&
  VERSION_PREFIX.slice(0, end - start).every((byte, i) => bytes[start + i] === byte);
