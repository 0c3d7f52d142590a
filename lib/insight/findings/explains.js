import { ALL_OTHERS } from './kind.js';
import { KINDS } from './kinds.js';

/** @typedef {import('./finding.js').Finding} Finding */

/** @param {Finding} found */
const explainedBy = ({ code }) => KINDS[code].explains;

/**
 * Drops findings whose cause is another finding: of the same direction's data, or where the cause has no direction, of
 * the connection.
 * @param {Finding[]} found @returns {Finding[]} without those explained by another one
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
