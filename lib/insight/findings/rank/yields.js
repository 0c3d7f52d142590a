import { ALL_OTHERS, kindOf } from '../define-kind.js';

/** @typedef {import('../finding.js').Finding} Finding */
/**
 * A finding that is not reported, for one that says why, or more.
 * @typedef {{ found: Finding, to: Finding, rule: 'explained' | 'doubted' | 'yields' }} Yielded
 */

/**
 * Drops findings whose cause is another finding, and those of which another says more: of the same direction's data, or
 * where either has no direction, of the connection.
 * @param {readonly Finding[]} found @returns {{ left: Finding[], yielded: Yielded[] }}
 */
export function withoutYielding(found) {
  /** @type {Finding[]} */
  const left = [];
  /** @type {Yielded[]} */
  const yielded = [];
  for (const one of found) {
    const to = found.find((other) => other !== one && isSameWay(one, other) && ruleOf(one, other) !== null);
    if (to === undefined) left.push(one);
    else yielded.push({ found: one, to, rule: /** @type {Yielded['rule']} */ (ruleOf(one, to)) });
  }
  return { left, yielded };
}

/** @param {Finding} one @param {Finding} other */
const isSameWay = (one, other) =>
  one.direction === null || other.direction === null || one.direction === other.direction;

/**
 * By which rule a finding yields to another one.
 * @param {Finding} one @param {Finding} other @returns {Yielded['rule'] | null}
 */
function ruleOf(one, other) {
  const { explains, doubts } = kindOf(other.code) ?? {};
  if (other.severity !== 'note' && (explains?.includes(one.code) || explains?.includes(ALL_OTHERS))) {
    return 'explained';
  }
  if (doubts?.(one, other)) return 'doubted';
  const share = kindOf(one.code)?.yieldsTo?.[other.code];
  return share !== undefined && (share === 0 || (other.costSeconds ?? 0) >= share * (one.costSeconds ?? 0))
    ? 'yields'
    : null;
}
