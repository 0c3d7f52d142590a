import { SURE } from '../confidence.js';
import { isDropped } from '../findings/evidence/icmp.js';
import { PATH, TCP_OF } from './owners.js';

/**
 * Who has the time of what was dropped, where an ICMP error says that it was: the path, or the host it was sent to.
 * @param {import('./flow-facts.js').FlowFacts} facts @param {number} direction
 * @param {{ seqOffset: number, frames: readonly number[] }} what from that byte on
 * @returns {import('./strip.js').Cause | null} null: none says so, or it arrived after all
 */
export function icmpDrop({ context }, direction, { seqOffset, frames }) {
  const report = context.icmpErrors.find(
    (one) =>
      one.direction === direction && one.error.seqOffset >= seqOffset && one.arrivedNs === null && isDropped(one),
  );
  if (report === undefined) return null;
  const owner = report.isOfPeer ? TCP_OF[1 - direction] : PATH[direction];
  return { owner, rule: 'icmp_error', confidence: SURE, frames: [...frames.slice(0, 3), report.error.frame] };
}
