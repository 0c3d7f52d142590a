// The framing of chunked bodies that plain-http.ts reads: by the rules of lib/protocols/http1/chunks.js (RFC 9112 section 7.1), a byte at a time.
import { Half } from "./connection-slots";

/** Of chunks.js. */
const SIZE: i32 = 0, EXTENSION: i32 = 1, DATA: i32 = 2, DATA_END: i32 = 3, TRAILER: i32 = 4;

/** What framing comes to: it goes on, data comes next, the body has ended, it is for JavaScript. */
const MORE: i32 = 0, CHUNK_DATA: i32 = 1, CHUNKS_END: i32 = 2, ODD: i32 = 3;

/** MAX_CHUNK_LINE_BYTES and MAX_TRAILER_BYTES of lib/protocols/http1/limits.js. */
const MAX_LINE_BYTES: i32 = 16384, MAX_TRAILER_BYTES: i32 = 262144;
const MAX_SAFE_INTEGER: f64 = 9007199254740991;
const CR: u8 = 13, LF: u8 = 10, SPACE: u8 = 32, TAB: u8 = 9, SEMICOLON: u8 = 0x3b;

/** The framing as it was before what is read of it now. */
class Before {
  static phase: i32 = 0;
  static digits: i32 = 0;
  static lineBytes: i32 = 0;
  static trailerBytes: i32 = 0;
  static remaining: f64 = 0;
}

export function beginChunks(half: Half): void {
  half.phase = SIZE;
  half.digits = 0;
  half.lineBytes = 0;
  half.trailerBytes = 0;
  half.remaining = 0;
}

// @ts-ignore: decorator
@inline
export function isInChunk(half: Half): bool { return half.phase == DATA; }

/** The last byte of a chunk's data went by. */
export function endChunk(half: Half): void { half.phase = DATA_END; }

/** Whether the body's end was read. */
export function areChunksOver(half: Half): bool { return half.phase > TRAILER; }

/** Reads framing up to data, the body's end or `end`. @returns the bytes read; −1: it is not as it should be, and for JavaScript, as it stood before */
export function readFraming(half: Half, at: usize, end: usize): i32 {
  let i = at, found = MORE;
  remember(half);
  while (i < end && found == MORE) found = takeByte(half, load<u8>(i++));
  if (found == ODD) {
    recall(half);
    return -1;
  }
  if (found == CHUNKS_END) half.phase = TRAILER + 1;
  half.position += <f64>(i - at);
  return <i32>(i - at);
}

function remember(half: Half): void {
  Before.phase = half.phase;
  Before.digits = half.digits;
  Before.lineBytes = half.lineBytes;
  Before.trailerBytes = half.trailerBytes;
  Before.remaining = half.remaining;
}

function recall(half: Half): void {
  half.phase = Before.phase;
  half.digits = Before.digits;
  half.lineBytes = Before.lineBytes;
  half.trailerBytes = Before.trailerBytes;
  half.remaining = Before.remaining;
}

function takeByte(half: Half, byte: u8): i32 {
  if (half.phase == TRAILER) return takeTrailer(half, byte);
  if (half.phase == DATA_END) return takeDataEnd(half, byte);
  if (++half.lineBytes > MAX_LINE_BYTES) return ODD;
  if (byte == LF) return endSizeLine(half);
  return half.phase == SIZE ? takeSize(half, byte) : MORE;
}

function takeSize(half: Half, byte: u8): i32 {
  const lower = byte | 0x20, isDigit = byte >= 0x30 && byte <= 0x39;
  if (isDigit || (lower >= 0x61 && lower <= 0x66)) {
    half.remaining = half.remaining * 16 + <f64>(isDigit ? byte - 0x30 : lower - 0x57);
    half.digits++;
    return half.remaining > MAX_SAFE_INTEGER ? ODD : MORE;
  }
  if (half.digits == 0 || (byte != SEMICOLON && byte != SPACE && byte != TAB && byte != CR)) return ODD;
  half.phase = EXTENSION;
  return MORE;
}

function endSizeLine(half: Half): i32 {
  if (half.digits == 0) return ODD;
  half.digits = 0;
  half.lineBytes = 0;
  half.phase = half.remaining == 0 ? TRAILER : DATA;
  return half.phase == DATA ? CHUNK_DATA : MORE;
}

function takeDataEnd(half: Half, byte: u8): i32 {
  if (byte == CR && half.lineBytes == 0) {
    half.lineBytes = 1;
    return MORE;
  }
  if (byte != LF) return ODD;
  half.lineBytes = 0;
  half.phase = SIZE;
  return MORE;
}

function takeTrailer(half: Half, byte: u8): i32 {
  if (++half.trailerBytes > MAX_TRAILER_BYTES) return ODD;
  if (byte == LF) {
    if (half.lineBytes == 0) return CHUNKS_END;
    half.lineBytes = 0;
  } else if (byte != CR) half.lineBytes = 1;
  return MORE;
}
