import { APP } from '../../ledger/owners.js';
import { sumsOf } from '../../ledger/strip.js';
import { NS_PER_SECOND } from '../../sender/units.js';
import { allWell, outcomeFinding } from '../all-well.js';
import { unexplained } from './unexplained.js';
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
  const { left, yielded } = withoutYielding(worstFirst(found.filter((one) => !isContradicted(one, context))));
  if (left.every(({ severity }) => severity === 'note')) {
    left.push(...unexplained(context));
    worstFirst(left);
  }
  if (left.some(({ severity }) => severity !== 'note')) return { findings: left, yielded };
  const { outcome } = context;
  const last = outcome === null ? allWell(context, left.length > 0) : outcomeFinding(outcome, 1, context);
  if (left.some(({ code }) => code === last.code)) return { findings: left, yielded };
  const second = withoutYielding(worstFirst([...left, last]));
  return { findings: second.left, yielded: [...yielded, ...second.yielded] };
}

/** Share of a pause that its application must have in the ledger. */
const MOST = 1 / 2;

/**
 * Whether the ledger of time gives an application less than half of the pauses that it is blamed for: silence seen far
 * from the sender is not its application's without a sign of that.
 * @param {Finding} found @param {import('../context.js').Context} context
 */
function isContradicted({ code, direction, costSeconds }, { ledger }) {
  if (code !== 'application_limited' || direction === null || costSeconds === null || ledger === undefined) {
    return false;
  }
  const { intervals } = ledger();
  const own = APP[direction === 'clientToServer' ? 0 : 1];
  const unknownNs = sumsOf(intervals).unknown ?? 0;
  return unknownNs > 0 && (sumsOf(intervals)[own] ?? 0) < costSeconds * NS_PER_SECOND * MOST;
}
