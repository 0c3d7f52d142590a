import { ALL_OTHERS } from './kind.js';
import { KINDS } from './kinds.js';

/** @typedef {import('./finding.js').Finding} Finding */

/** @param {Finding} found */
const explainedBy = ({ code }) => KINDS[code].explains;

/**
 * What is no finding of its own where another one is its cause goes: of data of the same direction, or where the cause
 * has none, of the connection.
 * @param {Finding[]} found @returns {Finding[]} without those that another one explains
 */
export function withoutExplained(found) {
  const causes = found.filter((one) => one.severity !== 'note' && explainedBy(one).length > 0);
  if (causes.length === 0) return found;
  return found.filter((one) => !causes.some((cause) => explains(cause, one)));
}

/** @param {Finding} cause @param {Finding} other */
function explains(cause, other) {
  if (other === cause) return false;
  const isSameWay = cause.direction === null || other.direction === null || cause.direction === other.direction;
  const codes = explainedBy(cause);
  return isSameWay && (codes.includes(ALL_OTHERS) || codes.includes(other.code));
}
