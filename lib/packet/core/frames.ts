// The frames to be decoded: what lib/capture/frame-batch.js says of each, written here by the readers of capture formats.
import { allocate } from "./memory";

const CAPACITY: i32 = 4096;

export const dataOffset: usize = allocate(CAPACITY * 4);
export const capturedLength: usize = allocate(CAPACITY * 4);
export const wireLength: usize = allocate(CAPACITY * 4);
export const timeNs: usize = allocate(CAPACITY * 8);
export const linkType: usize = allocate(CAPACITY * 4);

/** Room for the capture's bytes, so that they are read where they are decoded. */
export const CHUNK_BYTES: i32 = 1 << 20;
export const CHUNKS: i32 = 3;
export const chunks: usize = allocate(CHUNKS * CHUNK_BYTES);

/** Where the frames' columns are, in the order of lib/packet/core-decoder.js. */
export function frameColumn(index: i32): usize {
  switch (index) {
    case 0: return dataOffset;
    case 1: return capturedLength;
    case 2: return wireLength;
    case 3: return timeNs;
    default: return linkType;
  }
}
