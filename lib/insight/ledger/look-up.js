import { LIKELY } from '../confidence.js';
import { exchange } from './exchange.js';
import { Strip } from './strip.js';

/**
 * The look-up of the server's name that a connection waited for: before it, so no part of its own time.
 * @param {import('./flow-facts.js').FlowFacts} facts
 * @returns {import('./exchange.js').Exchange[]} none: it was not seen, or fast
 */
export function lookUpOf({ context: { messages, clock, startNs } }) {
  const lookUp = clock === null ? (messages?.lookUp ?? null) : null;
  if (lookUp === null) return [];
  const strip = new Strip(lookUp.askedNs);
  strip.until(Math.min(lookUp.answeredNs, startNs), { owner: 'name_service', rule: 'look_up', confidence: LIKELY });
  return [exchange(strip, { kind: 'name_look_up', frames: [], outcome: 'none' })];
}
