// Where the lines of a text end: heads of messages are looked through byte by byte, and by sixteen bytes at a time that takes a quarter.
import { reserve } from "../../packet/core/memory";

/** Line feeds that are found at a time. */
export const MAX_LINE_FEEDS: i32 = 64;
/** Their offsets from where the search began. */
export const lineFeeds: usize = reserve(MAX_LINE_FEEDS << 2);

const LF: u8 = 10, CR: u8 = 13;

/** Looks for line feeds from `from` on, up to the first behind an empty line, or `to`. @returns how many; none is left out before the last */
export function findLineFeeds(from: usize, to: usize): i32 {
  const wanted = i8x16.splat(<i8>LF);
  let count = 0, line = from, at = from;
  for (; at + 16 <= to; at += 16) {
    for (let mask = i8x16.bitmask(i8x16.eq(v128.load(at), wanted)); mask; mask &= mask - 1) {
      const feed = at + <usize>ctz(mask), isLast = isEmpty(line, feed);
      store<i32>(lineFeeds + (<usize>count << 2), <i32>(feed - from));
      if (++count == MAX_LINE_FEEDS || isLast) return count;
      line = feed + 1;
    }
  }
  for (; at < to; at++) {
    if (load<u8>(at) != LF) continue;
    const isLast = isEmpty(line, at);
    store<i32>(lineFeeds + (<usize>count << 2), <i32>(at - from));
    if (++count == MAX_LINE_FEEDS || isLast) return count;
    line = at + 1;
  }
  return count;
}

// @ts-ignore: decorator
@inline
function isEmpty(line: usize, feed: usize): bool { return feed == line || (feed == line + 1 && load<u8>(line) == CR); }
