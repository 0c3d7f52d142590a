import { SHOWS } from '../../define-kind.js';
import { fullBytes, LARGE_PACKETS, MIN_LARGE_BYTES, MTU_BLACK_HOLE } from '../../evidence/large-packets.js';
import { lostBeforeHere } from '../../evidence/upstream.js';
import { bytesText, detector, finding, senderName, timeText } from '../../finding.js';
import { hasShown } from '../../shows.js';

/** @typedef {import('../../context.js').Context} Context */

/** An RTO of initially 1 s (RFC 6298) has doubled by then, Linux's four times. */
const MIN_MISSING_NS = 3e9;
/** Short packets captured while large ones were missing: a single one could merely have been reordered. */
const MIN_SHORT = 2;

/**
 * An MTU black hole seen at the receiver: large packets never arrive. Short ones do, with sequence numbers above bytes
 * that stay missing for longer than retransmissions with doubling timers would take.
 */
export const mtuBlackHoleUnseen = detector([MTU_BLACK_HOLE], (context) =>
  [0, 1].flatMap((direction) => {
    const found = unseenHole(context, direction);
    return found === null ? [] : [found];
  }),
);

/** @param {Context} context @param {number} direction */
function unseenHole(context, direction) {
  const { packets, seen, options, icmpErrors } = context;
  const { timeNs, frame } = packets;
  const least = Math.min(fullBytes(options, direction), MIN_LARGE_BYTES);
  const lost = seen.longest[direction] < least ? lostBeforeHere(context, direction) : null;
  if (lost === null || lost.bytes < least || lost.later < MIN_SHORT || !hasShown(context, SHOWS.WHOLE)) return null;
  const { bytes, packet, last } = lost;
  const missingNs = timeNs[last] - timeNs[packet];
  if (missingNs < MIN_MISSING_NS || icmpErrors.some((report) => report.direction === direction)) return null;
  const through = seen.longest[direction];
  const short = through === 0 ? 'its packets without data' : `shorter ones (${bytesText(through)} at most)`;
  return finding(
    {
      ...LARGE_PACKETS,
      severity: 'error',
      direction,
      startNs: timeNs[packet],
      endNs: context.endNs,
      costNs: context.endNs - timeNs[packet],
      message: `${bytesText(bytes)} that the ${senderName(direction)} had sent did not reach the capture point in ${timeText(missingNs)}, while ${short} did: something between them silently drops large packets.`,
    },
    { bytesInVain: bytes, bytesThrough: through, short: lost.later, frames: [frame[packet], frame[last]] },
  );
}
