/** Written by scripts/generate-layout.js from lib/engine/layout.js; not edited by hand. */

// Where the columns of a batch lie.
export const BATCH_CAPACITY: usize = 1024;
export const MAX_SACK_BLOCKS: i32 = 4;
const GAP: usize = 320;
/** Integer nanoseconds since the capture's first packet. */
export const timeNs: usize = BATCH_CAPACITY * 0 + GAP * 0;
/** Unwrapped offset of the first payload byte; the tracker fills it. */
export const dataOffset: usize = BATCH_CAPACITY * 8 + GAP * 1;
/** In the other direction's offsets, −1 without ACK; the tracker fills it. */
export const ackOffset: usize = BATCH_CAPACITY * 16 + GAP * 2;
/** Frame number, from 1. */
export const frame: usize = BATCH_CAPACITY * 24 + GAP * 3;
/** Big-endian words; IPv4 uses the last alone, the others are 0. */
export const sourceAddress: usize = BATCH_CAPACITY * 28 + GAP * 4;
export const destinationAddress: usize = BATCH_CAPACITY * 44 + GAP * 5;
/** Source port in the upper 16 bits, destination port in the lower. */
export const ports: usize = BATCH_CAPACITY * 60 + GAP * 6;
/** VLANs and tunnels around it: 0 none, else an id of the decoder's `scopes`. */
export const scope: usize = BATCH_CAPACITY * 64 + GAP * 7;
/** Sequence number, bit pattern. */
export const seq: usize = BATCH_CAPACITY * 68 + GAP * 8;
/** Acknowledgement number, bit pattern. */
export const ack: usize = BATCH_CAPACITY * 72 + GAP * 9;
/** Connection × 2 + sending endpoint; the tracker fills it. */
export const flowEnd: usize = BATCH_CAPACITY * 76 + GAP * 10;
/** Start of the payload in the batch's `bytes`. */
export const payloadOffset: usize = BATCH_CAPACITY * 80 + GAP * 11;
/** Payload bytes by the IP header, even where the snap length cut them. */
export const payloadLength: usize = BATCH_CAPACITY * 84 + GAP * 12;
/** As Wireshark counts them: up to the frame's record; below 0: not known. */
export const recordLength: usize = BATCH_CAPACITY * 88 + GAP * 13;
/** Payload bytes that are in the capture. */
export const payloadCaptured: usize = BATCH_CAPACITY * 92 + GAP * 14;
/** Kinds of options in order, unless timestamps alone: three bits each of `ORDER`, ten at most. */
export const optionOrder: usize = BATCH_CAPACITY * 96 + GAP * 15;
export const mss: usize = BATCH_CAPACITY * 100 + GAP * 16;
/** Timestamps option, bit pattern; 0 without it. */
export const tsValue: usize = BATCH_CAPACITY * 104 + GAP * 17;
/** Timestamps option, bit pattern; 0 without it. */
export const tsEcho: usize = BATCH_CAPACITY * 108 + GAP * 18;
/** Bytes on the wire of the whole frame. */
export const frameLength: usize = BATCH_CAPACITY * 112 + GAP * 19;
/** Left and right edges in option order, bit patterns: block k of entry i at (4 i + k) × 2. */
export const sackEdges: usize = BATCH_CAPACITY * 116 + GAP * 20;
/** As in the header, unscaled. */
export const window: usize = BATCH_CAPACITY * 148 + GAP * 21;
/** Bits of `TCP`. */
export const flags: usize = BATCH_CAPACITY * 150 + GAP * 22;
/** Urgent pointer. */
export const urgent: usize = BATCH_CAPACITY * 152 + GAP * 23;
/** IPv4 identification; 65535 for IPv6. */
export const ipId: usize = BATCH_CAPACITY * 154 + GAP * 24;
/** 4 or 6. */
export const ipVersion: usize = BATCH_CAPACITY * 156 + GAP * 25;
/** Bits of `STANDING`; the tracker fills it. */
export const standing: usize = BATCH_CAPACITY * 157 + GAP * 26;
/** Bits of `OPTION`; the columns of a value count only where its bit is set. */
export const options: usize = BATCH_CAPACITY * 158 + GAP * 27;
/** Shift count, at most 14. */
export const windowScale: usize = BATCH_CAPACITY * 159 + GAP * 28;
/** Time to live, or hop limit. */
export const ttl: usize = BATCH_CAPACITY * 160 + GAP * 29;
/** The IP header's two ECN bits: 3 = congestion experienced. */
export const ecn: usize = BATCH_CAPACITY * 161 + GAP * 30;
/** One of `CHECKSUM`. */
export const checksum: usize = BATCH_CAPACITY * 162 + GAP * 31;
export const sackCount: usize = BATCH_CAPACITY * 163 + GAP * 32;
export const BATCH_BYTES: usize = BATCH_CAPACITY * 164 + GAP * 33;
