/**
 * The window that congestion control governs, in segments.
 * @typedef {object} CongestionWindow
 * @property {number} cwnd
 * @property {number} ssthresh Infinity: not set yet
 * @property {number} count segments acknowledged towards the next one more in congestion avoidance
 */

/**
 * @typedef {object} CongestionControl
 * @property {(window: CongestionWindow, segments: number, nowNs: number) => void} onAcknowledged in slow start and
 *   congestion avoidance
 * @property {(window: CongestionWindow) => number} ssthreshAfterLoss
 * @property {(window: CongestionWindow, rttNs: number, una: number, nxt: number, nowNs: number) => void} onRtt
 * @property {() => void} onTimeout
 * @property {(idleNs: number) => void} onIdle
 */

/**
 * Slow start, to ssthresh at most.
 * @param {CongestionWindow} window @param {number} segments
 * @returns {number} segments left over for congestion avoidance
 */
export function slowStart(window, segments) {
  const before = window.cwnd;
  window.cwnd = Math.min(before + segments, Math.max(before, window.ssthresh));
  return segments - (window.cwnd - before);
}

/**
 * One more segment per so many acknowledged, counted as in Linux (tcp_cong_avoid_ai).
 * @param {CongestionWindow} window @param {number} every @param {number} segments
 */
export function additiveIncrease(window, every, segments) {
  if (window.count >= every) {
    window.count = 0;
    window.cwnd++;
  }
  window.count += segments;
  if (window.count < every) return;
  const more = Math.floor(window.count / every);
  window.count -= more * every;
  window.cwnd += more;
}

/**
 * Back to the initial window, at once or by halves (RFC 2861).
 * @param {CongestionWindow} window
 * @param {import('../profiles.js').TcpFeatures} features
 * @param {number} timeouts for which nothing was sent, above 1
 */
export function restartAfterIdle(window, { initialWindowSegments, idleRestart }, timeouts) {
  const restart = Math.min(initialWindowSegments, window.cwnd);
  window.ssthresh = Math.max(window.ssthresh, Math.floor((window.cwnd * 3) / 4)); // never set, it stays so
  let left = idleRestart === 'decay' ? Math.floor(timeouts) : Infinity;
  while (left-- > 0 && window.cwnd > restart) window.cwnd = Math.floor(window.cwnd / 2);
  window.cwnd = Math.max(window.cwnd, restart);
  window.count = 0;
}
