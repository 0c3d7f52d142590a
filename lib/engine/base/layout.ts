// Where a connection's state lies; lib/engine/flow-fields.js names the same words for JavaScript.

export const FIN: i32 = 1;
export const SYN: i32 = 2;
export const RST: i32 = 4;
export const PSH: i32 = 8;
export const ACK: i32 = 16;
export const URG: i32 = 32;

/** Bits of Direction.bits. */
export const BASE_KNOWN: i32 = 1;
export const SYN_SEEN: i32 = 2;
export const DATA_SEEN: i32 = 4;
export const HAS_HOLES: i32 = 16;
export const DATA_ACKED: i32 = 32;
/** The last segment with SYN or ACK was a SYN: Wireshark does not scale the window yet. */
export const OPENING: i32 = 512;

/** Bits of Flow.bits. */
export const ROLE_GUESSED: i32 = 1;
export const RESET: i32 = 2;
export const HANDSHAKE_KNOWN: i32 = 4;
export const SYN_TIME_KNOWN: i32 = 16;
/** Endpoint 0 is endpoint 1 of the shared state. */
export const FLIPPED: i32 = 32;
/** Not all of it is plainly original, in order and once: worth the judge's walk. */
export const TO_JUDGE: i32 = 64;
export const URGENT: i32 = 128;

/** Beside the header's flags in rows: DAMAGED of segment-batch.js. */
export const DAMAGED: i32 = 0x1000;

/** Values of a row's verdict. */
export const VERDICT_NONE: i32 = 0;
export const ORIGINAL: i32 = 1;
export const RETRANSMISSION: i32 = 2;
export const REORDERED: i32 = 3;
export const VERDICT_KEEP_ALIVE: i32 = 5;
export const VERDICT_PROBE: i32 = 6;
export const CORRUPTED: i32 = 7;

/** Connections are kept in blocks that never move. */
export const FLOW_BLOCK_BITS: i32 = 10;
export const FLOWS_PER_BLOCK: i32 = 1 << FLOW_BLOCK_BITS;
export const FLOW_BLOCKS: i32 = 1 << 14;

/** FLOW of flow-fields.js. */
@unmanaged
export class Flow {
  ipVersion: i32;
  address00: i32;
  address01: i32;
  address02: i32;
  address03: i32;
  address10: i32;
  address11: i32;
  address12: i32;
  address13: i32;
  ports: i32;
  nextScope: i32;
  scopeOrdinal: i32;
  stream: i32;
  bits: i32;
  client: i32;
  firstRow: i32;
  lastRow: i32;
  packets: i32;
  /** Where the state of Wireshark's stream lies, when this is not all of it (shared-stream.ts); 0: here. */
  shared: i32;
}

/** FLOW_F of flow-fields.js. */
@unmanaged
export class FlowTimes {
  start: f64;
  end: f64;
  synTime: f64;
  handshakeRtt: f64;
}

/** DIR of flow-fields.js. */
@unmanaged
export class Direction {
  bits: i32;
  scope: i32;
  baseSeq: i32;
  referenceSeq: i32;
  packets: i32;
  dataPackets: i32;
  retransmittedPackets: i32;
  reorderedPackets: i32;
  mss: i32;
  windowScale: i32;
  synOptions: i32;
  maxInFlight: i32;
  rttSamples: i32;
  initialWindowBytes: i32;
  initialWindowSegments: i32;
  unackedRow: i32;
  syns: i32;
  fins: i32;
  resets: i32;
  wsNextSeq: i32;
  wsMaxSeqToBeAcked: i32;
  wsLastAck: i32;
  wsWindow: i32;
  wsDuplicateAcks: i32;
  wsLastFlags: i32;
  wsBaseSeq: i32;
  /** Islands above the first hole, see islands.ts; 0: no hole. */
  islands: i32;
  /** Where the counters of flags are (flag-counts.ts); 0: none was counted. */
  flagCounts: u32;
  /** The base as it was first: what rows' wire numbers are told by (row-columns.ts). */
  firstBaseSeq: i32;
  /** Segments by their checksums: right ones with data, right ones without, wrong ones. */
  rightWithData: i32;
  rightWithout: i32;
  wrongChecksums: i32;
}

/** DIR_F of flow-fields.js: 64-bit words of a direction. */
@unmanaged
export class Space {
  reference: f64;
  seenEnd: f64;
  highest: f64;
  acked: f64;
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

export const FLOW_INT_BYTES: i32 = offsetof<Flow>();
export const DIR_INT_BYTES: i32 = offsetof<Direction>();
export const INT_BYTES_PER_FLOW: i32 = FLOW_INT_BYTES + 2 * DIR_INT_BYTES;
export const FLOW_FLOAT_BYTES: i32 = offsetof<FlowTimes>();
export const DIR_FLOAT_BYTES: i32 = offsetof<Space>();
export const FLOAT_BYTES_PER_FLOW: i32 = FLOW_FLOAT_BYTES + 2 * DIR_FLOAT_BYTES;
