/** What findings and the first sentence say of a sender's own record, where there is one. */
import { percent, senderName, timeText } from '../findings/finding.js';
import { windowDifference } from './comparison.js';
import { countersOf } from './counters.js';

/** @typedef {import('../findings/context.js').Context} Context */
/** @typedef {import('../findings/finding.js').Finding} Finding */
/** @typedef {import('../verdict/verdict.js').Verdict} Verdict */

/**
 * @param {Context} context @param {string} cause
 * @returns {{ direction: number, words: string }[]} of each sender that has one
 */
function recordedOf({ ways, kernels, clock }, cause) {
  if (kernels === null || clock !== null) return [];
  return ways.flatMap((way) => {
    const kernel = kernels[way.direction];
    const words = kernel && wordsOf(way, kernel, cause);
    return words ? [{ direction: way.direction, words }] : [];
  });
}

/**
 * @param {import('../findings/context.js').DirectionContext} way
 * @param {import('./kernel-sender.js').KernelSender} kernel @param {string} cause
 */
function wordsOf(way, kernel, cause) {
  if (cause === 'congestion_window') {
    const difference = windowDifference(way.insight, kernel);
    return difference && `its window differs by ${percent(difference.median)} in the median`;
  }
  const counted = countersOf(way, kernel)?.counted.find(({ causes }) => causes.includes(cause));
  return counted === undefined ? null : `${timeText(counted.recordedNs)} (${counted.counter})`;
}

/** A finding says what it rests on. @param {Finding} found @param {Context} context @returns {Finding} */
export function withRecord(found, context) {
  if (context.kernels === null) return found;
  const direction = found.direction === 'clientToServer' ? 0 : 1;
  const recorded = recordedOf(context, found.cause).find((one) => one.direction === direction);
  if (found.direction === null || recorded === undefined) return found;
  const message = `${found.message} This is inferred from the packets; the ${senderName(direction)}'s kernel says: ${recorded.words}.`;
  return { ...found, message };
}

/** So does the first sentence. @param {Verdict} verdict @param {Context} context @returns {Verdict} */
export function verdictWithRecord(verdict, context) {
  if (context.kernels === null) return verdict;
  const [recorded] = recordedOf(context, verdict.cause);
  if (recorded === undefined) return verdict;
  return {
    ...verdict,
    sentence: `${verdict.sentence} · ${senderName(recorded.direction)}'s kernel: ${recorded.words}`,
  };
}
