/** What `analyze --json` says of a direction: one table for the object (describe-flow.js) and for the bytes (flow-json.js). */
import { ANALYSIS_FLAGS } from './analysis-flags.js';
import { DIR, DIR_BIT, DIR_F, FLOW_F } from './flow-fields.js';

/** @typedef {import('./flow-table.js').FlowTable} FlowTable */

/** How a value is shown: a time is held in ns and shown in seconds, a rate is held in thousandths. */
export const FORM = /** @type {const} */ ({ INTEGER: 0, SECONDS: 1, THOUSANDTHS: 2, BOOLEAN: 3 });

/** Where a value comes from, and when it is not known. */
const SOURCE = /** @type {const} */ ({
  INT: 0, FLOAT: 1, INT_OR_ZERO: 2, INT_OR_NEGATIVE: 3, SYN_OPTION: 4, IN_FLIGHT: 5, INITIAL_WINDOW: 6, RTT: 7, RTT_MEAN: 8, RTT_STDEV: 9,
  THROUGHPUT: 10,
});

const OPTION_SACK_PERMITTED = 4, OPTION_TIMESTAMPS = 8;
const DUPLICATE_ACK_COUNTER = DIR.FLAG_COUNTS + ANALYSIS_FLAGS.indexOf('duplicate_ack');

/**
 * @typedef {{ group: string, name: string, form: number, source: number, field: number }} DirectionField `group`: name of the object it is in,
 *   '' for the direction itself
 * @type {readonly DirectionField[]}
 */
export const DIRECTION_FIELDS = /** @type {[string, number, number, number][]} */ ([
  ['packets', FORM.INTEGER, SOURCE.INT, DIR.PACKETS],
  ['dataPackets', FORM.INTEGER, SOURCE.INT, DIR.DATA_PACKETS],
  ['bytes', FORM.INTEGER, SOURCE.FLOAT, DIR_F.BYTES],
  ['uniqueBytes', FORM.INTEGER, SOURCE.FLOAT, DIR_F.UNIQUE_BYTES],
  ['retransmittedPackets', FORM.INTEGER, SOURCE.INT, DIR.RETRANSMITTED_PACKETS],
  ['retransmittedBytes', FORM.INTEGER, SOURCE.FLOAT, DIR_F.RETRANSMITTED_BYTES],
  ['outOfOrderPackets', FORM.INTEGER, SOURCE.INT, DIR.REORDERED_PACKETS],
  ['duplicateAcks', FORM.INTEGER, SOURCE.INT, DUPLICATE_ACK_COUNTER],
  ['mss', FORM.INTEGER, SOURCE.INT_OR_ZERO, DIR.MSS],
  ['windowScale', FORM.INTEGER, SOURCE.INT_OR_NEGATIVE, DIR.WINDOW_SCALE],
  ['sackPermitted', FORM.BOOLEAN, SOURCE.SYN_OPTION, OPTION_SACK_PERMITTED],
  ['timestamps', FORM.BOOLEAN, SOURCE.SYN_OPTION, OPTION_TIMESTAMPS],
  ['maxInFlightBytes', FORM.INTEGER, SOURCE.IN_FLIGHT, DIR.MAX_IN_FLIGHT],
  ['rtt.samples', FORM.INTEGER, SOURCE.INT, DIR.RTT_SAMPLES],
  ['rtt.min', FORM.SECONDS, SOURCE.RTT, DIR_F.RTT_MIN],
  ['rtt.mean', FORM.SECONDS, SOURCE.RTT_MEAN, DIR_F.RTT_SUM],
  ['rtt.max', FORM.SECONDS, SOURCE.RTT, DIR_F.RTT_MAX],
  ['rtt.stdev', FORM.SECONDS, SOURCE.RTT_STDEV, DIR_F.RTT_SQUARES],
  ['initialWindowBytes', FORM.INTEGER, SOURCE.INITIAL_WINDOW, DIR.INITIAL_WINDOW_BYTES],
  ['initialWindowSegments', FORM.INTEGER, SOURCE.INITIAL_WINDOW, DIR.INITIAL_WINDOW_SEGMENTS],
  ['throughput', FORM.THOUSANDTHS, SOURCE.THROUGHPUT, DIR_F.UNIQUE_BYTES],
]).map(([path, form, source, field]) => {
  const dot = path.indexOf('.');
  return { group: path.slice(0, Math.max(dot, 0)), name: path.slice(dot + 1), form, source, field };
});

/* Columns of the table for the loop over many connections. */
const SOURCES = Int32Array.from(DIRECTION_FIELDS, ({ source }) => source);
const FIELDS = Int32Array.from(DIRECTION_FIELDS, ({ field }) => field);

/**
 * The values of a direction, in the order of `DIRECTION_FIELDS` and in the unit in which they are held (see `FORM`); booleans are 0 or not,
 * NaN: the capture does not give it. One loop for all, since numbers handed from function to function cost an allocation each.
 * @param {FlowTable} flows @param {number} flow @param {number} endpoint that sends
 * @param {Float64Array} values is filled
 */
export function readDirection(flows, flow, endpoint, values) {
  const hasSyn = (flows.dirInt(flow, endpoint, DIR.BITS) & DIR_BIT.SYN_SEEN) !== 0, hasData = flows.dirInt(flow, endpoint, DIR.DATA_PACKETS) > 0;
  const hasRtt = flows.dirInt(flow, endpoint, DIR.RTT_SAMPLES) > 0;
  for (let i = 0; i < SOURCES.length; i++) {
    const field = FIELDS[i];
    switch (SOURCES[i]) {
      case SOURCE.INT: values[i] = flows.dirInt(flow, endpoint, field); break;
      case SOURCE.FLOAT: values[i] = flows.dirFloat(flow, endpoint, field); break;
      case SOURCE.INT_OR_ZERO: values[i] = flows.dirInt(flow, endpoint, field) || NaN; break;
      case SOURCE.INT_OR_NEGATIVE: values[i] = flows.dirInt(flow, endpoint, field) >= 0 ? flows.dirInt(flow, endpoint, field) : NaN; break;
      case SOURCE.SYN_OPTION: values[i] = hasSyn ? flows.dirInt(flow, endpoint, DIR.SYN_OPTIONS) & field : NaN; break;
      case SOURCE.IN_FLIGHT: values[i] = hasData && flows.dirFloat(flow, endpoint, DIR_F.ACKED) >= 0 ? flows.dirInt(flow, endpoint, field) : NaN; break;
      case SOURCE.INITIAL_WINDOW: values[i] = hasSyn && hasData ? flows.dirInt(flow, endpoint, field) : NaN; break;
      case SOURCE.RTT: values[i] = hasRtt ? flows.dirFloat(flow, endpoint, field) : NaN; break;
      case SOURCE.RTT_MEAN: values[i] = meanRttNs(flows, flow, endpoint); break;
      case SOURCE.RTT_STDEV: values[i] = rttDeviationNs(flows, flow, endpoint); break;
      default: values[i] = throughput(flows, flow, endpoint);
    }
  }
}

/** @param {FlowTable} flows @param {number} flow @param {number} endpoint */
function meanRttNs(flows, flow, endpoint) {
  const samples = flows.dirInt(flow, endpoint, DIR.RTT_SAMPLES);
  return samples > 0 ? Math.round(flows.dirFloat(flow, endpoint, DIR_F.RTT_SUM) / samples) : NaN;
}

/** Standard deviation of the sample, as tcptrace's. @param {FlowTable} flows @param {number} flow @param {number} endpoint */
function rttDeviationNs(flows, flow, endpoint) {
  const samples = flows.dirInt(flow, endpoint, DIR.RTT_SAMPLES);
  if (samples < 2) return NaN;
  const sum = flows.dirFloat(flow, endpoint, DIR_F.RTT_SUM), squares = flows.dirFloat(flow, endpoint, DIR_F.RTT_SQUARES);
  return Math.round(Math.sqrt(Math.max(0, (squares - (sum * sum) / samples) / (samples - 1))));
}

/** Thousandths of bytes/s: what arrived, each byte once, over the connection's length. @param {FlowTable} flows @param {number} flow @param {number} endpoint */
function throughput(flows, flow, endpoint) {
  const elapsedNs = flows.float(flow, FLOW_F.END) - flows.float(flow, FLOW_F.START);
  return elapsedNs > 0 ? Math.round((flows.dirFloat(flow, endpoint, DIR_F.UNIQUE_BYTES) / elapsedNs) * 1e12) : NaN;
}
