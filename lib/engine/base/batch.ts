// The segments to be followed: the columns of lib/engine/segment-batch.js, written by decode.ts or by
// lib/packet/decoder.js. There are several batches, so that one can be decoded while others are followed.
import { reserve } from './memory';

export const BATCH_CAPACITY: usize = 1024;
export const BATCHES: i32 = 32;
export const MAX_SACK_BLOCKS: i32 = 4;

// Byte offsets of the columns within a batch. A gap of some cache lines between two of them keeps them from fighting
// for the same places of the cache.
const GAP: usize = 320;
export const frame: usize = BATCH_CAPACITY * 0 + GAP * 0;
export const timeNs: usize = BATCH_CAPACITY * 4 + GAP * 1;
export const ipVersion: usize = BATCH_CAPACITY * 12 + GAP * 2;
export const sourceAddress: usize = BATCH_CAPACITY * 13 + GAP * 3;
export const destinationAddress: usize = BATCH_CAPACITY * 29 + GAP * 4;
export const ports: usize = BATCH_CAPACITY * 45 + GAP * 5;
export const scope: usize = BATCH_CAPACITY * 49 + GAP * 6;
export const seq: usize = BATCH_CAPACITY * 53 + GAP * 7;
export const ack: usize = BATCH_CAPACITY * 57 + GAP * 8;
export const window: usize = BATCH_CAPACITY * 61 + GAP * 9;
export const flags: usize = BATCH_CAPACITY * 63 + GAP * 10;
export const payloadLength: usize = BATCH_CAPACITY * 65 + GAP * 11;
export const recordLength: usize = BATCH_CAPACITY * 69 + GAP * 12;
export const options: usize = BATCH_CAPACITY * 73 + GAP * 13;
export const mss: usize = BATCH_CAPACITY * 74 + GAP * 14;
export const windowScale: usize = BATCH_CAPACITY * 78 + GAP * 15;
export const tsValue: usize = BATCH_CAPACITY * 79 + GAP * 16;
export const tsEcho: usize = BATCH_CAPACITY * 83 + GAP * 17;
export const ipId: usize = BATCH_CAPACITY * 87 + GAP * 18;
export const ttl: usize = BATCH_CAPACITY * 89 + GAP * 19;
export const ecn: usize = BATCH_CAPACITY * 90 + GAP * 20;
export const urgent: usize = BATCH_CAPACITY * 91 + GAP * 21;
export const payloadCaptured: usize = BATCH_CAPACITY * 93 + GAP * 22;
export const sackCount: usize = BATCH_CAPACITY * 97 + GAP * 23;
export const sackEdges: usize = BATCH_CAPACITY * 98 + GAP * 24;
/** Where the payload starts in the bytes that were decoded; what was on the wire of the whole frame. */
export const payloadOffset: usize = BATCH_CAPACITY * 130 + GAP * 25;
export const frameLength: usize = BATCH_CAPACITY * 134 + GAP * 26;
/**
 * What `track` found: connection times 2 plus sending endpoint, the payload's place in its stream, the
 * acknowledgement's in the other, bits of `STANDING`.
 */
export const flowEnd: usize = BATCH_CAPACITY * 138 + GAP * 27;
export const dataOffset: usize = BATCH_CAPACITY * 142 + GAP * 28;
export const ackOffset: usize = BATCH_CAPACITY * 150 + GAP * 29;
export const standing: usize = BATCH_CAPACITY * 158 + GAP * 30;
/** One of the values below. */
export const checksum: usize = BATCH_CAPACITY * 159 + GAP * 31;
const BATCH_BYTES: usize = BATCH_CAPACITY * 160 + GAP * 32;

/** A reset that the receiver ignores (core/reset.ts). */
export const RESET_IGNORED: u8 = 1;
/** No handshake has told yet who is the client. */
export const ROLE_GUESSED_YET: u8 = 2;
/** It was damaged on the way, as far as its checksum tells. */
export const DAMAGED_ON_WAY: u8 = 4;

/** The checksum: not all of what it covers is there; CHECKSUM of segment-batch.js. */
export const CHECKSUM_UNKNOWN: u8 = 0;
export const CHECKSUM_RIGHT: u8 = 1;
export const CHECKSUM_WRONG: u8 = 2;
/** Left to the sender's network card, which fills it in behind the capture point. */
export const CHECKSUM_OFFLOADED: u8 = 3;

const batches: usize = reserve(<usize>BATCHES * BATCH_BYTES);

/** The batch at work. */
export class Batch {
  static at: usize = 0;
}

export function useBatch(index: i32): void {
  Batch.at = batches + <usize>index * BATCH_BYTES;
}

/** Where a column of a batch is, in the order of lib/engine/batches.js. */
export function batchColumn(batch: i32, index: i32): usize {
  return batches + <usize>batch * BATCH_BYTES + columnOffset(index);
}

function columnOffset(index: i32): usize {
  switch (index) {
    case 0:
      return frame;
    case 1:
      return timeNs;
    case 2:
      return ipVersion;
    case 3:
      return sourceAddress;
    case 4:
      return destinationAddress;
    case 5:
      return ports;
    case 6:
      return scope;
    case 7:
      return seq;
    case 8:
      return ack;
    case 9:
      return window;
    case 10:
      return flags;
    case 11:
      return payloadLength;
    case 12:
      return options;
    case 13:
      return mss;
    case 14:
      return windowScale;
    case 15:
      return tsValue;
    case 16:
      return tsEcho;
    case 17:
      return ipId;
    case 18:
      return ttl;
    case 19:
      return ecn;
    case 20:
      return urgent;
    case 21:
      return payloadCaptured;
    case 22:
      return sackCount;
    case 23:
      return sackEdges;
    case 24:
      return payloadOffset;
    case 25:
      return frameLength;
    case 26:
      return recordLength;
    case 27:
      return flowEnd;
    case 28:
      return dataOffset;
    case 29:
      return ackOffset;
    case 30:
      return standing;
    default:
      return checksum;
  }
}

/** Where a byte of a column is. */
// @ts-ignore: decorator
@inline
export function placeIn(column: usize, byte: usize): usize {
  return Batch.at + column + byte;
}

// @ts-ignore: decorator
@inline
export function i32At(column: usize, i: i32): i32 {
  return load<i32>(Batch.at + ((<usize>i) << 2) + column);
}

// @ts-ignore: decorator
@inline
export function u16At(column: usize, i: i32): i32 {
  return load<u16>(Batch.at + ((<usize>i) << 1) + column);
}

// @ts-ignore: decorator
@inline
export function u8At(column: usize, i: i32): i32 {
  return load<u8>(Batch.at + <usize>i + column);
}

// @ts-ignore: decorator
@inline
export function f64At(column: usize, i: i32): f64 {
  return load<f64>(Batch.at + ((<usize>i) << 3) + column);
}

// @ts-ignore: decorator
@inline
export function setI32(column: usize, i: i32, value: i32): void {
  store<i32>(Batch.at + ((<usize>i) << 2) + column, value);
}

// @ts-ignore: decorator
@inline
export function setU16(column: usize, i: i32, value: i32): void {
  store<u16>(Batch.at + ((<usize>i) << 1) + column, <u16>value);
}

// @ts-ignore: decorator
@inline
export function setU8(column: usize, i: i32, value: i32): void {
  store<u8>(Batch.at + <usize>i + column, <u8>value);
}

// @ts-ignore: decorator
@inline
export function setF64(column: usize, i: i32, value: f64): void {
  store<f64>(Batch.at + ((<usize>i) << 3) + column, value);
}

/** Four big-endian words. */
// @ts-ignore: decorator
@inline
export function addressAt(column: usize, i: i32): usize {
  return Batch.at + ((<usize>i) << 4) + column;
}

/** Left and right edges of the segment's SACK blocks. */
// @ts-ignore: decorator
@inline
export function sackEdgesAt(i: i32): usize {
  return Batch.at + <usize>(i * MAX_SACK_BLOCKS * 8) + sackEdges;
}
