import { LIMIT } from '../limits.js';
import { finding, inSeconds, ofEachDirection, receiverName } from './finding.js';

/** Share of the time that the receive window has to hold the sender back. */
const LEAST_SHARE = 0.1;
const LEAST_ROUND_TRIPS = 3;
/** Less than this nobody feels. */
const LEAST_NS = 20e6;

/** The receiver's window holds the sender back (zero windows are a finding of their own). The window that would fill the path is what was delivered in a round trip without it, at least. */
export const receiveWindowLimited = ofEachDirection(({ direction, insight, limitNs, activeNs, startNs, endNs, rttMinNs }, { options }) => {
  const { bursts, limits } = insight;
  let windowBytes = 0, zeroNs = 0;
  for (let b = 0; b + 1 < bursts.count; b++) {
    if (limits[b] !== LIMIT.RECEIVE_WINDOW) continue;
    windowBytes = Math.max(windowBytes, bursts.windowBytes[b]);
    if (bursts.windowBytes[b] === 0) zeroNs += bursts.startNs[b + 1] - bursts.startNs[b];
  }
  const costNs = limitNs[LIMIT.RECEIVE_WINDOW] - zeroNs;
  if (costNs < LEAST_NS || costNs < activeNs * LEAST_SHARE || costNs < LEAST_ROUND_TRIPS * rttMinNs || windowBytes === 0) return null;
  const unscaled = options.windowScale[1 - direction] === -2;
  return finding({
    code: 'receive_window_limited', severity: 'warning', direction, startNs, endNs, costNs,
    message: `For ${inSeconds(costNs)} s the ${receiverName(direction)}'s receive window of at most ${windowBytes} bytes held the data back.`,
    advice: unscaled ? 'Let both ends use window scaling (RFC 7323).' : `Give the ${receiverName(direction)} a larger receive buffer, or let the system size it; and let the application read faster.`,
  }, { windowBytes, rttSeconds: inSeconds(rttMinNs), bytesPerSecondAtMost: rttMinNs > 0 ? Math.round(windowBytes / (rttMinNs / 1e9)) : null });
});
