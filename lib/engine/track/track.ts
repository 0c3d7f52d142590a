// Tracks the connections of a capture: the per-packet work, compiled to WebAssembly (docs/performance.md says why).
// lib/tcpflow/tracker.js fills the batch, calls `track`, and reads flows and rows from the memory.
import {
  ANALYSIS,
  DIR_BIT,
  FLOW_BIT,
  OPTION,
  REFUSAL,
  REFUSAL_SHIFT,
  SIGNED,
  STANDING,
  TCP,
  VERDICT,
} from '../base/enums';
import * as batch from '../base/batch';
import { acknowledge } from './acknowledge';
import { classify } from './classify';
import { countFlags } from '../base/flag-counts';
import { wiresharkFlags } from './flags';
import { followHandshake } from './handshake';
import { directionOf, flowAt, spaceOf, timesAt } from '../base/flow-blocks';
import { askForSlots, find, reused, startTable } from './flows';
import { Direction } from '../base/flow-layout';
import { lay } from './append-rows';
import { judge } from './refusal';
import { moveReferences, placeSegment } from './sequence-space';
import { Current } from './segment';
import { enterShared, leaveShared, rescaleShared } from './shared-stream';
import * as rows from '../base/rows';
import { startAllocating } from '../base/memory';

export { floatBlock, intBlock } from '../base/flow-blocks';
export {
  GATHERED_BLOCKS,
  GATHERED_ROWS,
  countRows,
  countedBlocks,
  gather,
  gatherEdges,
  gatherLists,
  gatherRoom,
  listNext,
  listRows,
} from './extract-connection';
export { occurrences } from './occurrences';
export { HASH_SECRETS, hashOfNine, hashOfThree, hashSecrets } from './keyed-hash';
export { findQuoted, flowCount, quoted, searchDetours, streamCount } from './flows';
export { writeFlow } from '../json/flow';
export { JSON_BYTES, jsonBuffer } from '../json/flow-values';
export {
  http1BeginTunnel,
  http1CatchUp,
  http1Close,
  http1End,
  http1Gap,
  http1GiveUp,
  http1IsConfirmed,
  http1IsOpen,
  http1Leave,
  http1Open,
  http1OpenDirection,
  http1PartialHead,
  http1Position,
  http1Progress,
  http1Push,
  http1Scratch,
  http1SkipBody,
  http1State,
  http1NextNeeded,
  http1Wishes,
} from '../http1/calls';
export { http1ReadStreams } from '../http1/direct';
export { http1Event, http1HeadBytes, http1Heads } from '../http1/events';
export { MAX_HEAD_BYTES } from '../http1/head';
export { needle, setNeedle } from '../http1/skim';
export { MAX_METHOD_BYTES, MAX_START_LINE_BYTES } from '../http1/start-line';
export { MAX_GAPS_SEARCHED } from '../http1/start-search';
export {
  keepRecent,
  MAX_RECENT_BYTES,
  MAX_RECENT_STRETCHES,
  recentBuckets,
  RECENT_BUCKETS,
  recentBytes,
  recentStretches,
  recentWritten,
  roomForRecent,
} from '../base/overlap-window';
export { allocate, memoryBytes } from '../base/memory';
export { streamBlock } from '../base/stream-state';
export { pass } from './deliver';
export { nextFlow } from './find-flows';
export { blocks as rowBlocks, rowBlock, rowCount, sackBlock, sackBlockCount, sackBlocks } from '../base/rows';
export { BATCHES, BATCH_BYTES, batches } from '../base/batch';
export { CHUNKS, CHUNK_BYTES, chunks, frameColumn } from '../base/frames';
export { beginRecords, findRecords, recordCount, refusedLength } from '../decode/records';
export { decodeFrames, segmentCount, vlanScopes } from '../decode/decode';

/** By the first instance of the module on a memory, before all else, when `hashSecrets` are there. */
export function start(): void {
  startAllocating();
  startTable();
}

/** Tracks the first `count` segments of the batch of that index. */
export function track(index: i32, count: i32): void {
  batch.useBatch(index);
  rows.makeRoom(count);
  lay(count);
  askForSlots(count);
  for (let i = 0; i < count; i++) {
    trackSegment(i);
    handOver(i);
  }
}

/** Input for deliver.ts, which runs later. */
function handOver(i: i32): void {
  batch.setI32(batch.flowEnd, i, (Current.flowIndex << 1) | Current.endpoint);
  batch.setF64(batch.dataOffset, i, Current.dataOffset);
  const refusal = Current.refusal;
  let standing: u8 = Current.flow.bits & FLOW_BIT.ROLE_GUESSED ? STANDING.ROLE_GUESSED : 0;
  if (refusal == REFUSAL.RESET) standing |= STANDING.RESET_IGNORED;
  else if (refusal) standing |= STANDING.REFUSED;
  batch.setF64(batch.ackOffset, i, refusal ? -1 : Current.ackOffset);
  batch.setU8(batch.standing, i, standing);
}

function trackSegment(i: i32): void {
  take(i);
  placeSegment();
  Current.refusal = judge();
  if (!isOutOfPlace()) moveReferences();
  if (Current.flags & TCP.SYN) openDirection(i);
  findFlags();
  followHandshake();
  const options = batch.u8At(batch.options, i);
  if (options & (OPTION.BROKEN | OPTION.WINDOW_SCALE)) rareOptions(options);
  if (Current.refusal) disregard();
  else classify();
  book();
  if (Current.ackOffset >= 0 && !Current.refusal) acknowledge();
  if (Current.length > 0) bookFlight();
  keep(i);
}

/**
 * A segment that has no effect on its receiver. Its sender has sent these bytes all the same, and may send them again;
 * but those far beyond the window are not of this stream.
 */
function disregard(): void {
  Current.flow.bits |= FLOW_BIT.NEEDS_VERDICTS;
  if (Current.refusal == REFUSAL.WINDOW) {
    Current.verdict = VERDICT.REFUSED;
    Current.repeatedBytes = Current.length;
    return;
  }
  classify();
  if (Current.refusal == REFUSAL.CHECKSUM) Current.verdict = VERDICT.CORRUPTED;
}

/** Its numbers are not of this connection, or not of what it has now. */
// @ts-ignore: decorator
@inline
function isOutOfPlace(): bool {
  const refusal = Current.refusal;
  return refusal == REFUSAL.WINDOW || refusal >= REFUSAL.UNSENT;
}

/** Wireshark's flags, which depend on the state of the whole stream. */
function findFlags(): void {
  const isShared = Current.flow.shared != 0;
  if (isShared) enterShared();
  Current.analysis = wiresharkFlags() | (reused ? ANALYSIS.REUSED_PORTS : 0);
  if (isShared) leaveShared();
}

/**
 * Wireshark ignores an incomplete header; and it accepts a window scale option in any segment, while RFC 7323 (section
 * 2.2) allows it only in a SYN.
 */
function rareOptions(options: i32): void {
  if (options & OPTION.BROKEN) Current.analysis = 0;
  if (options & OPTION.WINDOW_SCALE && (Current.flags & TCP.SYN) == 0)
    rescaleShared(batch.u8At(batch.windowScale, Current.i));
}

/** Makes the segment the current one. */
function take(i: i32): void {
  const found = find(i);
  const index = found >> 1;
  const endpoint = found & 1;
  const flow = flowAt(index);
  const times = timesAt(index);
  Current.i = i;
  Current.frame = batch.i32At(batch.frame, i);
  Current.timeNs = batch.f64At(batch.timeNs, i);
  Current.flowIndex = index;
  Current.endpoint = endpoint;
  Current.flags = batch.u16At(batch.flags, i);
  Current.seq = batch.i32At(batch.seq, i);
  Current.ack = batch.i32At(batch.ack, i);
  Current.window = batch.u16At(batch.window, i);
  Current.length = batch.i32At(batch.payloadLength, i);
  Current.wsLength = batch.i32At(batch.recordLength, i);
  Current.flow = flow;
  Current.times = times;
  Current.fwd = directionOf(flow, endpoint);
  Current.rev = directionOf(flow, 1 - endpoint);
  Current.fwdSpace = spaceOf(times, endpoint);
  Current.revSpace = spaceOf(times, 1 - endpoint);
}

/**
 * A SYN: options and roles. The first SYN or SYN-ACK decides these, whatever follows: in a simultaneous open (RFC 9293,
 * section 3.5) both ends send both.
 */
function openDirection(i: i32): void {
  const fwd = Current.fwd;
  const options = batch.u8At(batch.options, i);
  if ((fwd.bits & DIR_BIT.SYN_SEEN) == 0) noteStack(i, options);
  fwd.bits |= DIR_BIT.SYN_SEEN;
  fwd.synOptions |= options | (batch.i32At(batch.optionOrder, i) & SIGNED);
  if (options & OPTION.MSS) fwd.mss = batch.i32At(batch.mss, i);
  if ((Current.flow.bits & FLOW_BIT.ROLE_GUESSED) == 0) return;
  Current.flow.client = Current.flags & TCP.ACK ? 1 - Current.endpoint : Current.endpoint;
  Current.flow.bits &= ~FLOW_BIT.ROLE_GUESSED;
}

/** The stack's features in a direction's first SYN; an option order cut by the snap length is ignored. */
function noteStack(i: i32, options: i32): void {
  if (options & (OPTION.MSS | OPTION.WINDOW_SCALE) && (options & OPTION.BROKEN) == 0)
    Current.fwd.synOrder = batch.i32At(batch.optionOrder, i) & ~SIGNED;
  const isZeroId = batch.u16At(batch.ipId, i) == 0;
  Current.fwd.synHeader = Current.window | ((<i32>batch.u8At(batch.ttl, i)) << 16) | (i32(isZeroId) << 24);
}

const REMARKABLE: i32 = ANALYSIS.KEEP_ALIVE | ANALYSIS.ZERO_WINDOW_PROBE | ANALYSIS.ACK_LOST_SEGMENT;

/** Statistics of the direction. */
function book(): void {
  const fwd = Current.fwd;
  const space = Current.fwdSpace;
  const flags = Current.flags;
  if (Current.timeNs > Current.times.end) Current.times.end = Current.timeNs;
  fwd.packets++;
  if (Current.analysis) countFlags(fwd, Current.analysis);
  if (Current.verdict > <i32>VERDICT.ORIGINAL || Current.analysis & REMARKABLE)
    Current.flow.bits |= FLOW_BIT.NEEDS_VERDICTS;
  if (Current.length > 0) bookData();
  if (Current.verdict == VERDICT.RETRANSMISSION && Current.endOffset > space.retransmittedEnd)
    space.retransmittedEnd = Current.endOffset;
  if ((flags & (TCP.SYN | TCP.FIN | TCP.RST | TCP.URG)) == 0) return;
  if (flags & TCP.URG) Current.flow.bits |= FLOW_BIT.URGENT;
  if (flags & TCP.SYN) fwd.syns++;
  if (flags & TCP.FIN) {
    fwd.fins++;
    if (Current.endOffset > space.highest) space.highest = Current.endOffset;
  }
  if (flags & TCP.RST) {
    fwd.resets++;
    if (!Current.refusal) Current.flow.bits |= FLOW_BIT.RESET;
  }
}

function bookData(): void {
  const fwd = Current.fwd;
  const space = Current.fwdSpace;
  const length = Current.length;
  fwd.dataPackets++;
  fwd.bits |= DIR_BIT.DATA_SEEN;
  space.bytes += <f64>length;
  space.uniqueBytes += <f64>(length - Current.repeatedBytes);
  if (Current.verdict == VERDICT.RETRANSMISSION) {
    fwd.retransmittedPackets++;
    space.retransmittedBytes += <f64>(Current.repeatedBytes > 0 ? Current.repeatedBytes : length);
  } else if (Current.verdict == VERDICT.REORDERED) fwd.reorderedPackets++;
  else if (
    Current.verdict == VERDICT.ORIGINAL &&
    (fwd.bits & (DIR_BIT.DATA_ACKED | DIR_BIT.SYN_SEEN)) == DIR_BIT.SYN_SEEN
  ) {
    fwd.initialWindowBytes += length;
    fwd.initialWindowSegments++;
  }
}

/**
 * Adds the values that depend on earlier packets to the segment's row (append-rows.ts has written the rest), and links
 * it into its connection.
 */
function keep(i: i32): void {
  const row = rows.addRow();
  const block = rows.blockOf(row);
  const at = rows.placeOf(row);
  const flow = Current.flow;
  const at1 = block + at;
  const at4 = block + (at << 2);
  keepNumbers(block, at);
  store<i32>(at4 + rows.FLOW_END, (Current.flowIndex << 1) | Current.endpoint);
  store<i32>(at4 + rows.NEXT, -1);
  store<u8>(at1 + rows.VERDICT, <u8>Current.verdict);
  if (Current.refusal | i32(Current.isUnproved)) {
    const standing = (Current.refusal << REFUSAL_SHIFT) | (Current.isUnproved ? TCP.UNPROVED : 0);
    store<u16>(block + rows.FLAGS + (at << 1), <u16>(Current.flags | standing));
  }
  if (Current.analysis) store<u16>(block + rows.ANALYSIS + (at << 1), <u16>Current.analysis);
  if (batch.u8At(batch.options, i) & OPTION.SACK) keepSacks(i, at1, at4);
  if (flow.lastRow < 0) flow.firstRow = row;
  else store<i32>(rows.blockOf(flow.lastRow) + rows.NEXT + (rows.placeOf(flow.lastRow) << 2), row);
  flow.lastRow = row;
  flow.packets++;
  if (Current.fwd.unackedRow < 0 && Current.endOffset > Current.seqOffset && Current.refusal != REFUSAL.WINDOW)
    Current.fwd.unackedRow = row;
}

/** Offsets, and wire numbers where they differ from those derived from these (row-columns.ts). */
function keepNumbers(block: usize, at: usize): void {
  const seqOffset = <i64>Current.seqOffset;
  const seq = Current.seq - (Current.fwd.firstBaseSeq + <i32>seqOffset);
  let ack = Current.ack;
  rows.setSeqOffset(block, at, seqOffset);
  if (Current.flags & TCP.ACK) {
    const ackOffset = <i64>Current.ackOffset;
    rows.setAckOffset(block, at, ackOffset);
    ack -= Current.rev.firstBaseSeq + <i32>ackOffset;
  }
  if (seq) store<i32>(block + rows.SEQ_AHEAD + (at << 2), seq);
  if (ack) store<i32>(block + rows.ACK_AHEAD + (at << 2), ack);
}

function keepSacks(i: i32, at1: usize, at4: usize): void {
  const count = batch.u8At(batch.sackCount, i);
  store<u8>(at1 + rows.SACK_COUNT, <u8>count);
  store<i32>(at4 + rows.SACK, rows.addSackBlocks(i, count));
}

/** Highest byte sent minus highest byte acknowledged, where both are known. */
function bookFlight(): void {
  const acked = Current.fwdSpace.acked;
  const inFlight = Current.fwdSpace.highest - acked;
  if (acked < 0 || inFlight < 0 || inFlight > <f64>i32.MAX_VALUE) return;
  if (inFlight > <f64>Current.fwd.maxInFlight) Current.fwd.maxInFlight = <i32>inFlight;
}
