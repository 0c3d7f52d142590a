/** `kernel` of a sender in `analyze --sender`: the host's own record of it. */
import { alignedClock } from './alignment.js';
import { differenceOf } from './comparison.js';

/** @typedef {import('../../capture/live/socket-record.js').RecordedSocket} RecordedSocket */
/** @typedef {ReturnType<typeof import('../describe/describe-senders.js').describeSenders>[number]} Sender */
/** @typedef {Parameters<typeof alignedClock>[0]} Acks */

const NS = 1e9;

/**
 * @param {RecordedSocket} socket of the sender
 * @param {{ startEpochNs: bigint, acks: Acks, sender: Pick<Sender, 'cwnd'|'srtt'> }} capture
 */
export function describeKernel({ algorithm, mssBytes, samples }, { startEpochNs, acks, sender }) {
  const ownNs = samples.epochNs.map((epochNs) => Number(epochNs - startEpochNs));
  const clock = alignedClock(acks, { timeNs: ownNs, bytesAcked: samples.bytesAcked });
  const time = ownNs.map((ns) => seconds(ns + (clock?.offsetNs ?? 0)));
  const srtt = samples.srttNs.map(seconds);
  return {
    samples: time.length,
    clock: clock && {
      offset: seconds(clock.offsetNs),
      uncertainty: seconds(clock.uncertaintyNs),
      agreeing: Math.round(clock.share * 1000) / 1000,
    },
    congestionControl: algorithm,
    mss: known(mssBytes),
    cwnd: { time, segments: samples.cwndSegments.map(known) },
    ssthresh: { time, segments: samples.ssthreshSegments.map(known) },
    srtt: { time, seconds: srtt.map(known) },
    unacked: { time, segments: samples.unackedSegments },
    deliveryRate: { time, bitsPerSecond: samples.deliveryRate.map(known) },
    bytesRetransmitted: highest(samples.bytesRetransmitted),
    limits: limitsOf(samples),
    difference: {
      cwnd: differenceOf(
        { time, values: samples.cwndSegments },
        { time: sender.cwnd?.time ?? [], values: sender.cwnd?.segments ?? [] },
      ),
      srtt: differenceOf({ time, values: srtt }, { time: sender.srtt.time, values: sender.srtt.seconds }),
    },
  };
}

/**
 * The kernel's chronographs, in seconds; a closed socket says nothing of them.
 * @param {RecordedSocket['samples']} samples
 */
const limitsOf = (samples) => ({
  busy: seconds(highest(samples.busyNs)),
  receiveWindow: seconds(highest(samples.receiveWindowLimitedNs)),
  sendBuffer: seconds(highest(samples.sendBufferLimitedNs)),
  applicationShare: samples.isAppLimited.filter(Boolean).length / Math.max(1, samples.isAppLimited.length),
});

/** @param {readonly number[]} values that only grow */
const highest = (values) => values.reduce((most, value) => Math.max(most, value), 0);

const seconds = (/** @type {number} */ ns) => Math.round(ns) / NS;

const known = (/** @type {number} */ value) => (Number.isNaN(value) ? null : value);
