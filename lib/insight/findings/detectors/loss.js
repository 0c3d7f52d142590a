import { scrambled } from '../../../shared/scrambled.js';
import { onlySince } from '../../../transport/in-use.js';
import { LONGEST_FIRST_TIMEOUT_NS } from '../../../transport/path.js';
import { spuriousOf } from '../../../transport/verdict.js';
import { defineKind } from '../define-kind.js';
import { lowerBound } from '../evidence/evidence.js';
import { isDropped } from '../evidence/icmp.js';
import { isDroppedByListener } from '../evidence/listen-queue.js';
import { beganWithDamage } from '../evidence/refused.js';
import { about, costOf, costWords, repairFrames, repeatedCloseOnly } from '../evidence/repairs.js';
import { timerHeldNs } from '../evidence/timer-held.js';
import { lateRepairs, unseenTimeouts } from '../evidence/upstream.js';
import {
  counted,
  finding,
  MAX_EVIDENCE_FRAMES,
  ofEachDirection,
  receiverName,
  senderName,
  timesText,
  timeText,
} from '../finding.js';
import { MIN_COST_NS } from '../times.js';

export const TAIL_LOSS_TIMEOUT = defineKind('tail_loss_timeout', 'Tail loss (RTO or TLP)', 'retransmission_timeout', [
  'RFC 6298',
  'RFC 8985 section 7',
]);
/** Where later data had arrived, so that it was no tail loss. */
const TIMED_OUT = 'Retransmission timeout (RTO)';
/** Where the path was down: a tail is lost once, and the first retransmission comes through. */
const OUTAGE = 'Outage (nothing came through)';
/** Time-outs in a row. */
const BACKED_OFF = 3;
/** A FIN takes a sequence number, but holds no byte. */
const FIN_LENGTH = 1;
export const LOST_RETRANSMISSION = defineKind('lost_retransmission', 'Lost retransmissions', 'retransmission_timeout', [
  'RFC 8985 section 3',
  'RFC 6298 section 5',
]);
export const SPURIOUS_RETRANSMISSION = defineKind('spurious_retransmission', 'Spurious retransmission', 'recovery', [
  'RFC 5682',
  'RFC 4015',
  'RFC 3708',
]);
/** @typedef {import('../context.js').DirectionContext} DirectionContext */
/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../../../transport/losses.js').LossEpisode} LossEpisode */
/** @typedef {import('../evidence/repairs.js').Repair} Repair */

/**
 * Tails, or all that was in flight, lost before the capture point: their repair looks like an original, except for its
 * IP identification and what comes after it.
 * @param {DirectionContext} way
 * @param {Context} context
 * @param {Repair[]} seen by time
 * @returns {Repair[]}
 */
function unseenTails(way, context, seen) {
  const { timeNs } = context.packets;
  const isSeen = (/** @type {number} */ ns) =>
    seen.some(({ startNs, endNs }) => startNs <= ns && ns <= (endNs ?? Infinity));
  return unseenTimeouts(way, context)
    .filter(({ packet }) => !isSeen(timeNs[packet]))
    .map(({ packet, before, bytes }) => ({
      startNs: timeNs[before],
      repairNs: timeNs[packet],
      endNs: timeNs[packet],
      costNs: timeNs[packet] - timeNs[before],
      timeouts: 0,
      bytesLost: bytes,
      flightBefore: bytes,
      trigger: null,
    }));
}

const TIMEOUT_ADVICE =
  'With SACK, RACK and tail-loss probes (RFC 8985; Linux: net.ipv4.tcp_sack=1, tcp_early_retrans=3) a sender recovers tail losses sooner. Where the RTO backs off several times, look for an outage of the path.';
const PROBE_ADVICE =
  'A tail-loss probe waits two RTTs, and if only one segment is in flight, for a delayed ACK, too (RFC 8985 section 7.2); without more data to send nothing is faster. ' +
  'Look for what drops packets on the path.';

/**
 * How long nothing came through, if so long that a first time-out does not explain it.
 * @param {Repair[]} unseen lost before the capture point @param {DirectionContext} way
 */
function silenceWords(unseen, { direction }) {
  const longestNs = Math.max(0, ...unseen.map(({ costNs }) => costNs ?? 0));
  return longestNs < LONGEST_FIRST_TIMEOUT_NS
    ? ''
    : `; for ${timeText(longestNs)} nothing of the ${senderName(direction)} came through`;
}

/** Whether a tail-loss probe repaired it, without a time-out. @param {Repair} episode */
const wasProbed = ({ trigger, timeouts }) => trigger === 'tlp' && timeouts === 0;

/**
 * Whether nothing in flight arrived that could have caused duplicate acknowledgements.
 * @param {Repair} episode
 */
const wasAtTail = ({ trigger, bytesLost, flightBefore }) =>
  trigger !== 'fast' && bytesLost >= flightBefore - FIN_LENGTH;

/**
 * Whether the path was down, rather than that a tail was lost: the timer backed off several times, or for as long as
 * that takes nothing came here.
 * @param {Repair} episode all in flight was lost @param {Repair[]} unseen lost before the capture point
 */
const wasOutage = (episode, unseen) =>
  episode.timeouts >= BACKED_OFF || (unseen.includes(episode) && (episode.costNs ?? 0) >= LONGEST_FIRST_TIMEOUT_NS);

/** @param {number} probes @param {number} others */
function timerWords(probes, others) {
  if (probes === 0) return 'retransmission timer (RTO)';
  const words = probes === 1 ? 'tail-loss probe' : 'tail-loss probes';
  return others === 0 ? words : `retransmission timer (RTO) and ${words}`;
}

/**
 * Only the close was lost, at no cost.
 * @param {LossEpisode[]} episodes @param {DirectionContext} way @param {Context} context
 */
function lostClose(episodes, way, context) {
  const { startNs, endNs } = about(episodes, way);
  const sent = episodes.reduce((sum, { packetsResent }) => sum + packetsResent, 0);
  return finding(
    {
      kind: TAIL_LOSS_TIMEOUT,
      severity: 'note',
      direction: way.direction,
      startNs,
      endNs,
      message: `The ${senderName(way.direction)}'s FIN was lost and retransmitted ${timesText(sent)} within ${timeText(endNs - startNs)}; every request had been answered before.`,
      advice: 'Nobody waited for it. If several connections show it at the same time, look for an outage of the path.',
    },
    { episodes: episodes.length, frames: repairFrames(context, way, episodes) },
  );
}

/**
 * Loss detected only by the sender's timer: mostly a tail loss (RFC 8985 section 7), or everything in flight during an
 * outage.
 */
export const tailLossTimeout = ofEachDirection([TAIL_LOSS_TIMEOUT], (way, context) => {
  // A FIN that is never acknowledged (the capture ends, or the other end is gone) need not have been lost, and no data
  // waited for it.
  const isOfDamage = beganWithDamage(context, way.direction);
  const repaired = way.episodes.filter(
    ({ timeouts, trigger, cause, startNs, endNs, bytesLost }) =>
      cause === 'loss' &&
      (timeouts > 0 || trigger !== 'fast') &&
      (endNs !== null || bytesLost > 0) &&
      !isOfDamage({ startNs }),
  );
  const closes = repaired.filter((episode) => repeatedCloseOnly(episode, way, context));
  const seen = repaired.filter((episode) => !closes.includes(episode));
  const unseen = unseenTails(way, context, repaired);
  if (seen.length + unseen.length === 0) return closes.length === 0 ? null : lostClose(closes, way, context);
  const episodes = [...seen, ...unseen].sort((a, b) => a.startNs - b.startNs);
  const isOpen = episodes.every(({ endNs }) => endNs === null);
  const timeouts = episodes.reduce((sum, episode) => sum + episode.timeouts, 0);
  const known = about(episodes, way);
  const longest = episodes.reduce((most, episode) => (episode.timeouts > most.timeouts ? episode : most));
  const dead =
    longest.timeouts > 1 ? `; the longest took ${longest.timeouts} RTOs in a row` : silenceWords(unseen, way);
  const probes = onlySince('tail_loss_probe', context.year) === null ? episodes.filter(wasProbed).length : 0;
  const who = `the ${senderName(way.direction)}'s ${timerWords(probes, episodes.length - probes)}`;
  const what = `${counted(episodes.length, 'loss', 'losses')} to the ${receiverName(way.direction)} ${episodes.length === 1 ? 'was' : 'were'}`;
  const found = finding(
    {
      ...known,
      kind: TAIL_LOSS_TIMEOUT,
      severity: 'warning',
      message: isOpen
        ? `${what} detected only by ${who}; the capture does not show that the retransmission arrived${dead}.`
        : `${what} recovered only by ${who}${costWords(', which cost ', known.costNs)}${dead}.`,
      advice: probes === episodes.length ? PROBE_ADVICE : TIMEOUT_ADVICE,
    },
    {
      episodes: episodes.length,
      timeouts,
      probes,
      bytesLost: episodes.reduce((sum, { bytesLost }) => sum + bytesLost, 0),
      lostBeforeCapture: unseen.length,
      frames: repairFrames(context, way, episodes),
    },
  );
  const costliest = episodes.reduce((most, one) => ((one.costNs ?? 0) > (most.costNs ?? 0) ? one : most));
  if (!wasAtTail(costliest)) return { ...found, title: TIMED_OUT };
  return !isOpen && wasOutage(costliest, unseen) ? { ...found, title: OUTAGE } : found;
});

/**
 * Retransmissions that were retransmitted, by the later packet: seen twice here, or lost before the capture point.
 * @param {DirectionContext} way
 * @param {Context} context
 */
function repeatedRepairs(way, context) {
  const { packets, icmpErrors, listenDrops } = context;
  const reports = icmpErrors.filter((error) => error.direction === way.direction && isDropped(error));
  const dropped = new Set(reports.map(({ packet }) => scrambled(packets.seqOffset[packet] ?? -1)));
  /** @type {Set<number>} */ const again = new Set();
  /** @type {number[]} */ const repeated = [];
  for (const i of packets.resends) {
    if (packets.direction[i] !== way.direction) continue;
    const key = scrambled(packets.seqOffset[i]);
    if (dropped.has(key) || isDroppedByListener({ startNs: packets.timeNs[i] }, listenDrops, way.direction)) continue;
    if (again.has(key) && spuriousOf(packets.judgement[i]) !== true) repeated.push(i);
    again.add(key);
  }
  return [...repeated, ...lateRepairs(way, context).filter((i) => spuriousOf(packets.judgement[i]) !== true)].sort(
    (a, b) => a - b,
  );
}

/** A retransmission was lost too: mostly only a timeout, which doubles, can repair that. */
export const lostRetransmission = ofEachDirection([LOST_RETRANSMISSION], (way, context) => {
  if (way.retransmissions === 0) return null;
  const { packets } = context;
  const repeated = repeatedRepairs(way, context);
  const timesNs = repeated.map((i) => packets.timeNs[i]);
  if (repeated.length === 0) return null;
  const episodes = way.episodes.filter(
    ({ cause, startNs, endNs }) =>
      cause === 'loss' &&
      (timesNs[lowerBound(timesNs, startNs, timesNs.length)] ?? Infinity) <= (endNs ?? Number.MAX_VALUE),
  );
  if (episodes.length === 0 && way.claimed > 0) return null;
  const costNs = costOf(episodes);
  return finding(
    {
      kind: LOST_RETRANSMISSION,
      severity: 'warning',
      direction: way.direction,
      startNs: episodes[0]?.startNs ?? timesNs[0],
      endNs: timesNs[timesNs.length - 1],
      costNs,
      message: `${counted(repeated.length, 'retransmission')} of the ${senderName(way.direction)} ${repeated.length === 1 ? 'was' : 'were'} lost and retransmitted again, in ${counted(episodes.length, 'loss episode')}${costWords(' that cost ', costNs)}.`,
      advice:
        'A sender with RACK (RFC 8985; Linux: net.ipv4.tcp_recovery=1) detects lost retransmissions without an RTO. Look for what drops several packets in a row: a policer, a full buffer, an outage.',
    },
    {
      retransmissions: repeated.length,
      episodes: episodes.length,
      frames: repeated.slice(0, MAX_EVIDENCE_FRAMES).map((i) => packets.frame[i]),
    },
  );
});

/**
 * Episodes during at least half of which the other direction got nothing through either, as its own RTOs show: the
 * acknowledgements were lost there.
 */
const MIN_MUTE_SHARE = 0.5;

/**
 * @param {LossEpisode} episode
 * @param {LossEpisode[]} mute of the other direction, with time-outs
 * @param {number} lastNs
 */
function wasAnswerLost({ startNs, endNs }, mute, lastNs) {
  let muteNs = 0;
  for (const other of mute) {
    muteNs += Math.max(0, Math.min(endNs ?? lastNs, other.endNs ?? lastNs) - Math.max(startNs, other.startNs));
  }
  return muteNs > 0 && muteNs >= ((endNs ?? lastNs) - startNs) * MIN_MUTE_SHARE;
}

/** @param {{ outages: number, others: number, way: DirectionContext }} why */
function adviceOnSpurious({ outages, others, way }) {
  const [sender, receiver] = [senderName(way.direction), receiverName(way.direction)];
  if (outages > 0) {
    return `Look for outages of the path from the ${receiver} to the ${sender}: ACKs came late or not at all.`;
  }
  return others > 0
    ? 'Timestamps and SACK at both ends let the sender undo the cut of its window (Eifel, D-SACK, F-RTO). Look for what delays or reorders packets on the path.'
    : `Look for what dropped the ${receiver}'s packets at that time.`;
}

/**
 * Spurious retransmissions: the original had arrived, late or reordered, or its acknowledgement was lost. Where the
 * other end's data was lost at the same time, that loss bears the cost, not this sender.
 */
export const spuriousRetransmission = ofEachDirection([SPURIOUS_RETRANSMISSION], (way, context) => {
  const episodes = way.episodes.filter(({ cause }) => cause !== 'loss');
  if (episodes.length === 0) return null;
  const mute = context.ways
    .filter(({ direction }) => direction !== way.direction)
    .flatMap((other) => other.episodes.filter(({ cause, timeouts }) => cause === 'loss' && timeouts > 0));
  const unanswered = episodes.filter(
    (episode) => episode.cause === 'delay' && wasAnswerLost(episode, mute, context.endNs),
  );
  const delayed = episodes.filter(({ cause }) => cause === 'delay').length - unanswered.length;
  const overtaken = episodes.filter(({ cause }) => cause === 'reordering').length;
  const own = episodes.filter((episode) => !unanswered.includes(episode) && !repeatedCloseOnly(episode, way, context));
  const heldNs = timerHeldNs(way, context.packets, own);
  const lateNs = costOf(own);
  const costNs = heldNs > (lateNs ?? 0) ? heldNs : lateNs;
  const outages = own.filter(({ cause, timeouts }) => cause === 'delay' && timeouts > 1).length;
  const reasons = [
    delayed > outages ? `${timesText(delayed - outages)} because ACKs came late` : '',
    outages > 0 ? `${timesText(outages)} because no ACK reached it for several RTOs` : '',
    unanswered.length > 0
      ? `${timesText(unanswered.length)} because the ${receiverName(way.direction)}'s ACKs were lost with its data`
      : '',
    overtaken > 0 ? `${timesText(overtaken)} because packets were reordered` : '',
  ]
    .filter(Boolean)
    .join(', ');
  return finding(
    {
      ...about(episodes, way),
      costNs,
      kind: SPURIOUS_RETRANSMISSION,
      severity: delayed > 0 && (costNs ?? 0) >= MIN_COST_NS ? 'warning' : 'note',
      message: `The ${senderName(way.direction)} retransmitted data that had not been lost, ${reasons}${costNs === heldNs ? costWords('; new data waited ', costNs) : costWords('; that cost ', costNs)}.`,
      advice: adviceOnSpurious({ outages, others: delayed - outages + overtaken, way }),
    },
    {
      episodes: episodes.length,
      delayed,
      outages,
      unanswered: unanswered.length,
      packets: episodes.reduce((sum, { packetsResent }) => sum + packetsResent, 0),
      frames: repairFrames(context, way, episodes),
    },
  );
});
