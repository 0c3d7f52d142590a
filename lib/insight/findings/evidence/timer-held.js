import { kindOf, spuriousOf, VERDICT } from '../../../transport/verdict.js';
import { ANSWERED_WITHIN_NS } from '../times.js';

/** @typedef {import('../context.js').DirectionContext} DirectionContext */
/** @typedef {import('../context.js').Context['packets']} Packets */

/**
 * Cost of spurious time-outs: from the first segment that the timer retransmitted to the next new data, where that left
 * as soon as an answer arrived. A sender with nothing to send lost nothing.
 *
 * ```
 *   data ──▶        data again ──▶   again ──▶ ◀── ACK   new data ──▶
 *      ◀── ACK, lost      │◀────────── held back ────────▶│
 * ```
 *
 * @param {DirectionContext} way @param {Packets} packets
 * @param {DirectionContext['episodes']} [counted] retransmissions outside these episodes have another cause
 */
export function timerHeldNs({ direction, rttMinNs, episodes }, packets, counted = episodes) {
  const { count, length, timeNs, verdict, judgement } = packets;
  const included = new Set(counted);
  let heldNs = 0;
  let episode = -1;
  let at = 0; // after the latest new data searched for
  for (const first of packets.resends) {
    const isOwn = packets.direction[first] === direction && first >= at;
    while (episode + 1 < episodes.length && episodes[episode + 1].repairNs <= timeNs[first]) episode++;
    if (!isOwn || kindOf(judgement[first]) !== 'rto' || spuriousOf(judgement[first]) !== true) continue;
    if (episode < 0 || episodes[episode].cause !== 'delay' || !included.has(episodes[episode])) continue;
    let answeredNs = -Infinity;
    for (at = first + 1; at < count; at++) {
      if (packets.direction[at] !== direction) answeredNs = timeNs[at];
      else if (length[at] > 0 && verdict[at] === VERDICT.ORIGINAL) break;
    }
    if (at < count && timeNs[at] - answeredNs <= rttMinNs + ANSWERED_WITHIN_NS) heldNs += timeNs[at] - timeNs[first];
  }
  return heldNs;
}
