/** SACK blocks that fit into a TCP header beside nothing else. */
export const MAX_SACK_BLOCKS = 4;

/**
 * Bits of `options`: which TCP options a segment bore. BROKEN: there may have been others, since the snap length cut
 * the header, its length is impossible, or a SACK option holds no block: where Wireshark gives up reading.
 */
export const OPTION = Object.freeze({
  MSS: 1,
  WINDOW_SCALE: 2,
  SACK_PERMITTED: 4,
  TIMESTAMPS: 8,
  SACK: 16,
  MPTCP: 32,
  FAST_OPEN: 64,
  BROKEN: 128,
});

/**
 * Whether an end offered an option. What a snap length cut off a SYN may have been just that one.
 * @param {number} synOptions bits of `OPTION` of its SYNs; 0: there was none
 * @param {number} option bit
 * @returns {boolean | null} null: not known
 */
export function offers(synOptions, option) {
  if (synOptions & option) return true;
  return synOptions === 0 || synOptions & OPTION.BROKEN ? null : false;
}

/**
 * Bits of `standing`: a reset that the receiver ignores; no handshake has told yet who is the client; the checksum says
 * that it was damaged on the way.
 */
export const STANDING = Object.freeze({ RESET_IGNORED: 1, ROLE_GUESSED: 2, DAMAGED: 4 });

/**
 * A segment's checksum: it cannot be verified, as not all of the segment is there; right; wrong; left to the sender's
 * network card.
 */
export const CHECKSUM = Object.freeze({ UNKNOWN: 0, RIGHT: 1, WRONG: 2, OFFLOADED: 3 });

/** Beside the header's flags in rows: the checksum says that the segment was damaged on the way. */
export const DAMAGED = 0x1000;

/** TCP header flags, as in the header's 12 bits. */
export const TCP = Object.freeze({ FIN: 1, SYN: 2, RST: 4, PSH: 8, ACK: 16, URG: 32, ECE: 64, CWR: 128, AE: 256 });

/**
 * TCP segments of consecutive frames, as columns. Refilled over and over: whoever needs more than a call's time copies.
 * 32-bit fields of the wire (sequence numbers, timestamps, addresses) are held as signed Int32 bit patterns, since
 * V8 keeps those as small integers; `>>> 0` gives the wire's value.
 */
export class SegmentBatch {
  /** @param {number} capacity @param {number} [index] among the batches of the core, where it is one of those */
  constructor(capacity, index = 0) {
    this.capacity = capacity;
    this.index = index;
    this.count = 0;
    /** What `payloadOffset` points into; valid only until the consumer returns. @type {Uint8Array} */
    this.bytes = new Uint8Array(0);
    /** Frame number, from 1. */
    this.frame = new Int32Array(capacity);
    /** Integer nanoseconds since the capture's first packet. */
    this.timeNs = new Float64Array(capacity);
    /** 4 or 6. */
    this.ipVersion = new Uint8Array(capacity);
    /** Four big-endian words an entry; IPv4 uses the last word alone, the others are 0. */
    this.sourceAddress = new Int32Array(capacity * 4);
    this.destinationAddress = new Int32Array(capacity * 4);
    /** Source port in the upper 16 bits, destination port in the lower. */
    this.ports = new Int32Array(capacity);
    /** Which VLANs and tunnels enclose the packet: 0 for none, else an id of the decoder's `scopes`. */
    this.scope = new Int32Array(capacity);
    /** Sequence and acknowledgement number, bit patterns. */
    this.seq = new Int32Array(capacity);
    this.ack = new Int32Array(capacity);
    /** Window as in the header, unscaled. */
    this.window = new Uint16Array(capacity);
    /** The header's flags, bits of `TCP`. */
    this.flags = new Uint16Array(capacity);
    /** Urgent pointer. */
    this.urgent = new Uint16Array(capacity);
    /** Start of the payload in `bytes`. */
    this.payloadOffset = new Int32Array(capacity);
    /** Payload bytes by the IP header's length: the truth even where the snap length cut the frame. */
    this.payloadLength = new Int32Array(capacity);
    /**
     * Payload bytes as Wireshark counts them, which does not believe the IP header beyond the length of the frame's
     * record; below 0 where it cannot tell and so does not analyse the segment.
     */
    this.recordLength = new Int32Array(capacity);
    /** Payload bytes that are there. */
    this.payloadCaptured = new Int32Array(capacity);
    /**
     * Bits of `OPTION`. The columns below that hold an option's values mean something only where its bit is set;
     * without timestamps theirs are 0.
     */
    this.options = new Uint8Array(capacity);
    this.mss = new Int32Array(capacity);
    /** Shift count, at most 14. */
    this.windowScale = new Uint8Array(capacity);
    this.tsValue = new Int32Array(capacity);
    this.tsEcho = new Int32Array(capacity);
    this.sackCount = new Uint8Array(capacity);
    /** Left and right edges in option order, bit patterns: entry i's block k at (i × MAX_SACK_BLOCKS + k) × 2. */
    this.sackEdges = new Int32Array(capacity * MAX_SACK_BLOCKS * 2);
    /** IPv4 identification, or 65535 for IPv6. */
    this.ipId = new Uint16Array(capacity);
    /** Time to live, or hop limit. */
    this.ttl = new Uint8Array(capacity);
    /** The IP header's two ECN bits. */
    this.ecn = new Uint8Array(capacity);
    /** One of `CHECKSUM`. */
    this.checksum = new Uint8Array(capacity);
    /** Bytes on the wire of the whole frame. */
    this.frameLength = new Int32Array(capacity);
    /* What was found when the segment was followed (lib/tcpflow). */
    /** Connection × 2 + sending endpoint. */
    this.flowEnd = new Int32Array(capacity);
    /** Unwrapped offset of the first payload byte; the acknowledgement's in the other direction, −1 without ACK. */
    this.dataOffset = new Float64Array(capacity);
    this.ackOffset = new Float64Array(capacity);
    /** Bits of `STANDING`. */
    this.standing = new Uint8Array(capacity);
  }
}
