import { spuriousOf, VERDICT } from '../../../../transport/verdict.js';
import { defineKind } from '../../define-kind.js';
import { Shown } from '../../evidence/evidence.js';
import { finding, ofEachDirection, receiverName, senderName, shareOf } from '../../finding.js';

export const WINDOW_TAKEN_UNSCALED = defineKind(
  'window_taken_unscaled',
  'Window scaling not understood on the path',
  'network',
  ['RFC 7323 section 2', 'pf.conf(5), keep state'],
  {
    explains: [
      'random_loss',
      'congestion_loss',
      'policed',
      'tail_loss_timeout',
      'lost_retransmission',
      'mtu_black_hole',
    ],
  },
);

/** Lost segments beyond the raw window, and segments within it that arrived: with fewer chance explains it. */
const MIN_LOST = 10;
const MIN_ARRIVED = 10;
/** Lost ones within it, of all lost: other losses happen beside. */
const MAX_LOST_WITHIN = 0.05;
/** Segments, of all lost, that arrived although nobody can have acknowledged so much: a hole was below them. */
const MAX_BEYOND_HOLE = 0.05;
/** Of what ended beyond it, this much was lost: what the firewall saw acknowledged meanwhile gets through. */
const MIN_LOST_BEYOND = 0.25;

/**
 * A firewall that missed the handshake, or its window scale option, takes the window as it stands in the header, and
 * drops what ends beyond: ACK + raw window.
 *
 * ```
 *   acknowledged            + raw window                        + scaled window
 *        ├────── arrives ────────┤ ─────────── dropped ─────────────┤
 * ```
 *
 * Refuted by a loss within it, or by segments beyond that arrive: above all those that lie beyond it even if all had
 * been acknowledged up to the first that is lost.
 */
export const windowTakenUnscaled = ofEachDirection([WINDOW_TAKEN_UNSCALED], (way, { packets, options }) => {
  const { direction, retransmissions } = way;
  const scale = options.windowScale[1 - direction];
  if (scale <= 0 || retransmissions < MIN_LOST) return null;
  const { lostBeyond, lostWithin, arrivedBeyond, arrivedWithin, beyondHole } = sorted(packets, direction);
  const lost = lostBeyond.count + lostWithin;
  if (lostBeyond.count < MIN_LOST || arrivedWithin < MIN_ARRIVED || lostWithin > lost * MAX_LOST_WITHIN) return null;
  if (beyondHole > lost * MAX_BEYOND_HOLE) return null;
  if (lostBeyond.count < (lostBeyond.count + arrivedBeyond) * MIN_LOST_BEYOND) return null;
  const costNs = way.episodes.reduce((sum, episode) => sum + (episode.costNs ?? 0), 0);
  return finding(
    {
      kind: WINDOW_TAKEN_UNSCALED,
      severity: 'warning',
      direction,
      during: lostBeyond,
      costNs: costNs > 0 ? costNs : null,
      message: `Something on the path does not know the window scale: it dropped ${lostBeyond.count} segments of the ${senderName(direction)} that end beyond the ${receiverName(direction)}'s window as it stands in the header, unscaled (the factor is ${2 ** scale}), and ${lostWithin === 0 ? 'none' : lostWithin} of ${arrivedWithin + lostWithin} within it.`,
      advice:
        'Look for a stateful firewall that saw the connection begin without its SYN, or only one direction of it (pf: "flags S/SA keep state"; conntrack: nf_conntrack_tcp_be_liberal=1), as after a reload of its rules or on asymmetric routes. Turning off window scaling at the receiver shows it.',
    },
    {
      lostBeyond: lostBeyond.count,
      lostWithin,
      arrivedBeyond,
      arrivedWithin,
      share: shareOf(lostBeyond.count / lost),
      confidence: lostWithin === 0 ? 0.9 : 0.7,
      frames: lostBeyond.frames,
    },
  );
});

/**
 * First sendings by whether they were lost, and whether they end beyond the unscaled window that the receiver had
 * offered by then.
 * @param {import('../../context.js').Context['packets']} packets @param {number} direction
 */
function sorted(packets, direction) {
  const { count, length, seqOffset, endOffset, ackOffset, window, verdict } = packets;
  const needed = repairedStarts(packets, direction);
  const lostBeyond = new Shown(packets);
  let lostWithin = 0;
  let arrivedBeyond = 0;
  let arrivedWithin = 0;
  let edge = -1;
  let beyondHole = 0;
  let hole = Infinity;
  let offered = 0;
  for (let i = 0; i < count; i++) {
    if (packets.direction[i] !== direction) {
      if (ackOffset[i] < 0) continue;
      edge = Math.max(edge, ackOffset[i] + window[i]);
      offered = Math.max(offered, window[i]);
      continue;
    }
    if (length[i] > 0 && seqOffset[i] <= hole && verdict[i] !== VERDICT.ORIGINAL) hole = Infinity;
    if (length[i] === 0 || verdict[i] !== VERDICT.ORIGINAL || edge < 0) continue;
    const isBeyond = endOffset[i] > edge;
    const isLost = needed.has(seqOffset[i]);
    if (isLost) hole = Math.min(hole, seqOffset[i]);
    else if (endOffset[i] > hole + offered) beyondHole++;
    if (!isLost) isBeyond ? arrivedBeyond++ : arrivedWithin++;
    else if (isBeyond) lostBeyond.add(i);
    else lostWithin++;
  }
  return { lostBeyond, lostWithin, arrivedBeyond, arrivedWithin, beyondHole };
}

/**
 * Where segments begin that were sent again because they were lost.
 * @param {import('../../context.js').Context['packets']} packets @param {number} direction
 */
function repairedStarts(packets, direction) {
  /** @type {Set<number>} */
  const starts = new Set();
  for (const i of packets.resends) {
    if (packets.direction[i] === direction && spuriousOf(packets.judgement[i]) !== true) {
      starts.add(packets.seqOffset[i]);
    }
  }
  return starts;
}
