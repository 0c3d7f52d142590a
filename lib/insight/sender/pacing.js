import { TRIGGER } from '../../transport/bursts.js';
import { PROMPT_NS } from '../../transport/path.js';
import { PACINGS } from '../../transport/path.js';

/** @typedef {import('../../transport/bursts.js').Bursts} Bursts */

export { PACINGS };

/**
 * Whether the sender spaces its segments: `bbr` by a rate that it finds itself, `fixed` by one that it was given;
 * `unknown` where a bottleneck before the capture point does so, and no timestamps show when they left.
 * @typedef {typeof PACINGS[number]} Pacing
 */

/**
 * @typedef {object} Paced
 * @property {Pacing} pacing
 * @property {boolean} isSure `pacing` is more than a guess
 * @property {number} gapNs usual gap between bursts without a trigger
 * @property {number} late answers to acknowledgements that waited for the pacing clock
 * @property {number} answers
 * @property {number} answerNs the host's usual answering time: from an acknowledgement to the segments it triggered
 */

/** Whether the pacing clock released a burst. @param {Bursts} bursts @param {number} b */
export const wasPaced = ({ trigger, sent, sendNs, startNs }, b) =>
  sent[b] > 0 && (trigger[b] === TRIGGER.NOTHING || sendNs[b] - startNs[b] > PROMPT_NS);

/** @param {Float64Array} values @param {number} share */
export const quantile = (values, share) => ranked(values.slice().sort(), share);

/** @param {Float64Array} sorted @param {number} share @returns {number} 0 where there are none */
const ranked = (sorted, share) =>
  sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
