import { STATE } from '../../../../lib/insight/sender/bursts.js';

/** No back-off leaves less of the window than this (RFC 5681; CUBIC more). */
const MIN_LEFT = 0.5;

/**
 * Bursts in recovery behind which the sender had nothing to send, neither new data nor anything lost: the window would
 * have let it go on, since proportional rate reduction (RFC 6937) stops at half the window before. What is in flight
 * says nothing of the window then.
 * @param {import('../../../../lib/insight/sender/bursts.js').Bursts} bursts
 * @returns {Uint8Array} 1 or 0
 */
export function starvedIn({ count, state, pipeAfter, waiting, sentNew }) {
  const starved = new Uint8Array(count);
  let before = 0;
  for (let b = 1; b < count; b++) {
    if (state[b] !== STATE.RECOVERY) continue;
    if (state[b - 1] === STATE.OPEN) before = pipeAfter[b - 1];
    if (waiting[b] === 0 && sentNew[b] === 0 && pipeAfter[b] < before * MIN_LEFT) starved[b] = 1;
  }
  return starved;
}
