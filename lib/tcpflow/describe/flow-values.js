/**
 * Values of `flow-schema.js` that are not columns (of the direction that `endpoint` sends, where there is one), and
 * whether they are known. `lib/engine/json/flow-values.ts` has functions of the same names.
 */
import { DIR, DIR_BIT, DIR_F, FLOW_F } from '../../engine/flow-fields.js';
import { seconds } from '../../transport/conversation.js';
import { ANALYSIS_FLAGS } from '../../transport/tcp/analysis-flags.js';
import { offers } from '../../transport/tcp/header.js';

/** @typedef {import('../tables/flow-table.js').FlowTable} FlowTable */

export { seconds };

const DUPLICATE_ACK = ANALYSIS_FLAGS.indexOf('duplicate_ack');

/** @param {FlowTable} flows @param {number} flow */
export const flowNumber = (flows, flow) => flows.number(flow);

/** @param {FlowTable} flows @param {number} flow */
export const isRoleGuessed = (flows, flow) => flows.isRoleGuessed(flow);

/** @param {FlowTable} flows @param {number} flow */
export const flowState = (flows, flow) => flows.state(flow);

/**
 * Both SYNs, and both FINs or a reset, were captured (tcptrace's "complete conn").
 * @param {FlowTable} flows
 * @param {number} flow
 */
export function isComplete(flows, flow) {
  const connection = flows.at(flow);
  const isOpened = connection.direction(0).syns > 0 && connection.direction(1).syns > 0;
  return isOpened && (connection.isReset || connection.ended === 2);
}

/** @param {FlowTable} flows @param {number} flow */
export const hasHandshakeRtt = (flows, flow) => flows.float(flow, FLOW_F.HANDSHAKE_RTT) >= 0;

/** @param {FlowTable} flows @param {number} flow @param {number} endpoint */
export const duplicateAcks = (flows, flow, endpoint) => flows.flagCount(flow, endpoint, DUPLICATE_ACK);

/** @param {FlowTable} flows @param {number} flow @param {number} endpoint */
export const hasMss = (flows, flow, endpoint) => flows.dirInt(flow, endpoint, DIR.MSS) !== 0;

/** @param {FlowTable} flows @param {number} flow @param {number} endpoint */
export const offersWindowScale = (flows, flow, endpoint) => flows.dirInt(flow, endpoint, DIR.WINDOW_SCALE) >= 0;

/** @param {FlowTable} flows @param {number} flow @param {number} endpoint */
const isSynSeen = (flows, flow, endpoint) => (flows.dirInt(flow, endpoint, DIR.BITS) & DIR_BIT.SYN_SEEN) !== 0;

/** @param {FlowTable} flows @param {number} flow @param {number} endpoint */
const hasData = (flows, flow, endpoint) => flows.dirInt(flow, endpoint, DIR.DATA_PACKETS) > 0;

/**
 * @param {FlowTable} flows @param {number} flow @param {number} endpoint @param {number} option of `OPTION`
 * @returns {boolean|null} null: not known
 */
export function offersOption(flows, flow, endpoint, option) {
  const synOptions = flows.dirInt(flow, endpoint, DIR.SYN_OPTIONS);
  if (!isSynSeen(flows, flow, endpoint)) return null;
  return synOptions === 0 ? false : offers(synOptions, option);
}

/** @param {FlowTable} flows @param {number} flow @param {number} endpoint */
export const hasAckedData = (flows, flow, endpoint) =>
  hasData(flows, flow, endpoint) && flows.dirFloat(flow, endpoint, DIR_F.ACKED) >= 0;

/** @param {FlowTable} flows @param {number} flow @param {number} endpoint */
export const hasInitialWindow = (flows, flow, endpoint) =>
  hasData(flows, flow, endpoint) && isSynSeen(flows, flow, endpoint);

/** @param {FlowTable} flows @param {number} flow */
export const hasDuration = (flows, flow) => flows.durationNs(flow) > 0;

/** Thousandths of bytes/s. @param {FlowTable} flows @param {number} flow @param {number} endpoint */
export const throughput = (flows, flow, endpoint) =>
  Math.round((flows.dirFloat(flow, endpoint, DIR_F.UNIQUE_BYTES) / flows.durationNs(flow)) * 1e12);

/** @param {FlowTable} flows @param {number} flow @param {number} endpoint */
export const hasSamples = (flows, flow, endpoint) => flows.dirInt(flow, endpoint, DIR.RTT_SAMPLES) > 0;

/** @param {FlowTable} flows @param {number} flow @param {number} endpoint */
export const hasSeveralSamples = (flows, flow, endpoint) => flows.dirInt(flow, endpoint, DIR.RTT_SAMPLES) > 1;

/** In ns. @param {FlowTable} flows @param {number} flow @param {number} endpoint */
export const rttMean = (flows, flow, endpoint) =>
  Math.round(flows.dirFloat(flow, endpoint, DIR_F.RTT_SUM) / flows.dirInt(flow, endpoint, DIR.RTT_SAMPLES));

/** Standard deviation of a sample, ns. @param {FlowTable} flows @param {number} flow @param {number} endpoint */
export function rttDeviation(flows, flow, endpoint) {
  const samples = flows.dirInt(flow, endpoint, DIR.RTT_SAMPLES);
  const sum = flows.dirFloat(flow, endpoint, DIR_F.RTT_SUM);
  const squares = flows.dirFloat(flow, endpoint, DIR_F.RTT_SQUARES);
  return Math.round(Math.sqrt(Math.max(0, (squares - (sum * sum) / samples) / (samples - 1))));
}

/**
 * @param {FlowTable} flows @param {number} flow @param {number} endpoint
 * @returns {Record<string, number>} analysis flags that occurred, by name
 */
export function describeFlags(flows, flow, endpoint) {
  /** @type {Record<string, number>} */
  const counts = {};
  ANALYSIS_FLAGS.forEach((name, bit) => {
    const count = flows.flagCount(flow, endpoint, bit);
    if (count > 0) counts[name] = count;
  });
  return counts;
}
