/**
 * A sender's facts besides its series, as `meta.senders` of the frame `sender` (docs/protocol.md).
 */

/**
 * `confidence` 0 … 1; `reason`: what it rests on, or, where `value` is null, why it is not observable.
 * @template T @typedef {{ value: T|null, confidence: number, reason: string|null }} Inferred
 */
/**
 * @typedef {{ name: string, seen: 'seen'|'not_seen'|'not_observable', confidence: number, reason: string,
 *   detail: Record<string, number|string|null> }} Mechanism
 */
/**
 * @typedef {{ pattern: string, events: number, segments: number, longestRun: number, withFullQueue: number }} Losses
 */
/**
 * Times in seconds, rates in bytes a second.
 * @typedef {object} PathFacts
 * @property {Inferred<number>} baseRtt
 * @property {Inferred<{ median: number, high: number, most: number }>} queueingDelay
 * @property {Inferred<number>} bottleneckRate
 * @property {Inferred<{ bytes: number, atLeast: boolean }>} buffer
 * @property {Inferred<Losses>} losses
 * @property {Inferred<'none'|{ rate: number, losses: number }>} policer
 */
/**
 * @typedef {object} SenderFacts
 * @property {number} direction
 * @property {'sender'|'receiver'|'middle'|'unknown'} place where the capture was taken
 * @property {number|null} mss bytes
 * @property {Inferred<string>} congestionControl
 * @property {Inferred<number>} initialWindow segments
 * @property {Inferred<number>} threshold the slow start threshold after the last burst, segments
 * @property {{ time: number, cause: string, segments: number }|null} slowStartExit `time` in seconds of the capture
 * @property {{ time: number, silence: number, before: number, after: number, anew: boolean|null }[]} restarts
 * @property {PathFacts} path
 * @property {Mechanism[]} mechanisms
 */

/** @param {SenderFacts[]} senders @returns {[SenderFacts|null, SenderFacts|null]} by direction */
export const factsByDirection = (senders) => [factsOf(senders, 0), factsOf(senders, 1)];

/** @param {SenderFacts[]} senders @param {number} direction */
const factsOf = (senders, direction) => senders.find((sender) => sender.direction === direction) ?? null;
