// Wireshark ignores VLANs and tunnels: several connections here on the same addresses and ports are one stream there.
// Their flags come from one state, a connection's words outside of the table:
//
//   connection (VLAN 1) ──shared──┐
//   connection (VLAN 2) ──shared──┴─▶ [ times | flow, directions | Scoped ]   endpoints as the first one's
//
// Made when the second connection opens, or when Wireshark's window scale differs from ours, as a copy of the first
// one's state.
import { DIR_BIT, FLOW_BIT, TCP } from '../base/enums';
import { FLOAT_BYTES_PER_FLOW, Flow, FlowTimes, INT_BYTES_PER_FLOW } from '../base/flow-layout';
import { directionOf, flowAt, spaceOf, timesAt } from '../base/flow-blocks';
import { followHandshake } from './handshake';
import { allocate } from '../base/memory';
import { Current } from './segment';

/** After it: the stream's connections, which are linked by `nextScope` in the order in which they were opened. */
@unmanaged
export class Scoped {
  last: i32;
  /** The first on which endpoint 0, or 1, may have sent nothing yet. */
  unseen0: i32;
  unseen1: i32;
}

/** @param state as of `shareState` */
export function scopedOf(state: i32): Scoped {
  return changetype<Scoped>(<usize>state + INT_BYTES_PER_FLOW);
}

/** The state of the stream that the connection is the first of. */
export function shareState(head: i32): i32 {
  const flow = flowAt(head);
  if (flow.shared) return flow.shared;
  const times = allocate(FLOAT_BYTES_PER_FLOW + INT_BYTES_PER_FLOW + offsetof<Scoped>());
  const state = times + FLOAT_BYTES_PER_FLOW;
  memory.copy(times, changetype<usize>(timesAt(head)), FLOAT_BYTES_PER_FLOW);
  memory.copy(state, changetype<usize>(flow), INT_BYTES_PER_FLOW);
  flow.shared = <i32>state;
  const scoped = scopedOf(flow.shared);
  scoped.last = scoped.unseen0 = scoped.unseen1 = head;
  return flow.shared;
}

/** The current segment's connection is a part of a stream: changes apply to that, until `leaveShared`. */
export function enterShared(): void {
  const state = <usize>Current.flow.shared;
  enter(changetype<Flow>(state), changetype<FlowTimes>(state - FLOAT_BYTES_PER_FLOW), sharedEndpoint());
  firstNumbers();
}

/** After the segment's flags. */
export function leaveShared(): void {
  followHandshake();
  enter(flowAt(Current.flowIndex), timesAt(Current.flowIndex), Current.endpoint);
}

/** The current segment has a window scale option that counts only for Wireshark. */
export function rescaleShared(shift: i32): void {
  const state = changetype<Flow>(<usize>shareState(Current.flowIndex));
  directionOf(state, sharedEndpoint()).windowScale = shift;
}

function sharedEndpoint(): i32 {
  return Current.flow.bits & FLOW_BIT.FLIPPED ? 1 - Current.endpoint : Current.endpoint;
}

function enter(flow: Flow, times: FlowTimes, endpoint: i32): void {
  Current.flow = flow;
  Current.times = times;
  Current.fwd = directionOf(flow, endpoint);
  Current.rev = directionOf(flow, 1 - endpoint);
  Current.fwdSpace = spaceOf(times, endpoint);
  Current.revSpace = spaceOf(times, 1 - endpoint);
}

/** As sequence-space.ts does for a connection. */
function firstNumbers(): void {
  const fwd = Current.fwd;
  const rev = Current.rev;
  if ((fwd.bits & DIR_BIT.BASE_KNOWN) == 0) {
    fwd.bits |= DIR_BIT.BASE_KNOWN;
    fwd.wsBaseSeq = Current.flags & TCP.SYN ? Current.seq : Current.seq - 1;
  }
  if ((rev.bits & DIR_BIT.BASE_KNOWN) == 0 && Current.flags & TCP.ACK) {
    rev.bits |= DIR_BIT.BASE_KNOWN;
    rev.wsBaseSeq = Current.ack - 1;
  }
}
