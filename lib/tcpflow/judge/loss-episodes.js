import { EVIDENCE, KIND, KINDS } from '../verdict.js';

/** @typedef {import('./direction-trace.js').DirectionTrace} DirectionTrace */

/** Episodes of a direction that are kept; what is sent again later belongs to none. */
export const MAX_EPISODES = 1000;

/**
 * A stretch in which a sender repaired: from the first thing that it sent again until all that had been sent by then was acknowledged.
 * @typedef {object} LossEpisode
 * @property {number} startNs when the first segment to be sent again went by before, or, where that was lost on the way here, what showed the hole
 * @property {number} repairNs when it was sent again
 * @property {number|null} endNs when the cumulative acknowledgement reached the recovery point; null: not in this capture
 * @property {'loss'|'reordering'|'delay'} cause loss: something was needed; else the first repair came of duplicate ACKs, or of a timer
 * @property {'fast'|'rto'|'tlp'} trigger what made the sender send again first
 * @property {number} timeouts retransmission time-outs in it
 * @property {number} recoveryPoint end of what had been sent when the repair, or its latest time-out, began: an offset
 * @property {number} bytesLost of segments sent again out of need
 * @property {number} bytesResent
 * @property {number} packetsResent
 * @property {number|null} costNs how much later the recovery point was acknowledged than without loss: that is the least delay to the receiver and
 *   back, from when the byte before it went by; null without an end
 * @property {number} flightBefore bytes sent and not acknowledged when the repair began
 * @property {number|null} flightAfter the same at the end
 */

/** Collects one direction's episodes during the sender's walk. */
export class LossEpisodes {
  #trace;
  /** @type {LossEpisode[]} */
  list = [];
  /** @type {LossEpisode | null} */
  #open = null;
  /** When the byte before the recovery point went by. */
  #pointNs = 0;

  /** @param {DirectionTrace} trace */
  constructor(trace) {
    this.#trace = trace;
  }

  /**
   * Packet i is sent again.
   * @param {number} i
   * @param {{ lostNs: number, top: number, topNs: number, acked: number }} known lostNs: when it was sent last; top: highest end sent, topNs: when it went by
   */
  resent(i, { lostNs, top, topNs, acked }) {
    const { kind, packets, spurious, verdicts } = this.#trace, timed = kind[i] === KIND.RTO && (verdicts.evidence[i] & EVIDENCE.SILENCE) !== 0;
    if (kind[i] === KIND.SYN || kind[i] === KIND.PROBE) return;
    if (this.#open === null) {
      if (this.list.length >= MAX_EPISODES) return;
      this.#open = newEpisode(Number.isNaN(lostNs) ? packets.timeNs[i] : lostNs, packets.timeNs[i], /** @type {'fast'|'rto'|'tlp'} */ (KINDS[kind[i]]), Math.max(0, top - acked));
      this.list.push(this.#open);
    }
    const episode = this.#open;
    if (timed || episode.packetsResent === 0) {
      episode.recoveryPoint = top;
      this.#pointNs = topNs;
    }
    if (timed) episode.timeouts++;
    episode.packetsResent++;
    episode.bytesResent += packets.length[i];
    if (spurious[i] === 1) return;
    episode.bytesLost += packets.length[i];
    episode.cause = 'loss';
  }

  /** @param {number} acked @param {number} timeNs of the acknowledgement @param {number} top highest end sent */
  acknowledged(acked, timeNs, top) {
    const episode = this.#open;
    if (episode === null || acked < episode.recoveryPoint) return;
    episode.endNs = timeNs;
    episode.costNs = Math.max(0, timeNs - this.#pointNs - (this.#trace.path.farNs || 0));
    episode.flightAfter = Math.max(0, top - acked);
    this.#open = null;
  }
}

/** @param {number} startNs @param {number} repairNs @param {'fast'|'rto'|'tlp'} trigger @param {number} flightBefore @returns {LossEpisode} */
function newEpisode(startNs, repairNs, trigger, flightBefore) {
  return {
    startNs, repairNs, endNs: null, cause: trigger === 'fast' ? 'reordering' : 'delay', trigger, timeouts: 0, recoveryPoint: 0,
    bytesLost: 0, bytesResent: 0, packetsResent: 0, costNs: null, flightBefore, flightAfter: null,
  };
}
