/** The options of SYN and SYN/ACK. */
import { DEFAULT_MSS } from '../../shared/tcp-numbers.js';

export const UNSCALED_WINDOW_BYTES = 65_535;
const MAX_SCALE = 14;

/** @typedef {import('./segment.js').SynOptions} SynOptions */
/** @typedef {import('./profiles.js').TcpFeatures} TcpFeatures */

/** Options of an end that has sent none. @type {SynOptions} */
export const NO_OFFERS = { mss: DEFAULT_MSS, windowScale: null, sackPermitted: false, timestamps: false };

/** @param {number} bytes @returns {number} the window scale needed to advertise such a window */
export function windowScaleFor(bytes) {
  let scale = 0;
  while (scale < MAX_SCALE && bytes > UNSCALED_WINDOW_BYTES * (1 << scale)) scale++;
  return scale;
}

/** @param {TcpFeatures} features @returns {SynOptions} of a SYN: what this end can do */
export function offersOf({ mss, windowScaling, maxReceiveWindowBytes, sack, timestamps }) {
  return {
    mss,
    windowScale: windowScaling ? windowScaleFor(maxReceiveWindowBytes) : null,
    sackPermitted: sack,
    timestamps,
  };
}

/**
 * @param {SynOptions} offers the other end's
 * @param {TcpFeatures} features
 * @returns {SynOptions} of a SYN/ACK: only what both support
 */
export function answerTo(offers, features) {
  const own = offersOf(features);
  return {
    mss: own.mss,
    windowScale: offers.windowScale === null ? null : own.windowScale,
    sackPermitted: own.sackPermitted && offers.sackPermitted,
    timestamps: own.timestamps && offers.timestamps,
  };
}
