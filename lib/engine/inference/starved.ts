// Bursts in recovery after which the sender had nothing to send, neither new data nor anything lost: the window would
// have allowed more, since proportional rate reduction (RFC 6937) stops at half of the previous window. The flight size
// does not show the window then.
import { SENDER_STATE } from '../base/enums';
import { Bursts, isOpen, pipeAfterOf, sentNewOf, stateOf, waitingOf } from './bursts';
import { setStarved } from './inferred';

/** No back-off keeps less of the window than this (RFC 5681; CUBIC more). */
const MIN_LEFT: f64 = 0.5;

export function starve(): void {
  let before: f64 = 0;
  for (let b = 0; b < Bursts.count; b++) {
    const isRecovering = b > 0 && stateOf(b) == SENDER_STATE.RECOVERY;
    if (isRecovering && isOpen(b - 1)) before = pipeAfterOf(b - 1);
    setStarved(b, isRecovering && waitingOf(b) == 0 && sentNewOf(b) == 0 && pipeAfterOf(b) < before * MIN_LEFT);
  }
}
