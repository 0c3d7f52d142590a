// Directions of plain-http.ts that have lost their place, as the snap length cut a head: the next start line is looked for by the rules of lib/protocols/http1
// (half.js, start-search.js), and what is wanted of the stream meanwhile is what lib/protocols/http1/connections.js asks for.
import { isMethodInitial, isToken, statusLineFrom } from "./head-scanner";
import { RESPONSE } from "./head-layout";
import { HttpRecord, beginRecord } from "./event-buffer";
import { isInChunk } from "./chunked-body";
import { AT_LINE_START, Half, IN_CHUNKS, IN_LENGTH, LOST, OVER, PAUSED, Plain, TO_END, WAS_LOST, halfOf, plainOf } from "./connection-slots";
import { GAPS_TOLD, SKIMMED, Stream } from "../base/stream-state";

/** MAX_SEARCH_BYTES and MAX_GAPS_SEARCHED of lib/protocols/http1/limits.js. */
const MAX_SEARCH_BYTES: i32 = 65536, MAX_GAPS_SEARCHED: i32 = 100000;
/** ENDLESS of lib/protocols/http1/body.js. */
const ENDLESS: f64 = 562949953421312;
/** PAUSED of lib/protocols/http1/connection.js. */
const PAUSED_AT: f64 = 9007199254740990;
const LF: u8 = 10;

/** Whether so much was looked through already that JavaScript has to tell whether to go on. @param captured bytes of the segment that comes next */
export function isNearlyHopeless(plain: Plain, half: Half, captured: i32): bool {
  return half.gaps >= MAX_GAPS_SEARCHED || (plain.isConfirmed == 0 && half.searched + captured > MAX_SEARCH_BYTES);
}

/** As `StartSearch.find`. @param kind of message that is looked for @returns where a start line may begin, or `end`; so far `half.position` has come */
export function findStart(half: Half, kind: i32, at: usize, end: usize): usize {
  const next = kind == RESPONSE ? statusLineFrom(at, end) : requestLineFrom(at, end, (half.bits & AT_LINE_START) != 0);
  if (next > at) noteLineStart(half, load<u8>(next - 1) == LF);
  searchedOver(half, <i32>(next - at));
  half.position += <f64>(next - at);
  return next;
}

/** A request at the start of a line may have any method, elsewhere a common one. */
function requestLineFrom(from: usize, end: usize, isLineStart: bool): usize {
  let at = from, isStart = isLineStart;
  while (at < end && !(isStart ? isToken(load<u8>(at)) : isMethodInitial(load<u8>(at)))) isStart = load<u8>(at++) == LF;
  return at;
}

/** What began like a message is none. @param scanned its bytes up to the one that shows it @returns bytes to be passed over */
export function mistook(half: Half, scanned: i32): i32 {
  const passed = max(scanned, 1);
  noteLineStart(half, false);
  searchedOver(half, scanned);
  half.position += <f64>passed;
  return passed;
}

/** It matters before the first message only; so it is not to count on for ever. */
function searchedOver(half: Half, bytes: i32): void {
  if (half.messages == 0 && half.searched <= MAX_SEARCH_BYTES) half.searched += bytes;
}

export function noteLineStart(half: Half, isThere: bool): void {
  half.bits = isThere ? half.bits | AT_LINE_START : half.bits & ~AT_LINE_START;
}

/** From here on a start line is looked for. */
export function lose(half: Half): void {
  half.state = LOST;
  half.bits |= AT_LINE_START | WAS_LOST;
}

/** The next bytes are not in the capture, as `Half.gap` of a direction that has lost its place. @param open record of a message in the same segment; else 0 */
export function passGap(plain: Plain, half: Half, flow: i32, open: usize, missing: i32): void {
  if (plain.isConfirmed && !plain.isWarned) warn(plain, flow, open);
  if (half.messages > 0) plain.isConfirmed = 1;
  half.gaps++;
  half.bits |= AT_LINE_START;
  half.position += <f64>missing;
}

function warn(plain: Plain, flow: i32, open: usize): void {
  const entry = open ? changetype<HttpRecord>(open) : beginRecord();
  plain.isWarned = 1;
  entry.flow = flow;
  entry.warns = 1;
}

/** Asks for what is wanted next of a direction whose bytes came, as `DirectHttp1` does. @param own its stream */
export function ask(place: i32, endpoint: i32, own: Stream, other: Stream): void {
  const half = halfOf(place, endpoint), back = halfOf(place, 1 - endpoint), isQuiet = isPaused(place, endpoint);
  half.bits = isQuiet ? half.bits | PAUSED : half.bits & ~PAUSED;
  if (back.bits & PAUSED) {
    back.bits &= ~PAUSED;
    other.wanted = other.delivered;
  }
  own.bits = isInBody(half) ? own.bits | GAPS_TOLD : own.bits & ~GAPS_TOLD;
  own.wanted = 1 + (isQuiet ? PAUSED_AT : half.position + plainBytes(half));
  skim(place, endpoint, own);
  skim(place, 1 - endpoint, other);
}

// @ts-ignore: decorator
@inline
export function isInBody(half: Half): bool { return half.state == IN_LENGTH || half.state == TO_END || half.state == IN_CHUNKS; }

/** How many of the next bytes hold nothing that needs to be looked at. */
function plainBytes(half: Half): f64 {
  if (half.state == TO_END) return ENDLESS;
  return half.state == IN_LENGTH || (half.state == IN_CHUNKS && isInChunk(half)) ? half.remaining - 1 : 0;
}

/** Whether nothing can start in this direction before the other has sent something. */
function isPaused(place: i32, endpoint: i32): bool {
  const plain = plainOf(place), back = halfOf(place, 1 - endpoint);
  return halfOf(place, endpoint).state == LOST && plain.isConfirmed != 0 && endpoint != plain.client && plain.waiting == 0 && back.messages > 0 && back.state != OVER;
}

function skim(place: i32, endpoint: i32, stream: Stream): void {
  const plain = plainOf(place), isLost = halfOf(place, endpoint).state == LOST;
  if (!isLost && (stream.bits & SKIMMED) == 0) return;
  const isOn = isLost && !isPaused(place, endpoint) && (!plain.isConfirmed || plain.isWarned) && (halfOf(place, 1 - endpoint).bits & PAUSED) == 0;
  stream.bits = isOn ? stream.bits | SKIMMED : stream.bits & ~SKIMMED;
}
