// The packets that are judged, gathered from the table, with what the walks find out about them: i is the place among them.
import * as columns from "../../core/row-columns";
import { blockOf, endOffset, f64At, i32At, placeOf, sackEdge, u16At, u8At } from "./rows";
import { take } from "./scratch";

/** `spurious` of a packet: not known yet, or no retransmission. */
export const NOT_KNOWN: i8 = -1;

@unmanaged
export class Packet {
  timeNs: f64;
  seqOffset: f64;
  endOffset: f64;
  /** −1 without ACK. */
  ackOffset: f64;
  row: i32;
  length: i32;
  /** Bit patterns of the wire. */
  tsValue: i32;
  tsEcho: i32;
  /** Its SACK blocks: `sackCount` pairs of offsets at this place. */
  sacks: u32;
  /** The packet that bore the segment's first byte before; −1 none among those gathered. */
  previous: i32;
  /** Bytes of sequence space that had been seen before. */
  repeated: i32;
  /** Of one that ended highest: the packet that did before; −1 none. */
  follows: i32;
  /** First sendings of data that had come before, of its direction (reordering.ts). */
  position: i32;
  flags: u16;
  /** As in the header. */
  window: u16;
  ipId: u16;
  evidence: u16;
  options: u8;
  sackCount: u8;
  /** 0: the client sent it. */
  direction: u8;
  verdict: u8;
  kind: u8;
  confidence: u8;
  /** 1: a retransmission that was not needed, 0 one that was. */
  spurious: i8;
  /** 1: an acknowledgement that was captured twice. */
  ackCopy: u8;
}

let packets: usize = 0;
let count: i32 = 0;

// @ts-ignore: decorator
@inline
export function packetCount(): i32 { return count; }

// @ts-ignore: decorator
@inline
export function packetAt(i: i32): Packet { return changetype<Packet>(packets + <usize>i * offsetof<Packet>()); }

/** A packet that is of no gathering. */
export function newPacket(): Packet { return changetype<Packet>(take(offsetof<Packet>())); }

/** Edge k of a packet's SACK blocks: left ones even, right ones odd. */
// @ts-ignore: decorator
@inline
export function sackAt(packet: Packet, k: i32): f64 { return load<f64>(<usize>packet.sacks + (<usize>k << 3)); }

/**
 * Gathers the packets of some rows.
 * @param rows their numbers, i32, ascending @param client which endpoint @param baseSeq wire numbers of the offsets 0, by direction
 */
export function gather(rows: usize, n: i32, client: i32, clientBaseSeq: i32, serverBaseSeq: i32): void {
  count = n;
  packets = take(<usize>n * offsetof<Packet>());
  for (let i = 0; i < n; i++) {
    const packet = packetAt(i);
    readRow(packet, load<i32>(rows + (<usize>i << 2)), client);
    if (packet.sackCount > 0) gatherSacks(packet, packet.direction ? clientBaseSeq : serverBaseSeq);
  }
}

/** Fills a packet from its row, but for the SACK blocks; nothing is judged yet. */
export function readRow(packet: Packet, row: i32, client: i32): void {
  const block = blockOf(row), at = placeOf(row), flags = u16At(block, columns.FLAGS, at), seqOffset = columns.seqOffsetAt(block, at);
  packet.row = row;
  packet.timeNs = f64At(block, columns.TIME, at);
  packet.seqOffset = seqOffset;
  packet.length = i32At(block, columns.LENGTH, at);
  packet.endOffset = endOffset(seqOffset, packet.length, flags);
  packet.ackOffset = columns.ackOffsetAt(block, at);
  packet.tsValue = i32At(block, columns.TS_VALUE, at);
  packet.tsEcho = i32At(block, columns.TS_ECHO, at);
  packet.flags = <u16>flags;
  packet.window = <u16>u16At(block, columns.WINDOW, at);
  packet.ipId = <u16>u16At(block, columns.IP_ID, at);
  packet.options = <u8>u8At(block, columns.OPTIONS, at);
  packet.sackCount = <u8>u8At(block, columns.SACK_COUNT, at);
  packet.direction = <u8>((i32At(block, columns.FLOW_END, at) & 1) ^ client);
  packet.sacks = 0;
  packet.previous = -1;
  packet.repeated = 0;
  packet.follows = -1;
  packet.evidence = 0;
  packet.verdict = 0;
  packet.kind = 0;
  packet.confidence = 0;
  packet.spurious = NOT_KNOWN;
  packet.ackCopy = 0;
}

/** Edges as offsets: within 2^31 of the acknowledgement. */
function gatherSacks(packet: Packet, baseSeq: i32): void {
  const first = i32At(blockOf(packet.row), columns.SACK, placeOf(packet.row)), n = <i32>packet.sackCount, ackOffset = packet.ackOffset, ack = baseSeq + <i32><i64>ackOffset;
  const edges = take(<usize>n << 4);
  packet.sacks = <u32>edges;
  for (let k = 0; k < n * 2; k++) store<f64>(edges + (<usize>k << 3), ackOffset + <f64>(sackEdge(first + (k >> 1), k & 1) - ack));
}
