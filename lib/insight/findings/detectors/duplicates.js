import { VERDICT } from '../../../tcpflow/verdicts/verdict.js';
import { Shown } from '../evidence/evidence.js';
import { counted, finding, ofEachDirection, receiverName, shareOf } from '../finding.js';
import { defineKind } from '../kind.js';

export const DUPLICATES_ON_PATH = defineKind('duplicates_on_path', 'Packets duplicated on the path', 'network', [
  'RFC 2883',
  'RFC 3708',
]);

const MIN_DUPLICATES = 2;

/**
 * Acknowledgements that report data received twice and sent once (D-SACK, RFC 2883): a copy with the same
 * identification is no retransmission.
 * @param {import('../context.js').Context['packets']} packets @param {number} direction of the data
 */
function toldTwice(packets, direction) {
  const shown = new Shown(packets);
  if (packets.seen.doubleSacks[1 - direction] === 0) return shown;
  let resentEnd = -1;
  let resentFrom = Infinity;
  let toldLeft = -1;
  let toldRight = -1;
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] === direction) {
      if (
        packets.verdict[i] !== VERDICT.RETRANSMISSION &&
        packets.verdict[i] !== VERDICT.KEEP_ALIVE &&
        packets.verdict[i] !== VERDICT.WINDOW_PROBE
      ) {
        continue;
      }
      resentFrom = Math.min(resentFrom, packets.seqOffset[i]);
      resentEnd = Math.max(resentEnd, packets.endOffset[i]);
      continue;
    }
    if (packets.sackCount[i] === 0 || packets.verdict[i] === VERDICT.DUPLICATE_IN_CAPTURE) continue;
    const left = packets.sackLeft[packets.sackStart[i]];
    const right = packets.sackRight[packets.sackStart[i]];
    const isDouble = right <= packets.ackOffset[i] && right > left;
    if (!isDouble || (left === toldLeft && right === toldRight) || (left < resentEnd && right > resentFrom)) continue;
    [toldLeft, toldRight] = [left, right];
    shown.add(i);
  }
  return shown;
}

/**
 * Whether packets captured twice also arrived twice at the receiver: the path duplicated them.
 * @param {import('../context.js').Context['packets']} packets
 * @param {number} direction
 */
export const isCopiedOnPath = (packets, direction) => toldTwice(packets, direction).count >= MIN_DUPLICATES;

/**
 * The receiver got twice what was sent once: something on the path duplicates packets, before or after the capture
 * point.
 */
export const duplicatesOnPath = ofEachDirection([DUPLICATES_ON_PATH], ({ direction, dataPackets }, { packets }) => {
  const shown = toldTwice(packets, direction);
  if (shown.count < MIN_DUPLICATES) return null;
  return finding(
    {
      kind: DUPLICATES_ON_PATH,
      severity: 'note',
      direction,
      startNs: shown.startNs,
      endNs: shown.endNs,
      costNs: null,
      message: `The ${receiverName(direction)} received ${counted(shown.count, 'packet')} twice that had been sent once (D-SACK): something on the path duplicates packets.`,
      advice:
        'Look for a switching loop, a mirror port that feeds back into the network, or a radio link that repeats frames it had delivered.',
    },
    { packets: shown.count, share: shareOf(shown.count / dataPackets), frames: shown.frames },
  );
});
