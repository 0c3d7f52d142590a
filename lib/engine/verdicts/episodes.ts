// Collects one direction's loss episodes during the sender pass; lib/transport/losses.js explains the
// fields.
import { EVIDENCE, KIND, LONGEST_FIRST_TIMEOUT_NS, VERDICT } from '../base/enums';
import { Packet, packetAt } from './packet';
import { take } from '../base/arena';
import { Trace, known } from './trace';

/** Most episodes of a direction; later retransmissions belong to none. */
export const MAX_EPISODES: i32 = 1000;
const FIRST_CAPACITY: i32 = 16;

/** Most bytes in flight (RFC 7323 section 2.3): segments further below the highest belong to another stream. */
const LARGEST_WINDOW: f64 = 1073741824;

const CAUSE_LOSS: f64 = 0;
const CAUSE_REORDERING: f64 = 1;
const CAUSE_DELAY: f64 = 2;

/** All words of 64 bits, as JavaScript reads them. NaN: null. */
@unmanaged
class Episode {
  startNs: f64;
  repairNs: f64;
  endNs: f64;
  cause: f64;
  trigger: f64;
  timeouts: f64;
  recoveryPoint: f64;
  bytesLost: f64;
  bytesResent: f64;
  packetsResent: f64;
  costNs: f64;
  flightBefore: f64;
  flightAfter: f64;
}

let list: usize = 0;
let capacity: i32 = 0;
let count: i32 = 0;
/** The latest episode is still open. */
let isOpen: bool = false;
/** When the byte before the recovery point passed. */
let pointNs: f64 = 0;
/** The first recovery point (time-outs set a new one), and when the byte before it passed. */
let firstPoint: f64 = 0;
let firstPointNs: f64 = 0;
/** How much later than without loss that was acknowledged; NaN: not yet. */
let firstLateNs: f64 = NaN;
/** The highest acknowledgement, and when it passed. */
let acked: f64 = -Infinity;
let ackedNs: f64 = 0;
/** Only a repeated acknowledgement ended the latest: a sender that continues it has not received that one either. */
let mayGoOn: bool = false;

export function beginEpisodes(): void {
  list = 0;
  capacity = count = 0;
  isOpen = mayGoOn = false;
  acked = -Infinity;
}

export function episodeCount(): i32 {
  return count;
}

/** Their address. */
export function episodeList(): usize {
  return list;
}

// @ts-ignore: decorator
@inline
function latest(): Episode {
  return changetype<Episode>(list + <usize>(count - 1) * offsetof<Episode>());
}

/**
 * A packet is retransmitted.
 * @param lostNs when it was sent last; NaN not known @param top highest end sent @param topNs when that passed
 */
export function resent(packet: Packet, lostNs: f64, top: f64, topNs: f64): void {
  const isTimed = packet.kind == KIND.RTO && (packet.evidence & EVIDENCE.SILENCE) != 0;
  if (packet.kind == KIND.SYN || packet.kind == KIND.PROBE || packet.seqOffset < top - LARGEST_WINDOW) return;
  if (!isOpen && mayGoOn && latest().recoveryPoint == top) {
    isOpen = true;
  } else if (!isOpen) {
    if (count >= MAX_EPISODES) return;
    open(packet, isNaN(lostNs) ? packet.timeNs : lostNs, max<f64>(0, top - acked));
  }
  const episode = latest();
  // The sender did not receive an acknowledgement captured here: the time since then is delay.
  if (acked == top) topNs = ackedNs - known(Trace.farNs);
  if (episode.packetsResent == 0) {
    firstPoint = top;
    firstPointNs = topNs;
    firstLateNs = NaN;
  }
  if (isTimed || episode.packetsResent == 0) {
    episode.recoveryPoint = top;
    pointNs = topNs;
  }
  if (isTimed) episode.timeouts++;
  // reordering causes no time-out, and one retransmission
  if (episode.cause == CAUSE_REORDERING && (isTimed || isRepeatedAgain(packet))) episode.cause = CAUSE_DELAY;
  episode.packetsResent++;
  episode.bytesResent += <f64>packet.length;
  if (packet.spurious == 1) return;
  episode.bytesLost += <f64>packet.length;
  episode.cause = CAUSE_LOSS;
}

function isRepeatedAgain(packet: Packet): bool {
  return packet.previous >= 0 && packetAt(packet.previous).verdict == VERDICT.RETRANSMISSION;
}

function open(packet: Packet, startNs: f64, flightBefore: f64): void {
  if (count == capacity) makeRoom();
  count++;
  isOpen = true;
  const episode = latest();
  memory.fill(changetype<usize>(episode), 0, offsetof<Episode>());
  episode.startNs = startNs;
  episode.repairNs = packet.timeNs;
  episode.cause = packet.kind == KIND.FAST ? CAUSE_REORDERING : CAUSE_DELAY;
  episode.trigger = <f64>packet.kind;
  episode.flightBefore = flightBefore;
  episode.endNs = episode.costNs = episode.flightAfter = NaN;
}

function makeRoom(): void {
  const longer = max(FIRST_CAPACITY, capacity * 2);
  const room = take(<usize>longer * offsetof<Episode>());
  memory.copy(room, list, <usize>count * offsetof<Episode>());
  list = room;
  capacity = longer;
}

/**
 * An acknowledgement passes, which may repeat earlier ones: the sender, which had retransmitted, now receives it.
 * @param ackedNow the highest so far @param top highest end sent @param sentNs when anything was sent last
 */
export function acknowledged(ackedNow: f64, timeNs: f64, top: f64, sentNs: f64): void {
  const isNews = ackedNow > acked;
  if (isNews) ackedNs = timeNs;
  acked = ackedNow;
  if (!isOpen) return;
  const episode = latest();
  const farNs = known(Trace.farNs);
  if (isNaN(firstLateNs) && acked >= firstPoint) firstLateNs = timeNs - firstPointNs - farNs;
  if (acked < episode.recoveryPoint || (!isNews && acked != top)) return; // of data that is not in the capture: unknown
  episode.endNs = timeNs;
  // A sender silent for longer than any initial RTO had received an acknowledgement that the capture lacks.
  const wasHeard = episode.timeouts == 0 && timeNs - sentNs >= LONGEST_FIRST_TIMEOUT_NS;
  episode.costNs = wasHeard ? NaN : max<f64>(0, max<f64>(firstLateNs, timeNs - pointNs - farNs));
  episode.flightAfter = max<f64>(0, top - acked);
  isOpen = false;
  mayGoOn = !isNews;
}
