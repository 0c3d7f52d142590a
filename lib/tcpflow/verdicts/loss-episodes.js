/**
 * A stretch in which a sender repaired: from the first thing that it sent again until all that had been sent by then
 * was acknowledged (lib/engine/verdicts/episodes.ts).
 * @typedef {object} LossEpisode
 * @property {number} startNs when the first segment to be sent again went by before, or, where that was lost on the way
 *   here, what showed the hole
 * @property {number} repairNs when it was sent again
 * @property {number|null} endNs when the cumulative acknowledgement reached the recovery point; null: not in this
 *   capture
 * @property {'loss'|'reordering'|'delay'} cause loss: something was needed; else the first repair came of duplicate
 *   ACKs, or of a timer
 * @property {'fast'|'rto'|'tlp'} trigger what made the sender send again first
 * @property {number} timeouts retransmission time-outs in it
 * @property {number} recoveryPoint end of what had been sent when the repair, or its latest time-out, began: an offset
 * @property {number} bytesLost of segments sent again out of need
 * @property {number} bytesResent
 * @property {number} packetsResent
 * @property {number|null} costNs how much later the recovery point was acknowledged than without loss: that is the
 *   least delay to the receiver and
 *   back, from when the byte before it went by; of the first recovery point, where a time-out set another and that one
 *   was later still; null without an end, or where that was heard of long before the capture tells
 * @property {number} flightBefore bytes sent and not acknowledged when the repair began
 * @property {number|null} flightAfter the same at the end
 */

export {};
