/** What the kernel said of a sender beside what is inferred of it. */
import { windowShows } from '../sender/band.js';

/** Of fewer nothing is concluded. */
export const MIN_SAMPLES = 10;

/**
 * A figure over time, as steps.
 * @typedef {{ time: readonly number[], values: readonly number[] }} Steps time in seconds, ascending
 * @typedef {{ samples: number, median: number, p95: number }} Difference of inferred to measured, as a share of the
 *   measured, without sign
 */

/**
 * @param {Steps} measured @param {Steps} inferred
 * @returns {Difference | null} null: there is no time at which both are known
 */
export function differenceOf(measured, inferred) {
  /** @type {number[]} */
  const shares = [];
  let at = -1;
  for (let i = 0; i < measured.time.length; i++) {
    while (at + 1 < inferred.time.length && inferred.time[at + 1] <= measured.time[i]) at++;
    const [truth, value] = [measured.values[i], at < 0 ? NaN : inferred.values[at]];
    if (truth > 0 && Number.isFinite(value)) shares.push(Math.abs(value - truth) / truth);
  }
  if (shares.length === 0) return null;
  shares.sort((a, b) => a - b);
  const of = (/** @type {number} */ share) => shares[Math.min(shares.length - 1, Math.floor(share * shares.length))];
  return { samples: shares.length, median: rounded(of(0.5)), p95: rounded(of(0.95)) };
}

/**
 * The inferred congestion window beside the kernel's, while the packets show it: what is not filled may be of any size.
 * @param {Pick<import('../sender/sender-insight.js').SenderInsight, 'bursts'|'cwnd'|'limits'|'confidence'>} insight
 * @param {import('./kernel-sender.js').KernelSender} kernel
 */
export function windowDifference(insight, { socket: { samples }, timeNs }) {
  const { bursts, cwnd } = insight;
  return differenceOf(
    { time: Array.from(timeNs), values: samples.cwndSegments },
    {
      time: Array.from(bursts.startNs.subarray(0, bursts.count)),
      values: Array.from({ length: bursts.count }, (_, b) => (windowShows(insight, b) ? cwnd[b] : NaN)),
    },
  );
}

const rounded = (/** @type {number} */ share) => Math.round(share * 1e4) / 1e4;
