// Silences of a sender that had data in flight, where the capture was taken elsewhere. Two things end one:
//
// A retransmission time-out, after all that was in flight had been lost before the capture point. The first segment that
// comes through is the first one's repair, which looks new here:
//
//   at the sender   1 2 3 4 5 6 7 8   1̶ · · · 3        9 10         4 …
//   captured        1 2                      3 · · · ·  9 10 · · ·  4 …
//                     └ before               └ first    └ next: the hole below it had been sent before the silence
//
// A time-out leaves a window of one segment (RFC 5681 section 3.1): the first segment comes alone, and what follows, a
// round trip later, either lies above a hole (a sender that first sends new data, RFC 5682) or is a flight of a few.
//
// The path, which held the segments back: all come, more than an application sends after a pause (RFC 5681 section 4.1),
// or though the last segment before had more behind it (RFC 9293 section 3.9.1: without PSH). Their timestamps tell it
// where there are some.
//
// Both are refuted by:
// - segments that come as far apart before or after it: a slow link's pace;
// - an IP identification that is the next one (RFC 6864), where something would have been lost;
// - the other end's data in between: it was a sender's turn;
// - a segment before the silence that ended a write: short, and with PSH;
// - a window that had no room for what would have been lost.
import { TCP, TIMER_TICK_NS, TIMER_TRIPS, VERDICT } from '../base/enums';
import {
  Packets,
  ackOffsetOf,
  directionOf,
  endOffsetOf,
  flagsOf,
  ipIdOf,
  isSyn,
  lengthOf,
  sendsSomething,
  seqOffsetOf,
  timeNsOf,
  verdictOf,
  windowBytesOf,
} from './packets';
import { isSameTurn } from './spaced';

/** What a segment's acknowledgement released comes a round trip later; this share allows for a shorter one. */
const ALONE_TRIPS: f64 = 0.75;
/** One flight lies within this share of a round trip. */
const FLIGHT_TRIPS: f64 = 0.5;
/** After the first acknowledgement two segments may leave (RFC 5681 section 3.1), or three where bytes are counted. */
const MAX_SECOND_FLIGHT: i32 = 3;
/** An application that had paused returns with as many segments as it began with, or ten (RFC 6928). */
const RESTART_WINDOW: i32 = 10;
/** No stack begins with more: content networks set up to some 100. */
const MAX_RESTART_WINDOW: i32 = 128;

/** The next silence of a walk. */
export class Silence {
  /** The last packet with data before it, and the first after it; −1: there is none. */
  static before: i32 = -1;
  static first: i32 = -1;
  /** It ended with a time-out, not with what the path had held back. */
  static isLost: bool = false;
  /** Behind the data that had been sent before it, and whether that is known: else it is no more than this. */
  static endOffset: f64 = 0;
  static isExact: bool = false;
}

let direction: i32 = 0;
let tripNs: f64 = 0;
let windowKnown: bool = false;
/** Payload of the largest segment. */
let fullBytes: i32 = 0;
/** Most segments of a first flight. */
let restartWindow: i32 = RESTART_WINDOW;
/** The sender marks the end of what it has to send, or of a write, with PSH. */
let pushes: bool = false;
/** Where the search goes on, and the latest packet with data before it. */
let from: i32 = 0;
let last: i32 = -1;
/** From the packet with data before that to it. */
let lastGapNs: f64 = 0;
/** Segments since the silence before: no more can have been in flight, nor acknowledged since. */
let segmentsSince: i32 = 0;
/** Behind all data so far, and the highest offset that a window had allowed at the latest packet with data. */
let top: f64 = 0;
let edge: f64 = 0;

/**
 * Finds the first silence.
 * @param baseNs shortest round trip of the whole path; 0: none is searched for, as the capture was taken at the sender
 */
export function beginSilences(ofDirection: i32, baseNs: f64, isWindowKnown: bool): void {
  direction = ofDirection;
  tripNs = baseNs;
  windowKnown = isWindowKnown;
  from = baseNs > 0 ? 0 : Packets.count;
  last = -1;
  segmentsSince = 0;
  top = edge = lastGapNs = 0;
  if (baseNs > 0) learnHabits();
  nextSilence();
}

function learnHabits(): void {
  fullBytes = 0;
  pushes = false;
  let startNs = Infinity;
  let flight = 0;
  for (let i = 0; i < Packets.count; i++) {
    if (!isData(i)) continue;
    fullBytes = max(fullBytes, lengthOf(i));
    if (isPushed(i)) pushes = true;
    startNs = Math.min(startNs, timeNsOf(i));
    if (timeNsOf(i) - startNs < tripNs * ALONE_TRIPS) flight++;
  }
  restartWindow = min(MAX_RESTART_WINDOW, max(RESTART_WINDOW, flight));
}

/** Finds the next one. Linear over all calls: what is looked ahead at is a flight or two, and silences are longer. */
export function nextSilence(): void {
  Silence.first = Silence.before = -1;
  for (; from < Packets.count && Silence.first < 0; from++) {
    if (!isData(from)) continue;
    if (last >= 0 && isSilence(last, from)) {
      examine(last, from);
      segmentsSince = 0;
    }
    edge = edgeAt(from, Infinity);
    lastGapNs = last < 0 ? 0 : timeNsOf(from) - timeNsOf(last);
    last = from;
    segmentsSince++;
    top = Math.max(top, endOffsetOf(from));
  }
}

/** The highest offset that windows allowed between the latest packet with data and packet i, up to a time. */
function edgeAt(i: i32, untilNs: f64): f64 {
  let most = edge;
  for (let k = last + 1; k < i; k++) {
    if (directionOf(k) != direction && timeNsOf(k) <= untilNs) most = Math.max(most, ackOffsetOf(k) + windowBytesOf(k));
  }
  return most;
}

function isData(i: i32): bool {
  return directionOf(i) == direction && lengthOf(i) > 0 && !isSyn(i) && sendsSomething(i);
}

function isPushed(i: i32): bool {
  return (flagsOf(i) & TCP.PSH) != 0;
}

function endsWrite(i: i32): bool {
  return isPushed(i) && lengthOf(i) < fullBytes;
}

function isSilence(before: i32, first: i32): bool {
  return (
    timeNsOf(first) - timeNsOf(before) >= tripNs * TIMER_TRIPS + TIMER_TICK_NS &&
    verdictOf(first) == VERDICT.ORIGINAL &&
    seqOffsetOf(first) == top &&
    isSameTurn(before, first) &&
    !endsWrite(before)
  );
}

function examine(before: i32, first: i32): void {
  const next = nextData(first);
  const isAlone = next >= 0 && timeNsOf(next) - timeNsOf(first) >= tripNs * ALONE_TRIPS;
  const isExact = isAlone && seqOffsetOf(next) > endOffsetOf(first);
  const end = isExact ? seqOffsetOf(next) : endOffsetOf(first);
  const paceNs = Math.max(lastGapNs, next < 0 ? 0 : timeNsOf(next) - timeNsOf(first));
  if (timeNsOf(first) - timeNsOf(before) < paceNs * TIMER_TRIPS) return;
  if (windowKnown && end > edgeAt(first, timeNsOf(first) - tripNs * TIMER_TRIPS)) return;
  const isLost = (isExact || (isAlone && isRestarted(first, next))) && !isNextNumber(before, first);
  if (!isLost && !isHeld(before, first)) return;
  Silence.before = before;
  Silence.first = first;
  Silence.isLost = isLost;
  Silence.isExact = isExact;
  Silence.endOffset = isExact ? seqOffsetOf(next) : endOfTurn(first);
}

/** Whether a host that counts its packets, in either byte order, sent nothing in between. */
function isNextNumber(before: i32, i: i32): bool {
  const from = ipIdOf(before);
  const to = ipIdOf(i);
  return isNextStep(to - from, before, i) || isNextStep(swapped(to) - swapped(from), before, i);
}

/** An offloaded segment has a number for each packet of it, as long as a segment that is sent when there is no more. */
function isNextStep(step: i32, before: i32, i: i32): bool {
  const numbers = step & 0xffff;
  if (numbers == 1) return true;
  const packetBytes = lengthOf(i);
  return !isPushed(i) && numbers > 1 && (lengthOf(before) + packetBytes - 1) / packetBytes == numbers;
}

function swapped(id: i32): i32 {
  return ((id & 255) << 8) | (id >> 8);
}

/** The next packet with data; −1 none. */
function nextData(i: i32): i32 {
  for (let k = i + 1; k < Packets.count; k++) if (isData(k)) return k;
  return -1;
}

/** Without a hole: the first segment had more behind it, and still came alone, and the next flight is small. */
function isRestarted(first: i32, next: i32): bool {
  if (!pushes || isPushed(first) || seqOffsetOf(next) != endOffsetOf(first)) return false;
  let segments = 1;
  for (let k = nextData(next); k >= 0 && timeNsOf(k) - timeNsOf(next) < tripNs * FLIGHT_TRIPS; k = nextData(k)) {
    if (++segments > MAX_SECOND_FLIGHT) return false;
  }
  return true;
}

function isHeld(before: i32, first: i32): bool {
  let segments = 1;
  for (let k = nextData(first); k >= 0 && timeNsOf(k) - timeNsOf(first) < tripNs * ALONE_TRIPS; k = nextData(k)) {
    if (++segments > restartWindow) return true;
  }
  const hadMore = pushes && !isPushed(before) && lengthOf(before) == fullBytes;
  return hadMore && segments > 1 && segments != restartWindow;
}

/** Where the data ends that may have been sent in one go: a write's end, or the other end's turn. */
function endOfTurn(first: i32): f64 {
  let end = endOffsetOf(first);
  let k = first;
  for (let segments = 0; segments < segmentsSince && k >= 0 && isSameTurn(first, k); segments++) {
    end = Math.max(end, endOffsetOf(k));
    k = endsWrite(k) ? -1 : nextData(k);
  }
  return end;
}
