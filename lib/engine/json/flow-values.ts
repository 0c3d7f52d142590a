// Values of lib/tcpflow/describe/flow-schema.js that are not columns, and whether they are known;
// lib/tcpflow/describe/flow-values.js has functions of the same names. Numbers as f64.
import { ANALYSIS, DIR_BIT, FLOW_BIT, OPTION } from '../base/enums';
import { FLAG_COUNTERS, flagCount } from '../base/flag-counts';
import { Direction, Flow, FlowTimes, Space } from '../base/flow-layout';
import { integer } from './numbers';
import { text, writeAddress } from './text';
import { directionOf } from '../base/flow-blocks';
import { clientByContent } from '../base/stream-state';
import { reserve } from '../base/memory';

const DUPLICATE_ACK_BIT: i32 = ctz(ANALYSIS.DUPLICATE_ACK);

/** Output buffer, for one connection after the other. */
export const JSON_BYTES: i32 = 1 << 17;
export const jsonBuffer: usize = reserve(JSON_BYTES);

/** See flow-table.js. */
const SCOPE_NUMBER_STEP: f64 = 1e9;

/** clientEndpoint of flow-table.js. */
export function clientOf(flow: Flow, index: i32): i32 {
  const byContent = flow.bits & FLOW_BIT.ROLE_GUESSED ? clientByContent(index) : 0;
  return byContent ? byContent - 1 : flow.client;
}

export function flowNumber(flow: Flow, times: FlowTimes, client: i32): f64 {
  return <f64>flow.stream + SCOPE_NUMBER_STEP * <f64>flow.scopeOrdinal;
}

export function isRoleGuessed(flow: Flow, times: FlowTimes, client: i32): bool {
  return (flow.bits & FLOW_BIT.ROLE_GUESSED) != 0;
}

export function flowState(flow: Flow, times: FlowTimes, clientEndpoint: i32): string {
  if (flow.bits & FLOW_BIT.RESET) return 'reset';
  const client = directionOf(flow, clientEndpoint);
  const server = directionOf(flow, 1 - clientEndpoint);
  if (client.fins > 0 && server.fins > 0) return 'closed';
  if (client.fins > 0 || server.fins > 0) return 'half_closed';
  const opening = client.syns > 0 && client.packets == client.syns;
  if (!opening || server.packets > server.syns) return 'established';
  return server.syns > 0 ? 'syn_received' : 'syn_sent';
}

export function isComplete(flow: Flow, times: FlowTimes, client: i32): bool {
  const one = directionOf(flow, 0);
  const other = directionOf(flow, 1);
  return one.syns > 0 && other.syns > 0 && ((flow.bits & FLOW_BIT.RESET) != 0 || (one.fins > 0 && other.fins > 0));
}

export function hasHandshakeRtt(flow: Flow, times: FlowTimes, client: i32): bool {
  return times.handshakeRtt >= 0;
}

export function duplicateAcks(times: FlowTimes, direction: Direction, space: Space): f64 {
  return <f64>flagCount(direction, DUPLICATE_ACK_BIT);
}

export function hasMss(times: FlowTimes, direction: Direction, space: Space): bool {
  return direction.mss != 0;
}

export function offersWindowScale(times: FlowTimes, direction: Direction, space: Space): bool {
  return direction.windowScale >= 0;
}

export function hasAckedData(times: FlowTimes, direction: Direction, space: Space): bool {
  return (direction.bits & DIR_BIT.DATA_SEEN) != 0 && space.acked >= 0;
}

export function hasInitialWindow(times: FlowTimes, direction: Direction, space: Space): bool {
  return (direction.bits & DIR_BIT.DATA_SEEN) != 0 && (direction.bits & DIR_BIT.SYN_SEEN) != 0;
}

export function hasDuration(times: FlowTimes, direction: Direction, space: Space): bool {
  return times.end - times.start > 0;
}

/** Thousandths of bytes/s. */
export function throughput(times: FlowTimes, direction: Direction, space: Space): f64 {
  return Math.round((space.uniqueBytes / (times.end - times.start)) * 1e12);
}

export function hasSamples(times: FlowTimes, direction: Direction, space: Space): bool {
  return direction.rttSamples > 0;
}

export function hasSeveralSamples(times: FlowTimes, direction: Direction, space: Space): bool {
  return direction.rttSamples > 1;
}

export function rttMean(times: FlowTimes, direction: Direction, space: Space): f64 {
  return Math.round(space.rttSum / <f64>direction.rttSamples);
}

export function rttDeviation(times: FlowTimes, direction: Direction, space: Space): f64 {
  const samples = <f64>direction.rttSamples;
  return Math.round(
    Math.sqrt(Math.max(0, (space.rttSquares - (space.rttSum * space.rttSum) / samples) / (samples - 1))),
  );
}

export function writeEndpoint(flow: Flow, endpoint: i32): void {
  const address = changetype<usize>(flow) + (endpoint ? offsetof<Flow>('address10') : offsetof<Flow>('address00'));
  text('{"address":"');
  writeAddress(address, flow.ipVersion);
  text('","port":');
  integer(<f64>(endpoint ? flow.ports & 0xffff : flow.ports >>> 16));
  text('}');
}

export function writeBoolean(value: bool): void {
  text(value ? 'true' : 'false');
}

export function writeOption(direction: Direction, bit: i32): void {
  const known = direction.synOptions & (bit | OPTION.BROKEN);
  if ((direction.bits & DIR_BIT.SYN_SEEN) != 0 && known != OPTION.BROKEN) writeBoolean(known != 0);
  else text('null');
}

export function writeFlags(direction: Direction): void {
  text('{');
  let first = true;
  for (let bit = 0; direction.flagCounts != 0 && bit < FLAG_COUNTERS; bit++) {
    const count = flagCount(direction, bit);
    if (count == 0) continue;
    text(first ? '"' : ',"');
    text(ANALYSIS.nameOf(bit));
    text('":');
    integer(<f64>count);
    first = false;
  }
  text('}');
}
