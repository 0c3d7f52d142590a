import { layTransfer } from './transfers.js';
import { layWait } from './waits.js';

/** @typedef {import('./flow-facts.js').FlowFacts} FlowFacts */
/** @typedef {import('./segments.js').Segment} Segment */

/**
 * Turns one after the other, each waiting for the one before.
 * @param {import('./strip.js').Strip} strip @param {FlowFacts} facts @param {readonly Segment[]} segments by start
 * @param {string} rule of the time in which an end has what it waited for, and does not go on
 */
export function layChain(strip, facts, segments, rule) {
  segments.forEach((segment, k) => {
    const before = segments[k - 1];
    if (before !== undefined && before.direction !== segment.direction) {
      layWait(strip, facts, waitBetween(facts, before, segment, rule));
    }
    layTransfer(strip, facts, segment.direction, segment.endNs);
  });
}

/**
 * @param {FlowFacts} facts @param {Segment} asked @param {Segment} answer @param {string} rule
 * @returns {import('./waits.js').Wait}
 */
export const waitBetween = (facts, asked, answer, rule) => ({
  asker: asked.direction,
  askedNs: asked.endNs,
  askedOffset: asked.endOffset,
  answerNs: answer.startNs,
  answer: answer.first,
  rule,
  frames: [facts.frame(asked.last), facts.frame(answer.first)],
  isShared: false,
});
