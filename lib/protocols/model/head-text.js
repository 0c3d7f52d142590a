/** Fields that lists and searches need of many requests, found without parsing the others. */
import { COLON, CR, LF, SLASH, SPACE } from '../../shared/text/ascii.js';
import { latin1 } from './latin1.js';

const TAB = 0x09;
const ASTERISK = 0x2a;
/** Bytes of ` HTTP/1.1`. */
const VERSION_BYTES = 9;
/** `host` in lower case. */
const NAME = [0x68, 0x6f, 0x73, 0x74];
const LOWER = 0x20;
/** @param {Uint8Array} head @returns {string} its first line */
export function startLine(head) {
  return latin1(head, 0, endOfLine(head, 0));
}

/** The value of the first Host field; null without a complete one. @param {Uint8Array} head */
export function hostField(head) {
  const place = hostPlace(head);
  return place === null ? null : latin1(head, place.start, place.end);
}

/** Position of that value in the head. @param {Uint8Array} head @returns {{ start: number, end: number } | null} */
export function hostPlace(head) {
  for (let lineFeed = head.indexOf(LF); lineFeed >= 0; lineFeed = head.indexOf(LF, lineFeed + 1)) {
    const start = valueAfterName(head, lineFeed + 1);
    if (start < 0) continue;
    let end = endOfLine(head, start);
    if (head[end] !== LF && head[end + 1] !== LF) continue;
    while (end > start && isBlank(head[end - 1])) end--;
    return { start, end };
  }
  return null;
}

/**
 * Whether a request is for the server it is sent to, not a proxy: its target is a path or `*` (RFC 9112 sections 3.2.1
 * and 3.2.4).
 * @param {Uint8Array} head
 */
export function isForItsServer(head) {
  const space = head.indexOf(SPACE);
  const lineEnd = endOfLine(head, 0);
  let start = space < lineEnd ? space + 1 : 0;
  let end = lineEnd - VERSION_BYTES;
  while (start < end && head[start] === SPACE) start++;
  while (end > start && head[end - 1] === SPACE) end--;
  return start < end && (head[start] === SLASH || (head[start] === ASTERISK && end - start === 1));
}

/**
 * @param {Uint8Array} head
 * @param {number} at a line's start
 * @returns {number} start of its value; −1: another field
 */
function valueAfterName(head, at) {
  for (let i = 0; i < NAME.length; i++) if ((head[at + i] | LOWER) !== NAME[i]) return -1;
  const colon = afterBlanks(head, at + NAME.length);
  return head[colon] === COLON ? afterBlanks(head, colon + 1) : -1;
}

/** @param {Uint8Array} head @param {number} at */
function endOfLine(head, at) {
  let end = at;
  while (end < head.length && head[end] !== LF && head[end] !== CR) end++;
  return end;
}

/** @param {Uint8Array} head @param {number} at */
function afterBlanks(head, at) {
  let next = at;
  while (isBlank(head[next])) next++;
  return next;
}

/** @param {number} byte */
const isBlank = (byte) => byte === SPACE || byte === TAB;
