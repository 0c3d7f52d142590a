// A head's start line: RFC 9112 sections 3 and 4. Each function continues at `head.next`, so that a head costs the same
// in one piece and in many.
import { HTTP1_KIND, HTTP1_METHOD, NOTE } from '../base/enums';
import { reserve } from '../base/memory';
import {
  BEGINNING,
  CR,
  DELETE,
  DONE,
  Head,
  LF,
  MORE,
  NOT_HTTP,
  REASON,
  SPACE,
  TARGET,
  TOO_LONG,
  beginFields,
} from './head';
import { scanFields } from './fields';

/** Bytes of a request line or status line. */
export const MAX_START_LINE_BYTES: i32 = 65536;
/** Characters of a method: no registered one has more than 17. */
export const MAX_METHOD_BYTES: i32 = 32;

const LETTER_C: u8 = 0x43;
const LETTER_H: u8 = 0x48;
const LETTER_I: u8 = 0x49;
/** With which a status line begins. */
export const VERSION_INITIAL: u8 = LETTER_H;
const LETTER_T: u8 = 0x54;

/** Bytes of `HTTP/1.1 200` and what stands behind it. */
const STATUS_PREFIX_BYTES: i32 = 13;
/** Where the status is. */
const STATUS_AT: i32 = 9;
/** `ICY ` as a word, and bytes of `ICY 200`. */
const ICY: u32 = 0x20594349;
const ICY_STATUS: i32 = 4;
const ICY_PREFIX_BYTES: i32 = 7;
/** Bytes of ` HTTP/1.1`. */
const VERSION_BYTES: i32 = 9;
/** `HTTP/1.` in the lower seven bytes. */
const VERSION: u64 = 0x2e312f50545448;
const SEVEN_BYTES: u64 = 0xffffffffffffff;
export const VERSION_PREFIX_BYTES: usize = 7;

/** Bits of the characters of a token, RFC 9110 section 5.6.2, from 0 on and from 64 on. */
const TOKEN_LOW: u64 = 0x3ff6cfa00000000;
const TOKEN_HIGH: u64 = 0x57ffffffc7fffffe;

/** Bits of the first letters of the common methods, from 64 on. */
const METHOD_INITIALS: u64 = 0x158198;

const METHOD_STRIDE: usize = 16;
const METHOD_COUNT: usize = 11;
/** The common methods, each with the space behind it and a zero. */
const methods: usize = commonMethods();

function commonMethods(): usize {
  const start = reserve(METHOD_COUNT * METHOD_STRIDE);
  put(start, 0, 'GET ');
  put(start, 1, 'HEAD ');
  put(start, 2, 'POST ');
  put(start, 3, 'PUT ');
  put(start, 4, 'DELETE ');
  put(start, 5, 'CONNECT ');
  put(start, 6, 'OPTIONS ');
  put(start, 7, 'TRACE ');
  put(start, 8, 'PATCH ');
  put(start, 9, 'PROPFIND ');
  put(start, 10, 'REPORT ');
  return start;
}

function put(start: usize, method: usize, name: string): void {
  for (let i = 0; i < name.length; i++) store<u8>(start + method * METHOD_STRIDE + <usize>i, <u8>name.charCodeAt(i));
}

/**
 * Scans a head's bytes from `base` to `end`, of which the first `head.next` have been scanned before.
 * @returns MORE, DONE, NOT_HTTP or TOO_LONG
 */
export function scanHead(head: Head, base: usize, end: usize): i32 {
  let found = DONE;
  if (head.phase == BEGINNING) found = scanBeginning(head, base, end);
  if (found == DONE && head.phase == TARGET) found = scanTarget(head, base, end);
  if (found == DONE && head.phase == REASON) found = scanReason(head, base, end);
  return found == DONE ? scanFields(head, base, end) : found;
}

function scanBeginning(head: Head, base: usize, end: usize): i32 {
  if (base >= end) return MORE;
  if (load<u8>(base) == LETTER_H && head.expected != HTTP1_KIND.REQUEST) {
    if (base + 1 >= end) return MORE;
    if (head.expected == HTTP1_KIND.RESPONSE || load<u8>(base + 1) == LETTER_T) return scanStatus(head, base, end);
  }
  if (head.expected != HTTP1_KIND.RESPONSE) return scanMethod(head, base, end);
  return head.isLenient && load<u8>(base) == LETTER_I ? scanIcy(head, base, end) : NOT_HTTP;
}

/** The status line of Shoutcast's servers, which stands for HTTP/1.0's. */
function scanIcy(head: Head, base: usize, end: usize): i32 {
  if (end - base < <usize>ICY_PREFIX_BYTES) return MORE;
  if (load<u32>(base) != ICY) return NOT_HTTP;
  for (let i = ICY_STATUS; i < ICY_PREFIX_BYTES; i++) if (!isDigit(load<u8>(base + <usize>i))) return NOT_HTTP;
  head.kind = HTTP1_KIND.RESPONSE;
  head.status = digitAt(base + 4) * 100 + digitAt(base + 5) * 10 + digitAt(base + 6);
  head.phase = REASON;
  head.next = ICY_PREFIX_BYTES;
  return DONE;
}

function isDigit(byte: u8): bool {
  return byte >= 0x30 && byte <= 0x39;
}

/**
 * A status line with an invalid status: its first digit gives the class, otherwise it counts as an error (RFC 9110 15).
 */
function takeOddStatus(head: Head, base: usize, from: i32): i32 {
  const digit = from > STATUS_AT ? digitAt(base + <usize>STATUS_AT) : 5;
  head.kind = HTTP1_KIND.RESPONSE;
  head.minorVersion = load<u8>(base + 7) - 0x30;
  head.status = digit >= 2 && digit <= 5 ? digit * 100 : 500;
  head.notes |= NOTE.INVALID_STATUS;
  head.phase = REASON;
  head.next = from;
  return DONE;
}

function scanStatus(head: Head, base: usize, end: usize): i32 {
  let i = head.next;
  while (i < STATUS_PREFIX_BYTES && base + i < end && fitsStatusLine(i, load<u8>(base + i))) i++;
  head.next = i;
  if (i >= STATUS_AT && i < STATUS_PREFIX_BYTES && base + i < end && head.isLenient)
    return takeOddStatus(head, base, i);
  if (i < STATUS_PREFIX_BYTES) return base + i < end ? NOT_HTTP : MORE;
  head.kind = HTTP1_KIND.RESPONSE;
  head.minorVersion = load<u8>(base + 7) - 0x30;
  head.status = digitAt(base + 9) * 100 + digitAt(base + 10) * 10 + digitAt(base + 11);
  head.phase = REASON;
  head.next = STATUS_PREFIX_BYTES - 1;
  return DONE;
}

function digitAt(at: usize): i32 {
  return <i32>load<u8>(at) - 0x30;
}

function fitsStatusLine(place: i32, byte: u8): bool {
  if (place < 7) return byte == <u8>(VERSION >> ((<u64>place) << 3));
  if (place == 7) return byte == 0x30 || byte == 0x31;
  if (place == 8) return byte == SPACE;
  if (place < 12) return byte >= (place == 9 ? 0x31 : 0x30) && byte <= 0x39;
  return byte == SPACE || byte == CR || byte == LF;
}

function scanMethod(head: Head, base: usize, end: usize): i32 {
  if (head.commonMethodOnly) {
    const fit = matchKnownMethod(base, end);
    head.next = fit > 0 ? fit - 1 : -1 - fit;
    if (fit < 0) return base + head.next < end ? NOT_HTTP : MORE;
  }
  let i = head.next;
  for (; base + i < end && isToken(load<u8>(base + i)); i++) {
    if (i < MAX_METHOD_BYTES) continue;
    head.next = i;
    return NOT_HTTP;
  }
  head.next = i;
  if (base + i >= end) return MORE;
  if (i == 0 || load<u8>(base + i) != SPACE) return NOT_HTTP;
  head.methodIsCommon = <i32>(matchKnownMethod(base, base + i + 1) == i + 1);
  if (head.methodIsCommon && i == 4 && load<u8>(base) == LETTER_H) head.method = HTTP1_METHOD.HEAD;
  if (head.methodIsCommon && i == 7 && load<u8>(base) == LETTER_C) head.method = HTTP1_METHOD.CONNECT;
  head.methodBytes = i;
  head.phase = TARGET;
  head.next = i + 1;
  return DONE;
}

// @ts-ignore: decorator
@inline
export function isToken(byte: u8): bool {
  return byte < 128 && (((byte < 64 ? TOKEN_LOW : TOKEN_HIGH) >> (<u64>(byte & 63))) & 1) != 0;
}

// @ts-ignore: decorator
@inline
export function isMethodInitial(byte: u8): bool {
  return byte >= 64 && byte < 128 && ((METHOD_INITIALS >> (<u64>(byte & 63))) & 1) != 0;
}

/** @returns where a status line may start, or be cut by the end; `end`: nowhere */
export function statusLineFrom(from: usize, end: usize): usize {
  for (let at = from; at < end; at++) {
    let k: usize = 0;
    while (k < 7 && at + k < end && load<u8>(at + k) == <u8>(VERSION >> ((<u64>k) << 3))) k++;
    if (k > 0 && (k == 7 || at + k == end)) return at;
  }
  return end;
}

/** Whether a common method and a space are there. */
export function isCommonMethod(start: usize, end: usize): bool {
  return matchKnownMethod(start, end) > 0;
}

/** @returns bytes of a common method and its space where all is there; else −1 − the bytes that fit */
function matchKnownMethod(start: usize, end: usize): i32 {
  let best: i32 = 0;
  for (let m: usize = 0; m < METHOD_COUNT; m++) {
    const method = methods + m * METHOD_STRIDE;
    let fit: i32 = 0;
    while (load<u8>(method + fit) != 0 && start + fit < end && load<u8>(start + fit) == load<u8>(method + fit)) fit++;
    if (load<u8>(method + fit) == 0) return fit;
    if (fit > best) best = fit;
  }
  return -1 - best;
}

/** Up to the request line's end. Only common methods may have spaces in the target. */
function scanTarget(head: Head, base: usize, end: usize): i32 {
  const there = <i32>(end - base);
  const stop = min(there, MAX_START_LINE_BYTES);
  let i = head.next;
  for (; i < stop; i++) {
    const byte = load<u8>(base + i);
    if (byte > SPACE && byte != DELETE) continue;
    if (byte == LF) return endRequestLine(head, base, i);
    if (byte == SPACE && (head.methodIsCommon || head.spaces == 0)) {
      head.spaces = 1;
      continue;
    }
    if (byte != CR) break;
    if (i + 1 == there) {
      head.next = i;
      return MORE;
    }
    if (load<u8>(base + i + 1) != LF) {
      head.next = i + 1;
      return NOT_HTTP;
    }
  }
  head.next = i;
  return i == there && i < MAX_START_LINE_BYTES ? MORE : NOT_HTTP;
}

function endRequestLine(head: Head, base: usize, lineFeed: i32): i32 {
  head.next = lineFeed;
  const isBare = load<u8>(base + lineFeed - 1) != CR;
  const length = isBare ? lineFeed : lineFeed - 1;
  if (length - VERSION_BYTES <= head.methodBytes + 1) return NOT_HTTP;
  const version = base + length - VERSION_BYTES;
  const minor = <i32>load<u8>(version + 8) - 0x30;
  if (load<u8>(version) != SPACE || (load<u64>(version + 1) & SEVEN_BYTES) != VERSION) return NOT_HTTP;
  if (minor != 0 && minor != 1) return NOT_HTTP;
  if (isBare) head.notes |= NOTE.BARE_LF;
  head.kind = HTTP1_KIND.REQUEST;
  head.minorVersion = minor;
  beginFields(head, lineFeed + 1);
  return DONE;
}

function scanReason(head: Head, base: usize, end: usize): i32 {
  const stop = min(<i32>(end - base), MAX_START_LINE_BYTES);
  let i = head.next;
  while (i < stop && load<u8>(base + i) != LF) i++;
  head.next = i;
  if (i >= stop) return i < MAX_START_LINE_BYTES ? MORE : TOO_LONG;
  if (load<u8>(base + i - 1) != CR) head.notes |= NOTE.BARE_LF;
  beginFields(head, i + 1);
  return DONE;
}
