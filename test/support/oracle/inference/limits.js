import { LIMIT } from '../../../../lib/insight/sender/limits.js';
import { STATE, TRIGGER } from '../../../../lib/transport/bursts.js';

/** @typedef {import('../../../../lib/transport/bursts.js').Bursts} Bursts */

/**
 * A window may stay open this far before a sender with data fills it: Linux waits for a third of it to send longer
 * bursts (tcp_tso_should_defer).
 */
const DEFERRED_SHARE = 1 / 3;
const DEFERRED_SEGMENTS = 3;
/** No write fills a window of so small a part of a segment by chance. */
const TINY = 1 / 8;
/** A paced sender's next segment comes within this many of its usual gaps, or this share of the round trip. */
const PACED_GAPS = 4;
const PACED_SHARE = 1 / 4;

/**
 * What held back the next byte behind each burst. Whether data was waiting shows in what set the next new data off: an
 * acknowledgement (it had waited) or nothing (it came from the application just then).
 *
 * @param {Bursts} bursts @param {Float64Array} cwnd segments, behind each burst
 * @param {{ starved: Uint8Array, mss: number, rttNs: number, pacing:
 *   import('../../../../lib/insight/sender/pacing.js').Pacing, gapNs: number }} known
 * @returns {Uint8Array} values of `LIMIT`
 */
export function limitsBehind(bursts, cwnd, known) {
  const limits = new Uint8Array(bursts.count);
  const pushes = bursts.pushed.subarray(0, bursts.count).includes(1);
  const at = { next: -1, drained: false, isTimed: false, pushes, ...known };
  for (let b = bursts.count - 1; b >= 0; b--) {
    at.drained ||= isOpen(bursts, b) && hasRoom(bursts, cwnd, b);
    at.isTimed ||= at.next < 0 && bursts.state[b] === STATE.LOSS;
    limits[b] = limitAfter(bursts, b, at);
    if (bursts.sentNew[b] === 0) continue;
    at.next = b;
    at.drained = false;
  }
  return limits;
}

/** @param {Bursts} bursts @param {number} b */
const isOpen = (bursts, b) => bursts.state[b] === STATE.OPEN;

/**
 * Whether a sender with data would have sent more.
 * @param {Bursts} bursts
 * @param {Float64Array} cwnd
 * @param {number} b
 */
const hasRoom = ({ pipeAfter, outstanding }, cwnd, b) =>
  cwnd[b] - Math.max(pipeAfter[b], outstanding[b]) > Math.max(DEFERRED_SEGMENTS, cwnd[b] * DEFERRED_SHARE);

/**
 * @param {Bursts} bursts @param {number} b
 * @param {{ next: number, drained: boolean, isTimed: boolean, pushes: boolean, starved: Uint8Array, mss: number,
 *   rttNs: number, pacing: import('../../../../lib/insight/sender/pacing.js').Pacing, gapNs: number }} known
 */
function limitAfter(bursts, b, known) {
  const { next, starved, mss } = known;
  const room = bursts.edge[b] - bursts.sentEnd[b];
  if (next >= 0 && fillsRest(bursts, b, next, room, mss)) return LIMIT.RECEIVE_WINDOW;
  const wanted = next < 0 ? mss : Math.min(mss, bursts.firstNew[next]);
  const isTail = bursts.outstanding[b] > 0 && b < allSentAt(bursts, mss);
  const mayWait = next < 0 ? isTail : bursts.edge[next] > bursts.edge[b];
  if (room < wanted && mayWait) {
    return next < 0 && known.isTimed ? LIMIT.CONGESTION_WINDOW : LIMIT.RECEIVE_WINDOW;
  }
  if (next >= 0 && !starved[b] && isWaiting(bursts, b, known)) return LIMIT.CONGESTION_WINDOW;
  return next >= 0 || bursts.outstanding[b] > 0 || bursts.closed[b] === 0 ? LIMIT.APPLICATION : LIMIT.IDLE;
}

/**
 * The burst behind whose data nothing was left to send: the last one, with PSH, is shorter than there was room for.
 * @param {Bursts} bursts @param {number} mss
 */
function allSentAt({ count, sentNew, firstNew, short, pushed, edge, sentEnd }, mss) {
  const last = sentNew.subarray(0, count).findLastIndex((segments) => segments > 0);
  if (last < 0 || short[last] === 0 || pushed[last] === 0) return Infinity;
  const room = edge[last] - sentEnd[last];
  const hadRoom = sentNew[last] === 1 ? room + firstNew[last] : room;
  return room > 0 && hadRoom >= mss ? last : Infinity;
}

/**
 * The timer has a sender that waited for room for a segment send what fits.
 * @param {Bursts} bursts @param {number} b @param {number} next @param {number} room @param {number} mss
 */
function fillsRest({ edge, firstNew, trigger, pushed, pipeBefore }, b, next, room, mss) {
  const isFree = trigger[next] === TRIGGER.NOTHING || (trigger[next] === TRIGGER.ACK && pipeBefore[next] === 0);
  if (room >= mss || edge[next] !== edge[b] || !isFree) return false;
  return firstNew[next] === room + 1 || (firstNew[next] === room && (pushed[next] === 0 || room < mss * TINY));
}

/**
 * @param {Bursts} bursts
 * @param {number} b
 * @param {{ next: number, drained: boolean, pushes: boolean, mss: number, rttNs: number, pacing:
 *   import('../../../../lib/insight/sender/pacing.js').Pacing, gapNs: number }} known
 */
function isWaiting(bursts, b, { next, drained, pushes, mss, rttNs, pacing, gapNs }) {
  if (bursts.short[b] && bursts.pushed[b]) return false;
  const spaced = pacing === 'bbr' || pacing === 'unknown';
  if (!isOpen(bursts, b)) return bursts.trigger[next] !== TRIGGER.NOTHING || spaced || !isOpen(bursts, next);
  if (pacing === 'fixed') return false;
  const hasMore = pushes && !bursts.pushed[b] && !bursts.short[b] && bursts.firstNew[next] >= mss;
  if (pacing === 'none' && hasMore && bursts.outstanding[b] > 0) return true;
  if (bursts.trigger[next] === TRIGGER.NOTHING) {
    return spaced && bursts.startNs[next] - bursts.endNs[b] <= Math.max(PACED_GAPS * gapNs, PACED_SHARE * rttNs);
  }
  if ((drained && pacing === 'none') || bursts.outstanding[b] === 0) return false;
  return bursts.trigger[next] === TRIGGER.ACK || bursts.pipeBefore[next] > 0;
}
