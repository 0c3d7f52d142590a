// The bytes delivered last, to compare later copies with (lib/tcpflow/reassembly/recent-bytes.js finds them, and has
// the layout). They are here because the capture's bytes are: copying within one memory takes no view, copying out of
// shared memory by JavaScript goes byte by byte; and because the core delivers some bytes itself (http1/direct.ts).
import { reserve } from './memory';

export const MAX_RECENT_BYTES: i32 = 524288;
/** Entries of the ring, and buckets by which directions they are linked. */
export const MAX_RECENT_STRETCHES: i32 = 2048;
export const RECENT_BUCKETS: i32 = 4096;
/** The rest of a longer entry is not kept. */
const MAX_STRETCH_BYTES: i32 = 65536;

/** STRETCH_F and STRETCH of recent-bytes.js. */
@unmanaged
class Stretch {
  start: f64;
  /** Never wraps; its place in the ring is the remainder. */
  position: f64;
  length: i32;
  frame: i32;
  direction: i32;
  /** Number of the one before it in the bucket, from 1; 0: none. */
  before: i32;
}

/** Where the next entry goes, and how many there were. */
@unmanaged
class Written {
  position: f64;
  /** `position` in the ring. */
  place: i32;
  count: i32;
}

export const recentBytes: usize = reserve(MAX_RECENT_BYTES);
export const recentStretches: usize = reserve(<usize>MAX_RECENT_STRETCHES * offsetof<Stretch>());
/** Number of the newest entry by the lowest bits of its direction. */
export const recentBuckets: usize = reserve(<usize>RECENT_BUCKETS * 4);
export const recentWritten: usize = reserve(offsetof<Written>());

/**
 * Keeps bytes that are in this memory.
 * @param direction flow × 2 + endpoint
 * @param start offset of the first byte
 * @param frame that brought them
 */
export function keepRecent(direction: i32, start: f64, from: usize, length: i32, frame: i32): void {
  const place = roomForRecent(direction, start, length, frame);
  memory.copy(place, from, min(length, MAX_STRETCH_BYTES));
}

/** @returns where the caller has to put the bytes: as many as an entry keeps */
export function roomForRecent(direction: i32, start: f64, length: i32, frame: i32): usize {
  const written = changetype<Written>(recentWritten);
  const kept = min(length, MAX_STRETCH_BYTES);
  if (written.place + kept > MAX_RECENT_BYTES) {
    written.position += <f64>(MAX_RECENT_BYTES - written.place);
    written.place = 0;
  }
  const bucket = recentBuckets + ((<usize>(direction & (RECENT_BUCKETS - 1))) << 2);
  const stretch = changetype<Stretch>(
    recentStretches + <usize>(written.count & (MAX_RECENT_STRETCHES - 1)) * offsetof<Stretch>(),
  );
  stretch.start = start;
  stretch.position = written.position;
  stretch.length = kept;
  stretch.frame = frame;
  stretch.direction = direction;
  stretch.before = load<i32>(bucket);
  store<i32>(bucket, ++written.count);
  written.position += <f64>kept;
  written.place += kept;
  return recentBytes + <usize>(written.place - kept);
}
