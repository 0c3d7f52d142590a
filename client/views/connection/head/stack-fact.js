/**
 * Which TCP stack a direction's sender looks like, as a fact; none if it matches none that is known.
 * @param {import('../../../state/answer-types.js').Connection} flow @param {number} direction
 * @returns {[string, string][]}
 */
export function stackFact({ stack }, direction) {
  const looks = direction === 0 ? stack?.client : stack?.server;
  return looks ? [['Looks like', `${looks.names.join(' or ')} (${Math.round(looks.confidence * 100)} %)`]] : [];
}
