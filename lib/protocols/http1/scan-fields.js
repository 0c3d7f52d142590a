/** Scans a head's fields, up to the blank line: RFC 9112 section 5. */
import { NOTE } from '../model/notes.js';
import { readFramingField } from './fields.js';
import { MAX_HEADER_FIELDS, MAX_HEAD_BYTES } from './limits.js';
import { CR, DONE, LF, MORE, NOT_HTTP, TOO_LONG } from './scan.js';

/** @typedef {import('./head.js').Head} Head */

/**
 * @param {Head} head
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} end
 */
export function scanFields(head, bytes, base, end) {
  const stop = Math.min(end, base + MAX_HEAD_BYTES);
  let start = base + head.fieldStart;
  let i = base + head.next;
  for (;;) {
    while (i < stop && bytes[i] !== LF) i++;
    if (i >= stop) break;
    if (i === start || (i === start + 1 && bytes[start] === CR)) {
      head.next = i + 1 - base;
      return DONE;
    }
    // A line that starts with white space belongs to the field before it: look at the next byte before the field is over.
    if (i + 1 >= stop) break;
    if (bytes[i + 1] === 0x20 || bytes[i + 1] === 0x09) {
      head.notes |= NOTE.FOLDED_FIELD;
      i += 1;
      continue;
    }
    if (!endField(head, bytes, start, i)) {
      head.next = i + 1 - base;
      return NOT_HTTP;
    }
    i += 1;
    start = i;
    head.fieldStart = start - base;
  }
  head.next = i - base;
  return stop - base < MAX_HEAD_BYTES ? MORE : TOO_LONG;
}

/**
 * @param {Head} head
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} lineFeed
 * @returns {boolean} false when the first field shows that this is no HTTP
 */
function endField(head, bytes, start, lineFeed) {
  head.fieldCount++;
  if (head.fieldCount > MAX_HEADER_FIELDS) {
    head.notes |= NOTE.TOO_MANY_FIELDS;
    return true;
  }
  if (bytes[lineFeed - 1] !== CR) head.notes |= NOTE.BARE_LF;
  if (head.fieldCount === 1 && !isPlausibleName(bytes, start, lineFeed)) return false;
  const initial = bytes[start] | 0x20;
  if (initial === 0x63 || initial === 0x74) readFramingField(head, bytes, start, lineFeed);
  return true;
}

/**
 * No binary bytes before the colon of a first field.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function isPlausibleName(bytes, start, end) {
  for (let i = start; i < end && bytes[i] !== 0x3a; i++) {
    const byte = bytes[i];
    if ((byte < 0x20 && byte !== CR && byte !== 0x09 && byte !== LF) || byte === 0x7f) return false;
  }
  return true;
}
