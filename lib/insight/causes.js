import { STATE, TRIGGER } from './bursts.js';
import { LIMIT } from './limits.js';

/** @typedef {import('./bursts.js').Bursts} Bursts */

/** What time was spent on, finer than `LIMITS`; index = value of `cause`. */
export const CAUSES = /** @type {const} */ (['congestion_window', 'receive_window', 'zero_window', 'send_buffer', 'application', 'network', 'recovery', 'retransmission_timeout', 'handshake', 'idle']);
export const CAUSE = Object.freeze({
  CONGESTION_WINDOW: 0, RECEIVE_WINDOW: 1, ZERO_WINDOW: 2, SEND_BUFFER: 3, APPLICATION: 4, NETWORK: 5, RECOVERY: 6, RETRANSMISSION_TIMEOUT: 7, HANDSHAKE: 8, IDLE: 9,
});

/** By value of `LIMIT`. */
const BY_LIMIT = Object.freeze([CAUSE.CONGESTION_WINDOW, CAUSE.RECEIVE_WINDOW, CAUSE.SEND_BUFFER, CAUSE.APPLICATION, CAUSE.NETWORK, CAUSE.HANDSHAKE, CAUSE.IDLE]);
/** No timer fires sooner (RFC 6298 as Linux has it). */
const LEAST_TIMEOUT_NS = 170e6;

/**
 * What the time behind each burst was spent on. Where the congestion window is the limit and a queue stood in front of the bottleneck all through the round trip, a
 * larger window would only have made that longer: the network was the limit.
 * @param {Bursts} bursts @param {Uint8Array} limits @param {import('./rates.js').Rates} rates @param {Uint8Array} queued by row of the rates
 * @returns {Uint8Array} values of `CAUSE`
 */
export function causesBehind(bursts, limits, rates, queued) {
  const causes = new Uint8Array(bursts.count);
  let row = 0;
  for (let b = 0; b < bursts.count; b++) {
    while (row < rates.count && rates.timeNs[row] <= bursts.startNs[b]) row++;
    causes[b] = causeBehind(bursts, limits, b);
    if (causes[b] === CAUSE.CONGESTION_WINDOW && row < rates.count && queued[row] === 1) causes[b] = CAUSE.NETWORK;
  }
  return causes;
}

/** @param {Bursts} bursts @param {Uint8Array} limits @param {number} b */
function causeBehind(bursts, limits, b) {
  if (endsByTimer(bursts, b)) return CAUSE.RETRANSMISSION_TIMEOUT;
  if (limits[b] === LIMIT.RECEIVE_WINDOW && bursts.windowBytes[b] === 0) return CAUSE.ZERO_WINDOW;
  if (limits[b] !== LIMIT.RECEIVE_WINDOW && bursts.outstanding[b] > 0 && (bursts.state[b] === STATE.RECOVERY || bursts.state[b] === STATE.LOSS)) return CAUSE.RECOVERY;
  return BY_LIMIT[limits[b]];
}

/** Nothing went on until the retransmission timer fired. @param {Bursts} bursts @param {number} b */
function endsByTimer({ count, state, trigger, sent, sentNew, startNs, endNs }, b) {
  const next = b + 1;
  return next < count && state[next] === STATE.LOSS && trigger[next] === TRIGGER.NOTHING && sent[next] > sentNew[next] && startNs[next] - endNs[b] >= LEAST_TIMEOUT_NS;
}
