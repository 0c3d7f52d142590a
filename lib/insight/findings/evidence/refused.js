import { hasVerdict } from '../../../transport/packets.js';
import { REFUSAL, refusalOf } from '../../../transport/tcp/header.js';
import { VERDICT } from '../../../transport/verdict.js';
import { packetsWhere, Shown } from './evidence.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../../../transport/losses.js').LossEpisode} LossEpisode */

/**
 * Recognises loss episodes that began with a damaged segment: its receiver dropped it, not a queue.
 * @param {Context} context @param {number} direction
 * @returns {(episode: Pick<LossEpisode, 'startNs'>) => boolean}
 */
export function beganWithDamage({ packets, seen }, direction) {
  if (!hasVerdict(seen, direction, VERDICT.CORRUPTED)) return () => false;
  /** @type {Set<number>} */
  const damagedNs = new Set();
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] === direction && packets.verdict[i] === VERDICT.CORRUPTED) {
      damagedNs.add(packets.timeNs[i]);
    }
  }
  return ({ startNs }) => damagedNs.has(startNs);
}

/**
 * An end's packets that the other did not take, for one of some reasons.
 * @param {Context['packets']} packets @param {number} end @param {readonly number[]} reasons of `REFUSAL`
 */
export function refusedOf(packets, end, reasons) {
  const { seen, direction, flags } = packets;
  if (refusalOf(seen.allFlags) === REFUSAL.NONE) return new Shown(packets);
  return packetsWhere(packets, (i) => direction[i] === end && reasons.includes(refusalOf(flags[i])));
}

/**
 * Recognises loss episodes that began with a segment whose timestamp its receiver refused: it was not lost.
 * @param {Context['packets']} packets @param {number} direction of the data
 * @returns {(episode: { startNs: number, repairNs: number }) => boolean}
 */
export function beganRefused(packets, direction) {
  const refused = refusedOf(packets, direction, [REFUSAL.TIMESTAMP]);
  return ({ repairNs }) => refused.count > 0 && refused.startNs <= repairNs && repairNs <= refused.endNs;
}
