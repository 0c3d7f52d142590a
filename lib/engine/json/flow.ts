/** Written by scripts/generate-layout.js from lib/tcpflow/describe/flow-schema.js; not edited by hand. */

import { directionOf, flowAt, spaceOf, timesAt } from '../base/flow-blocks';
import { Direction, FlowTimes, Space } from '../base/flow-layout';
import { OPTION } from '../base/enums';
import * as values from './flow-values';
import { areNumbersOdd, beginNumbers, decimal, integer } from './numbers';
import { at, move, text } from './text';

/**
 * Writes a connection, without its closing brace, from byte `start` of the memory on, where there must be room for 4
 * KiB.
 * @returns the byte behind it; 0: it holds a number that is not written here
 */
export function writeFlow(start: usize, index: i32): usize {
  const flow = flowAt(index);
  const times = timesAt(index);
  const client = values.clientOf(flow, index);
  const server = 1 - client;
  move(start);
  beginNumbers();
  text('{"flow":');
  integer(values.flowNumber(flow, times, client));
  text(',"client":');
  values.writeEndpoint(flow, client);
  text(',"server":');
  values.writeEndpoint(flow, server);
  text(',"roleGuessed":');
  values.writeBoolean(values.isRoleGuessed(flow, times, client));
  text(',"start":');
  decimal(times.start, 1e9, 9);
  text(',"end":');
  decimal(times.end, 1e9, 9);
  text(',"state":"');
  text(values.flowState(flow, times, client));
  text('","complete":');
  values.writeBoolean(values.isComplete(flow, times, client));
  text(',"handshakeRtt":');
  decimal(values.hasHandshakeRtt(flow, times, client) ? times.handshakeRtt : NaN, 1e9, 9);
  text(',"clientToServer":');
  writeDirection(times, directionOf(flow, client), spaceOf(times, client));
  text(',"serverToClient":');
  writeDirection(times, directionOf(flow, server), spaceOf(times, server));
  return areNumbersOdd() ? 0 : at;
}

function writeDirection(times: FlowTimes, direction: Direction, space: Space): void {
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
  integer(values.duplicateAcks(times, direction, space));
  text(',"mss":');
  integer(values.hasMss(times, direction, space) ? <f64>direction.mss : NaN);
  text(',"windowScale":');
  integer(values.offersWindowScale(times, direction, space) ? <f64>direction.windowScale : NaN);
  text(',"sackPermitted":');
  values.writeOption(direction, OPTION.SACK_PERMITTED);
  text(',"timestamps":');
  values.writeOption(direction, OPTION.TIMESTAMPS);
  text(',"maxInFlightBytes":');
  integer(values.hasAckedData(times, direction, space) ? <f64>direction.maxInFlight : NaN);
  text(',"rtt":');
  writeRtt(times, direction, space);
  text(',"initialWindowBytes":');
  integer(values.hasInitialWindow(times, direction, space) ? <f64>direction.initialWindowBytes : NaN);
  text(',"initialWindowSegments":');
  integer(values.hasInitialWindow(times, direction, space) ? <f64>direction.initialWindowSegments : NaN);
  text(',"throughput":');
  decimal(values.hasDuration(times, direction, space) ? values.throughput(times, direction, space) : NaN, 1e3, 3);
  text(',"flags":');
  values.writeFlags(direction);
  text('}');
}

function writeRtt(times: FlowTimes, direction: Direction, space: Space): void {
  text('{"samples":');
  integer(<f64>direction.rttSamples);
  text(',"min":');
  decimal(values.hasSamples(times, direction, space) ? space.rttMin : NaN, 1e9, 9);
  text(',"mean":');
  decimal(values.hasSamples(times, direction, space) ? values.rttMean(times, direction, space) : NaN, 1e9, 9);
  text(',"max":');
  decimal(values.hasSamples(times, direction, space) ? space.rttMax : NaN, 1e9, 9);
  text(',"stdev":');
  decimal(
    values.hasSeveralSamples(times, direction, space) ? values.rttDeviation(times, direction, space) : NaN,
    1e9,
    9,
  );
  text('}');
}
