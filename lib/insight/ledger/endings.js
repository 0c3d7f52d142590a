import { TCP } from '../../transport/tcp/header.js';
import { LIKELY } from '../confidence.js';
import { arrive, begun, exchange } from './exchange.js';
import { PATH } from './owners.js';
import { layUnanswered, layWait } from './waits.js';

/** @typedef {import('./flow-facts.js').FlowFacts} FlowFacts */

/** How a connection ended: the first FIN and RST of each end. */
export class Endings {
  fins = [-1, -1];
  /** The same, sent for the last time. */
  lastFins = [-1, -1];
  resets = [-1, -1];

  /** @param {FlowFacts} facts */
  constructor({ packets: { controls, flags, direction } }) {
    for (const i of controls) {
      const d = direction[i];
      if ((flags[i] & TCP.FIN) !== 0) {
        this.lastFins[d] = i;
        if (this.fins[d] < 0) this.fins[d] = i;
      }
      if ((flags[i] & TCP.RST) !== 0 && this.resets[d] < 0) this.resets[d] = i;
    }
  }

  /** The first packet by which an end ended it; −1: none. @param {number} end */
  of(end) {
    const [fin, reset] = [this.fins[end], this.resets[end]];
    return fin < 0 || (reset >= 0 && reset < fin) ? reset : fin;
  }

  get isReset() {
    return this.resets[0] >= 0 || this.resets[1] >= 0;
  }
}

/**
 * Up to the last sending of an end's FIN, which was lost behind the capture point until then.
 * @param {import('./strip.js').Strip} strip @param {FlowFacts} facts @param {Endings} ends @param {number} end
 */
function layRepeated(strip, facts, { fins, lastFins }, end) {
  const [first, last] = [fins[end], lastFins[end]];
  if (last === first) return;
  const frames = [facts.frame(first), facts.frame(last)];
  strip.until(facts.packets.timeNs[last], { owner: PATH[end], rule: 'rto', confidence: LIKELY, frames });
}

/**
 * From one end's FIN to the other's, or its reset.
 * @param {FlowFacts} facts @param {Endings} ends @returns {import('./exchange.js').Exchange[]}
 */
export function closeOf(facts, ends) {
  const { timeNs, endOffset } = facts.packets;
  const [one, other] = ends.fins;
  if (one < 0 && other < 0) return [];
  const asker = other < 0 || (one >= 0 && one < other) ? 0 : 1;
  const first = ends.fins[asker];
  const answer = ends.of(1 - asker);
  const frames = [facts.frame(first), facts.frame(answer < 0 ? first : answer)];
  const strip = begun(facts, asker, timeNs[first], frames);
  const wait = {
    asker,
    askedNs: timeNs[first],
    askedOffset: endOffset[first],
    answer,
    answerNs: answer < 0 ? facts.context.endNs : Math.max(strip.atNs, timeNs[answer]),
    rule: 'close',
    frames,
    isShared: false,
  };
  if (answer < 0) layUnanswered(strip, facts, wait);
  else {
    layWait(strip, facts, wait);
    layRepeated(strip, facts, ends, 1 - asker);
    arrive(facts, strip, 1 - asker, frames);
    const last = facts.acknowledged(1 - asker, endOffset[answer]);
    const trip = /** @type {const} */ ({ owner: PATH[asker], rule: 'propagation', confidence: LIKELY });
    if (last >= 0) strip.until(timeNs[last], { ...trip, frames: [...frames, facts.frame(last)] });
  }
  return [exchange(strip, { kind: 'close', frames, outcome: 'none' })];
}
