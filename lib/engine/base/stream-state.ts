// What is kept of each direction whose bytes are handed on (track/deliver.ts).
import { allocate, reserve } from './memory';
import { FLOWS_PER_BLOCK, FLOW_BLOCK_BITS, FLOW_BLOCKS } from './layout';

/** Bits of Stream.bits; STREAM_BIT of flow-fields.js. */
export const ENDED: i32 = 1;
export const HAS_HELD: i32 = 2;
/** The reassembler may have bytes handed on to compare with. */
export const HAS_RECENT: i32 = 4;
/** The sink looks for the start of a message, see skim.ts. */
export const SKIMMED: i32 = 8;
export const FIN_PASSED: i32 = 16;
export const RESET_PASSED: i32 = 32;
/** Of the connection, kept with endpoint 0. */
export const ROLE_GUESSED: i32 = 64;
/** The sink wants to hear of missing bytes, even of those before the byte that it wants next. */
export const GAPS_TOLD: i32 = 128;
/**
 * Above these, with endpoint 0: who is the client by what is said, 1 + endpoint; 0 not known. With endpoint 1: see
 * http1/connections.ts.
 */
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

export const STREAM_BYTES: usize = offsetof<Stream>();

const blocks: usize = reserve(FLOW_BLOCKS * 4);

export function streamBlock(index: i32): usize {
  return load<u32>(blocks + ((<usize>index) << 2));
}

export function openStreamBlock(index: i32): void {
  store<u32>(blocks + ((<usize>index) << 2), allocate(<usize>FLOWS_PER_BLOCK * 2 * STREAM_BYTES));
}

/** The stream that endpoint 0 sends; that of endpoint 1 is behind it. */
// @ts-ignore: decorator
@inline
export function streamsAt(flow: i32): usize {
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
export function clientByContent(flow: i32): i32 {
  return changetype<Stream>(streamsAt(flow)).bits >> CLIENT_SHIFT;
}

export function openStreams(flow: i32): void {
  for (let endpoint: usize = 0; endpoint < 2; endpoint++) {
    const stream = changetype<Stream>(streamsAt(flow) + endpoint * STREAM_BYTES);
    stream.delivered = 1;
    stream.finOffset = Infinity;
  }
}
