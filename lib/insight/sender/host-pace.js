import { TRIGGER } from './bursts.js';
import { LIMIT } from './limits.js';
import { quantile } from './pacing.js';
import { NS_PER_SECOND } from './units.js';

/** @typedef {import('./bursts.js').Bursts} Bursts */

/** Least segments needed. */
const MIN_SEGMENTS = 20;
/** Gaps are even where so many are within this of the median. */
const EVEN = 0.15;
const EVEN_SHARE = 0.8;
const MIN_SHARE = 0.5;
/** Share of the even gaps after a segment without PSH: each write of an application ends with PSH. */
const MIN_UNPUSHED = 1 / 3;

/**
 * The rate at which a direction's full segments left evenly spaced while neither a window nor an acknowledgement
 * limited them: a clock sets it, in the application, in TCP, or in the host. An application whose writes end with a
 * short segment or PSH had no more data.
 * @param {Bursts} bursts @param {Uint8Array} limits @param {number} mss
 * @returns {{ bytesPerSecond: number, burstAt: Int32Array, timeNs: number } | null} burstAt: those after which it did;
 *   null: not most of the time
 */
export function evenPace({ count, startNs, sentNew, sentEnd, short, trigger }, limits, mss) {
  const from = new Int32Array(count);
  const slowness = new Float64Array(count);
  const isFull = (/** @type {number} */ bytes) => bytes > 0 && bytes % mss === 0;
  let gaps = 0;
  for (let b = 0, last = -1, isFree = true, mayBeFree = true; b < count; b++) {
    if (sentNew[b] > 0) {
      const before = last < 1 ? 0 : sentEnd[last - 1];
      const isPaced = isFree || (mayBeFree && trigger[b] === TRIGGER.NOTHING);
      if (last > 0 && isPaced && isFull(sentEnd[last] - before)) {
        from[gaps] = last;
        slowness[gaps++] = (startNs[b] - startNs[last]) / (sentEnd[last] - before);
      }
      last = b;
      isFree = mayBeFree = true;
    }
    isFree &&= limits[b] === LIMIT.APPLICATION;
    // A host that processes acknowledgements late seems to have had more to send; even gaps are not due to such
    // lateness.
    mayBeFree &&= isFree || limits[b] === LIMIT.CONGESTION_WINDOW;
  }
  if (gaps < MIN_SEGMENTS) return null;
  const usual = quantile(slowness.subarray(0, gaps), 0.5);
  const isEven = (/** @type {number} */ k) => Math.abs(slowness[k] - usual) <= usual * EVEN;
  const even = Int32Array.from({ length: gaps }, (_, k) => k).filter(isEven);
  const timeNs = even.reduce((sum, k) => sum + slowness[k] * (sentEnd[from[k]] - sentEnd[from[k] - 1]), 0);
  const activeNs = startNs[count - 1] - startNs[0];
  const unpushed = even.filter((k) => short[from[k]] === 0).length;
  const isClocked = even.length >= gaps * EVEN_SHARE && timeNs >= activeNs * MIN_SHARE;
  if (!isClocked || unpushed < even.length * MIN_UNPUSHED) return null;
  return { bytesPerSecond: NS_PER_SECOND / usual, burstAt: from.filter((_, k) => k < gaps && isEven(k)), timeNs };
}

/**
 * Time in a queue of the sender's host: the path begins there, so it counts as network limited.
 * @param {Bursts} bursts @param {Uint8Array} limits changed in place @param {Float64Array} limitNs likewise
 */
export function countAsNetwork({ count, startNs }, limits, limitNs) {
  for (let b = 0; b + 1 < count; b++) {
    if (limits[b] !== LIMIT.APPLICATION && limits[b] !== LIMIT.SEND_BUFFER) continue;
    const ns = startNs[b + 1] - startNs[b];
    limitNs[limits[b]] -= ns;
    limitNs[LIMIT.NETWORK] += ns;
    limits[b] = LIMIT.NETWORK;
  }
}

/**
 * Time limited by a clock was not limited by the window: the clock's origin is unknown, so it counts as application
 * limited.
 * @param {Bursts} bursts @param {Int32Array} burstAt of `evenPace`
 * @param {Uint8Array} limits changed in place @param {Float64Array} limitNs likewise
 */
export function countAsPaced({ count, startNs, sentNew }, burstAt, limits, limitNs) {
  for (const from of burstAt) {
    for (let b = from; b + 1 < count && (b === from || sentNew[b] === 0); b++) {
      const ns = startNs[b + 1] - startNs[b];
      limitNs[limits[b]] -= ns;
      limitNs[LIMIT.APPLICATION] += ns;
      limits[b] = LIMIT.APPLICATION;
    }
  }
}
