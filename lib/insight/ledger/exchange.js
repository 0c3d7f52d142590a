import { LIKELY } from '../confidence.js';
import { PATH } from './owners.js';
import { Strip } from './strip.js';
import { layDraining, layRepair, layTransfer } from './transfers.js';
import { layUnanswered, layWait } from './waits.js';

/** @typedef {import('./flow-facts.js').FlowFacts} FlowFacts */
/** @typedef {import('./waits.js').Wait} Wait */

/**
 * Something that an end waited for: its intervals have no gap and sum to the wait.
 * @typedef {object} Exchange
 * @property {'name_look_up' | 'connection_setup' | 'tls_setup' | 'request' | 'turn' | 'transfer' | 'close'} kind
 * @property {number} row of its request in the table of messages; −1 without one
 * @property {readonly number[]} frames its first and last
 * @property {'answered' | 'unanswered' | 'incomplete' | 'failed' | 'reset' | 'none'} outcome none: nothing was asked
 * @property {number} startNs
 * @property {number} endNs
 * @property {import('./strip.js').Interval[]} intervals
 */

/**
 * A strip that begins when an end sent what passed at `ns`.
 * @param {FlowFacts} facts @param {number} end @param {number} ns @param {number[]} frames
 */
export function begun(facts, end, ns, frames) {
  const strip = new Strip(Math.round(Math.max(facts.context.startNs, ns - facts.halfNs(end))));
  strip.until(ns, { owner: PATH[end], rule: 'propagation', confidence: LIKELY, frames });
  return strip;
}

/**
 * Until the other end had what passed last.
 * @param {FlowFacts} facts @param {Strip} strip @param {number} direction @param {readonly number[]} frames
 */
export function arrive(facts, strip, direction, frames) {
  const ns = Math.min(facts.context.endNs, strip.atNs + facts.halfNs(1 - direction));
  strip.until(ns, { owner: PATH[direction], rule: 'propagation', confidence: LIKELY, frames });
}

/**
 * Data, and what of it had to be sent again behind the capture point, until the other end had it.
 * @param {FlowFacts} facts @param {Strip} strip @param {number} direction
 * @param {{ endNs: number, endOffset: number }} data @param {readonly number[]} frames
 */
export function layData(facts, strip, direction, { endNs, endOffset }, frames) {
  layTransfer(strip, facts, direction, endNs);
  const repair = facts.lastRepair(direction, endNs, facts.context.endNs, endOffset);
  if (repair >= 0) layRepair(strip, facts, direction, repair);
  layDraining(strip, facts, direction, endOffset);
  arrive(facts, strip, direction, frames);
}

/**
 * A wait without an answer: until either end ended the connection.
 * @param {FlowFacts} facts @param {Strip} strip @param {Omit<Wait, 'answer' | 'answerNs'>} wait
 * @param {import('./endings.js').Endings} ends
 */
export function layGivenUp(facts, strip, wait, ends) {
  const { timeNs } = facts.packets;
  const [own, others] = [ends.of(wait.asker), ends.of(1 - wait.asker)].map((i) => (i < 0 ? Infinity : timeNs[i]));
  if (others <= own && others < Infinity && others > strip.atNs) {
    layWait(strip, facts, { ...wait, answerNs: others, answer: -1, rule: 'closed' });
    arrive(facts, strip, 1 - wait.asker, wait.frames);
    return;
  }
  const untilNs = Math.max(strip.atNs, Math.min(own, facts.context.endNs));
  layUnanswered(strip, facts, { ...wait, answerNs: untilNs, answer: -1 });
}

/**
 * @param {Strip} strip
 * @param {Pick<Exchange, 'kind' | 'frames' | 'outcome'> & { row?: number }} what
 * @returns {Exchange}
 */
export const exchange = ({ startNs, atNs, intervals }, { kind, row = -1, frames, outcome }) => ({
  kind,
  row,
  frames,
  outcome,
  startNs,
  endNs: atNs,
  intervals,
});
