// State of each direction whose bytes are delivered (track/deliver.ts).
import { allocate, reserve } from './memory';
import {
  FLOWS_PER_BLOCK,
  FLOW_BLOCK_BITS,
  FLOW_BLOCKS,
  STREAM_BYTES,
  STREAM_CLIENT_SHIFT,
  Stream,
} from './flow-layout';

export { STREAM_BYTES, Stream };

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

/** The client by the content of the connection, 1 + endpoint; 0: unknown. */
export function clientByContent(flow: i32): i32 {
  return changetype<Stream>(streamsAt(flow)).bits >> STREAM_CLIENT_SHIFT;
}

export function openStreams(flow: i32): void {
  for (let endpoint: usize = 0; endpoint < 2; endpoint++) {
    const stream = changetype<Stream>(streamsAt(flow) + endpoint * STREAM_BYTES);
    stream.delivered = 1;
    stream.finOffset = Infinity;
  }
}
