// The HTTP/1 connections that are being read: a record each, by number, reused when the connection is over.
//
//   record   [ HttpDirection of endpoint 0 | HttpDirection of endpoint 1 | HttpConnection ]
import { HTTP1_CONNECTION, HTTP1_KIND, HTTP1_STATE } from '../base/enums';
import { reserve } from '../base/memory';
import { STREAM_PLACE_SHIFT, Stream } from '../base/flow-layout';
import { PAGE_BYTES, takePages } from './pages';

/** Most connections that are read at a time; further ones are not read. */
export const MAX_HTTP1_CONNECTIONS: i32 = 4194304;

const RECORD_BYTES: usize = 256;
const RECORDS_BITS: i32 = 8;
const RECORDS_A_PAGE: i32 = 1 << RECORDS_BITS;
const MAX_PAGES: i32 = MAX_HTTP1_CONNECTIONS >> RECORDS_BITS;

/** Bits of HttpDirection.bits. */
/** Its bytes come here: a direction of a TCP connection whose protocol is known. */
export const OPEN: i32 = 1;
/** The stream had a byte, seen or missing. */
export const SAW_BYTES: i32 = 2;
/** Another protocol follows on the current message. */
export const TUNNEL_NEXT: i32 = 4;
/** The first message need not be at the first byte. */
export const MAY_SEARCH: i32 = 8;
/** The head being read was found by a search. */
export const FOUND: i32 = 16;
export const AT_LINE_START: i32 = 32;
/** The capture lacks bytes of the body. */
export const MISSING_BYTES: i32 = 64;
/** Waits for the other direction. */
export const PAUSED: i32 = 128;
/** The request's client waits for 100 (Continue) before it sends the body. */
export const EXPECTS_CONTINUE: i32 = 256;
/** It got a final response instead: the body may never come, but a next request in its place. */
export const IS_REFUSED: i32 = 512;
/** The stream has ended after a simple request, which may yet be answered. */
export const HAS_ENDED: i32 = 1024;
/** The current message's body is read for what it says: its bytes are reported. */
export const READS_BODY: i32 = 2048;

/** Bits of HttpConnection.bits; the first three are CONNECTION of parser.js. */
/** A message was seen in either direction. */
export const CONFIRMED: i32 = 16;
/** The warning of missing bytes was given. */
export const WARNED: i32 = 32;
/** A message has ended after which another protocol begins: JavaScript opens that before anything else is read. */
export const TUNNEL_PENDING: i32 = 64;
/** What follows an upgrade or a CONNECT has a parser. */
export const TUNNELLED: i32 = 128;
/** The parser has opened it by itself, so no bytes of it are held elsewhere. */
export const OPENED_HERE: i32 = 256;

/** One direction, and its current message. */
@unmanaged
export class HttpDirection {
  /** Stream offset of the next byte. */
  position: f64;
  startOffset: f64;
  startNs: f64;
  /** Of the bytes that came last; Infinity where only the frame is known. */
  lastNs: f64;
  /** Bytes of the body so far, without chunked framing. */
  bodyBytes: f64;
  /** Bytes of the body, or of its chunk, that are to come. */
  remaining: f64;
  startFrame: i32;
  lastFrame: i32;
  state: i32;
  /** The kind of message that this endpoint sends, once known. */
  kind: i32;
  bits: i32;
  /** Messages that began. */
  messages: i32;
  /** Bits of NOTE of the current message. */
  notes: i32;
  /** How the body is delimited (framing.ts). */
  framing: i32;
  /** Of a chunked body (chunks.ts). */
  phase: i32;
  digits: i32;
  lineBytes: i32;
  trailerBytes: i32;
  /** Bytes searched before the first message, and gaps met since the last (start-search.ts). */
  searched: i32;
  gaps: i32;
  /** Where an incomplete head is kept (partial-heads.ts); 0: none. */
  partialHead: usize;
  /** Fills the record up to a multiple of eight bytes. */
  unused: i32;
}
const DIRECTION_BYTES: usize = offsetof<HttpDirection>();


@unmanaged
export class HttpConnection {
  number: i32;
  /** Of its TCP connection. */
  flow: i32;
  bits: i32;
  /** Of a free record: the next free one's number plus one. */
  next: i32;
}

const pages: usize = reserve(<usize>MAX_PAGES * 4);


@unmanaged
class Pool {
  /** The first free record's number plus one. */
  free: i32;
  /** Records that were ever used. */
  used: i32;
}
const pool: Pool = changetype<Pool>(reserve(offsetof<Pool>()));

// @ts-ignore: decorator
@inline
function recordAt(number: i32): usize {
  const page = load<u32>(pages + ((<usize>(number >>> RECORDS_BITS)) << 2));
  return page + <usize>(number & (RECORDS_A_PAGE - 1)) * RECORD_BYTES;
}

// @ts-ignore: decorator
@inline
export function connectionAt(number: i32): HttpConnection {
  return changetype<HttpConnection>(recordAt(number) + 2 * DIRECTION_BYTES);
}

// @ts-ignore: decorator
@inline
export function directionOf(connection: HttpConnection, endpoint: i32): HttpDirection {
  return changetype<HttpDirection>(changetype<usize>(connection) - <usize>(2 - endpoint) * DIRECTION_BYTES);
}

/** @param bits of HttpConnection.bits @returns its number; −1: there are too many, or no memory is left */
export function openConnection(flow: i32, bits: i32): i32 {
  const number = takeRecord();
  if (number < 0) return -1;
  memory.fill(recordAt(number), 0, RECORD_BYTES);
  const connection = connectionAt(number);
  const search = AT_LINE_START | (bits & HTTP1_CONNECTION.MID_CONNECTION ? MAY_SEARCH : 0);
  connection.number = number;
  connection.flow = flow;
  connection.bits = bits;
  directionOf(connection, 0).bits = search;
  directionOf(connection, 1).bits = search;
  return number;
}

function takeRecord(): i32 {
  if (pool.free > 0) {
    const number = pool.free - 1;
    pool.free = connectionAt(number).next;
    return number;
  }
  if (pool.used >= MAX_HTTP1_CONNECTIONS) return -1;
  if ((pool.used & (RECORDS_A_PAGE - 1)) == 0) {
    const page = takePages(<i32>((RECORD_BYTES * RECORDS_A_PAGE) / PAGE_BYTES));
    if (page == 0) return -1;
    store<u32>(pages + ((<usize>(pool.used >>> RECORDS_BITS)) << 2), <u32>page);
  }
  return pool.used++;
}

/** Frees the number. */
export function freeConnection(connection: HttpConnection): void {
  connection.next = pool.free;
  pool.free = connection.number + 1;
}

/** Whether no byte of the direction matters any more. */
// @ts-ignore: decorator
@inline
export function isOver(direction: HttpDirection): bool {
  return direction.state == HTTP1_STATE.OPAQUE || direction.state == HTTP1_STATE.ENDED;
}

/** Whether the direction carries something else than HTTP, from its start or from an upgrade on. */
export function isOpaque(direction: HttpDirection): bool {
  return direction.state == HTTP1_STATE.OPAQUE || direction.state == HTTP1_STATE.TUNNEL;
}

/** Notes the kind of message that an endpoint sends, and with it the other's. */
export function learnKinds(direction: HttpDirection, other: HttpDirection, kind: i32): void {
  direction.kind = kind;
  if (other.kind == HTTP1_KIND.UNKNOWN) other.kind = 3 - kind;
}

/** A connection's number plus one stands above the bits of its endpoint 1's stream. */
const BITS_BELOW: i32 = (1 << STREAM_PLACE_SHIFT) - 1;

/** The number of the connection that is read in a stream; −1: none is. @param second endpoint 1's stream */
// @ts-ignore: decorator
@inline
export function numberIn(second: Stream): i32 {
  return (second.bits >> STREAM_PLACE_SHIFT) - 1;
}

/** Notes which connection is read in a stream. @param second endpoint 1's stream @param number −1: none is */
export function setNumber(second: Stream, number: i32): void {
  second.bits = (second.bits & BITS_BELOW) | ((number + 1) << STREAM_PLACE_SHIFT);
}
