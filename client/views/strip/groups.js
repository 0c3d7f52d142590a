/** How the strip tells its groups of connections, in words and colours. */
import { FAILED, NOT_EXAMINED } from '../../../lib/shared/captures/strip.js';
import { causeStyle } from '../connection/panes/limit-styles.js';

/** @typedef {{ words: string, colour: keyof import('../../base/theme.js').Colours, alpha: number }} GroupLook */

/** Of limits whose colour another group has in full. */
const PALE = 0.5;

/** @param {string} name a limit, `failed`, or '' for none @returns {GroupLook} */
export function lookOf(name) {
  if (name === FAILED) return { words: 'Failed', colour: 'retx', alpha: 1 };
  if (name === NOT_EXAMINED) return { words: 'Not analysed yet', colour: 'ooo', alpha: PALE };
  if (name === '') return { words: 'No limit for long', colour: 'line2', alpha: 1 };
  const { words, colour, pattern } = causeStyle(name);
  return { words, colour, alpha: pattern === 'solid' && colour !== 'retx' ? 1 : PALE };
}

/**
 * Failures on top, then the limits of the most connections; below, what nothing limited for long.
 * @template {{ name: string, count: number }} G
 * @param {G[]} groups
 */
export const inOrder = (groups) =>
  groups.toSorted(
    (a, b) =>
      Number(b.name === FAILED) - Number(a.name === FAILED) ||
      Number(a.name === '') - Number(b.name === '') ||
      b.count - a.count,
  );
