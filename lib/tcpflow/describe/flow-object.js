/** Written by scripts/generate-layout.js from lib/tcpflow/describe/flow-schema.js; not edited by hand. */

import { DIR, DIR_F, FLOW_F } from '../../engine/flow-fields.js';
import { OPTION } from '../../engine/segment-batch.js';
import * as values from './flow-values.js';

/** @typedef {import('../tables/flow-table.js').FlowTable} FlowTable */

/**
 * A connection as `analyze --json` shows it, without what the messages add.
 * @param {FlowTable} flows @param {number} flow index
 */
export function describeFlow(flows, flow) {
  const client = flows.clientEndpoint(flow);
  const server = 1 - client;
  return {
    flow: values.flowNumber(flows, flow),
    client: flows.endpoint(flow, client),
    server: flows.endpoint(flow, server),
    roleGuessed: values.isRoleGuessed(flows, flow),
    start: values.seconds(flows.float(flow, FLOW_F.START)),
    end: values.seconds(flows.float(flow, FLOW_F.END)),
    state: values.flowState(flows, flow),
    complete: values.isComplete(flows, flow),
    handshakeRtt: values.hasHandshakeRtt(flows, flow) ? values.seconds(flows.float(flow, FLOW_F.HANDSHAKE_RTT)) : null,
    clientToServer: describeDirection(flows, flow, client),
    serverToClient: describeDirection(flows, flow, server),
  };
}

/**
 * A direction of it; RTTs in seconds, throughput in bytes/s.
 * @param {FlowTable} flows @param {number} flow index @param {number} endpoint that sends
 */
export function describeDirection(flows, flow, endpoint) {
  return {
    packets: flows.dirInt(flow, endpoint, DIR.PACKETS),
    dataPackets: flows.dirInt(flow, endpoint, DIR.DATA_PACKETS),
    bytes: flows.dirFloat(flow, endpoint, DIR_F.BYTES),
    uniqueBytes: flows.dirFloat(flow, endpoint, DIR_F.UNIQUE_BYTES),
    retransmittedPackets: flows.dirInt(flow, endpoint, DIR.RETRANSMITTED_PACKETS),
    retransmittedBytes: flows.dirFloat(flow, endpoint, DIR_F.RETRANSMITTED_BYTES),
    outOfOrderPackets: flows.dirInt(flow, endpoint, DIR.REORDERED_PACKETS),
    duplicateAcks: values.duplicateAcks(flows, flow, endpoint),
    mss: values.hasMss(flows, flow, endpoint) ? flows.dirInt(flow, endpoint, DIR.MSS) : null,
    windowScale: values.offersWindowScale(flows, flow, endpoint)
      ? flows.dirInt(flow, endpoint, DIR.WINDOW_SCALE)
      : null,
    sackPermitted: values.offersOption(flows, flow, endpoint, OPTION.SACK_PERMITTED),
    timestamps: values.offersOption(flows, flow, endpoint, OPTION.TIMESTAMPS),
    maxInFlightBytes: values.hasAckedData(flows, flow, endpoint)
      ? flows.dirInt(flow, endpoint, DIR.MAX_IN_FLIGHT)
      : null,
    rtt: describeRtt(flows, flow, endpoint),
    initialWindowBytes: values.hasInitialWindow(flows, flow, endpoint)
      ? flows.dirInt(flow, endpoint, DIR.INITIAL_WINDOW_BYTES)
      : null,
    initialWindowSegments: values.hasInitialWindow(flows, flow, endpoint)
      ? flows.dirInt(flow, endpoint, DIR.INITIAL_WINDOW_SEGMENTS)
      : null,
    throughput: values.hasDuration(flows, flow) ? values.throughput(flows, flow, endpoint) / 1e3 : null,
    flags: values.describeFlags(flows, flow, endpoint),
  };
}

/** @param {FlowTable} flows @param {number} flow @param {number} endpoint that sent the data */
function describeRtt(flows, flow, endpoint) {
  return {
    samples: flows.dirInt(flow, endpoint, DIR.RTT_SAMPLES),
    min: values.hasSamples(flows, flow, endpoint)
      ? values.seconds(flows.dirFloat(flow, endpoint, DIR_F.RTT_MIN))
      : null,
    mean: values.hasSamples(flows, flow, endpoint) ? values.seconds(values.rttMean(flows, flow, endpoint)) : null,
    max: values.hasSamples(flows, flow, endpoint)
      ? values.seconds(flows.dirFloat(flow, endpoint, DIR_F.RTT_MAX))
      : null,
    stdev: values.hasSeveralSamples(flows, flow, endpoint)
      ? values.seconds(values.rttDeviation(flows, flow, endpoint))
      : null,
  };
}
