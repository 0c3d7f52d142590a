/** Advertised windows: what they mean in bytes, and tcptrace's statistics of them. */
import { OPTION, TCP } from '../../engine/segment-batch.js';

/** @typedef {import('./direction.js').Direction} Direction */

/** @typedef {Pick<Direction, 'offersWindowScale'|'windowScale'>} Scaling */

/**
 * The window that a segment advertises; 0 without ACK and SYN. Scaled once both sides have offered to, never on a SYN
 * (RFC 7323 section 2.2).
 * @param {Scaling} from its sender @param {Scaling} to @param {number} flags @param {number} window as in the header
 */
export function windowBytes(from, to, flags, window) {
  if ((flags & (TCP.ACK | TCP.SYN)) === 0) return 0;
  return scales(from, to, flags) ? window * 2 ** from.windowScale : window;
}

/** @param {Scaling} from @param {Scaling} to @param {number} flags */
function scales(from, to, flags) {
  return from.offersWindowScale && to.offersWindowScale && (flags & TCP.SYN) === 0;
}

/**
 * Records a segment's window scale option: unless both have offered it by the first segment other than a SYN, there is
 * no scaling.
 * @param {Scaling} from @param {Scaling} to @param {number} flags @param {number} options @param {number} shift
 */
export function noteScaling(from, to, flags, options, shift) {
  if (options & OPTION.WINDOW_SCALE) {
    from.windowScale = shift;
    from.offersWindowScale = true;
  }
  if ((flags & TCP.SYN) === 0 && !(from.offersWindowScale && to.offersWindowScale)) {
    from.windowScale = to.windowScale = 0;
  }
}

/**
 * Statistics of windows, SYNs included. They restart with the first scaled window that is not 0.
 * @param {Direction} from @param {Direction} to @param {number} flags @param {number} bytes
 */
export function bookWindow(from, to, flags, bytes) {
  from.lastWindow = bytes;
  if ((flags & (TCP.ACK | TCP.SYN)) === 0) return;
  if (bytes > from.maxWindow) from.maxWindow = bytes;
  if (bytes > 0 && from.scaledPackets === 0 && scales(from, to, flags)) {
    from.minWindow = from.maxWindow = bytes;
    from.windowTotal = 0;
    from.scaledPackets = 1;
  } else if (bytes > 0 && (from.minWindow === 0 || bytes < from.minWindow)) from.minWindow = bytes;
  from.windowTotal += bytes;
}
