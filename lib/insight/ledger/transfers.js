import { LIKELY, POSSIBLE, SURE } from '../confidence.js';
import { BAND, heldByAckTimer } from '../findings/evidence/held-back.js';
import { LONGEST_DELAYED_ACK_NS, NOTICEABLE_NS } from '../findings/times.js';
import { CAUSE } from '../sender/causes.js';
import { lastUpTo } from './flow-facts.js';
import { APP, CAPTURE_AT, PATH, TCP_OF } from './owners.js';

/** @typedef {import('./strip.js').Strip} Strip */
/** @typedef {import('./strip.js').Cause} Cause */
/** @typedef {import('./flow-facts.js').FlowFacts} FlowFacts */

/** Round trips of one stretch that are told apart: of more, each stands for several. */
const MAX_ROUNDS = 8;

/**
 * What the time of a direction's data was spent on, up to a time.
 * @param {Strip} strip @param {FlowFacts} facts @param {number} direction @param {number} toNs
 */
export function layTransfer(strip, facts, direction, toNs) {
  if (toNs <= strip.atNs) return;
  const spans = facts.spansOf(direction);
  for (let k = firstReaching(spans, strip.atNs); k < spans.length && spans[k].startNs < toNs; k++) {
    const { startNs, endNs, value } = spans[k];
    strip.until(Math.min(startNs, toNs), NOT_INFERRED);
    layCause(strip, facts, { direction, value, endNs: Math.min(endNs, toNs) });
  }
  strip.until(toNs, NOT_INFERRED);
}

/**
 * Up to the retransmission by which data got through that had been lost behind the capture point: the sender had no
 * more to send, and waited for its timer.
 * @param {Strip} strip @param {FlowFacts} facts @param {number} direction @param {number} repair packet
 */
export function layRepair(strip, facts, direction, repair) {
  const toNs = facts.packets.timeNs[repair];
  const lost = { owner: PATH[direction], rule: repairRule(facts, repair), confidence: LIKELY };
  const frames = [facts.frame(repair)];
  const spans = facts.spansOf(direction);
  for (let k = firstReaching(spans, strip.atNs); k < spans.length && spans[k].startNs < toNs; k++) {
    const { startNs, endNs, value } = spans[k];
    if (FREE.includes(value)) continue;
    strip.until(Math.min(startNs, toNs), { ...lost, frames });
    layCause(strip, facts, { direction, value, endNs: Math.min(endNs, toNs) });
  }
  strip.until(toNs, { ...lost, frames });
}

/** @param {FlowFacts} facts @param {number} repair packet */
export const repairRule = (facts, repair) => (facts.isTimed(repair) ? 'rto' : 'loss_recovery');

/** Under these a sender has nothing to send. @type {readonly number[]} */
export const FREE = [CAUSE.APPLICATION, CAUSE.IDLE, CAUSE.HANDSHAKE, CAUSE.NAGLE];

/**
 * What was sent and is on its way still, behind what filled the bottleneck: until the other end had it, by its
 * acknowledgement.
 * @param {Strip} strip @param {FlowFacts} facts @param {number} direction @param {number} endOffset behind the data
 * @param {number} [answerNs] when an answer to it passed
 */
export function layDraining(strip, facts, direction, endOffset, answerNs = Infinity) {
  const ack = facts.acknowledged(direction, endOffset);
  if (ack < 0) return;
  // Half of the shortest round trip before that it was there; that half is the way itself, on which nothing held it.
  const hadNs = Math.min(facts.packets.timeNs[ack], answerNs) - 2 * facts.halfNs(1 - direction);
  if (hadNs <= strip.atNs) return;
  const spans = facts.spansOf(direction);
  for (let k = firstReaching(spans, strip.atNs); k < spans.length && spans[k].startNs < hadNs; k++) {
    const { startNs, endNs, value } = spans[k];
    if (value !== CAUSE.NETWORK || startNs > strip.atNs) break;
    layCause(strip, facts, { direction, value, endNs: Math.min(endNs, hadNs) });
  }
  // No receiver holds an acknowledgement back for so long: what was sent once was on its way.
  const isLate = answerNs === Infinity && hadNs - strip.atNs > LONGEST_DELAYED_ACK_NS;
  if (!isLate || facts.hasRepeated(direction, strip.atNs, hadNs)) return;
  strip.until(hadNs, { owner: PATH[direction], rule: 'queue', confidence: POSSIBLE, frames: [facts.frame(ack)] });
}

/** @type {Cause} */
export const NOT_INFERRED = {
  owner: 'unknown',
  rule: 'not_inferred',
  confidence: 0,
  would: "a capture of this sender's data",
};

/**
 * The first span that reaches beyond a time.
 * @param {readonly { endNs: number }[]} spans in order @param {number} fromNs
 */
export const firstReaching = (spans, fromNs) => lastUpTo(spans.length, (k) => spans[k].endNs, fromNs) + 1;

/**
 * @param {Strip} strip @param {FlowFacts} facts
 * @param {{ direction: number, value: number, endNs: number }} span value of `CAUSE`
 */
export function layCause(strip, facts, { direction, value, endNs }) {
  if (value === CAUSE.CONGESTION_WINDOW || value === CAUSE.HANDSHAKE) layRounds(strip, facts, direction, endNs);
  else if (value === CAUSE.APPLICATION || value === CAUSE.IDLE) layPauses(strip, facts, direction, endNs);
  else if (value === CAUSE.NAGLE) layHeld(strip, facts, direction, endNs);
  else if (value === CAUSE.SEND_BUFFER || value === CAUSE.FIXED_WINDOW) {
    layAckTimer(strip, facts, direction, endNs);
    strip.until(endNs, causeOf(facts, direction, value, strip.atNs, endNs));
  } else strip.until(endNs, causeOf(facts, direction, value, strip.atNs, endNs));
}

/**
 * @param {FlowFacts} facts @param {number} d direction @param {number} value @param {number} fromNs
 * @param {number} endNs @returns {Cause}
 */
function causeOf(facts, d, value, fromNs, endNs) {
  const frames = framesOf(facts, fromNs, endNs);
  const of = (
    /** @type {import('./owners.js').Owner} */ owner,
    /** @type {string} */ rule,
    /** @type {number} */ confidence,
  ) => ({ owner, rule, confidence, frames });
  switch (value) {
    case CAUSE.RECEIVE_WINDOW:
      return facts.isUnread(1 - d, fromNs, endNs, facts.wayOf(d)?.mss ?? 0)
        ? of(APP[1 - d], 'unread', LIKELY)
        : of(TCP_OF[1 - d], 'receive_window', LIKELY);
    case CAUSE.ZERO_WINDOW:
      return of(APP[1 - d], 'zero_window', SURE);
    case CAUSE.SEND_BUFFER:
      return of(TCP_OF[d], 'send_buffer', POSSIBLE);
    case CAUSE.FIXED_WINDOW:
      return of(TCP_OF[d], 'fixed_window', POSSIBLE);
    case CAUSE.NETWORK:
      return isHeldInHost(facts, d) ? of(TCP_OF[d], 'pacing', LIKELY) : of(PATH[d], 'bandwidth', LIKELY);
    case CAUSE.RECOVERY:
      return of(PATH[d], 'loss_recovery', LIKELY);
    case CAUSE.RETRANSMISSION_TIMEOUT:
      return of(PATH[d], 'rto', LIKELY);
    case CAUSE.CREDIT:
      return of(APP[1 - d], 'flow_control', SURE);
    default:
      return of(PATH[d], 'path_mtu', SURE);
  }
}

/**
 * Time in which nothing came, up to `toNs`: what an end's timer ended as an acknowledgement was lost is its path's.
 * @param {Strip} strip @param {FlowFacts} facts @param {number} toNs @param {Cause} otherwise
 */
export function layStill(strip, facts, toNs, otherwise) {
  for (const { startNs, endNs, end } of facts.lostAcks) {
    if (endNs <= strip.atNs || startNs >= toNs) continue;
    strip.until(Math.min(startNs, toNs), otherwise);
    strip.until(Math.min(endNs, toNs), { ...otherwise, owner: PATH[1 - end], rule: 'ack_lost', confidence: LIKELY });
  }
  strip.until(toNs, otherwise);
}

/**
 * Pauses of the application in its writing. Away from the sender one shows by the end of a write before it: a segment
 * that is not full, or pushed. Without that the path may have been down, or a timer have run.
 * @param {Strip} strip @param {FlowFacts} facts @param {number} d direction @param {number} toNs
 */
function layPauses(strip, facts, d, toNs) {
  const pause = { owner: APP[d], rule: 'write_pause', confidence: LIKELY };
  const { direction, length, timeNs, count } = facts.packets;
  const isAtSender = facts.context.vantages?.[d].place === 'sender';
  const first = facts.packetUpTo(strip.atNs);
  let last = first;
  for (let i = first + 1; !isAtSender && i <= count && strip.atNs < toNs; i++) {
    const isOver = i === count || timeNs[i] >= toNs;
    if (!isOver && (direction[i] !== d || length[i] === 0)) continue;
    const ns = isOver ? toNs : timeNs[i];
    const frames = last < 0 ? [] : [facts.frame(last), facts.frame(Math.min(i, count - 1))];
    if (ns - strip.atNs >= NOTICEABLE_NS && !facts.endsWrite(d, last)) {
      const lost = { owner: PATH[d], rule: 'rto', confidence: POSSIBLE, frames };
      const silence = /** @type {const} */ ({ owner: 'unknown', rule: 'silence', confidence: 0, would: CAPTURE_AT[d] });
      strip.until(ns, facts.startsAgain(d, i) ? lost : { ...silence, frames });
    } else strip.until(ns, { ...pause, frames });
    last = i;
  }
  strip.until(toNs, { ...pause, frames: framesOf(facts, strip.atNs, toNs) });
}

/** Whether a clock or a queue in the sender's host spaced its segments. @param {FlowFacts} facts @param {number} d */
function isHeldInHost(facts, d) {
  const insight = facts.wayOf(d)?.insight;
  return insight !== undefined && (insight.pace !== null || insight.hostQueueNs !== null);
}

/** Frames at both ends of a time. @param {FlowFacts} facts @param {number} fromNs @param {number} endNs */
function framesOf(facts, fromNs, endNs) {
  const first = facts.packetUpTo(fromNs);
  const last = facts.packetUpTo(endNs);
  return first < 0 ? [] : [facts.frame(first), facts.frame(last)];
}

/**
 * Round trips that a full congestion window waits for: the data's way, then the acknowledgement's, as they pass here.
 * @param {Strip} strip @param {FlowFacts} facts @param {number} direction @param {number} toNs
 */
function layRounds(strip, facts, direction, toNs) {
  layAckTimer(strip, facts, direction, toNs);
  const fromNs = strip.atNs;
  const tripNs = facts.wayOf(direction)?.insight.rttNs ?? facts.roundTripNs;
  const rounds = Math.max(1, Math.min(MAX_ROUNDS, Math.round((toNs - fromNs) / Math.max(tripNs, 1))));
  const stepNs = (toNs - fromNs) / rounds;
  // What a round trip takes beyond the shortest stood in the queue before the bottleneck, with the data.
  const leastNs = facts.wayOf(direction)?.rttMinNs || tripNs;
  const back = Math.min(1, leastNs / Math.max(tripNs, 1)) / 2;
  const ahead = (1 - behindHere(facts, direction)) * (1 - back);
  const frames = framesOf(facts, fromNs, toNs);
  const cause = { rule: 'congestion_window', confidence: POSSIBLE, frames };
  for (let k = 0; k < rounds; k++) {
    const startNs = fromNs + k * stepNs;
    strip.until(startNs + ahead * stepNs, { owner: PATH[direction], ...cause });
    strip.until(startNs + (ahead + back) * stepNs, { owner: PATH[1 - direction], ...cause });
    strip.until(startNs + stepNs, { owner: PATH[direction], ...cause });
  }
  strip.until(toNs, { owner: PATH[direction], ...cause });
}

/**
 * What of a direction's round trips the receiver's delayed-ACK timer took, where waits show it.
 * @param {Strip} strip @param {FlowFacts} facts @param {number} d direction @param {number} toNs
 */
function layAckTimer(strip, facts, d, toNs) {
  const way = facts.wayOf(d);
  const held = way === null ? null : heldByAckTimer(way, facts.context);
  if (way === null || held === null) return;
  const { count, startNs } = way.insight.bursts;
  const fromNs = strip.atNs;
  let delayedNs = 0;
  for (let b = lastUpTo(count, (k) => startNs[k], fromNs); b + 1 < count && startNs[b] < toNs; b++) {
    const waitedNs = Math.min(startNs[b + 1], toNs) - Math.max(startNs[b], fromNs) - way.rttMinNs;
    if (Math.abs(waitedNs - held.timerNs) <= held.timerNs * BAND) delayedNs += waitedNs;
  }
  const cause = { owner: TCP_OF[1 - d], rule: 'delayed_ack', confidence: LIKELY };
  strip.until(fromNs + delayedNs, { ...cause, frames: framesOf(facts, fromNs, toNs) });
}

/**
 * Share of a direction's path that its data has behind it at the capture point.
 * @param {FlowFacts} facts @param {number} d direction
 */
function behindHere(facts, d) {
  const tripNs = facts.roundTripNs;
  return tripNs > 0 ? (facts.distances[d] ?? 0) / tripNs : 0;
}

/**
 * Short segments held for an acknowledgement: a round trip each is the sender's (RFC 896), the rest the receiver's
 * delayed acknowledgement.
 * @param {Strip} strip @param {FlowFacts} facts @param {number} d direction @param {number} toNs
 */
function layHeld(strip, facts, d, toNs) {
  const fromNs = strip.atNs;
  const frames = framesOf(facts, fromNs, toNs);
  const insight = facts.wayOf(d)?.insight;
  const tripNs = insight?.samples.leastNs ?? 0;
  let held = 0;
  if (insight !== undefined) {
    const { count, startNs, sentNew } = insight.bursts;
    const first = lastUpTo(count, (b) => startNs[b], fromNs) + 1;
    for (let b = first; b < count && startNs[b] <= toNs; b++) held += Number(sentNew[b] > 0);
  }
  const delayedNs = Math.max(0, toNs - fromNs - Math.max(1, held) * tripNs);
  strip.until(fromNs + delayedNs, { owner: TCP_OF[1 - d], rule: 'delayed_ack', confidence: POSSIBLE, frames });
  strip.until(toNs, { owner: TCP_OF[d], rule: 'nagle', confidence: POSSIBLE, frames });
}
