import { FIRST_FAILURE } from '../../shared/message-outcome.js';
import { layChain } from './chain.js';
import { begun, exchange, layData, layGivenUp } from './exchange.js';
import { lastUpTo } from './flow-facts.js';
import { layTransfer } from './transfers.js';
import { layWait } from './waits.js';

/** @typedef {import('./flow-facts.js').FlowFacts} FlowFacts */
/** @typedef {import('./segments.js').Segment} Segment */
/** @typedef {import('./exchange.js').Exchange} Exchange */
/** @typedef {import('../findings/evidence/message-facts.js').ExchangeFacts} ExchangeFacts */

/**
 * A request, from its first byte to its response's last.
 * @param {FlowFacts} facts @param {ExchangeFacts} one
 * @param {{ ends: import('./endings.js').Endings, turns: Segment[], answers: Segment[] }} known turns: of both ends, by
 *   start; answers: the server's alone
 * @returns {Exchange}
 */
export function decodedExchange(facts, one, { ends, turns, answers }) {
  const { packets } = facts;
  const { row, startNs, sentNs, answerNs, requestFrame, responseFrame } = one;
  const frames = [requestFrame, responseFrame < 0 ? requestFrame : responseFrame];
  const strip = begun(facts, 0, startNs, frames);
  layChain(strip, facts, interrupted(one, turns), 'think');
  const askedNs = Math.max(sentNs, untilNs(facts, one, answerNs));
  layTransfer(strip, facts, 0, askedNs);
  const wait = {
    asker: 0,
    askedNs,
    askedOffset: one.endOffset < 0 ? Infinity : one.endOffset,
    rule: one.mayHang ? 'event' : 'think',
    answerNs,
    answer: answerNs < 0 ? -1 : lastUpTo(packets.count, (i) => packets.frame[i], responseFrame),
    frames,
    isShared: one.isMultiplexed || one.isPipelined,
  };
  if (answerNs < 0) {
    layGivenUp(facts, strip, wait, ends);
    const outcome = ends.isReset || one.resetBy >= 0 ? 'reset' : 'unanswered';
    return exchange(strip, { kind: 'request', row, frames, outcome });
  }
  layWait(strip, facts, wait);
  const endNs = lastOf(one, answers);
  const last = facts.packetUpTo(endNs);
  const endOffset = last < 0 || packets.direction[last] === 0 ? 0 : packets.endOffset[last];
  layData(facts, strip, 1, { endNs, endOffset }, frames);
  return exchange(strip, { kind: 'request', row, frames, outcome: outcomeOf(one) });
}

/**
 * Up to when a request that never came whole was being sent: the client's last segment with data, of which the server
 * was still waiting for some.
 * @param {FlowFacts} facts @param {ExchangeFacts} one @param {number} answerNs −1: none
 * @returns {number} −1 where that does not show
 */
function untilNs({ packets }, { isSent, isMultiplexed, isPipelined }, answerNs) {
  if (answerNs >= 0 || isSent || isMultiplexed || isPipelined) return -1;
  for (let i = packets.count - 1; i >= 0; i--) {
    if (packets.direction[i] === 0 && packets.endOffset[i] > packets.seqOffset[i]) return packets.timeNs[i];
  }
  return -1;
}

/**
 * The turns of a request for which the client waited in between, as for 100 Continue (RFC 9110 section 10.1.1).
 * @param {ExchangeFacts} one @param {Segment[]} turns by start
 * @returns {Segment[]} none where it sent it in one turn
 */
function interrupted({ isMultiplexed, isPipelined, startNs, sentNs }, turns) {
  if (isMultiplexed || isPipelined || startNs === sentNs) return [];
  const first = lastUpTo(turns.length, (k) => turns[k].startNs, startNs - 1) + 1;
  const last = lastUpTo(turns.length, (k) => turns[k].startNs, sentNs);
  const within = turns.slice(first, last + 1).filter(({ endNs }) => endNs <= sentNs);
  return within.some(({ direction }) => direction === 1) ? within : [];
}

/** @param {ExchangeFacts} one with a response @returns {Exchange['outcome']} */
function outcomeOf({ isHttp, status, hasFailedCall, resetBy, isAnswered }) {
  if ((isHttp && status >= FIRST_FAILURE) || hasFailedCall) return 'failed';
  if (resetBy >= 0) return 'reset';
  return isAnswered ? 'answered' : 'incomplete';
}

/**
 * When the last byte of a response passed: of one that could not be read to its end, the last of the server's turn.
 * @param {ExchangeFacts} one @param {Segment[]} answers
 */
function lastOf({ isAnswered, isMultiplexed, answerNs, endNs }, answers) {
  if (isAnswered || isMultiplexed) return endNs;
  const answer = answers[lastUpTo(answers.length, (k) => answers[k].startNs, answerNs)];
  return Math.max(endNs, answer?.endNs ?? endNs);
}
