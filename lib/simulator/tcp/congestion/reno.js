import { additiveIncrease, slowStart } from './window-growth.js';

/** @typedef {import('./window-growth.js').CongestionWindow} CongestionWindow */
/** @typedef {import('./window-growth.js').CongestionControl} CongestionControl */

/** Slow start and congestion avoidance of RFC 5681. @implements {CongestionControl} */
export class Reno {
  /** @param {CongestionWindow} window @param {number} segments */
  onAcknowledged(window, segments) {
    const left = window.cwnd < window.ssthresh ? slowStart(window, segments) : segments;
    if (left > 0) additiveIncrease(window, window.cwnd, left);
  }

  /** @param {CongestionWindow} window */
  ssthreshAfterLoss({ cwnd }) {
    return Math.max(Math.floor(cwnd / 2), 2);
  }

  onRtt() {
    return undefined;
  }

  onTimeout() {
    return undefined;
  }

  onIdle() {
    return undefined;
  }
}
