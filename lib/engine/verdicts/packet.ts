// The packets being classified, read from the table, with the results of the passes: i is the index among them.
import * as columns from '../base/row-columns';
import { REFUSAL, REFUSAL_SHIFT, REFUSED, TCP, VERDICT } from '../base/enums';
import { blockOf, f64At, i32At, placeOf, sackEdge, u16At, u8At } from '../base/read-rows';
import { giveUp, take } from '../base/arena';
import { confidenceOf } from './verdicts';

/** `spurious` of a packet: not known yet, or no retransmission. */
export const NOT_KNOWN: i8 = -1;
/** Confidence that a wrong checksum among right ones means damage, and that what is far beyond the window is refused. */
const IS_REFUSED: f64 = 0.95;


@unmanaged
export class Packet {
  timeNs: f64;
  seqOffset: f64;
  /** −1 without ACK. */
  ackOffset: f64;
  row: i32;
  length: i32;
  /** Bit patterns of the wire. */
  tsValue: i32;
  tsEcho: i32;
  /** Its SACK blocks: `sackCount` pairs of offsets at this place. */
  sacks: u32;
  /** The earlier packet with the segment's first byte; −1 none among those gathered. */
  previous: i32;
  /** For a packet that ended highest: the previous such packet; −1 none. */
  follows: i32;
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
  /** 1: a spurious retransmission, 0 a needed one. */
  spurious: i8;
  /** 1: an acknowledgement that was captured twice. */
  ackCopy: u8;
  ttl: u8;
  /** The values in its row. */
  firstVerdict: u8;
  /** Verdict of a corrupted packet if its checksum is meaningless. */
  otherwise: u8;
  /** 1: it uses no sequence space and is above all that was seen, so everything below had been sent. */
  showsSent: u8;

  // @ts-ignore: decorator
  @inline
  get endOffset(): f64 {
    return columns.endOffset(this.seqOffset, this.length, this.flags);
  }

  /** Of `REFUSAL`. */
  // @ts-ignore: decorator
  @inline
  get refusal(): i32 {
    return ((<i32>this.flags) & REFUSED) >> REFUSAL_SHIFT;
  }

  /**
   * After the verdict pass, in a word that only that pass needs: original data segments of its direction that had come
   * before (reordering.ts).
   */
  // @ts-ignore: decorator
  @inline
  get position(): i32 {
    return this.follows;
  }

  // @ts-ignore: decorator
  @inline
  set position(value: i32) {
    this.follows = value;
  }
}

/** Packets are in blocks, as their number is not known in advance. */
const BLOCK_BITS: i32 = 12;
const PACKETS_PER_BLOCK: i32 = 1 << BLOCK_BITS;
/** For as many packets as a classified connection may have (lib/tcpflow/verdicts/verdict-store.js). */
const MAX_BLOCKS: i32 = 1 << 11;

const OLD: i32 = REFUSAL.TIMESTAMP << REFUSAL_SHIFT;
const DAMAGED: i32 = REFUSAL.CHECKSUM << REFUSAL_SHIFT;

let blocks: usize = 0;
let blockCount: i32 = 0;
let count: i32 = 0;
/** Wire numbers of the offsets 0, and which endpoint is the client. */
let clientBaseSeq: i32 = 0;
let serverBaseSeq: i32 = 0;
/** By direction, a bit each: its checksums are meaningless, and above these two its timestamps. */
let meaningless: i32 = 0;
let client: i32 = 0;

// @ts-ignore: decorator
@inline
export function packetCount(): i32 {
  return count;
}

// @ts-ignore: decorator
@inline
export function packetAt(i: i32): Packet {
  return changetype<Packet>(
    <usize>load<u32>(blocks + ((<usize>(i >>> BLOCK_BITS)) << 2)) +
      <usize>(i & (PACKETS_PER_BLOCK - 1)) * offsetof<Packet>(),
  );
}

/** A scratch packet outside the list. */
export function newPacket(): Packet {
  return changetype<Packet>(take(offsetof<Packet>()));
}

/** Edge k of a packet's SACK blocks: left ones even, right ones odd. */
// @ts-ignore: decorator
@inline
export function sackAt(packet: Packet, k: i32): f64 {
  return load<f64>(<usize>packet.sacks + ((<usize>k) << 3));
}

/** @param directions by direction, a bit each: its checksums are meaningless, and above these two its timestamps */
export function disregard(directions: i32): void {
  meaningless = directions;
}

/** Clears the list. @param ofClient which endpoint @param baseSeqs wire numbers of the offsets 0 */
export function beginExtraction(ofClient: i32, ofClientBaseSeq: i32, ofServerBaseSeq: i32): void {
  blocks = take((<usize>MAX_BLOCKS) << 2);
  blockCount = 0;
  client = ofClient;
  clientBaseSeq = ofClientBaseSeq;
  serverBaseSeq = ofServerBaseSeq;
  count = 0;
}

/** Clears the list, keeping its memory. */
export function dropGathered(): void {
  count = 0;
}

/** Appends the packet of a row. */
export function gather(row: i32): Packet {
  if (count >> BLOCK_BITS == blockCount) openBlock();
  const packet = packetAt(count++);
  readRow(packet, row, client);
  if (packet.sackCount > 0) gatherSacks(packet, packet.direction ? clientBaseSeq : serverBaseSeq);
  return packet;
}

function openBlock(): void {
  if (blockCount == MAX_BLOCKS) giveUp();
  store<u32>(blocks + ((<usize>blockCount) << 2), <u32>take(PACKETS_PER_BLOCK * offsetof<Packet>()));
  blockCount++;
}

/** Fills a packet from its row, except the SACK blocks; nothing is classified yet. */
export function readRow(packet: Packet, row: i32, client: i32): void {
  const block = blockOf(row);
  const at = placeOf(row);
  const direction = (i32At(block, columns.FLOW_END, at) & 1) ^ client;
  const flags = proved(u16At(block, columns.FLAGS, at), meaningless >> direction);
  const seqOffset = columns.seqOffsetAt(block, at);
  packet.row = row;
  packet.timeNs = f64At(block, columns.TIME_NS, at);
  packet.seqOffset = seqOffset;
  packet.length = i32At(block, columns.LENGTH, at);
  packet.ackOffset = (flags & (TCP.ACK | REFUSED)) == TCP.ACK ? columns.acknowledgedAt(block, at) : -1;
  packet.tsValue = i32At(block, columns.TS_VALUE, at);
  packet.tsEcho = i32At(block, columns.TS_ECHO, at);
  packet.flags = <u16>flags;
  packet.window = <u16>u16At(block, columns.WINDOW, at);
  packet.ipId = <u16>u16At(block, columns.IP_ID, at);
  packet.options = <u8>u8At(block, columns.OPTIONS, at);
  packet.sackCount = <u8>u8At(block, columns.SACK_COUNT, at);
  packet.direction = <u8>direction;
  packet.ttl = <u8>u8At(block, columns.TTL, at);
  packet.sacks = 0;
  packet.previous = -1;
  packet.follows = -1;
  packet.evidence = 0;
  packet.verdict = firstOf(packet.refusal);
  packet.kind = 0;
  packet.confidence = packet.verdict ? confidenceOf(IS_REFUSED) : 0;
  packet.spurious = NOT_KNOWN;
  packet.ackCopy = 0;
  packet.otherwise = 0;
  packet.showsSent = 0;
  packet.firstVerdict = <u8>u8At(block, columns.VERDICT, at);
}

/** A row's flags, with what a wrong checksum means, and an old timestamp. @param isMeaningless two bits */
// @ts-ignore: decorator
@inline
function proved(flags: i32, isMeaningless: i32): i32 {
  if ((flags & (REFUSED | TCP.UNPROVED)) == 0) return flags;
  const refusal = flags & REFUSED;
  if (refusal == OLD) return isMeaningless & 4 ? flags & ~REFUSED : flags;
  const isWrong = (flags & TCP.UNPROVED) != 0 || refusal == DAMAGED;
  if (!isWrong) return flags;
  return isMeaningless & 1
    ? flags & ~(TCP.UNPROVED | REFUSED)
    : (flags & ~TCP.UNPROVED) | (refusal ? refusal : DAMAGED);
}

/** Its verdict before the pass. */
function firstOf(refusal: i32): u8 {
  if (refusal == REFUSAL.CHECKSUM) return VERDICT.CORRUPTED;
  return refusal == REFUSAL.WINDOW ? VERDICT.REFUSED : VERDICT.NONE;
}

/** Edges as offsets: within 2^31 of the acknowledgement. */
function gatherSacks(packet: Packet, baseSeq: i32): void {
  const first = i32At(blockOf(packet.row), columns.SACK, placeOf(packet.row));
  const n = <i32>packet.sackCount;
  const ackOffset = packet.ackOffset;
  const ack = baseSeq + <i32>(<i64>ackOffset);
  const edges = take((<usize>n) << 4);
  packet.sacks = <u32>edges;
  for (let k = 0; k < n * 2; k++)
    store<f64>(edges + ((<usize>k) << 3), ackOffset + <f64>(sackEdge(first + (k >> 1), k & 1) - ack));
}
