/** What a sender's kernel counted and measured, and what is inferred of the same time. */
import { LIMIT } from '../sender/limits.js';
import { grown } from './describe-kernel.js';

/** @typedef {import('../findings/context.js').DirectionContext} DirectionContext */
/** @typedef {import('./kernel-sender.js').KernelSender} KernelSender */

/** Causes that a chronograph of the kernel counts. */
const COUNTERS = [
  {
    counter: 'rwnd_limited',
    words: 'the receive window',
    column: /** @type {const} */ ('receiveWindowLimitedNs'),
    limit: LIMIT.RECEIVE_WINDOW,
    causes: ['receive_window', 'zero_window'],
  },
  {
    counter: 'sndbuf_limited',
    words: 'its send buffer',
    column: /** @type {const} */ ('sendBufferLimitedNs'),
    limit: LIMIT.SEND_BUFFER,
    causes: ['send_buffer', 'fixed_window'],
  },
];

/**
 * From the first sample to the last, ns.
 * @typedef {object} Counted
 * @property {string} counter
 * @property {string} words
 * @property {readonly string[]} causes
 * @property {number} recordedNs
 * @property {number} inferredNs
 */

/**
 * @param {DirectionContext} way @param {KernelSender} kernel
 * @returns {{ busyNs: number, counted: Counted[] } | null} null: its samples say nothing of it
 */
export function countersOf(way, { socket: { samples }, timeNs }) {
  const busyNs = grown(samples.busyNs);
  if (busyNs === 0) return null;
  const [startNs, endNs] = [timeNs[0], timeNs[timeNs.length - 1]];
  return {
    busyNs,
    counted: COUNTERS.map(({ counter, words, causes, column, limit }) => ({
      ...{ counter, words, causes },
      recordedNs: grown(samples[column]),
      inferredNs: limitedNs(way, limit, startNs, endNs),
    })),
  };
}

/** @param {DirectionContext} way @param {number} limit @param {number} startNs @param {number} endNs */
function limitedNs({ insight: { bursts, limits }, endNs: lastNs }, limit, startNs, endNs) {
  let sumNs = 0;
  for (let b = 0; b < bursts.count; b++) {
    if (limits[b] !== limit) continue;
    const untilNs = b + 1 < bursts.count ? bursts.startNs[b + 1] : lastNs;
    sumNs += Math.max(0, Math.min(untilNs, endNs) - Math.max(bursts.startNs[b], startNs));
  }
  return sumNs;
}
