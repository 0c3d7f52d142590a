// A connection as JSON text, byte for byte what JSON.stringify makes of describe-flow.js's object: `analyze --json` of
// 200 000 connections spent more time on that than on their packets.
import { ANALYSIS, DIR_BIT, FLOW_BIT, OPTION } from '../base/enums';
import { FLAG_COUNTERS, flagCount } from '../base/flag-counts';
import { Direction, Flow, FlowTimes, Space } from '../base/flow-layout';
import { areNumbersOdd, beginNumbers, decimal, integer } from './numbers';
import { at, move, text, writeAddress } from './text';
import { directionOf, flowAt, spaceOf, timesAt } from '../base/flow-blocks';
import { clientByContent } from '../base/stream-state';
import { reserve } from '../base/memory';

const DUPLICATE_ACK_BIT: i32 = ctz(ANALYSIS.DUPLICATE_ACK);

/** Where the text goes, of one connection after the other. */
export const JSON_BYTES: i32 = 1 << 17;
export const jsonBuffer: usize = reserve(JSON_BYTES);

/** See flow-table.js. */
const SCOPE_NUMBER_STEP: f64 = 1e9;

/**
 * Writes a connection, without its closing brace, from byte `start` of the memory on, where there must be room for 4
 * KiB.
 * @returns the byte behind it; 0: it holds a number that is not written here
 */
export function writeFlow(start: usize, index: i32): usize {
  const flow = flowAt(index);
  const times = timesAt(index);
  const client = clientOf(flow, index);
  move(start);
  beginNumbers();
  text('{"flow":');
  integer(<f64>flow.stream + SCOPE_NUMBER_STEP * <f64>flow.scopeOrdinal);
  text(',"client":{"address":"');
  writeEndpoint(flow, client);
  text('},"server":{"address":"');
  writeEndpoint(flow, 1 - client);
  text('},"roleGuessed":');
  boolean((flow.bits & FLOW_BIT.ROLE_GUESSED) != 0);
  text(',"start":');
  decimal(times.start, 1e9, 9);
  text(',"end":');
  decimal(times.end, 1e9, 9);
  text(',"state":"');
  text(stateOf(flow, client));
  text('","complete":');
  boolean(isComplete(flow));
  text(',"handshakeRtt":');
  decimal(times.handshakeRtt >= 0 ? times.handshakeRtt : NaN, 1e9, 9);
  text(',"clientToServer":');
  writeDirection(times, directionOf(flow, client), spaceOf(times, client));
  text(',"serverToClient":');
  writeDirection(times, directionOf(flow, 1 - client), spaceOf(times, 1 - client));
  return areNumbersOdd() ? 0 : at;
}

/** clientEndpoint of flow-table.js. */
function clientOf(flow: Flow, index: i32): i32 {
  const byContent = flow.bits & FLOW_BIT.ROLE_GUESSED ? clientByContent(index) : 0;
  return byContent ? byContent - 1 : flow.client;
}

function writeEndpoint(flow: Flow, endpoint: i32): void {
  const address = changetype<usize>(flow) + (endpoint ? offsetof<Flow>('address10') : offsetof<Flow>('address00'));
  writeAddress(address, flow.ipVersion);
  text('","port":');
  integer(<f64>(endpoint ? flow.ports & 0xffff : flow.ports >>> 16));
}

/** flowState of describe-flow.js. */
function stateOf(flow: Flow, clientEndpoint: i32): string {
  if (flow.bits & FLOW_BIT.RESET) return 'reset';
  const client = directionOf(flow, clientEndpoint);
  const server = directionOf(flow, 1 - clientEndpoint);
  if (client.fins > 0 && server.fins > 0) return 'closed';
  if (client.fins > 0 || server.fins > 0) return 'half_closed';
  const opening = client.syns > 0 && client.packets == client.syns;
  if (!opening || server.packets > server.syns) return 'established';
  return server.syns > 0 ? 'syn_received' : 'syn_sent';
}

/** isComplete of describe-flow.js. */
function isComplete(flow: Flow): bool {
  const one = directionOf(flow, 0);
  const other = directionOf(flow, 1);
  return one.syns > 0 && other.syns > 0 && ((flow.bits & FLOW_BIT.RESET) != 0 || (one.fins > 0 && other.fins > 0));
}

function writeDirection(times: FlowTimes, direction: Direction, space: Space): void {
  writeCounts(direction, space);
  writeOptions(direction);
  const hasData = (direction.bits & DIR_BIT.DATA_SEEN) != 0;
  const hasOpening = hasData && (direction.bits & DIR_BIT.SYN_SEEN) != 0;
  text(',"maxInFlightBytes":');
  integer(hasData && space.acked >= 0 ? <f64>direction.maxInFlight : NaN);
  writeRtt(direction, space);
  text(',"initialWindowBytes":');
  integer(hasOpening ? <f64>direction.initialWindowBytes : NaN);
  text(',"initialWindowSegments":');
  integer(hasOpening ? <f64>direction.initialWindowSegments : NaN);
  text(',"throughput":');
  decimal(throughput(times, space), 1e3, 3);
  writeFlags(direction);
}

function writeCounts(direction: Direction, space: Space): void {
  text('{"packets":');
  integer(<f64>direction.packets);
  text(',"dataPackets":');
  integer(<f64>direction.dataPackets);
  text(',"bytes":');
  integer(space.bytes);
  text(',"uniqueBytes":');
  integer(space.uniqueBytes);
  text(',"retransmittedPackets":');
  integer(<f64>direction.retransmittedPackets);
  text(',"retransmittedBytes":');
  integer(space.retransmittedBytes);
  text(',"outOfOrderPackets":');
  integer(<f64>direction.reorderedPackets);
  text(',"duplicateAcks":');
  integer(<f64>flagCount(direction, DUPLICATE_ACK_BIT));
}

function writeOptions(direction: Direction): void {
  text(',"mss":');
  integer(direction.mss != 0 ? <f64>direction.mss : NaN);
  text(',"windowScale":');
  integer(direction.windowScale >= 0 ? <f64>direction.windowScale : NaN);
  text(',"sackPermitted":');
  option(direction, OPTION.SACK_PERMITTED);
  text(',"timestamps":');
  option(direction, OPTION.TIMESTAMPS);
}

function option(direction: Direction, bit: i32): void {
  const known = direction.synOptions & (bit | OPTION.BROKEN);
  if ((direction.bits & DIR_BIT.SYN_SEEN) != 0 && known != OPTION.BROKEN) boolean(known != 0);
  else text('null');
}

function boolean(value: bool): void {
  text(value ? 'true' : 'false');
}

function writeRtt(direction: Direction, space: Space): void {
  const samples = direction.rttSamples;
  text(',"rtt":{"samples":');
  integer(<f64>samples);
  text(',"min":');
  decimal(samples > 0 ? space.rttMin : NaN, 1e9, 9);
  text(',"mean":');
  decimal(samples > 0 ? Math.round(space.rttSum / <f64>samples) : NaN, 1e9, 9);
  text(',"max":');
  decimal(samples > 0 ? space.rttMax : NaN, 1e9, 9);
  text(',"stdev":');
  decimal(samples > 1 ? deviation(<f64>samples, space) : NaN, 1e9, 9);
  text('}');
}

function deviation(samples: f64, space: Space): f64 {
  return Math.round(
    Math.sqrt(Math.max(0, (space.rttSquares - (space.rttSum * space.rttSum) / samples) / (samples - 1))),
  );
}

/** Thousandths of bytes/s. */
function throughput(times: FlowTimes, space: Space): f64 {
  const elapsedNs = times.end - times.start;
  return elapsedNs > 0 ? Math.round((space.uniqueBytes / elapsedNs) * 1e12) : NaN;
}

function writeFlags(direction: Direction): void {
  text(',"flags":{');
  let first = true;
  for (let bit = 0; direction.flagCounts != 0 && bit < FLAG_COUNTERS; bit++) {
    const count = flagCount(direction, bit);
    if (count == 0) continue;
    text(first ? '"' : ',"');
    text(flagName(bit));
    text('":');
    integer(<f64>count);
    first = false;
  }
  text('}}');
}

/** ANALYSIS_FLAGS of analysis-flags.js. */
function flagName(bit: i32): string {
  switch (bit) {
    case 0:
      return 'retransmission';
    case 1:
      return 'fast_retransmission';
    case 2:
      return 'spurious_retransmission';
    case 3:
      return 'out_of_order';
    case 4:
      return 'lost_segment';
    case 5:
      return 'ack_lost_segment';
    case 6:
      return 'duplicate_ack';
    case 7:
      return 'keep_alive';
    case 8:
      return 'keep_alive_ack';
    case 9:
      return 'window_full';
    case 10:
      return 'window_update';
    case 11:
      return 'zero_window';
    case 12:
      return 'zero_window_probe';
    case 13:
      return 'zero_window_probe_ack';
    default:
      return 'reused_ports';
  }
}
