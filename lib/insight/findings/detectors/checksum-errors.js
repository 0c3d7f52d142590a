import { hasVerdict } from '../../../tcpflow/tables/occurrences.js';
import { VERDICT } from '../../../tcpflow/verdicts/verdict.js';
import { beganWithDamage } from '../evidence/damage.js';
import { packetsWhere } from '../evidence/evidence.js';
import { counted, finding, receiverName, senderName, shareOf, timeText } from '../finding.js';

/** @typedef {import('../finding.js').Detector} Detector */
/** @typedef {import('../context.js').Context} Context */

/** What repairs of damaged segments cost; null: none was made. @param {Context} context @param {number} direction */
function repairsOf(context, direction) {
  const way = context.ways.find((one) => one.direction === direction);
  const repaired = (way?.episodes ?? []).filter(beganWithDamage(context, direction));
  const costNs = repaired.reduce((sum, one) => sum + (one.costNs ?? 0), 0);
  return { repaired: repaired.length, costNs: costNs > 0 ? costNs : null };
}

/**
 * Wrong checksums among right ones: damaged between the sender and this place. Those that a host leaves to its network
 * card, and those of captures that a program has changed, are wrong in most segments (lib/engine/track/damage.ts).
 * @type {Detector}
 */
export const checksumErrors = (context) =>
  [0, 1].flatMap((direction) => {
    const { packets, seen } = context;
    if (!hasVerdict(seen, direction, VERDICT.CORRUPTED)) return [];
    const damaged = packetsWhere(
      packets,
      (i) => packets.direction[i] === direction && packets.verdict[i] === VERDICT.CORRUPTED,
    );
    const { repaired, costNs } = repairsOf(context, direction);
    const cost = costNs === null ? '' : `, which cost ${timeText(costNs)}`;
    const isOne = damaged.count === 1;
    const again =
      repaired > 0 ? ` and the ${senderName(direction)} had to send ${isOne ? 'it' : 'them'} again${cost}` : '';
    return [
      finding(
        {
          code: 'corrupted_segments',
          severity: repaired > 0 ? 'warning' : 'note',
          direction,
          startNs: damaged.startNs,
          endNs: damaged.endNs,
          costNs,
          message: `${counted(damaged.count, 'segment')} of the ${senderName(direction)} ${isOne ? 'has a wrong checksum' : 'have wrong checksums'}, where the others are right: corrupted on the way. The ${receiverName(direction)} dropped ${isOne ? 'it' : 'them'}${again}.`,
          advice: `Something between the ${senderName(direction)} and the capture point changes bits: look at error counters of network cards, switches and cables (ethtool -S), at their memory, and at boxes that rewrite packets.`,
        },
        { segments: damaged.count, share: shareOf(damaged.count / seen.packets[direction]), frames: damaged.frames },
      ),
    ];
  });
