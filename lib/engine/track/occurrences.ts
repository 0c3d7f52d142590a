// Kinds of packets that occur among those gathered (lib/tcpflow/tables/occurrences.js), counted while they are
// extracted.
//
//   occurrences [ words, of the client's packets first | … ]     listed, of each piece [ controls … | resent … ]
import { TCP, VERDICT } from '../base/enums';
import { reserve } from '../base/memory';

/** Places of words; those of both ends are of the client's packets, and behind them of the server's. */
const PACKETS: i32 = 0;
const DATA: i32 = 2;
const RESENT: i32 = 4;
const LONGEST: i32 = 6;
const VERDICTS: i32 = 8;
const FLAGS: i32 = 10;
const ECN: i32 = 12;
const SHUT: i32 = 14;
const TTL: i32 = 16;
const UNPUSHED: i32 = 18;
const UNPUSHED_TIMES: i32 = 20;
const DOUBLE_SACKS: i32 = 22;
const ALL_FLAGS: i32 = 24;
const ANALYSIS: i32 = 25;
const BACKWARDS: i32 = 26;
const CONTROLS: i32 = 27;
const RESENDS: i32 = 28;
export const OCCURRENCE_WORDS: i32 = 29;
/** Bits that open or end a connection. */
const CONTROL: i32 = TCP.SYN | TCP.FIN | TCP.RST;

export const occurrences: usize = reserve(OCCURRENCE_WORDS << 2);

/**
 * Packets of the piece by their place among the connection's: those with SYN, FIN or RST, and data that was sent again.
 */
let controls: usize = 0;
let resends: usize = 0;
/** Of the previous packet. */
let beforeNs: f64 = -Infinity;

/**
 * @param first the piece's first packet: 0 begins anew
 * @param lists room for twice as many places as a piece has packets
 * @param most packets of a piece
 */
export function beginOccurrences(first: i32, lists: usize, most: i32): void {
  if (first == 0) {
    memory.fill(occurrences, 0, OCCURRENCE_WORDS << 2);
    beforeNs = -Infinity;
  }
  put(CONTROLS, 0);
  put(RESENDS, 0);
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
): void {
  if (timeNs < beforeNs) add(BACKWARDS, 1);
  beforeNs = timeNs;
  add(PACKETS + end, 1);
  mark(VERDICTS + end, 1 << verdict);
  mark(ECN + end, 1 << ecn);
  mark(ANALYSIS, analysis);
  mark(ALL_FLAGS, flags);
  raise(TTL + end, ttl);
  if ((flags & TCP.SYN) == 0) mark(FLAGS + end, flags);
  if ((flags & CONTROL) != 0) list(controls, CONTROLS, i);
  if (window == 0 && (flags & (TCP.ACK | TCP.RST)) == TCP.ACK) add(SHUT + end, 1);
  if (length > 0) noteData(i, end, flags, length, verdict);
}

function noteData(i: i32, end: i32, flags: i32, length: i32, verdict: i32): void {
  add(DATA + end, 1);
  raise(LONGEST + end, length);
  if (verdict == VERDICT.RETRANSMISSION) {
    add(RESENT + end, 1);
    list(resends, RESENDS, i);
  }
  if ((flags & TCP.PSH) != 0 || length < at(UNPUSHED + end)) return;
  put(UNPUSHED_TIMES + end, length > at(UNPUSHED + end) ? 1 : at(UNPUSHED_TIMES + end) + 1);
  put(UNPUSHED + end, length);
}

/** A packet's first SACK block is a D-SACK (RFC 2883). @param end who sends it */
export function noteDoubleSack(end: i32): void {
  add(DOUBLE_SACKS + end, 1);
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
