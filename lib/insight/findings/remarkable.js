import { DIR, FLOW, FLOW_BIT } from '../../tcpflow/flow-fields.js';

/** @typedef {import('../../tcpflow/flow-table.js').FlowTable} FlowTable */

/** Connections with fewer packets, and nothing odd that the core saw, have no findings. */
const LEAST_PACKETS = 40;

/** Whether what the core booked of a connection gives reason to look closer. @param {FlowTable} flows @param {number} flow index */
export function isRemarkable(flows, flow) {
  if (flows.int(flow, FLOW.PACKETS) >= LEAST_PACKETS || flows.int(flow, FLOW.BITS) & (FLOW_BIT.RESET | FLOW_BIT.TO_JUDGE)) return true;
  return flows.dirInt(flow, 0, DIR.SYNS) > 1 || flows.dirInt(flow, 1, DIR.SYNS) > 1;
}

/** Whether any does: else the examiner need not be loaded. @param {FlowTable} flows */
export function hasRemarkable(flows) {
  for (let flow = 0; flow < flows.count; flow++) if (isRemarkable(flows, flow)) return true;
  return false;
}
