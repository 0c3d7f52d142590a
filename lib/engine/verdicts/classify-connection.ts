// Classifies every segment of a connection: two passes over each direction, linear in the packets.
// lib/tcpflow/verdicts/classifier.js calls it.
import { KIND, VERDICT } from '../base/enums';
import * as columns from '../base/row-columns';
import { partition } from './sequence-intervals';
import { beginEpisodes, episodeCount, episodeList } from './episodes';
import { beginEdges } from './interval-boundaries';
import { LossWindows, choose } from './loss-windows';
import { findFacts } from './delays';
import { Facts } from './facts';
import { NOT_KNOWN, Packet, beginExtraction, disregard, packetAt, packetCount } from './packet';
import { Reordering, measureReordering } from './reordering';
import { RoundTrips, measureRoundTrips } from './round-trips';
import { blockOf, placeOf } from '../base/read-rows';
import { makeScoreboard } from './scoreboard';
import { reset, take } from '../base/arena';
import { replaySender } from './sender-pass';
import { setTrace } from './trace';
import { Tally, classifySegments } from './verdict-pass';
import { judgementOf } from './verdicts';

export { setTables } from '../base/read-rows';
export { exhausted } from '../base/arena';
export { packetCount } from './packet';

/** Results for a direction: words of 64 bits, as JavaScript reads them. */
@unmanaged
class Found {
  /** Data segments by verdict; for retransmissions of bytes seen before the repeated bytes, else all. */
  retransmittedPackets: f64;
  retransmittedBytes: f64;
  reorderedPackets: f64;
  /** `Reordering`. */
  packets: f64;
  reordered: f64;
  extentMax: f64;
  extentSum: f64;
  nReordered1: f64;
  nReordered2: f64;
  nReordered3: f64;
  lateNs: f64;
  episodes: f64;
  /** Their address. */
  episodeList: f64;
  /** The `RoundTrips`. */
  rttSamples: f64;
  rttMinNs: f64;
  rttMaxNs: f64;
  rttSumNs: f64;
  rttSquares: f64;
}

/**
 * Classifies a connection's packets, and writes what it found into their rows. Traps when there is no memory left
 * (`exhausted`).
 * @param client which endpoint
 * @param clientBaseSeq wire numbers of the offsets 0
 * @param sackAgreed both ends' SYNs have the option
 * @param whole read every packet, not only those around losses: the result is the same
 * @param clientShift largest shift of an end's windows
 * @param meaningless by direction, a bit each: its checksums are meaningless, and above these two its timestamps
 * @param probeless the same: its sender's stack has no tail loss probes
 * @param mayProbe tail loss probes existed when it was captured
 * @param isFirst it was never classified before, so its rows have no verdicts yet
 * @param isLast no more packets will come
 * @returns address of `Found`, the client's data first
 */
export function judge(
  firstRow: i32,
  client: i32,
  clientBaseSeq: i32,
  serverBaseSeq: i32,
  sackAgreed: bool,
  clientShift: i32,
  serverShift: i32,
  meaningless: i32,
  probeless: i32,
  mayProbe: bool,
  whole: bool,
  isFirst: bool,
  isLast: bool,
): usize {
  reset();
  disregard(meaningless);
  findFacts(firstRow, client, sackAgreed, clientShift, serverShift);
  beginExtraction(client, clientBaseSeq, serverBaseSeq);
  beginEdges();
  choose(firstRow, client, whole);
  const found = take(2 * offsetof<Found>());
  Facts.probeless = probeless;
  Facts.mayProbe = mayProbe;
  classifyDirection(0, LossWindows.clientLeftOut, changetype<Found>(found));
  classifyDirection(1, LossWindows.serverLeftOut, changetype<Found>(found + offsetof<Found>()));
  writeRows(isFirst, isLast);
  tellRoundTrips(firstRow, client, changetype<Found>(found));
  tellRoundTrips(firstRow, 1 - client, changetype<Found>(found + offsetof<Found>()));
  return found;
}

function classifyDirection(direction: i32, leftOut: i32, found: Found): void {
  setTrace(direction);
  beginEpisodes();
  partition(direction);
  makeScoreboard();
  classifySegments();
  if (Tally.retransmissions > 0) replaySender();
  memory.fill(changetype<usize>(found), 0, offsetof<Found>());
  found.episodes = episodeCount();
  found.episodeList = <f64>episodeList();
  if (Tally.reordered > 0) tellReordering(leftOut, found);
  found.retransmittedPackets = Tally.retransmittedPackets;
  found.retransmittedBytes = Tally.retransmittedBytes;
  found.reorderedPackets = Tally.reorderedPackets;
}

function tellReordering(leftOut: i32, found: Found): void {
  measureReordering(leftOut);
  found.packets = Reordering.packets;
  found.reordered = Reordering.reordered;
  found.extentMax = Reordering.extentMax;
  found.extentSum = Reordering.extentSum;
  found.nReordered1 = Reordering.nReordered1;
  found.nReordered2 = Reordering.nReordered2;
  found.nReordered3 = Reordering.nReordered3;
  found.lateNs = Reordering.lateNs;
}

function tellRoundTrips(firstRow: i32, endpoint: i32, found: Found): void {
  measureRoundTrips(firstRow, endpoint);
  found.rttSamples = RoundTrips.samples;
  found.rttMinNs = RoundTrips.minNs;
  found.rttMaxNs = RoundTrips.maxNs;
  found.rttSumNs = RoundTrips.sumNs;
  found.rttSquares = RoundTrips.squares;
}

function writeRows(isFirst: bool, isLast: bool): void {
  for (let i = 0, n = packetCount(); i < n; i++) writeRow(packetAt(i), isFirst, isLast);
}

/** Unchanged values are not written: most are zeros, in pages that take no memory until they are written. */
function writeRow(packet: Packet, isFirst: bool, isLast: bool): void {
  const verdict = packet.verdict;
  const off: u8 = verdict == 0 ? 0 : packet.confidence ^ columns.firstConfidence(verdict);
  const judgement = judgementIn(packet);
  // Not before the end: later packets may show that checksums do mean damage.
  if (isLast) settleFlags(packet);
  if (isFirst && verdict == packet.firstVerdict && (off | judgement) == 0 && packet.evidence == 0) return;
  const block = blockOf(packet.row);
  const at = placeOf(packet.row);
  const evidenceAt = block + columns.EVIDENCE + (at << 1);
  store<u8>(block + columns.VERDICT + at, verdict);
  if ((isFirst ? 0 : load<u8>(block + columns.CONFIDENCE_OFF + at)) != off)
    store<u8>(block + columns.CONFIDENCE_OFF + at, off);
  if ((isFirst ? 0 : load<u8>(block + columns.JUDGEMENT + at)) != judgement)
    store<u8>(block + columns.JUDGEMENT + at, judgement);
  if ((isFirst ? 0 : load<u16>(evidenceAt)) != packet.evidence) store<u16>(evidenceAt, packet.evidence);
}

/** Whether it was refused, for good: its acknowledgement counts again where it was not. */
// @ts-ignore: decorator
@inline
function settleFlags(packet: Packet): void {
  const flagsAt = blockOf(packet.row) + columns.FLAGS + (placeOf(packet.row) << 1);
  if (load<u16>(flagsAt) != packet.flags) store<u16>(flagsAt, packet.flags);
}

// @ts-ignore: decorator
@inline
function judgementIn(packet: Packet): u8 {
  if (packet.verdict == VERDICT.RETRANSMISSION) return judgementOf(packet.kind, packet.spurious);
  return packet.verdict == VERDICT.WINDOW_PROBE ? judgementOf(KIND.PROBE, NOT_KNOWN) : 0;
}
