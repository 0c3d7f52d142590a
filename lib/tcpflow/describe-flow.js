import { ANALYSIS_FLAGS } from './analysis-flags.js';
import { DIRECTION_FIELDS, FORM, readDirection } from './flow-json-fields.js';
import { DIR, FLOW, FLOW_BIT, FLOW_F } from './flow-fields.js';

/** @typedef {import('./flow-table.js').FlowTable} FlowTable */

/**
 * A direction as `analyze --json` shows it (docs of the command line: DIRECTION); RTTs in seconds, throughput in bytes/s.
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
  const client = flows.clientEndpoint(flow), server = 1 - client;
  const opened = flows.dirInt(flow, client, DIR.SYNS) > 0 && flows.dirInt(flow, client, DIR.PACKETS) === flows.dirInt(flow, client, DIR.SYNS);
  if (!opened) return 'established';
  if (flows.dirInt(flow, server, DIR.PACKETS) > flows.dirInt(flow, server, DIR.SYNS)) return 'established';
  return flows.dirInt(flow, server, DIR.SYNS) > 0 ? 'syn_received' : 'syn_sent';
}

const finsOf = (/** @type {FlowTable} */ flows, /** @type {number} */ flow, /** @type {number} */ endpoint) => (flows.dirInt(flow, endpoint, DIR.FINS) > 0 ? 1 : 0);

/** Both SYNs, and both FINs or a reset, were captured (tcptrace's "complete conn"). @param {FlowTable} flows @param {number} flow */
export function isComplete(flows, flow) {
  const opened = flows.dirInt(flow, 0, DIR.SYNS) > 0 && flows.dirInt(flow, 1, DIR.SYNS) > 0;
  return opened && ((flows.int(flow, FLOW.BITS) & FLOW_BIT.RESET) !== 0 || finsOf(flows, flow, 0) + finsOf(flows, flow, 1) === 2);
}

/** @param {FlowTable} flows @param {number} flow @param {number} endpoint @returns {Record<string, number>} analysis flags that occurred, by name */
function describeFlags(flows, flow, endpoint) {
  /** @type {Record<string, number>} */
  const counts = {};
  ANALYSIS_FLAGS.forEach((name, bit) => {
    const count = flows.dirInt(flow, endpoint, DIR.FLAG_COUNTS + bit);
    if (count > 0) counts[name] = count;
  });
  return counts;
}

/** @param {number} form one of `FORM` @param {number} value as `readDirection` gives it @returns {number|boolean|null} */
function inForm(form, value) {
  if (Number.isNaN(value)) return null;
  switch (form) {
    case FORM.SECONDS: return seconds(value);
    case FORM.THOUSANDTHS: return value / 1e3;
    case FORM.BOOLEAN: return value !== 0;
    default: return value;
  }
}

/**
 * @param {FlowTable} flows @param {number} flow @param {number} endpoint that sends
 * @returns {Direction}
 */
export function describeDirection(flows, flow, endpoint) {
  /** @type {Record<string, any>} */
  const direction = {}, values = new Float64Array(DIRECTION_FIELDS.length);
  readDirection(flows, flow, endpoint, values);
  DIRECTION_FIELDS.forEach(({ group, name, form }, i) => {
    const target = group === '' ? direction : (direction[group] ??= {});
    target[name] = inForm(form, values[i]);
  });
  return /** @type {Direction} */ ({ ...direction, flags: describeFlags(flows, flow, endpoint) });
}

/**
 * A connection as `analyze --json` shows it, without what the messages add. `writeFlow` writes the same as JSON.
 * @param {FlowTable} flows @param {number} flow index
 */
export function describeFlow(flows, flow) {
  const client = flows.clientEndpoint(flow), server = 1 - client;
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
