import { TCP } from '../../transport/tcp/header.js';
import { VERDICT } from '../../transport/verdict.js';
import { causeSpansOf } from '../cause-spans.js';
import { NOTICEABLE_NS } from '../findings/times.js';
import { REPAIRING } from '../sender/causes.js';
import { distancesOf } from './places.js';

/** @typedef {import('../findings/context.js').Context} Context */

/** Rules of the ledger by which the path kept an end waiting, down or losing packets. @type {readonly string[]} */
export const LOST = ['rto', 'ack_lost', 'loss_recovery'];
/** Bits of verdicts that show no loss; where a FIN is repeated, the close does. */
const IN_ORDER = (1 << VERDICT.NONE) | (1 << VERDICT.ORIGINAL) | (1 << VERDICT.RETRANSMISSION);

/**
 * How much time the rules in `LOST` can have at most, without laying the ledger: where nothing came again, late or
 * behind a silence, what is left from the first timer or FIN on.
 * @param {Context} context
 * @param {() => import('../sender/credit-stalls.js').Stalls} stallsOf when its senders waited for credit above TCP
 * @returns {number} ns; Infinity: the ledger tells
 */
export function mostLostNs(context, stallsOf) {
  const { packets, ways, clock, endNs } = context;
  const { resends, seen, controls, flags, timeNs } = packets;
  const isLate = ((seen.verdicts[0] | seen.verdicts[1]) & ~IN_ORDER) !== 0;
  if (resends.length > 0 || isLate || clock !== null || ways.some((way) => comesBack(packets, way))) return Infinity;
  const fin = controls.find((i) => (flags[i] & TCP.FIN) !== 0);
  let fromNs = fin === undefined ? endNs : timeNs[fin];
  for (const way of ways) {
    const first = causeSpansOf(context, way, stallsOf).spans.find(({ value }) => REPAIRING.includes(value));
    fromNs = Math.min(fromNs, first?.startNs ?? endNs);
  }
  // what passes here at a time left an end up to a round trip before
  return endNs - fromNs + Math.max(...distancesOf(context).map((ns) => ns ?? 0));
}

/**
 * Whether a full segment comes after a silence of its direction, as after a timeout.
 * @param {Context['packets']} packets @param {import('../findings/context.js').DirectionContext} way
 */
function comesBack({ count, direction, length, timeNs, seen }, way) {
  if (seen.longest[way.direction] < way.mss) return false;
  let beforeNs = timeNs[0];
  for (let i = 0; i < count; i++) {
    if (direction[i] !== way.direction || length[i] === 0) continue;
    if (length[i] >= way.mss && timeNs[i] - beforeNs >= NOTICEABLE_NS) return true;
    beforeNs = timeNs[i];
  }
  return false;
}
