import { allWell, outcomeFindings } from './all-well.js';
import { withoutExplained } from './explains.js';
import { worstFirst } from './finding.js';
import { DETECTORS } from './registry.js';
import { UNFINISHED } from './summary.js';

/** @typedef {import('./finding.js').Finding} Finding */
/** @typedef {import('./context.js').Context} Context */

/**
 * Findings of connections, worst first. That nothing is wrong is a finding too.
 * @param {readonly Context[]} contexts of each
 * @returns {Finding[][]}
 */
export function findingsOf(contexts) {
  const found = contexts.map(() => /** @type {Finding[]} */ ([]));
  for (let d = 0; d < DETECTORS.length; d++) {
    for (let k = 0; k < contexts.length; k++) {
      const some = DETECTORS[d](contexts[k]);
      for (let n = 0; n < some.length; n++) found[k].push(byCapture(some[n], contexts[k]));
    }
  }
  return found.map((all, k) => {
    const ofOne = withoutExplained(all);
    if (ofOne.every(({ severity }) => severity === 'note')) ofOne.push(...ofWell(contexts[k], ofOne));
    return worstFirst(ofOne);
  });
}

/**
 * What stands beside notes alone: that nothing is wrong, or that nothing came of the connection.
 * @param {Context} context @param {readonly Finding[]} notes @returns {Finding[]}
 */
function ofWell(context, notes) {
  if (notes.some(({ code }) => UNFINISHED.includes(code))) return [];
  return context.outcome === null ? [allWell(context, notes.length > 0)] : outcomeFindings(context, notes);
}

/**
 * A finding by the capture's clock. Where that was set back during the connection: the times of what the page draws,
 * and no cost above the connection's duration by this clock.
 * @param {Finding} found @param {Context} context
 */
function byCapture(found, { clock, captureDurationNs }) {
  if (clock === null) return found;
  const [start, end] = [found.start, found.end].map((s) => Math.round(clock.captureNs(Math.round(s * 1e9))) / 1e9);
  return {
    ...found,
    start,
    end: Math.max(start, end),
    costSeconds: (found.costSeconds ?? 0) * 1e9 > captureDurationNs ? null : found.costSeconds,
  };
}
