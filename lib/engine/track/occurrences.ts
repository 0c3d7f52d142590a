// Kinds of packets that occur among those gathered (lib/tcpflow/tables/occurrences.js), counted while they are
// extracted.
//
//   occurrences [ words, of the client's packets first | … ]     listed, of each piece [ controls … | resent … ]
import { OCCURRENCE, OPTION, SMALL_BYTES, TCP, VERDICT } from '../base/enums';
import { reserve } from '../base/memory';

/** Bits that open or end a connection. */
const CONTROL: i32 = TCP.SYN | TCP.FIN | TCP.RST;

export const occurrences: usize = reserve(OCCURRENCE.COUNT << 2);

/**
 * Packets of the piece by their place among the connection's: those with SYN, FIN or RST, and data that was sent again.
 */
let controls: usize = 0;
let resends: usize = 0;
/** Of the previous packet. */
let beforeNs: f64 = -Infinity;
/** When each end last sent data with a timestamp; below 0: never. */
let clientDataNs: f64 = -1;
let serverDataNs: f64 = -1;
/** Packets without data in a row, of each end. */
let clientBare: i32 = 0;
let serverBare: i32 = 0;
/** IP identifications of the three packets before, the latest in the low bits. */
let beforeIds: u64 = 0;

/**
 * @param first the piece's first packet: 0 begins anew
 * @param lists room for twice as many places as a piece has packets
 * @param most packets of a piece
 */
export function beginOccurrences(first: i32, lists: usize, most: i32): void {
  if (first == 0) {
    memory.fill(occurrences, 0, OCCURRENCE.COUNT << 2);
    beforeNs = -Infinity;
    clientDataNs = -1;
    serverDataNs = -1;
    clientBare = 0;
    serverBare = 0;
    beforeIds = 0;
  }
  put(OCCURRENCE.CONTROLS, 0);
  put(OCCURRENCE.RESENDS, 0);
  controls = lists;
  resends = lists + ((<usize>most) << 2);
}

/** @param i its place among the connection's packets @param end 0 the client's */
export function notePacket(
  i: i32,
  end: i32,
  timeNs: f64,
  flags: i32,
  length: i32,
  window: i32,
  verdict: i32,
  analysis: i32,
  ttl: i32,
  ecn: i32,
  options: i32,
  ipId: i32,
): void {
  if (timeNs < beforeNs) add(OCCURRENCE.BACKWARDS, 1);
  else if (beforeNs > -Infinity) raise(OCCURRENCE.PAUSE_MS, inMs(timeNs - beforeNs));
  beforeNs = timeNs;
  noteId(ipId);
  if (verdict != VERDICT.DUPLICATE_IN_CAPTURE) noteRun(end, length);
  add(OCCURRENCE.PACKETS + end, 1);
  mark(OCCURRENCE.VERDICTS + end, 1 << verdict);
  mark(OCCURRENCE.ECN + end, 1 << ecn);
  mark(OCCURRENCE.ANALYSIS, analysis);
  mark(OCCURRENCE.ALL_FLAGS, flags);
  raise(OCCURRENCE.TTL + end, ttl);
  if ((flags & TCP.SYN) == 0) mark(OCCURRENCE.FLAGS + end, flags);
  if ((flags & CONTROL) != 0) list(controls, OCCURRENCE.CONTROLS, i);
  if (window == 0 && (flags & (TCP.ACK | TCP.RST)) == TCP.ACK) add(OCCURRENCE.SHUT + end, 1);
  if (length == 0) return;
  noteData(i, end, flags, length, verdict);
  if (options & OPTION.TIMESTAMPS) noteStamped(end, timeNs);
}

/** At least so many milliseconds. */
function inMs(ns: f64): i32 {
  return <i32>Math.min(Math.ceil(ns / 1e6), i32.MAX_VALUE);
}

/** Whether one of the three packets before has the same identification. */
function noteId(ipId: i32): void {
  const id = (<u64>ipId) & 0xffff;
  const isSame = id == (beforeIds & 0xffff) || id == ((beforeIds >> 16) & 0xffff) || id == ((beforeIds >> 32) & 0xffff);
  if (isSame && id != 0 && id != 0xffff) add(OCCURRENCE.SAME_IDS, 1);
  beforeIds = (beforeIds << 16) | id;
}

function noteRun(end: i32, length: i32): void {
  if (length > 0) clientBare = serverBare = 0;
  else if (end == 0) clientBare++;
  else serverBare++;
  raise(OCCURRENCE.BARE_RUN, clientBare < serverBare ? clientBare : serverBare);
}

function noteStamped(end: i32, timeNs: f64): void {
  const lastNs = end == 0 ? clientDataNs : serverDataNs;
  if (lastNs >= 0) raise(OCCURRENCE.STALL_MS + end, inMs(timeNs - lastNs));
  if (end == 0) clientDataNs = timeNs;
  else serverDataNs = timeNs;
}

function noteData(i: i32, end: i32, flags: i32, length: i32, verdict: i32): void {
  add(OCCURRENCE.DATA + end, 1);
  raise(OCCURRENCE.LONGEST + end, length);
  if (length <= SMALL_BYTES && (flags & TCP.PSH) != 0) add(OCCURRENCE.SMALL_PUSHED + end, 1);
  if (verdict == VERDICT.RETRANSMISSION) {
    add(OCCURRENCE.RESENT + end, 1);
    list(resends, OCCURRENCE.RESENDS, i);
  }
  if ((flags & TCP.PSH) != 0 || length < at(OCCURRENCE.UNPUSHED + end)) return;
  put(
    OCCURRENCE.UNPUSHED_TIMES + end,
    length > at(OCCURRENCE.UNPUSHED + end) ? 1 : at(OCCURRENCE.UNPUSHED_TIMES + end) + 1,
  );
  put(OCCURRENCE.UNPUSHED + end, length);
}

/** A packet's first SACK block is a D-SACK (RFC 2883). @param end who sends it */
export function noteDoubleSack(end: i32): void {
  add(OCCURRENCE.DOUBLE_SACKS + end, 1);
}

// @ts-ignore: decorator
@inline
function at(word: i32): i32 {
  return load<i32>(occurrences + ((<usize>word) << 2));
}

// @ts-ignore: decorator
@inline
function put(word: i32, value: i32): void {
  store<i32>(occurrences + ((<usize>word) << 2), value);
}

// @ts-ignore: decorator
@inline
function add(word: i32, value: i32): void {
  put(word, at(word) + value);
}

// @ts-ignore: decorator
@inline
function mark(word: i32, bits: i32): void {
  put(word, at(word) | bits);
}

// @ts-ignore: decorator
@inline
function raise(word: i32, value: i32): void {
  if (value > at(word)) put(word, value);
}

// @ts-ignore: decorator
@inline
function list(places: usize, count: i32, i: i32): void {
  store<i32>(places + ((<usize>at(count)) << 2), i);
  add(count, 1);
}
