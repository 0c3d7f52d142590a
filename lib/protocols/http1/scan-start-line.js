/** Scans a head's start line: RFC 9112 sections 3 and 4. Each function goes on at `head.next` and gives what it comes to, as scan.js names it. */
import { NOTE } from '../model/notes.js';
import { MAX_METHOD_BYTES, MAX_START_LINE_BYTES } from './limits.js';
import { CR, DONE, LF, MORE, NOT_HTTP, REASON, TARGET, TOO_LONG } from './scan.js';
import {
  METHOD_INITIAL, REQUEST, RESPONSE, STATUS_PREFIX_BYTES, TOKEN,
  fitsStatusLine, matchKnownMethod, methodAt, versionBefore,
} from './start-line.js';

/** @typedef {import('./head.js').Head} Head */

/**
 * @param {Head} head
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} end
 */
export function scanBeginning(head, bytes, base, end) {
  const first = bytes[base];
  if (first === 0x48 && head.expected !== REQUEST) {
    if (base + 1 >= end) return MORE;
    if (head.expected === RESPONSE || bytes[base + 1] === 0x54) return scanStatus(head, bytes, base, end);
  }
  if (head.expected === RESPONSE) return NOT_HTTP;
  return scanMethod(head, bytes, base, end);
}

/**
 * @param {Head} head
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} end
 */
function scanStatus(head, bytes, base, end) {
  let i = head.next;
  while (i < STATUS_PREFIX_BYTES && base + i < end && fitsStatusLine(i, bytes[base + i])) i++;
  head.next = i;
  if (i < STATUS_PREFIX_BYTES) return base + i < end ? NOT_HTTP : MORE;
  head.kind = RESPONSE;
  head.minorVersion = bytes[base + 7] - 0x30;
  head.status = (bytes[base + 9] - 0x30) * 100 + (bytes[base + 10] - 0x30) * 10 + bytes[base + 11] - 0x30;
  head.phase = REASON;
  head.next = STATUS_PREFIX_BYTES - 1;
  return DONE;
}

/**
 * @param {Head} head
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} end
 */
function scanMethod(head, bytes, base, end) {
  if (head.commonMethodOnly) {
    const fit = matchKnownMethod(bytes, base, end);
    head.next = fit > 0 ? fit - 1 : -1 - fit;
    if (fit < 0) return base + head.next < end ? NOT_HTTP : MORE;
  }
  let i = head.next;
  while (base + i < end && TOKEN[bytes[base + i]] === 1) {
    if (i === MAX_METHOD_BYTES) {
      head.next = i;
      return NOT_HTTP;
    }
    i++;
  }
  head.next = i;
  if (base + i >= end) return MORE;
  if (i === 0 || bytes[base + i] !== 0x20) return NOT_HTTP;
  head.methodIsCommon = METHOD_INITIAL[bytes[base]] === 1 && matchKnownMethod(bytes, base, base + i + 1) === i + 1;
  head.method = methodAt(bytes, base, i);
  head.methodBytes = i;
  head.phase = TARGET;
  head.next = i + 1;
  return DONE;
}

/**
 * Up to the request line's end. Only common methods may have spaces in the target (some clients send them).
 * @param {Head} head
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} end
 */
export function scanTarget(head, bytes, base, end) {
  const stop = Math.min(end - base, MAX_START_LINE_BYTES);
  let i = head.next;
  for (; i < stop; i++) {
    const byte = bytes[base + i];
    if (byte > 0x20 && byte !== 0x7f) continue;
    if (byte === LF) return endRequestLine(head, bytes, base, i);
    if (byte === 0x20 && (head.methodIsCommon || head.spaces === 0)) {
      head.spaces = 1;
      continue;
    }
    if (byte !== CR) break;
    if (i + 1 === end - base) {
      head.next = i;
      return MORE;
    }
    if (bytes[base + i + 1] !== LF) {
      head.next = i + 1;
      return NOT_HTTP;
    }
  }
  head.next = i;
  return i === end - base && i < MAX_START_LINE_BYTES ? MORE : NOT_HTTP;
}

/**
 * @param {Head} head
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} lineFeed
 */
function endRequestLine(head, bytes, base, lineFeed) {
  head.next = lineFeed;
  const bare = bytes[base + lineFeed - 1] !== CR;
  const length = bare ? lineFeed : lineFeed - 1;
  if (length - 9 <= head.methodBytes + 1) return NOT_HTTP;
  const minor = versionBefore(bytes, base + length);
  if (minor < 0) return NOT_HTTP;
  if (bare) head.notes |= NOTE.BARE_LF;
  head.kind = REQUEST;
  head.minorVersion = minor;
  head.beginFields(lineFeed + 1);
  return DONE;
}

/**
 * @param {Head} head
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} end
 */
export function scanReason(head, bytes, base, end) {
  const stop = Math.min(end, base + MAX_START_LINE_BYTES);
  let i = base + head.next;
  while (i < stop && bytes[i] !== LF) i++;
  head.next = i - base;
  if (i >= stop) return head.next < MAX_START_LINE_BYTES ? MORE : TOO_LONG;
  if (bytes[i - 1] !== CR) head.notes |= NOTE.BARE_LF;
  head.beginFields(head.next + 1);
  return DONE;
}
