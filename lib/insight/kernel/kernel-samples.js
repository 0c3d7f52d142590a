/** A sender's samples by its kernel as columns, for programs: of docs/library.md. */
import { describeClock } from './describe-kernel.js';

/** @param {import('./kernel-sender.js').KernelSender} kernel */
export function kernelSamples({ socket: { algorithm, mssBytes, samples }, clock, timeNs }) {
  const column = (/** @type {readonly number[]} */ values) => Float64Array.from(values);
  return {
    rows: timeNs.length,
    columns: {
      time: timeNs,
      cwnd: column(samples.cwndSegments),
      ssthresh: column(samples.ssthreshSegments),
      unacked: column(samples.unackedSegments),
      srtt: column(samples.srttNs),
      deliveryRate: column(samples.deliveryRate),
      retransmitted: column(samples.bytesRetransmitted),
      busy: column(samples.busyNs),
      receiveWindowLimited: column(samples.receiveWindowLimitedNs),
      sendBufferLimited: column(samples.sendBufferLimitedNs),
      appLimited: Uint8Array.from(samples.isAppLimited, Number),
    },
    names: { congestionControl: algorithm, mss: Number.isNaN(mssBytes) ? null : mssBytes, clock: describeClock(clock) },
  };
}
