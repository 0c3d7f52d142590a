import { SCALE_UNKNOWN } from '../../../../transport/tcp/header.js';
import { defineKind } from '../../define-kind.js';
import { Shown } from '../../evidence/evidence.js';
import { bytesText, finding, ofEachDirection, receiverName, senderName, timeText } from '../../finding.js';

export const SACK_UNUSABLE = defineKind(
  'sack_unusable',
  'SACK unusable',
  'recovery',
  ['RFC 2018 section 5', 'RFC 6675 section 3'],
  { explains: ['tail_loss_timeout'] },
);

/** Least packets with SACK blocks, and least share of implausible blocks. */
const MIN_PACKETS = 3;
const MIN_SHARE = 0.9;
/** RFC 7323 section 2.3. */
const MAX_WINDOW_BYTES = 2 ** 30;

/**
 * SACK blocks that lie beyond all that the other end has ever sent, and beyond the window, or before its first byte: a
 * firewall that shifts sequence numbers, as for initial sequence numbers drawn anew, shifts the acknowledgement but not
 * the blocks behind it. The sender ignores them (RFC 6675 section 3), and so has no SACK. Refuted by blocks within what
 * was sent.
 */
export const sackUnusable = ofEachDirection([SACK_UNUSABLE], (way, { packets, options, durationNs }) => {
  const { direction, episodes } = way;
  const { count, direction: sender, ackOffset, sackStart, sackCount, sackLeft, sackRight } = packets;
  if (sackLeft.length < MIN_PACKETS) return null;
  const sentEnd = highestEnd(packets, direction);
  const isScaleKnown = options.windowScale[1 - direction] !== SCALE_UNKNOWN;
  const offered = (/** @type {number} */ i) => (isScaleKnown ? packets.windowBytes[i] : MAX_WINDOW_BYTES);
  const off = new Shown(packets);
  let blocks = 0;
  let blocksOff = 0;
  let leastOff = Infinity;
  for (let i = 0; i < count; i++) {
    if (sender[i] === direction || sackCount[i] === 0) continue;
    for (let k = sackStart[i]; k < sackStart[i] + sackCount[i]; k++) {
      blocks++;
      if (sackRight[k] >= 0 && sackLeft[k] <= Math.max(sentEnd, ackOffset[i] + offered(i))) continue;
      if (off.frames.at(-1) !== packets.frame[i]) off.add(i);
      blocksOff++;
      leastOff = Math.min(leastOff, Math.abs(sackLeft[k] - Math.max(ackOffset[i], 0)));
    }
  }
  if (off.count < MIN_PACKETS || blocksOff < blocks * MIN_SHARE) return null;
  const lost = episodes.filter(({ cause }) => cause === 'loss');
  const timeouts = lost.reduce((sum, episode) => sum + episode.timeouts, 0);
  const costNs = lost.reduce((sum, episode) => sum + (episode.costNs ?? 0), 0);
  return finding(
    {
      kind: SACK_UNUSABLE,
      severity: lost.length > 0 ? 'warning' : 'note',
      direction,
      during: off,
      costNs: lost.length > 0 ? costNs : null,
      message: `The ${receiverName(direction)}'s SACK blocks are off by about ${bytesText(leastOff)} from what the ${senderName(direction)} has sent, so the ${senderName(direction)} cannot use them${price(lost.length, timeouts, costNs, durationNs)}. Something on the path rewrites sequence numbers, but not those in SACK.`,
      advice:
        'Look for a firewall that randomises initial sequence numbers; update it, or turn that off (Cisco: set connection random-sequence-number disable). Until then disable SACK at one end (Linux: net.ipv4.tcp_sack=0): duplicate ACKs then trigger fast retransmit again.',
    },
    { blocks, blocksOff, offBytes: leastOff, timeouts, frames: off.frames },
  );
});

/** @param {number} losses @param {number} timeouts @param {number} costNs @param {number} durationNs */
function price(losses, timeouts, costNs, durationNs) {
  if (losses === 0) return '';
  const by =
    timeouts === 0 ? '' : ` by ${timeouts === 1 ? 'a retransmission timeout' : `${timeouts} retransmission timeouts`}`;
  return `: its losses were recovered${by}, which cost ${timeText(costNs)} of ${timeText(durationNs)}`;
}

/** @param {import('../../context.js').Context['packets']} packets @param {number} direction */
function highestEnd({ count, direction: sender, endOffset, length }, direction) {
  let highest = 0;
  for (let i = 0; i < count; i++) {
    if (sender[i] === direction && length[i] > 0 && endOffset[i] > highest) highest = endOffset[i];
  }
  return highest;
}
