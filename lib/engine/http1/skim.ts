// A direction whose sink has lost synchronisation, and searches for the start of a message, skims: of segments cut by
// the snap length it needs only those with the bytes that every start contains. Where each segment of a download is
// cut, that is nearly none.
import { reserve } from '../base/memory';
import * as batch from '../base/batch';

/** Up to eight bytes. */
export const needle: usize = reserve(8);
/** Their number. */
const needleBytes: usize = reserve(4);

export function setNeedle(length: i32): void {
  store<i32>(needleBytes, length);
}

/** Where the batch's bytes are in this memory; 0: elsewhere. */
export class Payloads {
  static bytes: usize = 0;
}

/** Whether the batch's segment i, with `length` bytes of payload, is cut and holds no needle in what was captured. */
export function isBarren(i: i32, length: i32): bool {
  const captured = batch.i32At(batch.payloadCaptured, i);
  const soughtBytes = load<i32>(needleBytes);
  if (captured >= length || Payloads.bytes == 0 || soughtBytes == 0) return false;
  const start = Payloads.bytes + <usize>batch.i32At(batch.payloadOffset, i);
  const mask = u64.MAX_VALUE >>> (<u64>(64 - (soughtBytes << 3)));
  const sought = load<u64>(needle);
  for (let at: usize = 0; <i32>at <= captured - soughtBytes; at++) {
    if ((load<u64>(start + at) & mask) == sought) return false;
  }
  return true;
}
