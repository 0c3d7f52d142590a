// The places of the connections that plain-http.ts reads: each has one while it is open and plain. Its number stands in the bits of its endpoint 1's stream.
//
//   place   [ Half of endpoint 0 | Half of endpoint 1 | Plain ]
import { reserve } from "../base/memory";
import { Stream } from "../base/stream-state";

/** Connections that are read here at once; JavaScript reads those that are more. */
export const MAX_PLAIN_CONNECTIONS: i32 = 8192;

/** A connection's place plus one, above the bits of its endpoint 1's stream. */
const PLACE_SHIFT: i32 = 8, BITS_BELOW: i32 = (1 << PLACE_SHIFT) - 1;

/** PLAIN_STATE of http-log.js. */
export const START: i32 = 0, IN_LENGTH: i32 = 1, TO_END: i32 = 2, OVER: i32 = 3, LOST: i32 = 4, IN_CHUNKS: i32 = 5;

/** Bits of Half.bits; HALF_BIT of http-log.js. */
export const AT_LINE_START: i32 = 1, WAS_LOST: i32 = 2, PAUSED: i32 = 4;

/** Requests of a connection that may wait: JavaScript reads on where there are more. */
export const MAX_WAITING_REQUESTS: i32 = 16;
export const METHOD_BITS: i32 = 2, METHOD_MASK: i32 = (1 << METHOD_BITS) - 1;

/** A direction, as HalfState of lib/protocols/http1 has it. HALF of http-log.js. */
@unmanaged
export class Half {
  /** Stream offset of the next byte to be looked at. */
  position: f64;
  /** Bytes of the body, or of its chunk, that are to come. */
  remaining: f64;
  bodyBytes: f64;
  /** Time and frame of the bytes looked at last; Infinity where only the frame is known. */
  lastNs: f64;
  lastFrame: i32;
  state: i32;
  messages: i32;
  bits: i32;
  /** Bytes among which a start line was looked for before the first message; gaps since the last message. */
  searched: i32;
  gaps: i32;
  /** Of a chunked body's framing, see plain-chunks.ts. */
  phase: i32;
  digits: i32;
  lineBytes: i32;
  trailerBytes: i32;
}
const HALF_BYTES: usize = offsetof<Half>();

/** PLAIN of http-log.js; the halves of both endpoints are before it. */
@unmanaged
export class Plain {
  /** When the last answer ended; −1 without one, Infinity where only its frame is known. */
  answeredNs: f64;
  /** When the last response began that no request waited for; −1: requests have come since. */
  orphanNs: f64;
  /** Sends the requests. */
  client: i32;
  /** Requests that wait for their answers; their methods, the oldest's in the lowest METHOD_BITS. */
  waiting: i32;
  methods: i32;
  /** Whether a message was seen, and whether it was told that bytes are missing. */
  isConfirmed: i32;
  isWarned: i16;
  /** Whether a request was sent before the one before it was answered. */
  isPipelined: i16;
  /** Where it is free: the next free place plus one. */
  next: i32;
}
export const PLAIN_BYTES: usize = 2 * HALF_BYTES + offsetof<Plain>();

export const plainPlaces: usize = reserve(<usize>MAX_PLAIN_CONNECTIONS * PLAIN_BYTES);

@unmanaged
class Pool {
  isOn: i32;
  /** The first free place plus one. */
  free: i32;
  /** Places that were ever taken, and those that are. */
  used: i32;
  open: i32;
}
const pool: Pool = changetype<Pool>(reserve(offsetof<Pool>()));

/** From now on connections are read here, for whoever takes in the log. */
export function readPlainHttp(): void { pool.isOn = 1; }

export function isReadHere(): bool { return pool.isOn != 0; }

export function openPlain(): i32 { return pool.open; }

// @ts-ignore: decorator
@inline
function placeOf(place: i32): usize { return plainPlaces + <usize>place * PLAIN_BYTES; }

// @ts-ignore: decorator
@inline
export function halfOf(place: i32, endpoint: i32): Half { return changetype<Half>(placeOf(place) + <usize>endpoint * HALF_BYTES); }

// @ts-ignore: decorator
@inline
export function plainOf(place: i32): Plain { return changetype<Plain>(placeOf(place) + 2 * HALF_BYTES); }

/** @param client the endpoint that sends the requests @param second endpoint 1's stream @returns −1: none is free */
export function takePlace(client: i32, second: Stream): i32 {
  let place = pool.free - 1;
  if (place >= 0) pool.free = plainOf(place).next;
  else if (pool.used < MAX_PLAIN_CONNECTIONS) place = pool.used++;
  else return -1;
  memory.fill(placeOf(place), 0, PLAIN_BYTES);
  plainOf(place).client = client;
  plainOf(place).answeredNs = -1;
  plainOf(place).orphanNs = -1;
  pool.open++;
  second.bits = (second.bits & BITS_BELOW) | ((place + 1) << PLACE_SHIFT);
  return place;
}

/** The same for JavaScript, of a connection that is plain again and whose state it writes there. @param second address of its endpoint 1's stream */
export function enterPlain(client: i32, second: usize): i32 { return takePlace(client, changetype<Stream>(second)); }

/** Where a connection is read; −1: it is not. @param second its endpoint 1's stream */
// @ts-ignore: decorator
@inline
export function placeIn(second: Stream): i32 { return (second.bits >> PLACE_SHIFT) - 1; }

/** A connection is no longer read here. @param second its endpoint 1's stream */
export function letGo(place: i32, second: Stream): void {
  second.bits &= BITS_BELOW;
  plainOf(place).next = pool.free;
  pool.free = place + 1;
  pool.open--;
}

/** The same, for JavaScript, which has taken it over. @param second address of its endpoint 1's stream */
export function leavePlain(second: usize): void {
  const stream = changetype<Stream>(second), place = placeIn(stream);
  if (place >= 0) letGo(place, stream);
}
