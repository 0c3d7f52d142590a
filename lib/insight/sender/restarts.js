import { INITIAL_SEGMENTS } from '../../shared/tcp-numbers.js';
import { LIMIT } from './limits.js';

/** @typedef {import('../../transport/bursts.js').Bursts} Bursts */

/**
 * A window that was restarted is below the first share of the previous one; a kept window shows at least the second.
 */
const ANEW_SHARE = 0.75;
const KEPT_SHARE = 0.9;

/**
 * Data after an idle period with nothing in flight, and whether the sender restarted with a small window (RFC 5681
 * section 4.1, RFC 2861).
 * @typedef {object} Restart
 * @property {number} burst
 * @property {number} silenceNs
 * @property {number} before window before the idle period, segments
 * @property {number} after what left before the first acknowledgement came, segments: the window where that was the
 *   limit, else less
 * @property {boolean | null} anew null: the application had too little data to show it
 */

/**
 * @param {Bursts} bursts
 * @param {import('./inferred.js').Inferred} inferred
 * @returns {Restart[]} in the order of time
 */
export function restartsOf(bursts, { cwnd, limits, restarts }) {
  let last = 0;
  return Array.from(restarts, (burst) => {
    last = Math.max(last, burst);
    while (last + 1 < bursts.count && bursts.delivered[last + 1] === 0) last++;
    const before = cwnd[burst - 1];
    const after = bursts.pipeAfter[last];
    const shows = limits[last] === LIMIT.CONGESTION_WINDOW;
    return {
      burst,
      silenceNs: bursts.startNs[burst] - bursts.endNs[burst - 1],
      before,
      after,
      anew: anewOf(before, after, shows),
    };
  });
}

/** @param {number} before @param {number} after @param {boolean} shows @returns {boolean | null} */
function anewOf(before, after, shows) {
  // a window no larger than the initial one looks the same either way
  if (before * ANEW_SHARE <= INITIAL_SEGMENTS) return null;
  if (after >= before * KEPT_SHARE) return false;
  return shows && after < before * ANEW_SHARE ? true : null;
}
