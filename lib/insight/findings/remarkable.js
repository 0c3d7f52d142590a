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

/** Knows whether a connection has a request without response, or a response not whole. @typedef {{ hasUnfinished: (flow: number) => boolean }} Messages */

/** Whether one of its ends closed it over unfinished messages. @param {FlowTable} flows @param {Messages} messages @param {number} flow index */
const isLeftUnfinished = (flows, messages, flow) => (
  (flows.dirInt(flow, 0, DIR.FINS) > 0 || flows.dirInt(flow, 1, DIR.FINS) > 0) && messages.hasUnfinished(flow));

/** Whether there is reason to look closer, however long it is. @param {FlowTable} flows @param {Messages} messages @param {number} flow index */
export const hasReason = (flows, messages, flow) => isRemarkable(flows, flow) || isLeftUnfinished(flows, messages, flow);

/** Packets of a connection that is examined along with the others of its capture. */
export const MAX_EXAMINED_PACKETS = 2 ** 17;
/** Packets of one that is examined because somebody asks for it: it takes 2 µs and 700 bytes each. */
export const MAX_OPENED_PACKETS = 2_500_000;

/**
 * Whether a connection is looked at closely, as far as it alone tells.
 * @param {FlowTable} flows @param {Messages} messages @param {number} flow index @param {number} [mostPackets]
 */
export const isExaminable = (flows, messages, flow, mostPackets = MAX_EXAMINED_PACKETS) => (
  flows.int(flow, FLOW.PACKETS) <= mostPackets && hasReason(flows, messages, flow));

/** Whether any is: else the detectors need not be loaded. @param {FlowTable} flows @param {Messages} messages @param {number} [mostPackets] */
export function hasExaminable(flows, messages, mostPackets) {
  for (let flow = 0; flow < flows.count; flow++) if (isExaminable(flows, messages, flow, mostPackets)) return true;
  return false;
}

/** Whether any is remarkable: else nothing of a capture of few connections need be looked at. @param {FlowTable} flows @param {Messages} messages */
export const hasRemarkable = (flows, messages) => hasExaminable(flows, messages, Infinity);
