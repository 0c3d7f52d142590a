/** `qlog` of a sender in `analyze --sender`, and on the page: what the end itself logged of it. */
import { smoothedWithoutWaits } from '../../insight/describe/quic-sender-columns.js';
import { differenceOf, MIN_SAMPLES } from '../../insight/kernel/comparison.js';
import { PACKET_EVENT } from '../../quicflow/qlog/tables.js';
import { seconds } from '../../transport/conversation.js';

/** @typedef {typeof import('../../insight/describe/describe-quic-senders.js').describeQuicSenders} Describe */
/** @typedef {ReturnType<Describe>[number]} Sender */
/** @typedef {import('../../insight/kernel/comparison.js').Steps} Steps */
/** @typedef {ReturnType<typeof describeQlog>} QlogOfSender */

/** From this confidence on the packets show the window (docs/metrics.md). */
const SHOWS = 0.5;

/**
 * @param {import('./endpoint-logs.js').EndpointLog} log
 * @param {Sender|null} sender as inferred; null: its data is not decrypted
 */
export function describeQlog({ qlog, connection, clock }, sender) {
  const { columns } = qlog.metrics;
  const time = column(columns.timeNs, connection.metrics, (ns) => seconds(Math.round(ns + clock.offsetNs)));
  const bytesOf = (/** @type {Float64Array} */ values) => column(values, connection.metrics, (bytes) => bytes);
  const secondsOf = (/** @type {Float64Array} */ values) =>
    column(values, connection.metrics, (ns) => Math.round(ns) / 1e9);
  const [cwnd, inFlight] = [bytesOf(columns.windowBytes), bytesOf(columns.inFlightBytes)];
  const rtt = secondsOf(columns.latestRttNs);
  const srtt = measured(secondsOf(columns.smoothedRttNs), rtt);
  const against = (/** @type {number[]} */ values, /** @type {Steps} */ inferred) => {
    const difference = differenceOf({ time, values }, inferred);
    return difference !== null && difference.samples >= MIN_SAMPLES ? difference : null;
  };
  return {
    writtenBy: writerOf(connection.groups[0].trace.title),
    isCut: qlog.isCut || qlog.left > 0,
    samples: time.length,
    clock: {
      offset: clock.offsetNs / 1e9,
      uncertainty: clock.uncertaintyNs === null ? null : clock.uncertaintyNs / 1e9,
      packets: clock.packets,
    },
    lostPackets: lostOf(qlog, connection),
    cwnd: { time, bytes: cwnd.map(known) },
    ssthresh: { time, bytes: bytesOf(columns.slowStartThresholdBytes).map(known) },
    inFlight: { time, bytes: inFlight.map(known) },
    srtt: { time, seconds: srtt.map(known) },
    rtt: { time, seconds: rtt.map(known) },
    difference: {
      cwnd: sender && against(cwnd, windowShown(sender)),
      inFlight: sender && against(inFlight, { time: sender.inFlight.time, values: sender.inFlight.bytes }),
      srtt: sender && against(srtt, smoothedOf(sender)),
    },
  };
}

/**
 * Before the first sample many log what they start with, a third of a second (RFC 9002 section 6.2.2).
 * @param {number[]} srtt @param {number[]} samples
 */
function measured(srtt, samples) {
  const first = samples.findIndex((sample) => !Number.isNaN(sample));
  return srtt.map((value, i) => (i < first ? NaN : value));
}

/** Some write when they began in its place. @param {string|null} title */
const writerOf = (title) => (title !== null && /[a-z]/i.test(title) ? title : null);

/** @param {Float64Array} values @param {Int32Array} rows @param {(value: number) => number} as @returns {number[]} */
const column = (values, rows, as) => Array.from(rows, (row) => as(values[row]));

/** @param {number} value */
const known = (value) => (Number.isNaN(value) ? null : value);

/** The inferred window where the packets show it. @param {Sender} sender @returns {Steps} */
const windowShown = ({ cwnd: { time, bytes, confidence } }) => ({
  time,
  values: bytes.map((value, i) => (confidence[i] < SHOWS ? NaN : value)),
});

/** The smoothed round trip, as the page draws it. @param {Sender} sender @returns {Steps} */
function smoothedOf({ rtt: { time, seconds: samples, ackDelay } }) {
  const [rttNs, waitedNs] = [Float64Array.from(samples), Float64Array.from(ackDelay)];
  return { time, values: Array.from(smoothedWithoutWaits({ count: time.length, rttNs, waitedNs })) };
}

/**
 * Declared lost; null: the log does not say so of any, as some never do.
 * @param {import('./endpoint-logs.js').Qlog} qlog
 * @param {import('./endpoint-logs.js').QlogConnection} connection
 */
function lostOf({ packets: { columns } }, { packets }) {
  return packets.reduce((sum, row) => sum + Number(columns.event[row] === PACKET_EVENT.LOST), 0) || null;
}
