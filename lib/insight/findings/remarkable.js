import { ANALYSIS_FLAGS } from '../../tcpflow/analysis-flags.js';
import { DIR, FLOW, FLOW_BIT } from '../../tcpflow/flow-fields.js';

/** @typedef {import('../../tcpflow/flow-table.js').FlowTable} FlowTable */

/** Connections with fewer packets, and nothing odd that the core saw, have no findings. */
const LEAST_PACKETS = 40;
const ZERO_WINDOWS = DIR.FLAG_COUNTS + ANALYSIS_FLAGS.indexOf('zero_window');

/** Whether what the core booked of a connection gives reason to look closer. @param {FlowTable} flows @param {number} flow index */
export function isRemarkable(flows, flow) {
  if (flows.int(flow, FLOW.PACKETS) >= LEAST_PACKETS || flows.int(flow, FLOW.BITS) & (FLOW_BIT.RESET | FLOW_BIT.TO_JUDGE)) return true;
  return [0, 1].some((endpoint) => flows.dirInt(flow, endpoint, DIR.SYNS) > 1 || flows.dirInt(flow, endpoint, ZERO_WINDOWS) > 0);
}

/** Packets of a connection that is examined along with the others of its capture. */
export const MAX_EXAMINED_PACKETS = 2 ** 17;
/** Packets of one that is examined because somebody asks for it: it takes 2 µs and 700 bytes each. */
export const MAX_OPENED_PACKETS = 2_500_000;

/**
 * Whether a connection is looked at closely, as far as it alone tells.
 * @param {FlowTable} flows @param {number} flow index @param {number} [mostPackets]
 */
export const isExaminable = (flows, flow, mostPackets = MAX_EXAMINED_PACKETS) => (
  flows.int(flow, FLOW.PACKETS) <= mostPackets && isRemarkable(flows, flow));

/** Whether any is: else the detectors need not be loaded. @param {FlowTable} flows @param {number} [mostPackets] */
export function hasExaminable(flows, mostPackets) {
  for (let flow = 0; flow < flows.count; flow++) if (isExaminable(flows, flow, mostPackets)) return true;
  return false;
}

/** Whether any is remarkable: else nothing of a capture of few connections need be looked at. @param {FlowTable} flows */
export function hasRemarkable(flows) {
  for (let flow = 0; flow < flows.count; flow++) if (isRemarkable(flows, flow)) return true;
  return false;
}
