/** Written by scripts/generate-layout.js from lib/engine/layout.js; not edited by hand. */

export const COLUMN_GAP_BYTES = 320;
export const BATCH_CAPACITY = 1024;
export const MAX_SACK_BLOCKS = 4;
export const ROW_BLOCK_BITS = 16;
export const SACK_EDGES_PER_BLOCK = 65536;

/** Of a batch of segments. */
export class BatchColumns {
  /** @param {import('./columns.js').MemoryColumns} room */
  constructor(room) {
    /** Integer nanoseconds since the capture's first packet. */
    this.timeNs = room.float64();
    /** Unwrapped offset of the first payload byte; the tracker fills it. */
    this.dataOffset = room.float64();
    /** In the other direction's offsets, −1 without ACK; the tracker fills it. */
    this.ackOffset = room.float64();
    /** Frame number, from 1. */
    this.frame = room.int32();
    /** Big-endian words; IPv4 uses the last alone, the others are 0. */
    this.sourceAddress = room.int32(4);
    this.destinationAddress = room.int32(4);
    /** Source port in the upper 16 bits, destination port in the lower. */
    this.ports = room.int32();
    /** VLANs and tunnels around it: 0 none, else an id of the decoder's `scopes`. */
    this.scope = room.int32();
    /** Sequence number, bit pattern. */
    this.seq = room.int32();
    /** Acknowledgement number, bit pattern. */
    this.ack = room.int32();
    /** Connection × 2 + sending endpoint; the tracker fills it. */
    this.flowEnd = room.int32();
    /** Start of the payload in the batch's `bytes`. */
    this.payloadOffset = room.int32();
    /** Payload bytes by the IP header, even where the snap length cut them. */
    this.payloadLength = room.int32();
    /** As Wireshark counts them: up to the frame's record; below 0: not known. */
    this.recordLength = room.int32();
    /** Payload bytes that are in the capture. */
    this.payloadCaptured = room.int32();
    /** Kinds of options in order, unless timestamps alone: three bits each, ten at most; above them `SIGNED`. */
    this.optionOrder = room.int32();
    this.mss = room.int32();
    /** Timestamps option, bit pattern; 0 without it. */
    this.tsValue = room.int32();
    /** Timestamps option, bit pattern; 0 without it. */
    this.tsEcho = room.int32();
    /** Bytes on the wire of the whole frame. */
    this.frameLength = room.int32();
    /** Left and right edges in option order, bit patterns: block k of entry i at (4 i + k) × 2. */
    this.sackEdges = room.int32(8);
    /** As in the header, unscaled. */
    this.window = room.uint16();
    /** Bits of `TCP`. */
    this.flags = room.uint16();
    /** Urgent pointer. */
    this.urgent = room.uint16();
    /** IPv4 identification; 65535 for IPv6. */
    this.ipId = room.uint16();
    /** 4 or 6. */
    this.ipVersion = room.uint8();
    /** Bits of `STANDING`; the tracker fills it. */
    this.standing = room.uint8();
    /** Bits of `OPTION`; the columns of a value count only where its bit is set. */
    this.options = room.uint8();
    /** Shift count, at most 14. */
    this.windowScale = room.uint8();
    /** Time to live, or hop limit. */
    this.ttl = room.uint8();
    /** The IP header's two ECN bits: 3 = congestion experienced. */
    this.ecn = room.uint8();
    /** The IP header's differentiated services code point (RFC 2474). */
    this.dscp = room.uint8();
    /** One of `CHECKSUM`. */
    this.checksum = room.uint8();
    this.sackCount = room.uint8();
  }
}
export const BATCH_COLUMNS = Object.freeze({ count: 34, bytes: 165 });

/** Of a block of the packet table. */
export class RowColumns {
  /** @param {import('./columns.js').MemoryColumns} room */
  constructor(room) {
    /** Integer nanoseconds since the capture's first packet. */
    this.timeNs = room.float64();
    /** Frame − (row + 1): packets of the capture so far that are not in the table. */
    this.frameAhead = room.int32();
    /** Connection × 2 + sending endpoint. */
    this.flowEnd = room.int32();
    /** Next row of the same connection, −1 at its end. */
    this.next = room.int32();
    /** Unwrapped sequence number modulo 2^32. */
    this.seqLow = room.int32();
    /** Unwrapped acknowledgement number modulo 2^32. */
    this.ackLow = room.int32();
    /** Sequence number on the wire − (first base of the sender + `seqLow`). */
    this.seqAhead = room.int32();
    /** The same of the acknowledgement number; without ACK the number itself. */
    this.ackAhead = room.int32();
    /** Payload bytes by the IP header. */
    this.length = room.int32();
    /** Timestamps option, bit pattern; 0 without it. */
    this.tsValue = room.int32();
    /** Timestamps option, bit pattern; 0 without it. */
    this.tsEcho = room.int32();
    /** First SACK block's index in the table's edges; counts where `sackCount` is above 0. */
    this.sack = room.int32();
    /** The rest of it. */
    this.seqHigh = room.int16();
    /** The rest of it. */
    this.ackHigh = room.int16();
    /** Payload bytes that are in the capture; 65535: that many or more. */
    this.captured = room.uint16();
    /** As in the header, unscaled. */
    this.window = room.uint16();
    /** Bits of `TCP`. */
    this.flags = room.uint16();
    /** Urgent pointer. */
    this.urgent = room.uint16();
    /** Bits of `ANALYSIS`. */
    this.analysis = room.uint16();
    /** Bits of `EVIDENCE` for the verdict. */
    this.evidence = room.uint16();
    /** IPv4 identification; 65535 for IPv6. */
    this.ipId = room.uint16();
    /** Of `VERDICT`: a first one, and the final one when the capture has ended. */
    this.verdict = room.uint8();
    /** Kind and need of a retransmission (verdict.js); 0 until it is known. */
    this.judgement = room.uint8();
    /** Bits in which a verdict's confidence differs from that of a first verdict. */
    this.confidenceOff = room.uint8();
    /** Bits of `OPTION`; the columns of a value count only where its bit is set. */
    this.options = room.uint8();
    /** Time to live, or hop limit. */
    this.ttl = room.uint8();
    /** The IP header's two ECN bits: 3 = congestion experienced. */
    this.ecn = room.uint8();
    /** The IP header's differentiated services code point (RFC 2474). */
    this.dscp = room.uint8();
    this.sackCount = room.uint8();
  }
}
export const ROW_COLUMNS = Object.freeze({ count: 29, bytes: 78 });

/** Of a connection's packets. */
export class PacketColumns {
  /** @param {import('./columns.js').ColumnRoom} room */
  constructor(room) {
    /** Row of the packet table. */
    this.row = room.int32();
    /** Frame number, from 1. */
    this.frame = room.int32();
    /** Integer nanoseconds since the capture's first packet. */
    this.timeNs = room.float64();
    /** Who sent it: 0 the client, 1 the server. */
    this.direction = room.uint8();
    this.seqOffset = room.float64();
    /** End of the sequence space used, SYN and FIN included. */
    this.endOffset = room.float64();
    /** In the other direction's offsets; −1 without ACK. */
    this.ackOffset = room.float64();
    /** Payload bytes by the IP header. */
    this.length = room.int32();
    /** Payload bytes that are in the capture; 65535: that many or more. */
    this.captured = room.uint16();
    /** As in the header, unscaled. */
    this.window = room.uint16();
    /** Scaled, where it is known by how much (`ConnectionOptions.windowScale`). */
    this.windowBytes = room.float64();
    /** Bits of `TCP`. */
    this.flags = room.uint16();
    /** Urgent pointer. */
    this.urgent = room.uint16();
    /** Bits of `ANALYSIS`. */
    this.analysis = room.uint16();
    /** Of `VERDICT`: a first one, and the final one when the capture has ended. */
    this.verdict = room.uint8();
    /** Kind and need of a retransmission (verdict.js); 0 until it is known. */
    this.judgement = room.uint8();
    /** Bits of `OPTION`; the columns of a value count only where its bit is set. */
    this.options = room.uint8();
    /** Timestamps option, bit pattern; 0 without it. */
    this.tsValue = room.int32();
    /** Timestamps option, bit pattern; 0 without it. */
    this.tsEcho = room.int32();
    /** IPv4 identification; 65535 for IPv6. */
    this.ipId = room.uint16();
    /** Time to live, or hop limit. */
    this.ttl = room.uint8();
    /** The IP header's two ECN bits: 3 = congestion experienced. */
    this.ecn = room.uint8();
    /** Its SACK blocks: entries sackStart … + sackCount of sackLeft and sackRight. */
    this.sackStart = room.int32();
    this.sackCount = room.uint8();
  }
}
export const PACKET_COLUMNS = Object.freeze({ count: 24, bytes: 83 });
export const PACKET_COLUMN_NAMES = /** @type {const} */ ([
  'row',
  'frame',
  'timeNs',
  'direction',
  'seqOffset',
  'endOffset',
  'ackOffset',
  'length',
  'captured',
  'window',
  'windowBytes',
  'flags',
  'urgent',
  'analysis',
  'verdict',
  'judgement',
  'options',
  'tsValue',
  'tsEcho',
  'ipId',
  'ttl',
  'ecn',
  'sackStart',
  'sackCount',
]);
