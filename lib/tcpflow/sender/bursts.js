import { Bursts, BURSTS_LAYOUT } from '../../transport/bursts.js';
import { wholeTripNs } from './sender-order.js';

/**
 * The bursts of one direction, found with TCP's scoreboard (lib/engine/sender/bursts.ts).
 * @param {import('./connection-path.js').PathAnalysis} path
 * @param {number} direction of the data
 * @param {import('../../transport/bursts.js').Habits} known
 * @returns {Bursts}
 */
export function burstsOf(path, direction, { mss, clockedNs, byBytes }) {
  const order = path.orderAtSender(direction);
  const { length } = order.packet;
  const lastNs = length === 0 ? 0 : order.timeNs[length - 1];
  const windowKnown = path.windowsKnown[1 - direction];
  const baseNs = order.method === 'captured' ? 0 : wholeTripNs(path.vantages[direction]);
  const { count, room } = path.passes.table(
    order,
    (core) => core.bursts(direction, mss, clockedNs, path.sack, windowKnown, path.echoesMarks, byBytes, baseNs),
    (core) => core.burstCount(),
    BURSTS_LAYOUT,
  );
  return new Bursts(count, { count, clockedNs, lastNs, room });
}
