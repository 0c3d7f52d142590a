// A direction whose sink has lost its place, and looks for the start of a message, skims: of segments that the snap length cut it needs to see
// only those with the bytes that every start holds. Where each segment of a download is cut, that is nearly none.
import { allocate } from "../../packet/core/memory";
import * as batch from "../../packet/core/batch";

/** Up to eight bytes, and their number. */
export const needle: usize = allocate(8);
let needleBytes: i32 = 0;
let needleMask: u64 = 0;

export function setNeedle(length: i32): void {
  needleBytes = length;
  needleMask = length == 8 ? u64.MAX_VALUE : ((<u64>1) << (length << 3)) - 1;
}

/** Where the batch's bytes are in this memory; 0: elsewhere. */
export class Payloads {
  static bytes: usize = 0;
}

/** Whether the batch's segment i, with `length` bytes of payload, is cut and holds no needle in what was captured. */
export function isBarren(i: i32, length: i32): bool {
  const captured = batch.i32At(batch.payloadCaptured, i);
  if (captured >= length || Payloads.bytes == 0 || needleBytes == 0) return false;
  const start = Payloads.bytes + <usize>batch.i32At(batch.payloadOffset, i), wanted = load<u64>(needle);
  for (let at: usize = 0; <i32>at <= captured - needleBytes; at++) {
    if ((load<u64>(start + at) & needleMask) == wanted) return false;
  }
  return true;
}
