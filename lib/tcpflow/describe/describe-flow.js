import { DIR, DIR_BIT, DIR_F, FLOW, FLOW_BIT, FLOW_F } from '../../engine/flow-fields.js';
import { offers, OPTION } from '../../engine/segment-batch.js';
import { ANALYSIS_FLAGS } from '../verdicts/analysis-flags.js';

/** @typedef {import('../tables/flow-table.js').FlowTable} FlowTable */

const DUPLICATE_ACK = ANALYSIS_FLAGS.indexOf('duplicate_ack');

/**
 * A direction as `analyze --json` shows it (docs of the command line: DIRECTION); RTTs in seconds, throughput in
 * bytes/s.
 * @typedef {object} Direction
 * @property {number} packets
 * @property {number} dataPackets
 * @property {number} bytes
 * @property {number} uniqueBytes
 * @property {number} retransmittedPackets
 * @property {number} retransmittedBytes
 * @property {number} outOfOrderPackets
 * @property {number} duplicateAcks
 * @property {number|null} mss
 * @property {number|null} windowScale
 * @property {boolean|null} sackPermitted
 * @property {boolean|null} timestamps
 * @property {number|null} maxInFlightBytes
 * @property {{ samples: number, min: number|null, mean: number|null, max: number|null, stdev: number|null }} rtt
 * @property {number|null} initialWindowBytes
 * @property {number|null} initialWindowSegments
 * @property {number|null} throughput
 * @property {Record<string, number>} flags analysis flags that occurred
 */

/** @param {number} ns @returns {number} seconds, to the nanosecond */
export const seconds = (ns) => ns / 1e9;

/**
 * How far a connection has come, from what both ends sent.
 * @param {FlowTable} flows @param {number} flow
 * @returns {'syn_sent'|'syn_received'|'established'|'half_closed'|'closed'|'reset'}
 */
export function flowState(flows, flow) {
  if (flows.int(flow, FLOW.BITS) & FLOW_BIT.RESET) return 'reset';
  const fins = finsOf(flows, flow, 0) + finsOf(flows, flow, 1);
  if (fins === 2) return 'closed';
  if (fins === 1) return 'half_closed';
  const client = flows.clientEndpoint(flow);
  const server = 1 - client;
  const opened =
    flows.dirInt(flow, client, DIR.SYNS) > 0 &&
    flows.dirInt(flow, client, DIR.PACKETS) === flows.dirInt(flow, client, DIR.SYNS);
  if (!opened) return 'established';
  if (flows.dirInt(flow, server, DIR.PACKETS) > flows.dirInt(flow, server, DIR.SYNS)) return 'established';
  return flows.dirInt(flow, server, DIR.SYNS) > 0 ? 'syn_received' : 'syn_sent';
}

const finsOf = (/** @type {FlowTable} */ flows, /** @type {number} */ flow, /** @type {number} */ endpoint) =>
  flows.dirInt(flow, endpoint, DIR.FINS) > 0 ? 1 : 0;

/**
 * Both SYNs, and both FINs or a reset, were captured (tcptrace's "complete conn").
 * @param {FlowTable} flows
 * @param {number} flow
 */
export function isComplete(flows, flow) {
  const opened = flows.dirInt(flow, 0, DIR.SYNS) > 0 && flows.dirInt(flow, 1, DIR.SYNS) > 0;
  return (
    opened &&
    ((flows.int(flow, FLOW.BITS) & FLOW_BIT.RESET) !== 0 || finsOf(flows, flow, 0) + finsOf(flows, flow, 1) === 2)
  );
}

/**
 * @param {FlowTable} flows
 * @param {number} flow
 * @param {number} endpoint
 * @returns {Record<string, number>} analysis flags that occurred, by name
 */
function describeFlags(flows, flow, endpoint) {
  /** @type {Record<string, number>} */
  const counts = {};
  ANALYSIS_FLAGS.forEach((name, bit) => {
    const count = flows.flagCount(flow, endpoint, bit);
    if (count > 0) counts[name] = count;
  });
  return counts;
}

/**
 * RTT statistics over a direction's samples, in seconds.
 * @param {FlowTable} flows @param {number} flow @param {number} endpoint that sent the data
 * @returns {{ samples: number, min: number|null, mean: number|null, max: number|null, stdev: number|null }}
 */
function describeRtt(flows, flow, endpoint) {
  const samples = flows.dirInt(flow, endpoint, DIR.RTT_SAMPLES);
  if (samples === 0) return { samples, min: null, mean: null, max: null, stdev: null };
  const sum = flows.dirFloat(flow, endpoint, DIR_F.RTT_SUM);
  const squares = flows.dirFloat(flow, endpoint, DIR_F.RTT_SQUARES);
  const variance = samples > 1 ? Math.max(0, (squares - (sum * sum) / samples) / (samples - 1)) : null;
  return {
    samples,
    min: seconds(flows.dirFloat(flow, endpoint, DIR_F.RTT_MIN)),
    mean: seconds(Math.round(sum / samples)),
    max: seconds(flows.dirFloat(flow, endpoint, DIR_F.RTT_MAX)),
    stdev: variance === null ? null : seconds(Math.round(Math.sqrt(variance))),
  };
}

/**
 * A direction as `analyze --json` shows it; lib/engine/json/flow.ts writes the same as text, and a test compares.
 * @param {FlowTable} flows @param {number} flow @param {number} endpoint that sends
 * @returns {Direction}
 */
export function describeDirection(flows, flow, endpoint) {
  const int = (/** @type {number} */ field) => flows.dirInt(flow, endpoint, field);
  const float = (/** @type {number} */ field) => flows.dirFloat(flow, endpoint, field);
  const synSeen = (int(DIR.BITS) & DIR_BIT.SYN_SEEN) !== 0;
  const hasData = int(DIR.DATA_PACKETS) > 0;
  const synOptions = int(DIR.SYN_OPTIONS);
  const offered = (/** @type {number} */ option) => (synOptions === 0 ? false : offers(synOptions, option));
  const elapsedNs = flows.durationNs(flow);
  const uniqueBytes = float(DIR_F.UNIQUE_BYTES);
  return {
    packets: int(DIR.PACKETS),
    dataPackets: int(DIR.DATA_PACKETS),
    bytes: float(DIR_F.BYTES),
    uniqueBytes,
    retransmittedPackets: int(DIR.RETRANSMITTED_PACKETS),
    retransmittedBytes: float(DIR_F.RETRANSMITTED_BYTES),
    outOfOrderPackets: int(DIR.REORDERED_PACKETS),
    duplicateAcks: flows.flagCount(flow, endpoint, DUPLICATE_ACK),
    mss: int(DIR.MSS) || null,
    windowScale: int(DIR.WINDOW_SCALE) >= 0 ? int(DIR.WINDOW_SCALE) : null,
    sackPermitted: synSeen ? offered(OPTION.SACK_PERMITTED) : null,
    timestamps: synSeen ? offered(OPTION.TIMESTAMPS) : null,
    maxInFlightBytes: hasData && float(DIR_F.ACKED) >= 0 ? int(DIR.MAX_IN_FLIGHT) : null,
    rtt: describeRtt(flows, flow, endpoint),
    initialWindowBytes: synSeen && hasData ? int(DIR.INITIAL_WINDOW_BYTES) : null,
    initialWindowSegments: synSeen && hasData ? int(DIR.INITIAL_WINDOW_SEGMENTS) : null,
    throughput: elapsedNs > 0 ? Math.round((uniqueBytes / elapsedNs) * 1e12) / 1e3 : null,
    flags: describeFlags(flows, flow, endpoint),
  };
}

/**
 * A connection as `analyze --json` shows it, without what the messages add.
 * @param {FlowTable} flows @param {number} flow index
 */
export function describeFlow(flows, flow) {
  const client = flows.clientEndpoint(flow);
  const server = 1 - client;
  const handshakeNs = flows.float(flow, FLOW_F.HANDSHAKE_RTT);
  return {
    flow: flows.number(flow),
    client: flows.endpoint(flow, client),
    server: flows.endpoint(flow, server),
    roleGuessed: flows.isRoleGuessed(flow),
    start: seconds(flows.float(flow, FLOW_F.START)),
    end: seconds(flows.float(flow, FLOW_F.END)),
    state: flowState(flows, flow),
    complete: isComplete(flows, flow),
    handshakeRtt: handshakeNs >= 0 ? seconds(handshakeNs) : null,
    clientToServer: describeDirection(flows, flow, client),
    serverToClient: describeDirection(flows, flow, server),
  };
}

/**
 * Writes the same as JSON.stringify would, but for the closing brace: by the core, which takes a fifth of the time,
 * unless there is a number that only JSON.stringify prints right.
 * @param {import('./json-bytes.js').JsonBytes} json over the core's `jsonBuffer`
 * @param {FlowTable} flows
 * @param {number} flow index
 */
export function writeFlow(json, flows, flow) {
  const end = flows.writeJson(json.address, flow);
  if (end > 0) json.address = end;
  else json.write(JSON.stringify(describeFlow(flows, flow)).slice(0, -1));
}

/**
 * A connection's round trips.
 * @param {FlowTable} flows
 * @param {number} flow index
 * @returns {import('../../protocols/model/exchanges.js').RoundTrips}
 */
export function roundTripsOf(flows, flow) {
  const handshakeNs = flows.float(flow, FLOW_F.HANDSHAKE_RTT);
  const client = flows.clientEndpoint(flow);
  const hasSamples = flows.dirInt(flow, client, DIR.RTT_SAMPLES) > 0;
  return {
    handshake: handshakeNs > 0 ? seconds(handshakeNs) : null,
    path: hasSamples ? seconds(flows.dirFloat(flow, client, DIR_F.RTT_MIN)) : null,
  };
}
