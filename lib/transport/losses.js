/**
 * A recovery of a sender: from its first retransmission until all that had been sent by then was acknowledged
 * (lib/engine/verdicts/episodes.ts).
 * @typedef {object} LossEpisode
 * @property {number} startNs when the original of the first retransmitted segment passed or, if that was lost before
 *   the capture point, what revealed the hole
 * @property {number} repairNs when it was retransmitted
 * @property {number|null} endNs when the cumulative acknowledgement reached the recovery point; null: not in this
 *   capture
 * @property {'loss'|'reordering'|'delay'} cause loss: a retransmission was needed; else the first one was triggered by
 *   duplicate ACKs, or by a timer
 * @property {'fast'|'rto'|'tlp'} trigger what triggered the first retransmission
 * @property {number} timeouts retransmission time-outs in it
 * @property {number} recoveryPoint end of what had been sent when the repair, or its latest time-out, began: an offset
 * @property {number} bytesLost of segments whose retransmission was needed
 * @property {number} bytesResent
 * @property {number} packetsResent
 * @property {number|null} costNs how much later the recovery point was acknowledged than without loss (the shortest
 *   round trip to the receiver after the byte before it passed); of the first recovery point, where a time-out set
 *   another and the first one's cost is larger; null without an end, or where the sender knew of it long before the
 *   capture shows it
 * @property {number} flightBefore bytes sent and not acknowledged when the repair began
 * @property {number|null} flightAfter the same at the end
 */

/**
 * How packets of a direction were reordered on their way to the capture point (RFC 4737), over original transmissions
 * of data: without retransmissions and copies (lib/engine/verdicts/reordering.ts).
 * @typedef {object} Reordering
 * @property {number} packets
 * @property {number} reordered Type-P-Reordered (section 4.1): below the highest that came before
 * @property {number} extentMax packets since the first of those that overtook it (section 4.2.1)
 * @property {number} extentMean over the reordered ones
 * @property {[number, number, number]} nReordered packets right before which at least 1, 2, 3 arrived that were sent
 *   after them (section 5.4)
 * @property {number} lateNs most time after the first of those that overtook it
 */

/**
 * What is found of a conversation, by direction of the data.
 * @typedef {object} LossesAndReordering
 * @property {LossEpisode[][]} episodes
 * @property {(Reordering | null)[]} reordering
 */

export {};
