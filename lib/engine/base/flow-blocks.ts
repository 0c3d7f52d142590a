// Where the state of a connection is: in blocks that never move, one of integers and one of 64-bit words
// (flow-layout.ts).
import { allocate, reserve } from './memory';
import {
  DIR_FLOAT_BYTES,
  DIR_INT_BYTES,
  Direction,
  FLOAT_BYTES_PER_FLOW,
  FLOWS_PER_BLOCK,
  FLOW_BLOCKS,
  FLOW_BLOCK_BITS,
  FLOW_FLOAT_BYTES,
  FLOW_INT_BYTES,
  Flow,
  FlowTimes,
  INT_BYTES_PER_FLOW,
  Space,
} from './flow-layout';

const intBlocks: usize = reserve(FLOW_BLOCKS * 4);
const floatBlocks: usize = reserve(FLOW_BLOCKS * 4);

export function intBlock(index: i32): usize {
  return load<u32>(intBlocks + ((<usize>index) << 2));
}
export function floatBlock(index: i32): usize {
  return load<u32>(floatBlocks + ((<usize>index) << 2));
}

/** Room for the connections of block `index`. */
export function openFlowBlock(index: i32): void {
  const block = (<usize>index) << 2;
  store<u32>(intBlocks + block, allocate(FLOWS_PER_BLOCK * INT_BYTES_PER_FLOW));
  store<u32>(floatBlocks + block, allocate(FLOWS_PER_BLOCK * FLOAT_BYTES_PER_FLOW));
}

// @ts-ignore: decorator
@inline
export function flowAt(flow: i32): Flow {
  return changetype<Flow>(
    intBlock(flow >>> FLOW_BLOCK_BITS) + <usize>((flow & (FLOWS_PER_BLOCK - 1)) * INT_BYTES_PER_FLOW),
  );
}

// @ts-ignore: decorator
@inline
export function timesAt(flow: i32): FlowTimes {
  return changetype<FlowTimes>(
    floatBlock(flow >>> FLOW_BLOCK_BITS) + <usize>((flow & (FLOWS_PER_BLOCK - 1)) * FLOAT_BYTES_PER_FLOW),
  );
}

// @ts-ignore: decorator
@inline
export function directionOf(flow: Flow, endpoint: i32): Direction {
  return changetype<Direction>(changetype<usize>(flow) + FLOW_INT_BYTES + <usize>(endpoint * DIR_INT_BYTES));
}

// @ts-ignore: decorator
@inline
export function spaceOf(times: FlowTimes, endpoint: i32): Space {
  return changetype<Space>(changetype<usize>(times) + FLOW_FLOAT_BYTES + <usize>(endpoint * DIR_FLOAT_BYTES));
}
