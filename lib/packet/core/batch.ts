// The segments to be followed: the columns of lib/packet/segment-batch.js, written by decode.ts or by lib/packet/decoder.js.
import { allocate } from "./memory";

export const BATCH_CAPACITY: i32 = 4096;
export const MAX_SACK_BLOCKS: i32 = 4;

const I32S: i32 = BATCH_CAPACITY * 4;

export const frame: usize = allocate(I32S);
export const timeNs: usize = allocate(I32S * 2);
export const ipVersion: usize = allocate(BATCH_CAPACITY);
export const sourceAddress: usize = allocate(I32S * 4);
export const destinationAddress: usize = allocate(I32S * 4);
export const ports: usize = allocate(I32S);
export const scope: usize = allocate(I32S);
export const seq: usize = allocate(I32S);
export const ack: usize = allocate(I32S);
export const window: usize = allocate(I32S);
export const flags: usize = allocate(BATCH_CAPACITY * 2);
export const payloadLength: usize = allocate(I32S);
export const recordLength: usize = allocate(I32S);
export const options: usize = allocate(BATCH_CAPACITY);
export const mss: usize = allocate(I32S);
export const windowScale: usize = allocate(BATCH_CAPACITY);
export const tsValue: usize = allocate(I32S);
export const tsEcho: usize = allocate(I32S);
export const ipId: usize = allocate(I32S);
export const ttl: usize = allocate(BATCH_CAPACITY);
export const ecn: usize = allocate(BATCH_CAPACITY);
export const urgent: usize = allocate(BATCH_CAPACITY * 2);
export const payloadCaptured: usize = allocate(I32S);
export const sackCount: usize = allocate(BATCH_CAPACITY);
export const sackEdges: usize = allocate(I32S * MAX_SACK_BLOCKS * 2);
/** Where the payload starts in the bytes that were decoded; what was on the wire of the whole frame. */
export const payloadOffset: usize = allocate(I32S);
export const frameLength: usize = allocate(I32S);

/** Where the columns are, in the order of lib/packet/core-columns.js. */
export function batchColumn(index: i32): usize {
  switch (index) {
    case 0: return frame;
    case 1: return timeNs;
    case 2: return ipVersion;
    case 3: return sourceAddress;
    case 4: return destinationAddress;
    case 5: return ports;
    case 6: return scope;
    case 7: return seq;
    case 8: return ack;
    case 9: return window;
    case 10: return flags;
    case 11: return payloadLength;
    case 12: return options;
    case 13: return mss;
    case 14: return windowScale;
    case 15: return tsValue;
    case 16: return tsEcho;
    case 17: return ipId;
    case 18: return ttl;
    case 19: return ecn;
    case 20: return urgent;
    case 21: return payloadCaptured;
    case 22: return sackCount;
    case 23: return sackEdges;
    case 24: return payloadOffset;
    case 25: return frameLength;
    default: return recordLength;
  }
}

// @ts-ignore: decorator
@inline
export function i32At(column: usize, i: i32): i32 { return load<i32>(column + (<usize>i << 2)); }

// @ts-ignore: decorator
@inline
export function u16At(column: usize, i: i32): i32 { return load<u16>(column + (<usize>i << 1)); }

// @ts-ignore: decorator
@inline
export function u8At(column: usize, i: i32): i32 { return load<u8>(column + <usize>i); }

// @ts-ignore: decorator
@inline
export function f64At(column: usize, i: i32): f64 { return load<f64>(column + (<usize>i << 3)); }
