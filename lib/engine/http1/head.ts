// A head of HTTP/1.x as far as it has been scanned, and the results of a scan. Positions count from the head's first
// byte.
//
//   GET /index.html HTTP/1.1␍␊Host: example.org␍␊Accept: a,␍␊ b␍␊␍␊
//   ^ BEGINNING
//       ^ TARGET               ^ FIELDS: fieldStart ───┘ (a folded field is one field)   ^ length
import { reserve } from '../base/memory';

/** Bytes of a message's head: start line, header fields, blank line. */
export const MAX_HEAD_BYTES: i32 = 262144;

/** A scan needs more bytes, has the whole head, found that it is not HTTP, or hit a limit. */
export const MORE: i32 = 0;
export const DONE: i32 = 1;
export const NOT_HTTP: i32 = 2;
export const TOO_LONG: i32 = 3;

/** Head.phase: the first word, the rest of a request line, the rest of a status line, the header fields. */
export const BEGINNING: i32 = 0;
export const TARGET: i32 = 1;
export const REASON: i32 = 2;
export const FIELDS: i32 = 3;

/** Head.coding: what Transfer-Encoding says. */
export const CODING_NONE: i32 = 0;
export const CODING_CHUNKED: i32 = 1;
export const CODING_OTHER: i32 = 2;

/** Head.contentLength without the field, and with one that is no number. */
export const LENGTH_ABSENT: f64 = -1;
export const LENGTH_INVALID: f64 = -2;

export const CR: u8 = 13;
export const LF: u8 = 10;
export const SPACE: u8 = 32;
export const TAB: u8 = 9;
export const DELETE: u8 = 127;


@unmanaged
export class Head {
  contentLength: f64;
  /** REQUEST or RESPONSE; UNKNOWN allows either. */
  expected: i32;
  /** Whether a request must have one of the common methods. */
  commonMethodOnly: i32;
  /** Whether a status line may be odd: it stands where one is expected. */
  isLenient: i32;
  phase: i32;
  /** The next byte to scan; after DONE the head's length, after NOT_HTTP the byte that showed it. */
  next: i32;
  kind: i32;
  method: i32;
  methodBytes: i32;
  methodIsCommon: i32;
  /** Whether the request line had a space behind the method's. */
  spaces: i32;
  status: i32;
  minorVersion: i32;
  fieldStart: i32;
  fieldCount: i32;
  /** Whether the client waits for 100 (Continue) before it sends the body (RFC 9110 section 10.1.1). */
  expectsContinue: i32;
  coding: i32;
  /** Of HTTP1_CONTENT. */
  content: i32;
  /** Bits of NOTE (lib/engine/layout.js). */
  notes: i32;
}

/** For heads that come in one piece. */
const wholeHead: usize = reserve(offsetof<Head>());

/** A head of which nothing has been scanned; valid until the next is begun. */
export function beginHead(expected: i32, commonMethodOnly: bool): Head {
  memory.fill(wholeHead, 0, offsetof<Head>());
  const head = changetype<Head>(wholeHead);
  head.contentLength = LENGTH_ABSENT;
  head.expected = expected;
  head.commonMethodOnly = <i32>commonMethodOnly;
  return head;
}

/** Whether the start line has turned out to be HTTP/1's. */
export function isRecognised(head: Head): bool {
  return head.phase == FIELDS || head.phase == REASON;
}

/** From here on header fields. */
export function beginFields(head: Head, start: i32): void {
  head.phase = FIELDS;
  head.fieldStart = start;
  head.next = start;
}
