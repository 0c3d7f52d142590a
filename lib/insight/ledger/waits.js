import { LIKELY, POSSIBLE, SURE } from '../confidence.js';
import { CAUSE } from '../sender/causes.js';
import { icmpDrop } from './icmp-drop.js';
import { APP, CAPTURE_AT, PATH, TCP_OF } from './owners.js';
import { firstReaching, FREE, layCause, layDraining, repairRule } from './transfers.js';

/** @typedef {import('./strip.js').Strip} Strip */
/** @typedef {import('./flow-facts.js').FlowFacts} FlowFacts */

/**
 * An end's wait for the other one: times as they passed the capture point.
 * @typedef {object} Wait
 * @property {number} asker
 * @property {number} askedNs the question's last byte; the strip is there
 * @property {number} askedOffset behind that; Infinity: not known
 * @property {number} answerNs what ended it: the answer's first byte
 * @property {number} answer its packet; −1: none
 * @property {string} rule of the other end's time
 * @property {readonly number[]} frames the question's and the answer's
 * @property {boolean} isShared other answers may come before it: as in HTTP/2, or pipelined
 */

/** What keeps an end that has an answer from sending it. @type {readonly number[]} */
const HELD = [CAUSE.ZERO_WINDOW, CAUSE.RECOVERY, CAUSE.RETRANSMISSION_TIMEOUT, CAUSE.CREDIT, CAUSE.PATH_MTU];

/**
 * From the question's last byte to the answer's first: what the path took there and back, what losses cost, and the
 * rest, which is the other end's.
 *
 * ```
 *  question ──▶ (lost) … again ──▶ ┊ path ┊  the other end  ┊ path ┊ ◀── answer
 * ```
 *
 * @param {Strip} strip @param {FlowFacts} facts @param {Wait} wait
 */
export function layWait(strip, facts, wait) {
  const { asker, askedOffset, answerNs, rule, frames } = wait;
  const other = 1 - asker;
  layLostQuestion(strip, facts, wait);
  if (askedOffset < Infinity) layDraining(strip, facts, asker, askedOffset, answerNs);
  const wayNs = Math.min(facts.halfNs(other), Math.max(0, answerNs - strip.atNs) / 2);
  const certainty = facts.distances[other] === null ? POSSIBLE : LIKELY;
  strip.until(strip.atNs + wayNs, { owner: PATH[asker], rule: 'propagation', confidence: certainty, frames });
  const leftNs = answerNs - wayNs;
  const heldNs = behindHole(facts, wait);
  if (isReplyLate(facts, wait)) layLateReply(strip, { leftNs, heldNs: heldNs - wayNs, other, frames });
  const holds = { owner: APP[other], rule, confidence: certainty, frames };
  const spans = facts.spansOf(other);
  const first = strip.atNs < leftNs ? firstReaching(spans, strip.atNs + wayNs) : spans.length;
  for (let k = first; k < spans.length && spans[k].startNs < answerNs; k++) {
    const { startNs, endNs, value } = spans[k];
    if (wait.isShared ? FREE.includes(value) : !HELD.includes(value)) continue;
    strip.until(Math.min(startNs - wayNs, leftNs), holds);
    layCause(strip, facts, { direction: other, value, endNs: Math.min(endNs - wayNs, leftNs) });
  }
  strip.until(Math.min(heldNs - wayNs, leftNs), holds);
  strip.until(leftNs, { owner: PATH[other], rule: 'loss_recovery', confidence: LIKELY, frames });
  strip.until(answerNs, { owner: PATH[other], rule: 'propagation', confidence: certainty, frames });
}

/**
 * A wait that nothing ended: the other end has the question if it acknowledged it. Away from there an answer may have
 * left that never came; what the other end sent later tells, by its sequence number.
 * @param {Strip} strip @param {FlowFacts} facts @param {Wait} wait answerNs: when it was given up
 */
export function layUnanswered(strip, facts, wait) {
  const { asker, askedOffset, answerNs, frames } = wait;
  const other = 1 - asker;
  const ack = askedOffset === Infinity ? -1 : facts.acknowledged(asker, askedOffset);
  const hasIt = ack >= 0 && facts.packets.timeNs[ack] <= answerNs;
  const rule = 'unanswered';
  const untold = { owner: /** @type {const} */ ('unknown'), rule, confidence: 0, would: CAPTURE_AT[other] };
  if (!hasIt) {
    strip.until(answerNs, icmpDrop(facts, asker, { seqOffset: 1, frames }) ?? { ...untold, frames });
    return;
  }
  layLostQuestion(strip, facts, { ...wait, answerNs: facts.packets.timeNs[ack] });
  const trip = { rule: 'propagation', confidence: LIKELY, frames };
  strip.until(Math.min(answerNs, strip.atNs + facts.halfNs(other)), { owner: PATH[asker], ...trip });
  const later = facts.nextOf(other, answerNs);
  const shown = { rule, confidence: LIKELY, frames: [...frames, facts.frame(later.packet < 0 ? ack : later.packet)] };
  const answers = { seqOffset: later.topOffset, frames };
  if (later.hasSentMore) strip.until(answerNs, { ...shown, owner: PATH[other], rule: 'answer_lost' });
  else if (later.packet >= 0 || facts.isAt(other)) strip.until(answerNs, { ...shown, owner: APP[other] });
  else strip.until(answerNs, icmpDrop(facts, other, answers) ?? { ...untold, frames: shown.frames });
}

/**
 * The question was lost, up to its sending that got through.
 * @param {Strip} strip @param {FlowFacts} facts @param {Wait} wait
 */
function layLostQuestion(strip, facts, { asker, askedNs, askedOffset, answerNs, frames }) {
  const repair = facts.lastRepair(asker, askedNs, answerNs, askedOffset);
  if (repair < 0) return;
  const { listenDrops } = facts.context;
  const ns = facts.packets.timeNs[repair];
  const isDropped = asker === 0 && listenDrops !== null && ns <= (listenDrops.untilNs ?? Infinity);
  strip.until(ns, {
    owner: isDropped ? TCP_OF[1] : PATH[asker],
    rule: isDropped ? 'listen_queue' : repairRule(facts, repair),
    confidence: isDropped ? SURE : LIKELY,
    frames: [frames[0], facts.frame(repair)],
  });
}

/**
 * The answer was lost where a hole shows that it had left; otherwise either way may have been slow.
 * @param {Strip} strip
 * @param {{ leftNs: number, heldNs: number, other: number, frames: readonly number[] }} late
 */
function layLateReply(strip, { leftNs, heldNs, other, frames }) {
  if (heldNs < leftNs) strip.until(leftNs, { owner: PATH[other], rule: 'rto', confidence: POSSIBLE, frames });
  else strip.until(leftNs, { owner: 'unknown', rule: 'late_answer', confidence: 0, frames, would: CAPTURE_AT[other] });
}

/**
 * Whether the asker's timer repeated a question that was not lost, before anything acknowledged it.
 * @param {FlowFacts} facts @param {Wait} wait
 */
function isReplyLate(facts, { asker, askedNs, askedOffset, answerNs }) {
  const again = facts.lastNeedless(asker, askedNs, answerNs, askedOffset);
  if (again < 0 || !facts.isTimed(again) || askedOffset === Infinity) return false;
  return facts.acknowledged(asker, askedOffset) > again;
}

/** Packets searched for a part of the answer that came before its beginning. */
const MAX_SEARCHED = 1000;

/**
 * When the first part of the answer came, where its beginning had been lost.
 * @param {FlowFacts} facts @param {Wait} wait
 */
function behindHole({ packets: { direction, timeNs, seqOffset } }, { asker, askedNs, answer, answerNs }) {
  let ns = answerNs;
  for (let n = 0, i = answer - 1; i >= 0 && n < MAX_SEARCHED && timeNs[i] > askedNs; n++, i--) {
    if (direction[i] !== asker && seqOffset[i] > seqOffset[answer]) ns = timeNs[i];
  }
  return ns;
}
