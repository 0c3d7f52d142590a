// Searches for the next plausible start line, where a message's first byte is not known.
import { HTTP1_KIND } from '../base/enums';
import { AT_LINE_START, CONFIRMED, FOUND, HttpConnection, HttpDirection } from './connections';
import { LF } from './head';
import { isMethodInitial, isToken, statusLineFrom } from './start-line';

/** Bytes of each direction in which a first message is looked for when the capture starts in mid-connection. */
export const MAX_SEARCH_BYTES: i32 = 65536;
/**
 * Gaps after which the search for a direction's next start line is given up, as where the snap length cuts every
 * segment. It is large, since a download of that many segments may yet be followed by another response.
 */
export const MAX_GAPS_SEARCHED: i32 = 100000;

/**
 * @returns where a start line may begin, or `end`; sets FOUND. A request at the start of a line may have any method,
 *   elsewhere a common one
 */
export function findStart(direction: HttpDirection, from: usize, end: usize): usize {
  const isLineStart = (direction.bits & AT_LINE_START) != 0;
  const next =
    direction.kind == HTTP1_KIND.RESPONSE ? statusLineFrom(from, end) : requestLineFrom(from, end, isLineStart);
  if (next > from) noteLineStart(direction, load<u8>(next - 1) == LF);
  direction.bits = next < end ? direction.bits | FOUND : direction.bits & ~FOUND;
  addSearched(direction, <i32>(next - from));
  return next;
}

function requestLineFrom(from: usize, end: usize, isLineStart: bool): usize {
  let at = from;
  let isStart = isLineStart;
  while (at < end && !(isStart ? isToken(load<u8>(at)) : isMethodInitial(load<u8>(at)))) isStart = load<u8>(at++) == LF;
  return at;
}

/** What began like a message is not one. @param scanned its bytes up to the one that shows it */
export function noteMistake(direction: HttpDirection, scanned: i32): void {
  noteLineStart(direction, false);
  addSearched(direction, scanned);
}

/** Whether so many bytes were searched that no first message is expected any more. */
export function isHopeless(connection: HttpConnection, direction: HttpDirection): bool {
  return direction.searched > MAX_SEARCH_BYTES && (connection.bits & CONFIRMED) == 0;
}

/** @returns whether there were too many gaps to go on */
export function meetGap(direction: HttpDirection): bool {
  noteLineStart(direction, true);
  return ++direction.gaps > MAX_GAPS_SEARCHED;
}

/** Counts up to the limit only. */
function addSearched(direction: HttpDirection, bytes: i32): void {
  if (direction.searched <= MAX_SEARCH_BYTES) direction.searched += bytes;
}

export function noteLineStart(direction: HttpDirection, isThere: bool): void {
  direction.bits = isThere ? direction.bits | AT_LINE_START : direction.bits & ~AT_LINE_START;
}
