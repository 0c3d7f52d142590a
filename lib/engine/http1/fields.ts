// A head's fields up to the blank line: RFC 9112 section 5. Only those that determine where the message ends are read
// (RFC 9112 section 6, RFC 9110 section 10.1.1).
import { LARGEST_EXACT, SEMICOLON } from './chunks';
import { HTTP1_CONTENT, HTTP1_KIND, NOTE, MAX_HEADER_FIELDS } from '../base/enums';
import {
  CODING_CHUNKED,
  CODING_OTHER,
  CR,
  DELETE,
  DONE,
  Head,
  LENGTH_INVALID,
  LF,
  MAX_HEAD_BYTES,
  MORE,
  NOT_HTTP,
  SPACE,
  TAB,
  TOO_LONG,
} from './head';

const COLON: u8 = 0x3a;
const COMMA: u8 = 0x2c;
const PLUS: u8 = 0x2b;
const LETTER_C: u8 = 0x63;
const LETTER_E: u8 = 0x65;
const LETTER_T: u8 = 0x74;

export function scanFields(head: Head, base: usize, end: usize): i32 {
  const stop = min(end, base + MAX_HEAD_BYTES);
  let start = base + head.fieldStart;
  let i = base + head.next;
  for (;;) {
    i = lineFeedFrom(i, stop);
    if (i >= stop) break;
    if (i == start || (i == start + 1 && load<u8>(start) == CR)) {
      head.next = <i32>(i + 1 - base);
      return DONE;
    }
    // A line that starts with white space belongs to the previous field: check the next byte first.
    if (i + 1 >= stop) break;
    const next = load<u8>(i + 1);
    if (next == SPACE || next == TAB) {
      head.notes |= NOTE.FOLDED_FIELD;
      i++;
      continue;
    }
    if (!endField(head, start, i)) {
      head.next = <i32>(i + 1 - base);
      return NOT_HTTP;
    }
    start = ++i;
    head.fieldStart = <i32>(start - base);
  }
  head.next = <i32>(i - base);
  return stop - base < <usize>MAX_HEAD_BYTES ? MORE : TOO_LONG;
}

/** Sixteen bytes at a time: byte by byte takes four times as long. @returns `stop` without one */
function lineFeedFrom(from: usize, stop: usize): usize {
  const expected = i8x16.splat(<i8>LF);
  let i = from;
  for (; i + 16 <= stop; i += 16) {
    const mask = i8x16.bitmask(i8x16.eq(v128.load(i), expected));
    if (mask) return i + <usize>ctz(mask);
  }
  while (i < stop && load<u8>(i) != LF) i++;
  return i;
}

/** @returns false when the first field shows that this is no HTTP */
function endField(head: Head, start: usize, lineFeed: usize): bool {
  if (++head.fieldCount > MAX_HEADER_FIELDS) {
    head.notes |= NOTE.TOO_MANY_FIELDS;
    return true;
  }
  if (load<u8>(lineFeed - 1) != CR) head.notes |= NOTE.BARE_LF;
  if (head.fieldCount == 1 && !isPlausibleName(start, lineFeed)) return false;
  const initial = load<u8>(start) | 0x20;
  if (initial == LETTER_C && startsWith(start, lineFeed, 'content-length')) {
    readContentLength(head, valueStart(start + 14, lineFeed), lineFeed);
  } else if (initial == LETTER_C && startsWith(start, lineFeed, 'content-type')) {
    readContentType(head, valueStart(start + 12, lineFeed), lineFeed);
  } else if (initial == LETTER_T && startsWith(start, lineFeed, 'transfer-encoding')) {
    readTransferEncoding(head, valueStart(start + 17, lineFeed), lineFeed);
  } else if (initial == LETTER_E && startsWith(start, lineFeed, 'expect')) {
    readExpect(head, valueStart(start + 6, lineFeed), lineFeed);
  }
  return true;
}

/** No binary bytes before the colon of a first field. */
function isPlausibleName(start: usize, end: usize): bool {
  for (let i = start; i < end; i++) {
    const byte = load<u8>(i);
    if (byte == COLON) return true;
    if ((byte < SPACE && byte != CR && byte != TAB && byte != LF) || byte == DELETE) return false;
  }
  return true;
}

/** @param lower a name in lower case */
// @ts-ignore: decorator
@inline
function startsWith(start: usize, end: usize, lower: string): bool {
  if (end - start < <usize>lower.length) return false;
  for (let i = 0; i < lower.length; i++) {
    const byte = load<u8>(start + <usize>i);
    const expected = <u8>load<u16>(changetype<usize>(lower) + ((<usize>i) << 1));
    if ((byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte) != expected) return false;
  }
  return true;
}

/** White space within a value; line ends count, since folded lines are one value. */
// @ts-ignore: decorator
@inline
function isSpace(byte: u8): bool {
  return byte == SPACE || byte == TAB || byte == CR || byte == LF;
}

/** @returns where the value starts; 0: there is no colon */
function valueStart(start: usize, end: usize): usize {
  let i = start;
  while (i < end && isSpace(load<u8>(i))) i++;
  return i < end && load<u8>(i) == COLON ? i + 1 : 0;
}

/** One number, or a list of numbers (RFC 9110 section 8.6). */
function readContentLength(head: Head, start: usize, end: usize): void {
  if (start == 0) return;
  for (let i = start; i <= end; i++) {
    let stop = i;
    while (stop < end && load<u8>(stop) != COMMA) stop++;
    addContentLength(head, decimal(i, stop));
    i = stop;
  }
}

function addContentLength(head: Head, length: f64): void {
  if (length == LENGTH_INVALID) head.notes |= NOTE.INVALID_CONTENT_LENGTH;
  else if (head.contentLength >= 0) {
    head.notes |= length == head.contentLength ? NOTE.DUPLICATE_CONTENT_LENGTH : NOTE.CONFLICTING_CONTENT_LENGTH;
  }
  if (head.contentLength < 0) head.contentLength = length;
}

/** @returns the number amid white space, or LENGTH_INVALID */
function decimal(start: usize, end: usize): f64 {
  let i = start;
  let value: f64 = 0;
  while (i < end && isSpace(load<u8>(i))) i++;
  const first = i;
  for (; i < end && load<u8>(i) >= 0x30 && load<u8>(i) <= 0x39; i++) value = value * 10 + <f64>(load<u8>(i) - 0x30);
  if (i == first || value > LARGEST_EXACT) return LENGTH_INVALID;
  while (i < end && isSpace(load<u8>(i))) i++;
  return i == end ? value : LENGTH_INVALID;
}

function readContentType(head: Head, start: usize, end: usize): void {
  if (start == 0) return;
  let i = start;
  while (i < end && isSpace(load<u8>(i))) i++;
  if (startsWith(i, end, 'application/grpc')) head.content = HTTP1_CONTENT.GRPC;
  else if (head.kind != HTTP1_KIND.RESPONSE) return;
  else if (startsWith(i, end, 'text/event-stream')) head.content = HTTP1_CONTENT.EVENTS;
  else if (isDocument(i, end)) head.content = HTTP1_CONTENT.DOCUMENT;
}

/** JSON or XML, as its own type or as a suffix (RFC 6839). */
function isDocument(start: usize, end: usize): bool {
  if (startsWith(start, end, 'text/xml')) return true;
  if (!startsWith(start, end, 'application/')) return false;
  let name = start + 12;
  for (let i = name; i < end && load<u8>(i) != SEMICOLON; i++) if (load<u8>(i) == PLUS) name = i + 1;
  return startsWith(name, end, 'json') || startsWith(name, end, 'xml');
}

function readExpect(head: Head, start: usize, end: usize): void {
  if (start == 0) return;
  let i = start;
  while (i < end && isSpace(load<u8>(i))) i++;
  if (startsWith(i, end, '100-continue')) head.expectsContinue = 1;
}

/** The last coding decides; `identity` of RFC 2616 says nothing. */
function readTransferEncoding(head: Head, start: usize, end: usize): void {
  if (start == 0) return;
  let last = end;
  while (last > start && (isSpace(load<u8>(last - 1)) || load<u8>(last - 1) == COMMA)) last--;
  let first = last;
  while (first > start && load<u8>(first - 1) != COMMA) first--;
  while (first < last && isSpace(load<u8>(first))) first++;
  if (first == last || isCoding(first, last, 'identity')) return;
  head.coding = isCoding(first, last, 'chunked') ? CODING_CHUNKED : CODING_OTHER;
}

// @ts-ignore: decorator
@inline
function isCoding(start: usize, end: usize, name: string): bool {
  if (!startsWith(start, end, name)) return false;
  const next = start + <usize>name.length;
  return next == end || load<u8>(next) == SEMICOLON || isSpace(load<u8>(next));
}
