/** `kernel` of a sender in `analyze --sender`, and on the page: the host's own record of it. */
import { differenceOf, windowDifference } from './comparison.js';

/** @typedef {import('../../shared/hostlog/socket-table.js').RecordedSocket} RecordedSocket */
/** @typedef {ReturnType<typeof describeKernel>} KernelOfSender */

const NS = 1e9;
/** Samples of a sender that its plot gets; of more, every so many-th. */
export const MAX_KERNEL_POINTS = 16_384;

/**
 * @param {import('./kernel-sender.js').KernelSender} kernel
 * @param {Parameters<typeof windowDifference>[0]} insight what is inferred of it
 * @param {{ time: readonly number[], seconds: readonly number[] }} measured its smoothed round trip
 */
export function describeKernel(kernel, insight, measured) {
  const { clock, timeNs } = kernel;
  const { algorithm, mssBytes, samples } = kernel.socket;
  const time = Array.from(timeNs, seconds);
  const srtt = samples.srttNs.map(seconds);
  return {
    samples: time.length,
    clock: describeClock(clock),
    congestionControl: algorithm,
    mss: known(mssBytes),
    cwnd: { time, segments: samples.cwndSegments.map(known) },
    ssthresh: { time, segments: samples.ssthreshSegments.map(known) },
    srtt: { time, seconds: srtt.map(known) },
    unacked: { time, segments: samples.unackedSegments },
    deliveryRate: { time, bitsPerSecond: samples.deliveryRate.map(known) },
    retransmitted: { time, bytes: samples.bytesRetransmitted },
    bytesRetransmitted: highest(samples.bytesRetransmitted),
    limits: limitsOf(samples),
    difference: {
      cwnd: windowDifference(insight, kernel),
      srtt: differenceOf({ time, values: srtt }, { time: measured.time, values: measured.seconds }),
    },
  };
}

/** @param {import('./alignment.js').Alignment | null} clock */
export const describeClock = (clock) =>
  clock && {
    offset: seconds(clock.offsetNs),
    uncertainty: seconds(clock.uncertaintyNs),
    agreeing: Math.round(clock.share * 1000) / 1000,
  };

/**
 * The kernel's chronographs from the first sample to the last, in seconds; a closed socket says nothing of them.
 * @param {RecordedSocket['samples']} samples
 */
const limitsOf = (samples) => ({
  busy: seconds(grown(samples.busyNs)),
  receiveWindow: seconds(grown(samples.receiveWindowLimitedNs)),
  sendBuffer: seconds(grown(samples.sendBufferLimitedNs)),
  applicationShare: samples.isAppLimited.filter(Boolean).length / Math.max(1, samples.isAppLimited.length),
});

/** @param {readonly number[]} values of a chronograph @returns {number} by how much it ran */
export const grown = (values) => Math.max(0, highest(values) - values[0]);

/** @param {readonly number[]} values that only grow */
const highest = (values) => values.reduce((most, value) => Math.max(most, value), 0);

const seconds = (/** @type {number} */ ns) => Math.round(ns) / NS;

const known = (/** @type {number} */ value) => (Number.isNaN(value) ? null : value);

/**
 * For a plot.
 * @template {{ samples: number }} T
 * @param {T} recorded of which each part with times has as many as there are samples @returns {T}
 */
export function thinned(recorded) {
  const every = Math.ceil(recorded.samples / MAX_KERNEL_POINTS);
  if (every <= 1) return recorded;
  const some = (/** @type {readonly unknown[]} */ values) => values.filter((_, i) => i % every === 0);
  const parts = Object.entries(recorded).map(([name, part]) => [
    name,
    part !== null && typeof part === 'object' && 'time' in part
      ? Object.fromEntries(Object.entries(part).map(([column, values]) => [column, some(values)]))
      : part,
  ]);
  return Object.fromEntries(parts);
}
