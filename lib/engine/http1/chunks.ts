// The framing of a chunked body (RFC 9112 section 7.1), a byte at a time: only numbers are kept.
import { NOTE } from '../base/enums';
import { HttpDirection } from './connections';
import { CR, LF, SPACE, TAB } from './head';

/** Bytes of a chunk's size line with its extensions. */
export const MAX_CHUNK_LINE_BYTES: i32 = 16384;
/** Bytes of a chunked body's trailer section. */
export const MAX_TRAILER_BYTES: i32 = 262144;

/** HttpDirection.phase. */
const SIZE: i32 = 0;
const EXTENSION: i32 = 1;
const DATA: i32 = 2;
const DATA_END: i32 = 3;
const TRAILER: i32 = 4;

/** Result of a byte of framing: framing continues, data follows, the body has ended, this is no framing. */
export const CHUNK_MORE: i32 = 0;
export const CHUNK_DATA: i32 = 1;
export const CHUNKS_END: i32 = 2;
export const CHUNK_INVALID: i32 = 3;

export const LARGEST_EXACT: f64 = 9007199254740991;
export const SEMICOLON: u8 = 0x3b;

export function beginChunks(direction: HttpDirection): void {
  direction.phase = SIZE;
  direction.digits = 0;
  direction.lineBytes = 0;
  direction.trailerBytes = 0;
  direction.remaining = 0;
}

/** Whether the next byte is a chunk's data. */
// @ts-ignore: decorator
@inline
export function isInChunk(direction: HttpDirection): bool {
  return direction.phase == DATA;
}

/** Whether the next byte is the trailer section's. */
export function isInTrailer(direction: HttpDirection): bool {
  return direction.phase == TRAILER;
}

/** Whether the trailer section, at its end, is only the empty line that ends it. */
export function isEmptyTrailer(direction: HttpDirection): bool {
  return direction.trailerBytes <= 2;
}

/** Skips some of the chunk's data, at most what remains. */
export function passChunk(direction: HttpDirection, length: f64): void {
  direction.remaining -= length;
  if (direction.remaining == 0) direction.phase = DATA_END;
}

/** Reads a byte of framing; errors are added to the message's notes. */
export function readFramingByte(direction: HttpDirection, byte: u8): i32 {
  if (direction.phase == TRAILER) return takeTrailer(direction, byte);
  if (direction.phase == DATA_END) return takeDataEnd(direction, byte);
  if (++direction.lineBytes > MAX_CHUNK_LINE_BYTES) return invalid(direction, NOTE.CHUNK_LINE_TOO_LONG);
  if (byte == LF) return endSizeLine(direction);
  return direction.phase == SIZE ? takeSize(direction, byte) : CHUNK_MORE;
}

function takeSize(direction: HttpDirection, byte: u8): i32 {
  const lower = byte | 0x20;
  const isDigit = byte >= 0x30 && byte <= 0x39;
  if (isDigit || (lower >= 0x61 && lower <= 0x66)) {
    direction.remaining = direction.remaining * 16 + <f64>(isDigit ? byte - 0x30 : lower - 0x57);
    direction.digits++;
    return direction.remaining > LARGEST_EXACT ? invalid(direction, NOTE.INVALID_CHUNK) : CHUNK_MORE;
  }
  const endsSize = byte == SEMICOLON || byte == SPACE || byte == TAB || byte == CR;
  if (direction.digits == 0 || !endsSize) return invalid(direction, NOTE.INVALID_CHUNK);
  direction.phase = EXTENSION;
  return CHUNK_MORE;
}

function endSizeLine(direction: HttpDirection): i32 {
  if (direction.digits == 0) return invalid(direction, NOTE.INVALID_CHUNK);
  direction.digits = 0;
  direction.lineBytes = 0;
  direction.phase = direction.remaining == 0 ? TRAILER : DATA;
  return direction.phase == DATA ? CHUNK_DATA : CHUNK_MORE;
}

function takeDataEnd(direction: HttpDirection, byte: u8): i32 {
  if (byte == CR && direction.lineBytes == 0) {
    direction.lineBytes = 1;
    return CHUNK_MORE;
  }
  if (byte != LF) return invalid(direction, NOTE.INVALID_CHUNK);
  direction.lineBytes = 0;
  direction.phase = SIZE;
  return CHUNK_MORE;
}

function takeTrailer(direction: HttpDirection, byte: u8): i32 {
  if (++direction.trailerBytes > MAX_TRAILER_BYTES) return invalid(direction, NOTE.TRAILER_TOO_LONG);
  if (byte == LF) {
    if (direction.lineBytes == 0) return CHUNKS_END;
    direction.lineBytes = 0;
  } else if (byte != CR) direction.lineBytes = 1;
  return CHUNK_MORE;
}

function invalid(direction: HttpDirection, note: i32): i32 {
  direction.notes |= note;
  return CHUNK_INVALID;
}
