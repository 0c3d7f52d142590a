import { STATE } from '../../transport/bursts.js';
import { EVENT } from './walk-log.js';

/** What an acknowledgement sets off leaves within this share of the round trip, and nothing for this long before. */
export const ANSWER_SHARE = 1 / 4;
const STOPPED_SHARE = 1 / 8;
/** No stack is known to begin with less (RFC 9002 section 7.2: ten packets at least, two of any size). */
const MIN_BYTES = 2 * 1200;

/**
 * The initial window: what was in flight when a sender first stopped amid a stream, until an acknowledgement made it go
 * on, less what was acknowledged before, by which slow start had widened the window. Null where the application had no
 * more, or something was lost before.
 * @param {import('./recover.js').DirectionRecovery} sent
 * @param {number} rttNs
 * @returns {number | null} bytes
 */
export function initialWindowOf({ walk: { log }, sends, carried, acks }, rttNs) {
  let firstNs = Infinity;
  let delivered = 0;
  for (let e = 1; e < log.count && log.state[e] === STATE.OPEN; e++) {
    const last = log.lastSend[e];
    if (log.kind[e] === EVENT.SENT || !acknowledgesData(acks, carried, log.packet[e])) continue;
    const next = carried.nextFresh[last + 1] ?? sends.count;
    if (next === sends.count) return null;
    const isSame = carried.freshOffset[next] > 0 && carried.freshStream[next] === carried.freshStream[last];
    const isPrompt = sends.timeNs[next] - log.timeNs[e] <= rttNs * ANSWER_SHARE;
    const hasPaused = log.timeNs[e] - sends.timeNs[last] >= rttNs * STOPPED_SHARE;
    if (isSame && isPrompt && hasPaused) {
      const bytes = log.inFlight[e - 1] - delivered;
      return bytes >= MIN_BYTES ? bytes : null;
    }
    delivered += log.delivered[e];
    firstNs = Math.min(firstNs, log.timeNs[e]);
    if (isSame && log.timeNs[e] - firstNs > rttNs) return null;
  }
  return null;
}

/**
 * @param {import('./acknowledgements.js').Acknowledgements} acks @param {import('./carried.js').Carried} carried
 * @param {number} row
 */
function acknowledgesData({ first, list }, { fresh }, row) {
  for (let n = first[row]; n < first[row + 1]; n++) if (fresh[list[n]] > 0) return true;
  return false;
}
