import { CAUSES } from './causes.js';

/** @typedef {import('./spans.js').Span} Span */

/**
 * Time for which each cause limited a direction, and the bytes that could have been sent in it: at the path's rate, or
 * else this sender's highest, minus what was delivered.
 * @typedef {{ seconds: number, bytes: number | null }} TimeLost bytes: null where no rate is known
 */

/**
 * @param {Span[]} spans of causes, in order
 * @param {import('../../transport/bursts.js').Bursts} bursts
 * @param {number} mss
 * @param {number | null} rate bytes a second
 * @returns {Record<string, TimeLost>} by cause that occurred
 */
export function timeLost(spans, { count, startNs, delivered }, mss, rate) {
  /** @type {Record<string, TimeLost>} */
  const lost = {};
  let b = 0;
  for (const { startNs: fromNs, endNs, value } of spans) {
    let segments = 0;
    while (b < count && startNs[b] <= fromNs) b++;
    for (let k = b; k < count && startNs[k] <= endNs; k++) segments += delivered[k];
    const seconds = (endNs - fromNs) / 1e9;
    const entry = (lost[CAUSES[value]] ??= { seconds: 0, bytes: rate === null ? null : 0 });
    entry.seconds += seconds;
    if (rate !== null && entry.bytes !== null) entry.bytes += Math.max(0, Math.round(rate * seconds - segments * mss));
  }
  for (const entry of Object.values(lost)) entry.seconds = Math.round(entry.seconds * 1e6) / 1e6;
  return lost;
}
