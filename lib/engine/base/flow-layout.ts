/** Written by scripts/generate-layout.js from lib/engine/layout.js; not edited by hand. */

// Where a connection's state lies.
export const FLOW_BLOCK_BITS: i32 = 10;
export const FLOWS_PER_BLOCK: i32 = 1 << FLOW_BLOCK_BITS;
export const FLOW_BLOCKS: i32 = 16384;
export const FLAG_COUNTERS: i32 = 15;
export const STREAM_CLIENT_SHIFT: i32 = 8;
export const STREAM_PLACE_SHIFT: i32 = 8;

/** Words of a connection as a whole. */
@unmanaged
export class Flow {
  ipVersion: i32;
  /** Of endpoint 0, big-endian words. */
  address00: i32;
  address01: i32;
  address02: i32;
  address03: i32;
  /** Of endpoint 1. */
  address10: i32;
  address11: i32;
  address12: i32;
  address13: i32;
  /** Port of endpoint 0 in the upper 16 bits, of endpoint 1 in the lower. */
  ports: i32;
  /** Next connection of the same Wireshark stream, in another VLAN or tunnel; −1 none. */
  nextScope: i32;
  /** How many such connections came before in the stream. */
  scopeOrdinal: i32;
  /** Number of the stream, as Wireshark's `tcp.stream`. */
  stream: i32;
  /** Bits of `FLOW_BIT`. */
  bits: i32;
  /** Which endpoint is the client: 0 or 1. */
  client: i32;
  firstRow: i32;
  lastRow: i32;
  packets: i32;
  /** Where the state of Wireshark's stream lies, when this is not all of it (shared-stream.ts); 0: here. */
  shared: i32;
}

/** 64-bit words of a connection as a whole. */
@unmanaged
export class FlowTimes {
  start: f64;
  end: f64;
  /** Time of the latest SYN without ACK. */
  synTime: f64;
  /** Wireshark's iRTT. */
  handshakeRtt: f64;
}

/** Words of a direction. */
@unmanaged
export class Direction {
  /** Bits of `DIR_BIT`. */
  bits: i32;
  /** The VLANs and tunnels this direction is seen in; −1 while nothing was sent. */
  scope: i32;
  /** Wire sequence number of offset 0: the SYN, or one before the first byte seen. */
  baseSeq: i32;
  /** A recent wire sequence number, of offset `reference`, against which others are unwrapped. */
  referenceSeq: i32;
  packets: i32;
  dataPackets: i32;
  retransmittedPackets: i32;
  reorderedPackets: i32;
  mss: i32;
  /** Shift offered: −1 not known (no SYN seen), −2 known not to scale. */
  windowScale: i32;
  /** Bits of `OPTION` ever seen in a SYN of this direction. */
  synOptions: i32;
  /** The first SYN's options in their order, as a batch's `optionOrder`; 0 without any. */
  synOrder: i32;
  /** The first SYN's window, above it its TTL (8 bits), and a bit: its IP identification was 0. */
  synHeader: i32;
  maxInFlight: i32;
  rttSamples: i32;
  initialWindowBytes: i32;
  initialWindowSegments: i32;
  /** The connection's oldest packet row that this direction's acknowledgements have not passed. */
  unackedRow: i32;
  /** Packets with SYN. */
  syns: i32;
  fins: i32;
  resets: i32;
  /** What Wireshark's analyser remembers, `ws…`: wire numbers; 0 = not set, as there. */
  wsNextSeq: i32;
  wsMaxSeqToBeAcked: i32;
  wsLastAck: i32;
  wsWindow: i32;
  wsDuplicateAcks: i32;
  wsLastFlags: i32;
  wsBaseSeq: i32;
  /** The list of bytes seen above the first hole (received-ranges.ts); 0 none. */
  islands: i32;
  /** Where the counters of analysis flags are (flag-counts.ts); 0 none was counted. */
  flagCounts: u32;
  /** The base as it was first, by which rows' wire numbers are known (row-columns.ts). */
  firstBaseSeq: i32;
  /** Segments with data whose checksum is right. */
  rightWithData: i32;
  /** The same without data. */
  rightWithout: i32;
  /** Segments whose checksum is wrong. */
  wrongChecksums: i32;
}

/** 64-bit words of a direction. */
@unmanaged
export class Space {
  /** Offset of `referenceSeq`. */
  reference: f64;
  /** End of the bytes seen without a hole, from the first on. */
  seenEnd: f64;
  /** Highest end of any segment, FIN included. */
  highest: f64;
  /** Highest acknowledgement by the other side of this direction's bytes; −1 none yet. */
  acked: f64;
  /** End of the highest bytes that were retransmitted; −1 none. */
  retransmittedEnd: f64;
  bytes: f64;
  uniqueBytes: f64;
  retransmittedBytes: f64;
  rttMin: f64;
  rttMax: f64;
  rttSum: f64;
  rttSquares: f64;
  wsNextSeqTime: f64;
  wsLastAckTime: f64;
}

/** Words of a direction's stream: how far its bytes are delivered (track/deliver.ts). */
@unmanaged
export class Stream {
  /** Delivered in order up to this offset. */
  delivered: f64;
  /** Offset of the next byte that the sink wants; Infinity: none. */
  wanted: f64;
  /** Offset of the FIN; Infinity while none was passed. */
  finOffset: f64;
  /** Bits of `STREAM_BIT`, and what the shifts below say. */
  bits: i32;
  /** The frame with the last byte in order; 0: none yet. */
  deliveredFrame: i32;
}

/** An event of the HTTP/1 parser about a message. */
@unmanaged
export class Http1Event {
  startOffset: f64;
  startNs: f64;
  /** How far the message has come. */
  endOffset: f64;
  bodyBytes: f64;
  /** Infinity where only the frame is known. */
  endNs: f64;
  startFrame: i32;
  endFrame: i32;
  /** Of `HTTP1_KIND`. */
  kind: i32;
  status: i32;
  /** Of HTTP/1; 2: it is HTTP/0.9. */
  minorVersion: i32;
  /** Of `HTTP1_METHOD`. */
  method: i32;
  headBytes: i32;
  /** Offset of the head in the buffer of heads; −1: none. */
  headAt: i32;
  /** Messages of the direction, this one included. */
  messages: i32;
  /** Whether the other direction carries something other than HTTP. */
  isOtherOpaque: i32;
  /** Bits of `NOTE`. */
  notes: i32;
  /** Whether an ended message is complete. */
  isWhole: i32;
  /** Whether the head declares gRPC content. */
  isGrpc: i32;
  /** Fills the event up to a multiple of eight bytes. */
  unused: i32;
}
export const FLOW_INT_BYTES: i32 = offsetof<Flow>();
export const DIR_INT_BYTES: i32 = offsetof<Direction>();
export const INT_BYTES_PER_FLOW: i32 = FLOW_INT_BYTES + 2 * DIR_INT_BYTES;
export const FLOW_FLOAT_BYTES: i32 = offsetof<FlowTimes>();
export const DIR_FLOAT_BYTES: i32 = offsetof<Space>();
export const FLOAT_BYTES_PER_FLOW: i32 = FLOW_FLOAT_BYTES + 2 * DIR_FLOAT_BYTES;
export const STREAM_BYTES: usize = offsetof<Stream>();
