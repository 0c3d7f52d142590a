import { allWell, outcomeFinding } from '../all-well.js';
import { worstFirst } from './weight.js';
import { withoutYielding } from './yields.js';

/** @typedef {import('../finding.js').Finding} Finding */
/** @typedef {{ findings: Finding[], yielded: import('./yields.js').Yielded[] }} Ranked findings: worst first */

/**
 * What is reported of all that was found in a connection, whatever the order. Beside notes alone stands that nothing is
 * wrong, or that nothing came of the connection.
 * @param {import('../context.js').Context} context @param {Finding[]} found sorted hereby
 * @returns {Ranked}
 */
export function ranked(context, found) {
  const { left, yielded } = withoutYielding(worstFirst(found));
  if (left.some(({ severity }) => severity !== 'note')) return { findings: left, yielded };
  const { outcome } = context;
  const last = outcome === null ? allWell(context, left.length > 0) : outcomeFinding(outcome, 1, context);
  if (left.some(({ code }) => code === last.code)) return { findings: left, yielded };
  const second = withoutYielding(worstFirst([...left, last]));
  return { findings: second.left, yielded: [...yielded, ...second.yielded] };
}
