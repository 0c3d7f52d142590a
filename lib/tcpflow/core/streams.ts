// How far the bytes of each direction are handed on (lib/tcpflow/reassembly): apart from what connections are followed by, and written by none but the
// hand-over, so that a batch can be handed on while the next ones are followed already. What is asked here of a connection is as of the segment handed on.
import * as batch from "../../packet/core/batch";
import { allocate, reserve } from "../../packet/core/memory";
import { FIN, FLOWS_PER_BLOCK, FLOW_BLOCK_BITS, FLOW_BLOCKS, RST } from "./layout";
import { readPlain } from "./plain-http";
import { Payloads, isBarren } from "./skim";

/** Bits of Stream.bits; STREAM_BIT of flow-fields.js. */
export const ENDED: i32 = 1;
export const HAS_HELD: i32 = 2;
/** The reassembler may have bytes handed on to compare with. */
export const HAS_RECENT: i32 = 4;
/** The sink looks for the start of a message, see skim.ts. */
const SKIMMED: i32 = 8;
const FIN_PASSED: i32 = 16;
const RESET_PASSED: i32 = 32;
/** Of the connection, kept with endpoint 0. */
export const ROLE_GUESSED: i32 = 64;
/** The sink wants to hear of missing bytes, even of those before the byte that it wants next. */
export const GAPS_TOLD: i32 = 128;
/** Above these, with endpoint 0: who is the client by what is said, 1 + endpoint; 0 not known. With endpoint 1: see plain-http.ts. */
const CLIENT_SHIFT: i32 = 8;

/** STREAM of flow-fields.js. Offsets are unwrapped sequence numbers. Both of a connection are in one cache line. */
@unmanaged
export class Stream {
  delivered: f64;
  wanted: f64;
  finOffset: f64;
  bits: i32;
  deliveredFrame: i32;
}

const STREAM_BYTES: usize = offsetof<Stream>();

const blocks: usize = reserve(FLOW_BLOCKS * 4);

export function streamBlock(index: i32): usize { return load<u32>(blocks + (<usize>index << 2)); }

export function openStreamBlock(index: i32): void { store<u32>(blocks + (<usize>index << 2), allocate(<usize>FLOWS_PER_BLOCK * 2 * STREAM_BYTES)); }

/** The stream that endpoint 0 sends; that of endpoint 1 is behind it. */
// @ts-ignore: decorator
@inline
function streamsAt(flow: i32): usize {
  return streamBlock(flow >>> FLOW_BLOCK_BITS) + <usize>(flow & (FLOWS_PER_BLOCK - 1)) * 2 * STREAM_BYTES;
}

/** The other direction. @param endpoint that sends `own` */
// @ts-ignore: decorator
@inline
export function otherOf(own: Stream, endpoint: i32): Stream {
  const at = changetype<usize>(own);
  return changetype<Stream>(endpoint == 0 ? at + STREAM_BYTES : at - STREAM_BYTES);
}

/** Who is the client by the content of the connection, 1 + endpoint; 0: it does not tell. */
export function clientByContent(flow: i32): i32 { return changetype<Stream>(streamsAt(flow)).bits >> CLIENT_SHIFT; }

export function openStreams(flow: i32): void {
  for (let endpoint: usize = 0; endpoint < 2; endpoint++) {
    const stream = changetype<Stream>(streamsAt(flow) + endpoint * STREAM_BYTES);
    stream.delivered = 1;
    stream.finOffset = Infinity;
  }
}

/**
 * Passes on the batch's segments from `i` to `count`, which `track` has followed; the batch's bytes are at `bytes`, or 0 where they are not in this memory.
 * @returns the first segment whose bytes somebody may have to see; `count`: none. The caller, when done with it, goes on with the next
 */
export function pass(index: i32, i: i32, count: i32, bytes: usize): i32 {
  batch.useBatch(index);
  Payloads.bytes = bytes;
  while (i < count && (passSegment(i) || readSegment(i))) i++;
  return i;
}

/** Whether it was read here what somebody wants of the batch's segment i. */
function readSegment(i: i32): bool {
  const flowEnd = batch.i32At(batch.flowEnd, i), endpoint = flowEnd & 1;
  return readPlain(i, flowEnd >> 1, endpoint, changetype<Stream>(streamsAt(flowEnd >> 1) + <usize>endpoint * STREAM_BYTES));
}

/**
 * Bytes that come in order and that nobody wants are passed over here. Not so others, data behind an end, nor those sent again whose first copy may still be compared.
 * @returns whether the reassembler need not see the segment; it judges by the same rules, so that one too many does no harm
 */
function passSegment(i: i32): bool {
  const flowEnd = batch.i32At(batch.flowEnd, i), streams = streamsAt(flowEnd >> 1), own = streams + <usize>(flowEnd & 1) * STREAM_BYTES;
  const fwd = changetype<Stream>(own), rev = changetype<Stream>((streams << 1) + STREAM_BYTES - own), flags = batch.u16At(batch.flags, i), length = batch.i32At(batch.payloadLength, i);
  noteRole(changetype<Stream>(streams), i);
  if (flags & (FIN | RST)) fwd.bits |= (flags & FIN ? FIN_PASSED : 0) | (flags & RST ? RESET_PASSED : 0);
  const isNews = (flags & RST) != 0 || (rev.bits & HAS_HELD) != 0;
  if (fwd.bits & ENDED || (length == 0 && (flags & FIN) == 0)) return !isNews && length <= 1;
  const start = batch.f64At(batch.dataOffset, i), end = start + <f64>length;
  if (fwd.bits & (HAS_HELD | FIN_PASSED) || (start < fwd.delivered && fwd.bits & HAS_RECENT)) return false;
  if (fwd.wanted == Infinity) return !isNews;
  if (isNews || start > fwd.delivered || (isAwaited(fwd, i, end, length) && !(fwd.bits & SKIMMED && isBarren(i, length)))) return false;
  if (end > fwd.delivered) {
    fwd.delivered = end;
    fwd.deliveredFrame = batch.i32At(batch.frame, i);
  }
  return true;
}

/** Whether the sink wants a byte of the segment, or to hear of one that the snap length cut off. */
// @ts-ignore: decorator
@inline
function isAwaited(stream: Stream, i: i32, end: f64, length: i32): bool {
  return end > stream.wanted || ((stream.bits & GAPS_TOLD) != 0 && batch.i32At(batch.payloadCaptured, i) < length);
}

// @ts-ignore: decorator
@inline
function noteRole(first: Stream, i: i32): void {
  const guessed = batch.u8At(batch.standing, i) & batch.ROLE_GUESSED_YET ? ROLE_GUESSED : 0;
  if ((first.bits & ROLE_GUESSED) != guessed) first.bits ^= ROLE_GUESSED;
}
