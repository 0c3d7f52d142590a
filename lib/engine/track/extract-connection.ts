// Gathers packets of one connection as columns of their own (ConnectionPackets of
// lib/tcpflow/connection/connection-packets.js), a piece at a time, for the thread that analyses.
//
//   gatherRoom  [ rows, listed first | frames | times | … ]     gatherEdges  [ left edges of SACK blocks … ][ right edges … ]
//   gatherLists [ places of packets that open or end it … ][ of data that was sent again … ]
import { REFUSED, TCP } from '../base/enums';
import { MAX_SACK_BLOCKS } from '../base/batch';
import { reserve } from '../base/memory';
import { beginOccurrences, noteDoubleSack, notePacket } from './occurrences';
import * as rows from '../base/rows';
import * as packets from '../base/packet-layout';
import { tableBytes } from '../base/table-layout';
import { copyToPackets } from './copied-columns';

/** Rows of a piece. */
export const GATHERED_ROWS: i32 = 2048;
export const GATHERED_BLOCKS: i32 = GATHERED_ROWS * MAX_SACK_BLOCKS;
const EDGES_BYTES: usize = GATHERED_BLOCKS * 8;

export const gatherRoom: usize = reserve(tableBytes(GATHERED_ROWS, packets.PACKET_COLUMNS, packets.BYTES_PER_PACKET));
export const gatherEdges: usize = reserve(EDGES_BYTES * 2);
/** Places of packets, of two kinds (occurrences.ts). */
export const gatherLists: usize = reserve((<usize>GATHERED_ROWS) << 3);

/** Source of `gather`: the rows listed, of which the client's are those of endpoint `client`. */
let count: i32 = 0;
let client: i32 = 0;
/** The row after those listed; below 0: there is none. */
let next: i32 = -1;
/** SACK blocks of the rows that were counted. */
let blocks: i32 = 0;

/**
 * Lists rows of a connection where `gather` looks for them.
 * @param first of them; below 0: there is none @param end of the rows that are complete
 * @returns how many: a whole piece where there may be more
 */
export function listRows(first: i32, end: i32): i32 {
  let listed = 0;
  next = first;
  for (; next >= 0 && next < end && listed < GATHERED_ROWS; listed++) {
    store<i32>(gatherRoom + ((<usize>listed) << 2), next);
    next = valueOf<i32>(next, rows.NEXT);
  }
  return listed;
}

/** Lists the next rows. */
export function listNext(end: i32): i32 {
  return listRows(next, end);
}

/** How many rows a connection has. */
export function countRows(first: i32, end: i32): i32 {
  let found = 0;
  blocks = 0;
  for (let row = first; row >= 0 && row < end; row = valueOf<i32>(row, rows.NEXT)) {
    found++;
    blocks += <i32>valueOf<u8>(row, rows.SACK_COUNT);
  }
  return found;
}

export function countedBlocks(): i32 {
  return blocks;
}

/**
 * Gathers the first `listed` of the rows.
 * @param clientEnd the client's endpoint
 * @param clientScale its window factor
 * @param clientBase wire number of its offset 0
 * @param first packets of the pieces before @param sackStart SACK blocks of these @returns those of this one
 */
export function gather(
  listed: i32,
  clientEnd: i32,
  clientScale: f64,
  serverScale: f64,
  clientBase: i32,
  serverBase: i32,
  first: i32,
  sackStart: i32,
): i32 {
  count = listed;
  client = clientEnd;
  packets.usePackets(gatherRoom, count);
  copyToPackets(gatherRoom, count);
  gatherFrames();
  gatherDirections();
  gatherOffsets();
  gatherWindows(clientScale, serverScale);
  for (let i = 0; i < count; i++) if (packets.flagsOf(i) & REFUSED) putOut(i);
  beginOccurrences(first, gatherLists, GATHERED_ROWS);
  for (let i = 0; i < count; i++) {
    notePacket(
      first + i,
      packets.directionOf(i),
      packets.timeNsOf(i),
      packets.flagsOf(i),
      packets.lengthOf(i),
      packets.windowOf(i),
      packets.verdictOf(i),
      packets.analysisOf(i),
      packets.ttlOf(i),
      packets.ecnOf(i),
      packets.optionsOf(i),
      packets.ipIdOf(i),
    );
  }
  return gatherSacks(sackStart, clientBase, serverBase);
}

// @ts-ignore: decorator
@inline
function rowAt(i: i32): i32 {
  return load<i32>(gatherRoom + ((<usize>i) << 2));
}

// @ts-ignore: decorator
@inline
function valueOf<T>(row: i32, column: usize): T {
  return load<T>(rows.blockOf(row) + column + rows.placeOf(row) * sizeof<T>());
}

/** Whether a row's sender is the client. */
// @ts-ignore: decorator
@inline
function isClients(row: i32): bool {
  return (valueOf<i32>(row, rows.FLOW_END) & 1) == client;
}

function gatherFrames(): void {
  for (let i = 0; i < count; i++)
    store<i32>(packets.frame + ((<usize>i) << 2), rowAt(i) + 1 + valueOf<i32>(rowAt(i), rows.FRAME_AHEAD));
}

function gatherDirections(): void {
  for (let i = 0; i < count; i++) store<u8>(packets.direction + <usize>i, isClients(rowAt(i)) ? 0 : 1);
}

/** A packet's start, end and acknowledgement. */
function gatherOffsets(): void {
  for (let i = 0; i < count; i++) {
    const row = rowAt(i);
    const at = (<usize>i) << 3;
    const start = rows.seqOffsetAt(rows.blockOf(row), rows.placeOf(row));
    const flags = <i32>valueOf<u16>(row, rows.FLAGS);
    store<f64>(packets.seqOffset + at, start);
    store<f64>(packets.endOffset + at, rows.endOffset(start, valueOf<i32>(row, rows.LENGTH), flags));
    store<f64>(packets.ackOffset + at, rows.ackOffsetAt(rows.blockOf(row), rows.placeOf(row)));
  }
}

/** A SYN's window is never scaled (RFC 7323, section 2.2). */
function gatherWindows(clientScale: f64, serverScale: f64): void {
  for (let i = 0; i < count; i++) {
    const row = rowAt(i);
    const scale = isClients(row) ? clientScale : serverScale;
    store<f64>(
      packets.windowBytes + ((<usize>i) << 3),
      <f64>valueOf<u16>(row, rows.WINDOW) * ((<i32>valueOf<u16>(row, rows.FLAGS)) & TCP.SYN ? 1 : scale),
    );
  }
}

/** A packet that its receiver refuses opens no window; one beyond the window is not in the stream either. */
function putOut(i: i32): void {
  const isBeyond = rows.isBeyondWindow(packets.flagsOf(i));
  if (isBeyond) store<i32>(packets.length + ((<usize>i) << 2), 0);
  const before = latestOf(packets.directionOf(i), i);
  if (before < 0) return;
  store<f64>(packets.windowBytes + ((<usize>i) << 3), packets.windowBytesOf(before));
  store<u16>(packets.window + ((<usize>i) << 1), <u16>packets.windowOf(before));
  if (!isBeyond) return;
  store<f64>(packets.seqOffset + ((<usize>i) << 3), packets.endOffsetOf(before));
  store<f64>(packets.endOffset + ((<usize>i) << 3), packets.endOffsetOf(before));
}

/** The piece's latest packet of a direction before the i-th; −1 none. */
function latestOf(direction: i32, i: i32): i32 {
  for (let k = i - 1; k >= 0; k--) if (packets.directionOf(k) == direction) return k;
  return -1;
}

function gatherSacks(sackStart: i32, clientBase: i32, serverBase: i32): i32 {
  let blocks = 0;
  for (let i = 0; i < count; i++) {
    const row = rowAt(i);
    const own = valueOf<u8>(row, rows.SACK_COUNT);
    store<i32>(packets.sackStart + ((<usize>i) << 2), sackStart + blocks);
    store<u8>(packets.sackCount + <usize>i, own);
    if (own > 0) gatherEdgesOf(row, <i32>own, blocks, isClients(row) ? serverBase : clientBase);
    blocks += <i32>own;
  }
  return blocks;
}

/** @param own how many blocks it has @param to its first block here @param base wire number of what is acknowledged */
function gatherEdgesOf(row: i32, own: i32, to: i32, base: i32): void {
  const first = valueOf<i32>(row, rows.SACK);
  const ack = rows.ackOffsetAt(rows.blockOf(row), rows.placeOf(row));
  for (let k = 0; k < own; k++) {
    const left = gatherEdges + ((<usize>(to + k)) << 3);
    store<f64>(left, unwrapNear(rows.sackEdge(first + k, 0), ack, base));
    store<f64>(left + EDGES_BYTES, unwrapNear(rows.sackEdge(first + k, 1), ack, base));
  }
  const left = gatherEdges + ((<usize>to) << 3);
  const from = load<f64>(left);
  const end = load<f64>(left + EDGES_BYTES);
  if (end <= ack && end > from) noteDoubleSack(isClients(row) ? 0 : 1);
}

/** A wire number within 2^31 of the acknowledgement, as offset. */
function unwrapNear(edge: i32, ack: f64, base: i32): f64 {
  return ack + <f64>(edge - (base + <i32>(<i64>ack)));
}
