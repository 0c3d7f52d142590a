/** What `analyze --json` says of a direction: one table for the object (describe-flow.js) and for the bytes (flow-json.js). */
import { ANALYSIS_FLAGS } from './analysis-flags.js';
import {
  DIR, DIR_BIT, DIR_F, DIR_FLOATS, DIR_INTS, FLOATS_PER_FLOW, FLOW_BLOCK_BITS, FLOW_BLOCK_MASK, FLOW_F, FLOW_FLOATS, FLOW_INTS, INTS_PER_FLOW,
} from './flow-fields.js';

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
 * NaN: the capture does not give it. One loop over the blocks themselves: numbers handed from function to function cost an
 * allocation each, and this is done for each of 200 000 connections.
 * @param {FlowTable} flows @param {number} flow @param {number} endpoint that sends
 * @param {Float64Array} values is filled
 */
export function readDirection(flows, flow, endpoint, values) {
  const ints = flows.ints[flow >> FLOW_BLOCK_BITS], floats = flows.floats[flow >> FLOW_BLOCK_BITS], place = flow & FLOW_BLOCK_MASK;
  const dir = place * INTS_PER_FLOW + FLOW_INTS + endpoint * DIR_INTS, times = place * FLOATS_PER_FLOW, dirF = times + FLOW_FLOATS + endpoint * DIR_FLOATS;
  const hasSyn = (ints[dir + DIR.BITS] & DIR_BIT.SYN_SEEN) !== 0, hasData = ints[dir + DIR.DATA_PACKETS] > 0, samples = ints[dir + DIR.RTT_SAMPLES];
  for (let i = 0; i < SOURCES.length; i++) {
    const field = FIELDS[i];
    switch (SOURCES[i]) {
      case SOURCE.INT: values[i] = ints[dir + field]; break;
      case SOURCE.FLOAT: values[i] = floats[dirF + field]; break;
      case SOURCE.INT_OR_ZERO: values[i] = ints[dir + field] !== 0 ? ints[dir + field] : NaN; break;
      case SOURCE.INT_OR_NEGATIVE: values[i] = ints[dir + field] >= 0 ? ints[dir + field] : NaN; break;
      case SOURCE.SYN_OPTION: values[i] = hasSyn ? ints[dir + DIR.SYN_OPTIONS] & field : NaN; break;
      case SOURCE.IN_FLIGHT: values[i] = hasData && floats[dirF + DIR_F.ACKED] >= 0 ? ints[dir + field] : NaN; break;
      case SOURCE.INITIAL_WINDOW: values[i] = hasSyn && hasData ? ints[dir + field] : NaN; break;
      case SOURCE.RTT: values[i] = samples > 0 ? floats[dirF + field] : NaN; break;
      case SOURCE.RTT_MEAN: values[i] = samples > 0 ? Math.round(floats[dirF + field] / samples) : NaN; break;
      case SOURCE.RTT_STDEV: values[i] = deviation(samples, floats, dirF); break;
      default: values[i] = throughput(floats, times, dirF);
    }
  }
}

/** Standard deviation of the sample, as tcptrace's, ns. @param {number} samples @param {Float64Array} floats @param {number} dirF */
function deviation(samples, floats, dirF) {
  if (samples < 2) return NaN;
  const sum = floats[dirF + DIR_F.RTT_SUM], squares = floats[dirF + DIR_F.RTT_SQUARES];
  return Math.round(Math.sqrt(Math.max(0, (squares - (sum * sum) / samples) / (samples - 1))));
}

/** Thousandths of bytes/s: what arrived, each byte once, over the connection's length. @param {Float64Array} floats @param {number} times @param {number} dirF */
function throughput(floats, times, dirF) {
  const elapsedNs = floats[times + FLOW_F.END] - floats[times + FLOW_F.START];
  return elapsedNs > 0 ? Math.round((floats[dirF + DIR_F.UNIQUE_BYTES] / elapsedNs) * 1e12) : NaN;
}
