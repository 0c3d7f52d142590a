// The frames to be decoded: the columns of lib/capture/frame-batch.js, written here by the readers of capture formats.
import { reserve } from './memory';

export const CAPACITY: i32 = 4096;
/** As in batch.ts. */
const GAP: i32 = 320;

export const dataOffset: usize = reserve(CAPACITY * 4 + GAP);
export const capturedLength: usize = reserve(CAPACITY * 4 + GAP);
export const wireLength: usize = reserve(CAPACITY * 4 + GAP);
export const timeNs: usize = reserve(CAPACITY * 8 + GAP);
export const linkType: usize = reserve(CAPACITY * 4 + GAP);
export const fileOffset: usize = reserve(CAPACITY * 8 + GAP);

/** Room for the capture's bytes, so that they are read where they are decoded. */
export const CHUNK_BYTES: i32 = 1 << 20;
export const CHUNKS: i32 = 3;
export const chunks: usize = reserve(CHUNKS * CHUNK_BYTES);

/** Where the frames' columns are, in the order of lib/engine/batches.js. */
export function frameColumn(index: i32): usize {
  switch (index) {
    case 0:
      return dataOffset;
    case 1:
      return capturedLength;
    case 2:
      return wireLength;
    case 3:
      return timeNs;
    case 4:
      return linkType;
    default:
      return fileOffset;
  }
}

// @ts-ignore: decorator
@inline
export function i32At(column: usize, entry: i32): i32 {
  return load<i32>(column + ((<usize>entry) << 2));
}

// @ts-ignore: decorator
@inline
export function f64At(column: usize, entry: i32): f64 {
  return load<f64>(column + ((<usize>entry) << 3));
}
