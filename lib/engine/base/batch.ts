// The segments to be tracked: written by decode.ts or by lib/packet/decoder.js. There are several batches, so that one
// can be decoded while others are tracked.
import { BATCH_BYTES, MAX_SACK_BLOCKS, sackEdges } from './batch-layout';
import { reserve } from './memory';

export * from './batch-layout';

export const BATCHES: i32 = 32;

export const batches: usize = reserve(<usize>BATCHES * BATCH_BYTES);

/** The current batch. */
export class Batch {
  static at: usize = 0;
}

export function useBatch(index: i32): void {
  Batch.at = batches + <usize>index * BATCH_BYTES;
}

/** Address of a byte of a column. */
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
