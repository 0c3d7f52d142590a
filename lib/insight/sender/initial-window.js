import { STATE, TRIGGER } from './bursts.js';
import { LIMIT } from './limits.js';

/** @typedef {import('./bursts.js').Bursts} Bursts */

/** A pause between flights is this share of the round trip at least. */
const PAUSE_SHARE = 1 / 4;

/**
 * The initial window (RFC 6928) in segments: what was in flight when the first acknowledgement of data came, if the
 * window and nothing else held more back then. What was lost on the way to the capture point counts too: the next new
 * segment shows the gap. Null elsewhere. (Where the SYN was sent twice the window is one segment: RFC 5681 section
 * 3.1.) Where a bottleneck before the capture point spaces segments and no timestamps tell when they left, only a pause
 * behind the first flight shows where it ended.
 * @param {Bursts} bursts
 * @param {Uint8Array} limits
 * @param {{ mss: number, rttNs: number, pacing: import('./pacing.js').Pacing }} known
 * @returns {number | null}
 */
export function initialWindowOf(bursts, limits, { mss, rttNs, pacing }) {
  const last = lastOfFirstFlight(bursts);
  if (last < 0 || limits[last] !== LIMIT.CONGESTION_WINDOW) return null;
  let next = last + 1;
  while (next < bursts.count && bursts.sentNew[next] === 0) next++;
  if (pacing === 'unknown' && next < bursts.count && bursts.sendNs[next] - bursts.endNs[last] < rttNs * PAUSE_SHARE) {
    return null;
  }
  const missing = next < bursts.count ? Math.round((bursts.firstOffset[next] - bursts.sentEnd[last]) / mss) : 0;
  return bursts.edge[last] - bursts.sentEnd[last] < (Math.max(0, missing) + 1) * mss
    ? null
    : bursts.pipeAfter[last] + Math.max(0, missing);
}

/**
 * The burst before the first acknowledgement of data; −1 none, or something was sent again before. An acknowledgement
 * of nothing new (of the handshake, where data left before it was over: RFC 7413) sets nothing off: what seems to
 * follow it left with one behind it.
 * @param {Bursts} bursts
 */
function lastOfFirstFlight({ count, sent, sentNew, delivered, state, trigger }) {
  let sending = false;
  for (let b = 0; b < count; b++) {
    if (sending && (delivered[b] > 0 || (trigger[b] === TRIGGER.ACK && sentNew[b] > 0))) return b - 1;
    if (sent[b] > sentNew[b] || state[b] !== STATE.OPEN) return -1;
    sending ||= sentNew[b] > 0;
  }
  return -1;
}
