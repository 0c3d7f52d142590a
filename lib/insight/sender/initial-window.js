import { STATE, TRIGGER } from './bursts.js';
import { LIMIT } from './limits.js';

/** @typedef {import('./bursts.js').Bursts} Bursts */

/** A pause between flights is this share of the round trip at least. */
const PAUSE_SHARE = 1 / 4;
/**
 * Segments after the first flight are triggered by its acknowledgements where they leave within this share of the round
 * trip after one: user-space stacks take up to 6 ms of 200, and an application that continues by itself does so only by
 * chance.
 */
const ANSWER_SHARE = 1 / 16;
/**
 * … or this, where the first flight ended without PSH: amid what the application had written (RFC 9293 section 3.9.1).
 */
const ANSWER_SHARE_AMID = 1;
/** A segment short by so little counts as full: writes may be cut a little below a window of bytes. */
const NEARLY = 0.15;
/** In slow start the second flight is up to twice the first, with delayed acknowledgements half as much again. */
const MIN_SECOND = 1.25;
const MAX_SECOND = 2.25;

/**
 * The initial window (RFC 6928) in segments: the flight size when the first acknowledgement of data came, if the window
 * was the limit then. What was lost on the way to the capture point counts too: the next new segment shows the gap.
 * Null elsewhere. (Where the SYN was sent twice the window is one segment: RFC 5681 section 3.1.) Where a bottleneck
 * before the capture point spaces segments and no timestamps tell when they left, only a pause behind the first flight
 * shows where it ended.
 * @param {Bursts} bursts
 * @param {Uint8Array} limits
 * @param {{ mss: number, rttNs: number, pacing: import('./pacing.js').Pacing }} known
 * @returns {number | null}
 */
export function initialWindowOf(bursts, limits, { mss, rttNs, pacing }) {
  const last = lastOfFirstFlight(bursts);
  if (last < 0) return null;
  let next = last + 1;
  while (next < bursts.count && bursts.sentNew[next] === 0) next++;
  if (pacing === 'unknown' && next < bursts.count && bursts.sendNs[next] - bursts.endNs[last] < rttNs * PAUSE_SHARE) {
    return null;
  }
  const gap = next < bursts.count ? (bursts.firstOffset[next] - bursts.sentEnd[last]) / mss : 0;
  const missing = Math.max(0, Math.round(gap));
  if (bursts.edge[last] - bursts.sentEnd[last] < (missing + 1) * mss) return null;
  const isHeld = limits[last] === LIMIT.CONGESTION_WINDOW || (gap === 0 && isSlowStart(bursts, last, next, mss));
  return isHeld ? sizeOf(bursts, last, mss) + missing : null;
}

/**
 * Segments of the first flight: for a stack that counts bytes, and cuts the last segment at its window's end, these
 * bytes as full segments. A segment cut by an application's write ends with PSH.
 * @param {Bursts} bursts @param {number} last @param {number} mss
 */
function sizeOf({ pipeAfter, sentNew, sentEnd, firstOffset, short, pushed }, last, mss) {
  if (short[last] === 0 || pushed[last] === 1) return Math.floor(pipeAfter[last]);
  const first = sentNew.findIndex((segments) => segments > 0);
  return Math.max(1, Math.floor((sentEnd[last] - firstOffset[first]) / mss + NEARLY));
}

/**
 * Whether the second flight shows that the first was window-limited: its full segments are triggered by
 * acknowledgements, and are as many as slow start allows.
 * @param {Bursts} bursts
 * @param {number} last burst of the first flight
 * @param {number} next burst with new data
 * @param {number} mss bytes
 */
function isSlowStart(bursts, last, next, mss) {
  const { count, startNs, sendNs, sentNew, delivered, trigger, firstNew, short, pushed, pipeAfter } = bursts;
  if (next >= count || firstNew[next] < mss || (short[last] === 1 && pushed[last] === 1)) return false;
  const first = sentNew.findIndex((segments) => segments > 0);
  const rttNs = startNs[last + 1] - sendNs[first];
  let answered = next;
  while (answered > last && delivered[answered] === 0) answered--;
  const mostNs = rttNs * (pushed[last] === 0 ? ANSWER_SHARE_AMID : ANSWER_SHARE);
  if (answered === last || sendNs[next] - startNs[answered] > mostNs) return false;
  for (let b = answered + 1; b <= next; b++) if (trigger[b] === TRIGGER.DATA) return false;
  let second = 0;
  const endNs = sendNs[next] + rttNs / 2;
  for (let b = next; b < count && startNs[b] < endNs; b++) second += sentNew[b];
  const ratio = second / pipeAfter[last];
  return ratio >= MIN_SECOND && ratio <= MAX_SECOND;
}

/**
 * The burst before the first acknowledgement of data; −1 none, or there was a retransmission before. An acknowledgement
 * of nothing new (of the handshake, where data left before its end: RFC 7413) triggers nothing: segments that seem to
 * follow it left with a later one.
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
