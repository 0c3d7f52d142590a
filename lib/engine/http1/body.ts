// How far the body of a message has come, however it is delimited (RFC 9112 section 6).
import { HTTP1_CONNECTION, HTTP1_STATE } from '../base/enums';
import {
  CHUNKS_END,
  CHUNK_INVALID,
  CHUNK_MORE,
  beginChunks,
  isEmptyTrailer,
  isInChunk,
  isInTrailer,
  passChunk,
  readFramingByte,
} from './chunks';
import { HttpConnection, HttpDirection, MISSING_BYTES, READS_BODY } from './connections';
import { onTrailer, tellBody } from './events';
import { BY_LENGTH, CHUNKED, NO_BODY, TO_CLOSE } from './framing';

/** Result of reading or losing bytes: the body continues, has ended, or its framing is lost. */
export const BODY_MORE: i32 = 0;
export const BODY_ENDED: i32 = 1;
export const BODY_LOST: i32 = 2;

/** Beyond any stream: only the end of the connection ends the body. */
const ENDLESS: f64 = 562949953421312;

/** Result of the last call. */
export class Outcome {
  static body: i32 = BODY_MORE;
}

export function resetBody(direction: HttpDirection): void {
  direction.framing = NO_BODY;
  direction.bodyBytes = 0;
  direction.bits &= ~MISSING_BYTES;
}

export function beginBody(direction: HttpDirection, framing: i32, contentLength: f64): void {
  direction.framing = framing;
  direction.remaining = contentLength;
  if (framing == CHUNKED) beginChunks(direction);
}

/** How many of the next bytes need not be read. */
export function plainBytes(direction: HttpDirection): f64 {
  if (direction.state != HTTP1_STATE.IN_BODY) return 0;
  if (direction.framing == TO_CLOSE) return ENDLESS;
  return direction.framing == BY_LENGTH || isInChunk(direction) ? direction.remaining - 1 : 0;
}

/** Reads the next stretch of data, or of framing. Sets `Outcome.body`. @returns the byte after what was read */
export function readBody(
  connection: HttpConnection,
  endpoint: i32,
  direction: HttpDirection,
  from: usize,
  end: usize,
): usize {
  Outcome.body = BODY_MORE;
  if (direction.framing == CHUNKED && !isInChunk(direction))
    return readFraming(connection, endpoint, direction, from, end);
  const there = <f64>(end - from);
  const length = direction.framing == TO_CLOSE ? there : min(direction.remaining, there);
  take(direction, length);
  const isRead = (connection.bits & HTTP1_CONNECTION.WANTS_BODIES) != 0 || (direction.bits & READS_BODY) != 0;
  if (isRead && length > 0) tellBody(connection, direction, endpoint, from, <i32>length);
  return from + <usize>length;
}

/** Reports the bytes of the trailer section, except the empty line that is usually all of it. */
function readFraming(
  connection: HttpConnection,
  endpoint: i32,
  direction: HttpDirection,
  from: usize,
  end: usize,
): usize {
  let i = from;
  let found = CHUNK_MORE;
  let trailer: usize = isInTrailer(direction) ? from : 0;
  while (i < end && found == CHUNK_MORE) {
    found = readFramingByte(direction, load<u8>(i++));
    if (trailer == 0 && isInTrailer(direction)) trailer = i;
  }
  const isEmpty = trailer == 0 || i == trailer || (found == CHUNKS_END && isEmptyTrailer(direction));
  if (!isEmpty) onTrailer(connection.number, endpoint, trailer, <i32>(i - trailer));
  if (found == CHUNKS_END) Outcome.body = BODY_ENDED;
  if (found == CHUNK_INVALID) Outcome.body = BODY_LOST;
  return i;
}

/** @param length of data, at most what remains */
function take(direction: HttpDirection, length: f64): void {
  direction.bodyBytes += length;
  if (direction.framing == CHUNKED) passChunk(direction, length);
  else if (direction.framing == BY_LENGTH) {
    direction.remaining -= length;
    if (direction.remaining == 0) Outcome.body = BODY_ENDED;
  }
}

/** Bytes that were captured but not passed in. @returns false where they were not all plain: then nothing is changed */
export function passBody(direction: HttpDirection, length: f64): bool {
  if (length > plainBytes(direction)) return false;
  take(direction, length);
  return true;
}

/**
 * Bytes that the capture lacks. Sets `Outcome.body`.
 * @returns how many of them are the body's, as far as known
 */
export function loseBody(direction: HttpDirection, length: f64): f64 {
  direction.bits |= MISSING_BYTES;
  Outcome.body = BODY_MORE;
  if (direction.framing == CHUNKED && (!isInChunk(direction) || length >= direction.remaining)) {
    Outcome.body = BODY_LOST;
    return 0;
  }
  const inside = direction.framing == BY_LENGTH ? min(length, direction.remaining) : length;
  take(direction, inside);
  return inside;
}
