import { LIKELY } from '../confidence.js';
import { NOTICEABLE_NS } from '../findings/times.js';
import { layChain, waitBetween } from './chain.js';
import { arrive, begun, exchange, layData, layGivenUp } from './exchange.js';
import { openedBy } from './opening.js';
import { APP } from './owners.js';
import { layTransfer } from './transfers.js';
import { layWait } from './waits.js';

/** @typedef {import('./flow-facts.js').FlowFacts} FlowFacts */
/** @typedef {import('./segments.js').Segment} Segment */
/** @typedef {import('./exchange.js').Exchange} Exchange */
/** @typedef {import('./endings.js').Endings} Endings */

/**
 * Turns of what is not decoded: the client's with the server's next one, or data that answers nothing.
 * @param {FlowFacts} facts @param {Segment[]} segments by start
 * @param {{ isDecoded: boolean, isFirst: boolean, ends: Endings }} known isDecoded: other messages are; isFirst:
 *   nothing came before
 * @returns {Exchange[]}
 */
export function turnsOf(facts, segments, { isDecoded, isFirst, ends }) {
  /** @type {Exchange[]} */
  const list = [];
  /** @type {Segment | null} */
  let asked = null;
  const opener = isFirst && segments[0]?.direction === 1 ? openedBy(facts) : -1;
  for (const segment of segments) {
    if (segment.direction === 0) {
      if (asked !== null) list.push(transfer(facts, asked));
      asked = segment;
    } else if (asked !== null && segment.isAnswer) {
      list.push(turn(facts, asked, segment));
      asked = null;
    } else if (opener >= 0 && list.length === 0) list.push(greeting(facts, opener, segment));
    else list.push(transfer(facts, segment));
  }
  if (asked === null) return list;
  const isWaiting = !isDecoded && isLeftWaiting(facts, asked, segments, ends);
  return [...list, isWaiting ? unanswered(facts, asked, ends) : transfer(facts, asked)];
}

/**
 * Whether the client waits after its last data: for longer than is noticed, where the server had answered before, or
 * where this is all that was ever said.
 * @param {FlowFacts} facts @param {Segment} asked @param {Segment[]} segments @param {Endings} ends
 */
function isLeftWaiting({ context, packets, roundTripNs }, asked, segments, ends) {
  const end = ends.of(0);
  const untilNs = end < 0 ? context.endNs : packets.timeNs[end];
  const isAlone = segments.length === 1 && packets.seen.data[1] === 0 && asked.first === asked.last;
  const hasTalked = segments.some(({ direction, isAnswer }) => direction === 1 && isAnswer);
  return (isAlone || hasTalked) && asked.endsShort && untilNs - asked.endNs - roundTripNs >= NOTICEABLE_NS;
}

/** @param {FlowFacts} facts @param {Segment} asked @param {Endings} ends @returns {Exchange} */
function unanswered(facts, { first, last, startNs, endNs, endOffset, direction }, ends) {
  const frames = [facts.frame(first), facts.frame(last)];
  const strip = begun(facts, direction, startNs, frames);
  layTransfer(strip, facts, direction, endNs);
  const wait = { asker: direction, askedNs: endNs, askedOffset: endOffset, rule: 'think', frames, isShared: false };
  layGivenUp(facts, strip, wait, ends);
  return exchange(strip, { kind: 'turn', frames, outcome: ends.isReset ? 'reset' : 'unanswered' });
}

/** @param {FlowFacts} facts @param {Segment} asked @param {Segment} answer @returns {Exchange} */
function turn(facts, asked, answer) {
  const frames = [facts.frame(asked.first), facts.frame(answer.last)];
  const strip = begun(facts, 0, asked.startNs, frames);
  layTransfer(strip, facts, 0, Math.min(asked.endNs, Math.max(asked.startNs, answer.startNs)));
  layWait(strip, facts, waitBetween(facts, asked, answer, 'think'));
  layData(facts, strip, 1, answer, frames);
  return exchange(strip, { kind: 'turn', frames, outcome: 'answered' });
}

/**
 * A server that speaks first.
 * @param {FlowFacts} facts @param {number} opener @param {Segment} data @returns {Exchange}
 */
function greeting(facts, opener, data) {
  const { timeNs, endOffset } = facts.packets;
  const frames = [facts.frame(opener), facts.frame(data.last)];
  const strip = begun(facts, 0, timeNs[opener], frames);
  const asked = { asker: 0, askedNs: timeNs[opener], askedOffset: endOffset[opener] };
  const answer = { answerNs: data.startNs, answer: data.first };
  layWait(strip, facts, { ...asked, ...answer, rule: 'think', frames, isShared: false });
  layData(facts, strip, 1, data, frames);
  return exchange(strip, { kind: 'turn', frames, outcome: 'answered' });
}

/**
 * Data that answers nothing and has no answer.
 * @param {FlowFacts} facts @param {Segment} segment @returns {Exchange}
 */
function transfer(facts, segment) {
  const { direction, startNs } = segment;
  const frames = [facts.frame(segment.first), facts.frame(segment.last)];
  const strip = begun(facts, direction, startNs, frames);
  layData(facts, strip, direction, segment, frames);
  return exchange(strip, { kind: 'transfer', frames, outcome: 'none' });
}

/**
 * The set-up of TLS: its turns, each waiting for the one before, until the client went on.
 * @param {FlowFacts} facts @param {Segment[]} segments @param {number} endNs @returns {Exchange}
 */
export function tlsExchange(facts, segments, endNs) {
  const [first] = segments;
  const last = segments[segments.length - 1];
  const frames = [facts.frame(first.first), facts.frame(last.last)];
  const strip = begun(facts, first.direction, first.startNs, frames);
  layChain(strip, facts, segments, 'tls');
  if (last.direction === 1) arrive(facts, strip, 1, frames);
  strip.until(endNs - facts.halfNs(0), { owner: APP[0], rule: 'tls', confidence: LIKELY, frames });
  return exchange(strip, { kind: 'tls_setup', frames, outcome: 'none' });
}
